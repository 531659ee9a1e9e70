//! Imagined people who answer with two coins, or choose among several answers, and what their answers tell.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Counts, Estimate, FrequencyOracle, Intervals, PrivacyLoss, Randomizer, SupportProbabilities,
    estimate_with,
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
    /// The survey that asks this crowd by these coins.
    pub(crate) fn survey(self) -> Option<Survey> {
        let mechanism = ForcedResponse::new((self.truth_chance.into(), 100), (1, 2)).ok()?;
        Some(Survey {
            crowd: self.crowd,
            mechanism,
        })
    }
}

/// A crowd with the coins that it answers by. Whoever asks it often keeps it: the exact ε of coins takes longer to
/// compute than the answers of a thousand people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Survey {
    crowd: Crowd,
    mechanism: ForcedResponse,
}

impl Survey {
    /// Asks everybody, with the coins of that number: how many say "yes". The same number gives the same coins on
    /// every device.
    pub(crate) fn ask(&self, number: u64) -> u32 {
        let mut coins = ChaCha20Rng::seed_from_u64(number);
        let says_yes = |person: u32| {
            let value = u32::from(person >= self.crowd.yes);
            self.mechanism.randomize(value, &mut coins) == Ok(0)
        };
        (0..self.crowd.people).map(says_yes).map(u32::from).sum()
    }

    /// What so many yeses tell about the crowd.
    pub(crate) fn estimate(&self, said_yes: u32) -> Option<Estimate> {
        let counts = Counts::new(self.crowd.people.into(), vec![said_yes.into()]).ok()?;
        let estimates = estimate_with(&counts, self.support(), Intervals::default()).ok()?;
        estimates.first().copied()
    }

    /// How many yeses the coins alone make, on average.
    pub(crate) fn false_yes(&self) -> f64 {
        self.support().of_other() * f64::from(self.crowd.people)
    }

    /// The share of all people who tell the truth, on average: what is left is divided by it.
    pub(crate) fn gap(&self) -> f64 {
        self.support().of_truth() - self.support().of_other()
    }

    /// The standard error of the number of people whose true answer is "yes".
    pub(crate) fn standard_error(&self) -> Option<f64> {
        let error = standard_error(
            self.crowd.share(),
            self.crowd.people.into(),
            self.support(),
            Population::Fixed,
        );
        Some(error.ok()? * f64::from(self.crowd.people))
    }

    /// What an answer gives away at most.
    pub(crate) fn privacy_loss(&self) -> PrivacyLoss {
        self.mechanism.privacy_loss()
    }

    fn support(&self) -> SupportProbabilities {
        self.mechanism.support_probabilities()
    }
}

/// The number of people with that estimate.
pub(crate) fn people_of(estimate: Estimate, crowd: Crowd) -> f64 {
    estimate.share * f64::from(crowd.people)
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
