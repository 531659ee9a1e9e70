//! So many at once, and then so many a second: the generic cell rate algorithm (ITU-T I.371), which
//! needs one moment in memory per caller.
//!
//! Ours rather than `governor`'s, whose state grows with every key that it ever saw: under a flood of
//! new callers memory stays within a bound here, and every caller is forgotten once a day.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::Caller;

/// A burst, and the pace at which it is paid back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The time that pays for one.
    interval: Duration,
    /// How many may come at once.
    burst: u32,
}

impl Rate {
    /// So many a second; `None`, no limit, if that is 0.
    #[must_use]
    pub fn per_second(number: u32, burst: u32) -> Option<Self> {
        Self::per(Duration::from_secs(1), number, burst)
    }

    /// So many a minute; `None`, no limit, if that is 0.
    #[must_use]
    pub fn per_minute(number: u32, burst: u32) -> Option<Self> {
        Self::per(Duration::from_mins(1), number, burst)
    }

    /// So many an hour; `None`, no limit, if that is 0.
    #[must_use]
    pub fn per_hour(number: u32, burst: u32) -> Option<Self> {
        Self::per(Duration::from_hours(1), number, burst)
    }

    fn per(time: Duration, number: u32, burst: u32) -> Option<Self> {
        let interval = time.checked_div(number)?;
        Some(Self { interval, burst })
    }

    /// The bill after one more.
    pub(super) fn after(self, bill: Instant) -> Instant {
        bill + self.interval
    }

    /// The bill with one less.
    pub(super) fn before(self, bill: Instant) -> Instant {
        bill.checked_sub(self.interval).unwrap_or(bill)
    }

    /// A bill may run ahead of the clock as far as the burst goes; if it is further, how long to
    /// wait.
    pub(super) fn check(self, bill: Instant, now: Instant) -> Result<(), Duration> {
        let tolerance = self.interval.saturating_mul(self.burst.saturating_sub(1));
        match (bill - now).checked_sub(tolerance) {
            None | Some(Duration::ZERO) => Ok(()),
            Some(wait) => Err(wait),
        }
    }
}

/// Callers remembered at once; beyond it those who have paid are forgotten, and if all owe, new ones
/// share one bill.
const CALLERS: usize = 1 << 16;

/// Counts what each caller has used up.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    rate: Option<Rate>,
    /// When each caller's bill is paid; whoever is not in it owes nothing.
    paid: Mutex<HashMap<Caller, Instant>>,
}

impl RateLimiter {
    /// With no rate, nobody is ever refused.
    pub(crate) fn new(rate: Option<Rate>) -> Self {
        Self {
            rate,
            paid: Mutex::default(),
        }
    }

    /// Takes one.
    ///
    /// # Errors
    /// How long to wait until there is one; nothing was taken.
    pub(crate) fn take(&self, caller: Caller, now: Instant) -> Result<(), Duration> {
        let Some(rate) = self.rate else { return Ok(()) };
        let mut paid = self.paid.lock();
        if name(&paid, caller) != caller {
            paid.retain(|_, bill| *bill > now);
        }
        let name = name(&paid, caller);
        let bill = bill(&paid, name, now);
        rate.check(bill, now)?;
        paid.insert(name, rate.after(bill));
        Ok(())
    }

    /// Forgets everybody: their numbers mean nothing under a new key.
    pub(crate) fn forget(&self) {
        self.paid.lock().clear();
    }
}

/// Under whose name a caller's bill is kept.
fn name(paid: &HashMap<Caller, Instant>, caller: Caller) -> Caller {
    if paid.len() < CALLERS || paid.contains_key(&caller) {
        caller
    } else {
        Caller::CROWD
    }
}

/// When all that was taken under a name is paid for; not before now.
fn bill(paid: &HashMap<Caller, Instant>, name: Caller, now: Instant) -> Instant {
    paid.get(&name).copied().unwrap_or(now).max(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Caller = Caller::of_number(1);
    const B: Caller = Caller::of_number(2);

    fn limiter(per_second: u32, burst: u32) -> RateLimiter {
        RateLimiter::new(Rate::per_second(per_second, burst))
    }

    #[test]
    fn a_burst_is_taken_and_then_one_at_a_time() {
        let limiter = limiter(10, 3);
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(limiter.take(A, start), Ok(()));
        }
        let wait = Duration::from_millis(100);
        assert_eq!(limiter.take(A, start), Err(wait));
        // Others are not hindered.
        assert_eq!(limiter.take(B, start), Ok(()));
        assert_eq!(limiter.take(A, start + wait), Ok(()));
        assert_eq!(limiter.take(A, start + wait), Err(wait));
        // A pause gives the burst back, and no more than that.
        let later = start + Duration::from_mins(1);
        let taken = (0..10).filter(|_| limiter.take(A, later).is_ok()).count();
        assert_eq!(taken, 3);
    }

    #[test]
    fn no_rate_refuses_nobody() {
        let now = Instant::now();
        let all = RateLimiter::new(Rate::per_minute(0, 1));
        for _ in 0..10_000 {
            assert_eq!(all.take(A, now), Ok(()));
        }
    }

    #[test]
    fn the_memory_is_bounded_and_a_crowd_of_unknowns_shares_one_bill() {
        let limiter = limiter(1, 2);
        let now = Instant::now();
        for number in 0..CALLERS as u64 {
            assert_eq!(limiter.take(Caller::of_number(number), now), Ok(()));
        }
        let newcomers = (0..100).map(|n| Caller::of_number((CALLERS + n) as u64));
        let taken = newcomers.filter(|&one| limiter.take(one, now).is_ok());
        assert_eq!(taken.count(), 2);
        assert!(limiter.paid.lock().len() <= CALLERS + 1);
        // Those who were known have what is theirs.
        assert_eq!(limiter.take(A, now), Ok(()));
        // Once all have paid there is room again.
        let later = now + Duration::from_secs(3);
        assert_eq!(limiter.take(Caller::of_number(u64::MAX - 1), later), Ok(()));
        assert!(limiter.paid.lock().len() < 10);
    }

    #[test]
    fn a_new_day_forgets_everybody() {
        let limiter = limiter(1, 1);
        let now = Instant::now();
        assert_eq!(limiter.take(A, now), Ok(()));
        assert!(limiter.take(A, now).is_err());
        limiter.forget();
        assert_eq!(limiter.take(A, now), Ok(()));
    }
}
