//! A server in a process of its own, and what it costs.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// What a tick of the processor's accounts is: `sysconf(_SC_CLK_TCK)`, 100 wherever there is /proc.
const TICKS_PER_SECOND: f64 = 100.0;

/// Stopped when dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
    /// From the start of the process until it listened.
    pub(crate) started_in: Duration,
}

impl Server {
    /// The bare handler.
    pub(crate) fn bare() -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg("bare");
        Self::start(command)
    }

    /// A collector on a database.
    pub(crate) fn collector(program: &Path, database: &str) -> Self {
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--no-samples"])
            // No password stands in it: the database is the measurement's own.
            .args(["--database", database]);
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        let begin = Instant::now();
        let mut process = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let mut said = Vec::new();
        let address = loop {
            let Some(Ok(line)) = lines.next() else {
                panic!("{command:?} does not start: {said:?}");
            };
            if let Some(url) = line.strip_prefix("Open http://") {
                break url.trim_end_matches('/').parse().unwrap();
            }
            said.push(line);
        };
        let started_in = begin.elapsed();
        // What it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            process,
            address,
            started_in,
        }
    }

    /// Seconds of processor time until now; `None` where the system does not tell.
    pub(crate) fn processor_seconds(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name, in brackets, may hold anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        Some((ticks()? + ticks()?) / TICKS_PER_SECOND)
    }

    /// Resident memory in MiB.
    pub(crate) fn resident(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
