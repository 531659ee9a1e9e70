//! Imagined people who answer with two coins, or choose among several answers, and what their answers tell.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Counts, Estimate, FrequencyOracle, Intervals, MechanismError, Randomizer, estimate_with,
    intervals::Population,
    randomizers::{DirectEncoding, ForcedResponse},
    standard_error,
};

/// Imagined people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowd {
    pub(crate) people: u32,
    /// Those whose true answer is "yes".
    pub(crate) yes: u32,
}

impl Crowd {
    pub(crate) fn of_percent(people: u32, percent: u32) -> Self {
        let yes = (u64::from(people) * u64::from(percent) + 50) / 100;
        Self {
            people,
            yes: u32::try_from(yes).unwrap_or(people),
        }
    }

    pub(crate) fn percent(self) -> u32 {
        let percent = (u64::from(self.yes) * 100 + u64::from(self.people) / 2)
            / u64::from(self.people.max(1));
        u32::try_from(percent).unwrap_or(100)
    }

    pub(crate) fn share(self) -> f64 {
        f64::from(self.yes) / f64::from(self.people.max(1))
    }
}

/// Who is asked, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) crowd: Crowd,
    /// The chance in percent that the first coin asks for the truth; the second coin is fair.
    pub(crate) truth_chance: u32,
}

impl Settings {
    pub(crate) fn mechanism(self) -> Result<ForcedResponse, MechanismError> {
        ForcedResponse::new((self.truth_chance.into(), 100), (1, 2))
    }

    /// Asks everybody, with the coins of the survey of that number: how many say "yes". The same number gives the
    /// same coins on every device.
    pub(crate) fn survey(self, number: u64) -> Option<u32> {
        let mechanism = self.mechanism().ok()?;
        let mut coins = ChaCha20Rng::seed_from_u64(number);
        let says_yes = |person: u32| {
            let value = u32::from(person >= self.crowd.yes);
            mechanism.randomize(value, &mut coins) == Ok(0)
        };
        let yes = (0..self.crowd.people)
            .map(says_yes)
            .filter(|&yes| yes)
            .count();
        u32::try_from(yes).ok()
    }

    /// What so many yeses tell about the crowd.
    pub(crate) fn estimate(self, said_yes: u32) -> Option<Estimate> {
        let support = self.mechanism().ok()?.support_probabilities();
        let counts = Counts::new(self.crowd.people.into(), vec![said_yes.into()]).ok()?;
        let estimates = estimate_with(&counts, support, Intervals::default()).ok()?;
        estimates.first().copied()
    }

    /// How many yeses the coins alone make, on average.
    pub(crate) fn false_yes(self) -> Option<f64> {
        let support = self.mechanism().ok()?.support_probabilities();
        Some(support.of_other() * f64::from(self.crowd.people))
    }

    /// How many of all people tell the truth, on average: what is left is divided by it.
    pub(crate) fn gap(self) -> Option<f64> {
        let support = self.mechanism().ok()?.support_probabilities();
        Some(support.of_truth() - support.of_other())
    }

    /// The standard error of the number of people whose true answer is "yes".
    pub(crate) fn standard_error(self) -> Option<f64> {
        let support = self.mechanism().ok()?.support_probabilities();
        let crowd = self.crowd;
        let error = standard_error(
            crowd.share(),
            crowd.people.into(),
            support,
            Population::Fixed,
        );
        Some(error.ok()? * f64::from(crowd.people))
    }
}

/// The number of people with that estimate.
pub(crate) fn people_of(estimate: Estimate, settings: Settings) -> f64 {
    estimate.share * f64::from(settings.crowd.people)
}

/// So many people of each answer are asked by direct encoding, with the coins of that number: what is counted. The same
/// number gives the same coins on every device.
pub(crate) fn ask(mechanism: &DirectEncoding, people: &[u32], number: u64) -> Option<Counts> {
    let mut coins = ChaCha20Rng::seed_from_u64(number);
    let mut sums = vec![0_u64; people.len()];
    let mut reports = 0_u64;
    for (value, &count) in (0..).zip(people) {
        for _ in 0..count {
            let said = mechanism.randomize(value, &mut coins).ok()?;
            *sums.get_mut(said as usize)? += 1;
            reports += 1;
        }
    }
    Counts::new(reports, sums).ok()
}
