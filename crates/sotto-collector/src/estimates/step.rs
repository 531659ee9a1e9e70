//! In which steps a survey is told: a watcher who saw each submission coming would read its noisy
//! reports, and know when they came. Whatever tells counts or estimates, to whomever, tells those of
//! the last step.

use sotto_api::Moment;

/// Results change at most once in each stretch of so many seconds, which begin when the clock shows a
/// multiple of it.
const STRETCH: i64 = 10;

/// A step that may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Of how many submissions at least.
    pub(super) size: u64,
    /// In which stretch of time.
    pub(super) stretch: i64,
}

impl Step {
    /// One of at least so many submissions, at that moment.
    pub(crate) const fn of(size: u64, now: Moment) -> Self {
        Self {
            size,
            stretch: now.seconds().div_euclid(STRETCH),
        }
    }

    /// Whether respondents were told that every submission can be seen coming.
    pub(crate) const fn tells_each(self) -> bool {
        self.size <= 1
    }
}
