//! Microseconds per report, by the clock and of this thread's processor.

use std::time::Instant;

/// What a report takes.
pub struct Micros {
    pub wall: f64,
    pub cpu: f64,
}

impl Micros {
    pub fn into_json(self) -> serde_json::Value {
        serde_json::json!({ "wall": self.wall, "cpu": self.cpu })
    }
}

/// Runs for at least a fifth of a second.
pub fn per_report(reports: usize, mut run: impl FnMut()) -> Micros {
    let (start, cpu) = (Instant::now(), cpu_seconds());
    let mut runs = 0.0;
    while start.elapsed().as_secs_f64() < 0.2 {
        run();
        runs += 1.0;
    }
    let each = 1e6 / (runs * reports as f64);
    Micros {
        wall: start.elapsed().as_secs_f64() * each,
        cpu: (cpu_seconds() - cpu) * each,
    }
}

/// Of this thread, as Linux tells; not a number elsewhere.
fn cpu_seconds() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next()?.parse::<f64>().ok())
        .map_or(f64::NAN, |nanoseconds| nanoseconds / 1e9)
}
