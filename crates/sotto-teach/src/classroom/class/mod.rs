//! What two counts tell: about this class, about a population, about a hundred such classes, and about one person.
//! All of it is computed by sotto-ldp.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Counts, Deniability, Estimate, Intervals, Randomizer, SupportProbabilities,
    deniability::posterior,
    estimate_with,
    intervals::{IntervalMethod, Population},
    standard_error,
};

use super::{count::Count, device::Device};
use crate::crowd::drawn;

/// How many classes are simulated.
pub(super) const TIMES: u32 = 100;

/// Whom an interval is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// Exactly those who answered: only the device is random.
    ThisClass,
    /// Everybody of whom the class is a random draw: who sits in it is random too.
    Population,
}

impl About {
    const fn method(self) -> IntervalMethod {
        match self {
            Self::ThisClass => IntervalMethod::FixedPopulation,
            Self::Population => IntervalMethod::ClopperPearson,
        }
    }
}

/// A class that has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) device: Device,
    pub(super) count: Count,
}

impl Class {
    /// The share of true "yes", with its interval.
    pub(super) fn estimate(self, about: About) -> Option<Estimate> {
        let Count { yes, all } = self.count;
        let counts = Counts::new(all.into(), vec![yes.into()]).ok()?;
        let by = |method| {
            let intervals = Intervals {
                method,
                ..Intervals::default()
            };
            let estimates = estimate_with(&counts, self.device.support(), intervals).ok()?;
            estimates.first().copied()
        };
        let found = by(about.method())?;
        // Of counts that hardly ever happen only the nearest share would be left, as if it were certain.
        let is_one_share = possible(found.interval).is_some_and(|(low, high)| low >= high);
        let score = by(IntervalMethod::Score)?;
        if is_one_share && possible(score.interval).is_none() {
            return Some(score);
        }
        Some(found)
    }

    /// How many yeses the device alone makes on average, if nobody's true answer is "yes".
    pub(super) fn false_yes(self) -> f64 {
        self.device.support().of_other() * f64::from(self.count.all)
    }

    /// Which part of the class tells the truth, on average.
    pub(super) fn truthful(self) -> f64 {
        let support = self.device.support();
        support.of_truth() - support.of_other()
    }

    /// A crowd of [`TIMES`] as many imagined people, of whom as large a part as was estimated has the true answer
    /// "yes", asked by the same device. The same number of a draw gives the same crowd everywhere, and the first ones are
    /// typical.
    pub(super) fn hundredfold(self, draw: u32) -> Option<Self> {
        let people = self.count.all.checked_mul(TIMES)?;
        let imagined = self.imagined()?;
        let support = self.device.support();
        let error = standard_error(imagined, people.into(), support, Population::Fixed).ok()?;
        let ask = |seed: u64| self.asked(people, imagined, seed);
        drawn(draw, ask, |crowd| {
            let estimate = crowd.estimate(About::ThisClass);
            estimate.map_or(f64::INFINITY, |estimate| {
                (estimate.share - imagined) / error
            })
        })
    }

    /// The part of the crowd that is imagined to have the true answer "yes": as large as was estimated.
    pub(super) fn imagined(self) -> Option<f64> {
        Some(self.estimate(About::ThisClass)?.share.clamp(0.0, 1.0))
    }

    /// So many people with that share, asked with the chance of that number.
    fn asked(self, people: u32, share: f64, seed: u64) -> Option<Self> {
        let mechanism = self.device.mechanism;
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        let mut yes = 0;
        for person in 0..people {
            let value = u32::from(f64::from(person) + 0.5 >= share * f64::from(people));
            yes += u32::from(mechanism.randomize(value, &mut generator).ok()? == 0);
        }
        let count = Count { yes, all: people };
        Some(Self { count, ..self })
    }

    /// How likely "yes" is true of somebody after they said "yes", and after they said "no", if it was so likely
    /// before.
    pub(super) fn beliefs(device: Device, before: f64) -> Option<[f64; 2]> {
        let yes = device.support();
        let no = SupportProbabilities {
            truth: yes.total - yes.other,
            other: yes.total - yes.truth,
            total: yes.total,
        };
        let after_yes = posterior(yes, before).ok()?;
        let after_no = 1.0 - posterior(no, 1.0 - before).ok()?;
        Some([after_yes, after_no])
    }

    /// Of 100 who say "yes", how many have the true answer "no", if it is true of `in_hundred` of 100.
    pub(super) fn innocent_of_hundred(device: Device, in_hundred: u32) -> Option<u64> {
        Deniability::untrue_of_hundred_reports(device.support(), in_hundred.into()).ok()
    }
}

/// An interval as far as it lies between none and all; nothing where it lies outside.
pub(super) fn possible((low, high): (f64, f64)) -> Option<(f64, f64)> {
    (low <= 1.0 && high >= 0.0).then(|| (low.max(0.0), high.min(1.0)))
}

#[cfg(test)]
mod tests;
