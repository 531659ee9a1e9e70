//! How many submissions a survey takes in an hour, if its designer has set a bound: whoever stuffs it cannot
//! go faster than that, from however many addresses.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::Rate;

/// When what each survey has taken is paid for.
#[derive(Debug, Default)]
pub(crate) struct Paces(Mutex<HashMap<String, Instant>>);

impl Paces {
    /// Lets a survey take one more. In no hour it takes more than its bound: half of that at once, and the other
    /// half at an even pace.
    ///
    /// # Errors
    /// How long to wait until it takes another.
    pub(crate) fn take(&self, survey: &str, per_hour: u32, now: Instant) -> Result<(), Duration> {
        self.take_at(survey, rate_of(per_hour), now)
    }

    /// Lets what has that name take one more, at that rate.
    ///
    /// # Errors
    /// How long to wait until it takes another.
    pub(crate) fn take_at(
        &self,
        name: &str,
        rate: Option<Rate>,
        now: Instant,
    ) -> Result<(), Duration> {
        let Some(rate) = rate else {
            return Ok(());
        };
        let mut paid = self.0.lock();
        if !paid.contains_key(name) {
            // What is paid for binds nobody.
            paid.retain(|_, bill| *bill > now);
        }
        let bill = paid.get(name).copied().unwrap_or(now).max(now);
        rate.check(bill, now)?;
        paid.insert(name.to_owned(), rate.after(bill));
        Ok(())
    }

    /// Forgets what has that name.
    pub(crate) fn forget(&self, name: &str) {
        self.0.lock().remove(name);
    }

    /// Gives back one that a survey took and did not count: whoever sends again what was counted keeps nobody out.
    pub(crate) fn give_back(&self, survey: &str, per_hour: u32) {
        if let (Some(rate), Some(bill)) = (rate_of(per_hour), self.0.lock().get_mut(survey)) {
            *bill = rate.before(*bill);
        }
    }
}

/// Half of the bound an hour, and the other half at once; `None`, no limit, where that is less than one.
fn rate_of(per_hour: u32) -> Option<Rate> {
    Rate::per_hour(per_hour / 2, per_hour.div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn no_hour_has_more_than_the_bound() {
        for per_hour in [10, 11, 60, 1_000] {
            let paces = Paces::default();
            let start = Instant::now();
            // Somebody tries twice a second, for three hours.
            let taken: Vec<_> = (0..3 * 7_200)
                .map(|half| start + SECOND / 2 * half)
                .filter(|&now| paces.take("tea", per_hour, now).is_ok())
                .collect();
            let mut most = 0;
            for (first, &begin) in taken.iter().enumerate() {
                let until = taken[first..].partition_point(|&it| it < begin + 3_600 * SECOND);
                most = most.max(until);
            }
            assert!(most <= per_hour as usize, "{most} of {per_hour}");
            // And what it is allowed it takes: half at once, and then half an hour.
            let expected = per_hour.div_ceil(2) + 3 * (per_hour / 2);
            assert!(
                taken.len().abs_diff(expected as usize) <= 1,
                "{}",
                taken.len()
            );
        }
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let paces = Paces::default();
        let now = Instant::now();
        for _ in 0..3 {
            for _ in 0..5 {
                assert_eq!(paces.take("tea", 10, now), Ok(()));
            }
            assert!(paces.take("tea", 10, now).is_err());
            for _ in 0..5 {
                paces.give_back("tea", 10);
            }
        }
        // Of a survey that owes nothing there is nothing to give back.
        paces.give_back("milk", 10);
        for _ in 0..5 {
            assert_eq!(paces.take("milk", 10, now), Ok(()));
        }
        assert!(paces.take("milk", 10, now).is_err());
    }

    #[test]
    fn a_survey_waits_for_itself_alone() {
        let paces = Paces::default();
        let now = Instant::now();
        for _ in 0..5 {
            assert_eq!(paces.take("tea", 10, now), Ok(()));
        }
        // Five an hour are one in twelve minutes.
        assert_eq!(paces.take("tea", 10, now), Err(720 * SECOND));
        assert_eq!(paces.take("coffee", 10, now), Ok(()));
        assert_eq!(paces.take("tea", 10, now + 720 * SECOND), Ok(()));
        // What is paid for is forgotten.
        assert_eq!(paces.take("milk", 10, now + 36_000 * SECOND), Ok(()));
        assert_eq!(paces.0.lock().len(), 1);
    }
}
