//! What stops guessing: after some wrong secrets the same caller's wrong ones have to wait, longer
//! each time. A right one never does: a school, or all behind one proxy, are one caller.
//!
//! The count is kept for a caller and a token together, so that whoever knows a token's id, which
//! is public, costs its holder nothing; and a secret that was found right before is not even
//! counted. A caller who tries many tokens has to wait with all wrong ones.

use std::{
    collections::HashMap,
    hash::Hash,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

/// Wrong secrets for one token that cost nothing but themselves.
const FREE: u32 = 5;
/// Wrong secrets for whatever tokens that cost nothing but themselves.
const FREE_ALTOGETHER: u32 = 25;
/// The first wait; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_mins(15);
/// After so long without a wrong secret all is forgotten.
const FORGET: Duration = Duration::from_hours(1);
/// Callers and tokens remembered; beyond it those who wait no more are forgotten first.
const REMEMBERED: usize = 1 << 16;

/// The wrong secrets of the last hour, by caller `C` and token `T`. In memory only.
#[derive(Debug)]
pub(crate) struct Attempts<C, T>(Mutex<HashMap<(C, Option<T>), Failures>>);

#[derive(Clone, Copy, Debug)]
struct Failures {
    number: u32,
    last: Instant,
}

impl Failures {
    fn wait(&self, free: u32) -> Duration {
        match self.number.checked_sub(free) {
            None => Duration::ZERO,
            Some(more) => FIRST_WAIT
                .saturating_mul(1 << more.min(16))
                .min(LONGEST_WAIT),
        }
    }
}

impl<C, T> Default for Attempts<C, T> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

impl<C: Copy + Eq + Hash, T: Clone + Eq + Hash> Attempts<C, T> {
    /// Counts a wrong secret of `caller` for `token`.
    ///
    /// # Errors
    /// How long they have to wait before it counts; nothing was counted.
    pub(crate) fn wrong(&self, caller: C, token: &T, now: Instant) -> Result<(), Duration> {
        let mut known = self.0.lock();
        let keys = [
            ((caller, Some(token.clone())), FREE),
            ((caller, None), FREE_ALTOGETHER),
        ];
        for (key, free) in &keys {
            if let Some(failures) = known.get(key) {
                let passed = now.saturating_duration_since(failures.last);
                let left = failures.wait(*free).saturating_sub(passed);
                if !left.is_zero() {
                    return Err(left);
                }
            }
        }
        if known.len() + keys.len() > REMEMBERED {
            known.retain(|_, failures| {
                now.saturating_duration_since(failures.last) < LONGEST_WAIT
                    && failures.number >= FREE
            });
            if known.len() + keys.len() > REMEMBERED {
                known.clear();
            }
        }
        for (key, _) in keys {
            let failures = known.entry(key).or_insert(Failures {
                number: 0,
                last: now,
            });
            if now.saturating_duration_since(failures.last) >= FORGET {
                failures.number = 0;
            }
            failures.number = failures.number.saturating_add(1);
            failures.last = now;
        }
        Ok(())
    }

    /// A secret of `caller` for `token` was right: the wrong ones before it were mistakes.
    pub(crate) fn right(&self, caller: C, token: &T) {
        self.0.lock().remove(&(caller, Some(token.clone())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type A = Attempts<u8, &'static str>;

    fn fail(attempts: &A, caller: u8, token: &'static str, times: u32, now: Instant) {
        for _ in 0..times {
            assert_eq!(attempts.wrong(caller, &token, now), Ok(()));
        }
    }

    #[test]
    fn waits_grow_and_end() {
        let (attempts, start) = (A::default(), Instant::now());
        fail(&attempts, 1, "a", FREE, start);
        let mut now = start;
        let mut waits = Vec::new();
        for _ in 0..14 {
            let wait = attempts.wrong(1, &"a", now).unwrap_err();
            waits.push(wait.as_secs());
            now += wait;
            assert_eq!(attempts.wrong(1, &"a", now), Ok(()));
        }
        assert_eq!(waits[..4], [1, 2, 4, 8]);
        assert_eq!(waits[13], LONGEST_WAIT.as_secs());
        // Long after, all is forgotten.
        fail(&attempts, 1, "a", FREE, now + FORGET);
    }

    #[test]
    fn nobody_is_locked_out_by_another() {
        let (attempts, now) = (A::default(), Instant::now());
        fail(&attempts, 1, "a", FREE, now);
        assert!(attempts.wrong(1, &"a", now).is_err());
        // The holder, who calls from elsewhere.
        assert_eq!(attempts.wrong(2, &"a", now), Ok(()));
        // Another token from the same place, a network behind one address say.
        assert_eq!(attempts.wrong(1, &"b", now), Ok(()));
        attempts.right(1, &"b");
    }

    #[test]
    fn trying_many_tokens_is_guessing_too() {
        let (attempts, now) = (A::default(), Instant::now());
        let names = ["a", "b", "c", "d", "e", "f"];
        let mut tried = 0;
        'all: for name in names {
            for _ in 0..FREE {
                if attempts.wrong(1, &name, now).is_err() {
                    break 'all;
                }
                tried += 1;
            }
        }
        assert_eq!(tried, FREE_ALTOGETHER);
    }

    #[test]
    fn a_right_secret_makes_mistakes_of_the_wrong_ones_before_it() {
        let (attempts, now) = (A::default(), Instant::now());
        fail(&attempts, 1, "a", FREE, now);
        attempts.right(1, &"a");
        fail(&attempts, 1, "a", FREE, now);
        assert!(attempts.wrong(1, &"a", now).is_err());
    }

    #[test]
    fn memory_is_bounded() {
        let attempts = Attempts::<u32, u8>::default();
        let now = Instant::now();
        for caller in 0..100_000 {
            assert_eq!(attempts.wrong(caller, &0, now), Ok(()));
        }
        assert!(attempts.0.lock().len() <= REMEMBERED);
    }
}
