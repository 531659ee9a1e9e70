//! The time, handed to whatever asks for it, so that a test decides what time it is.
//!
//! What only waits (timeouts, pauses between two looks) uses the runtime's own timer.

use std::{
    fmt::Debug,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use parking_lot::Mutex;
use sotto_api::Moment;
use tokio::{sync::watch, time::timeout};

/// Lets that much time pass; false if the collector stops meanwhile. An error of the channel means
/// that it was dropped, which stops it as well.
pub(crate) async fn pause(time: Duration, stopping: &mut watch::Receiver<bool>) -> bool {
    let stopped = stopping.wait_for(|stopping| *stopping);
    timeout(time, stopped).await.is_err()
}

/// What tells the time.
pub trait Clock: Debug + Send + Sync {
    /// The moment of the calendar.
    fn moment(&self) -> Moment;

    /// A moment that never goes back, to measure how much time has passed.
    fn instant(&self) -> Instant;
}

/// The system's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// The epoch if the system shows a time that cannot be.
    fn moment(&self) -> Moment {
        let passed = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = passed.map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(0));
        Moment::of_seconds(seconds)
    }

    fn instant(&self) -> Instant {
        Instant::now()
    }
}

/// A clock that stands still until it is moved on.
#[derive(Debug)]
pub struct StoppedClock {
    start: (Moment, Instant),
    passed: Mutex<Duration>,
}

impl StoppedClock {
    /// Shows what the system's clock shows now.
    #[must_use]
    pub fn now() -> Self {
        Self {
            start: (SystemClock.moment(), SystemClock.instant()),
            passed: Mutex::default(),
        }
    }

    /// Lets so much time pass at once.
    pub fn advance(&self, time: Duration) {
        *self.passed.lock() += time;
    }

    fn passed(&self) -> Duration {
        *self.passed.lock()
    }
}

impl Clock for StoppedClock {
    fn moment(&self) -> Moment {
        let passed = i64::try_from(self.passed().as_secs()).unwrap_or(i64::MAX);
        Moment::of_seconds(self.start.0.seconds().saturating_add(passed))
    }

    fn instant(&self) -> Instant {
        self.start.1 + self.passed()
    }
}
