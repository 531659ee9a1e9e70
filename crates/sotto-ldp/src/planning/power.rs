//! The power to tell two groups apart.

use statrs::distribution::{ContinuousCDF, Normal};

use super::PlanningError;
use crate::{
    estimation::{Protocol, check_share},
    kernel::{Confidence, SupportProbabilities, float},
};

/// Two groups of sampled respondents whose shares of a value are expected to differ, under the same
/// protocol.
///
/// For lessons and learning: no program here uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupComparison {
    /// σ of either group: the chances that a report supports the value.
    chances: (f64, f64),
    confidence: Confidence,
}

impl GroupComparison {
    /// Groups with shares of about `first` and `second`.
    ///
    /// # Errors
    /// When a share is outside 0 to 1, the shares are equal, or the protocol does not tell values
    /// apart.
    pub fn new(
        support: SupportProbabilities,
        (first, second): (f64, f64),
        confidence: Confidence,
    ) -> Result<Self, PlanningError> {
        let protocol = Protocol::new(support)?;
        check_share(first)?;
        check_share(second)?;
        if (first - second).abs() < f64::EPSILON {
            return Err(PlanningError::NoDifference(first));
        }
        Ok(Self {
            chances: (protocol.chance_of(first), protocol.chance_of(second)),
            confidence,
        })
    }

    /// The probability of finding the difference with that many respondents in each group: that of
    /// (|σ₁ − σ₂| − z·s₀)/s₁, where s₀ is the standard error were the groups equal and s₁ as they
    /// are (Fleiss, Levin and Paik 2003, §4.2).
    ///
    /// # Errors
    /// When a group is empty.
    pub fn power(&self, first: u64, second: u64) -> Result<f64, PlanningError> {
        if first == 0 || second == 0 {
            return Err(PlanningError::NoRespondents);
        }
        let (a, b) = self.chances;
        let (n, m) = (float(first), float(second));
        let pooled = (n * a + m * b) / (n + m);
        let equal = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
        let different = (a * (1.0 - a) / n + b * (1.0 - b) / m).sqrt();
        let distance = (a - b).abs() - self.confidence.standard_deviations() * equal;
        // Without any noise a share of 0 against 1 leaves nothing to chance.
        if different <= 0.0 {
            return Ok(if distance > 0.0 { 1.0 } else { 0.0 });
        }
        Ok(Normal::standard().cdf(distance / different))
    }

    /// The least number of respondents in each of two equal groups that finds the difference with
    /// at least that probability.
    ///
    /// # Errors
    /// When the power is not between 0 and 1, or more than 2⁵³ would be needed.
    pub fn respondents_per_group(&self, power: f64) -> Result<u64, PlanningError> {
        if !(power > 0.0 && power < 1.0) {
            return Err(PlanningError::Power(power));
        }
        let enough = |respondents| {
            self.power(respondents, respondents)
                .map(|found| found >= power)
        };
        let mut high = 1_u64;
        while !enough(high)? {
            high *= 2;
            if high > 1 << 53 {
                return Err(PlanningError::TooManyRespondents);
            }
        }
        let mut low = high / 2;
        while low + 1 < high {
            let middle = low.midpoint(high);
            if enough(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        estimation::{
            Intervals, binomial::ln_mass, comparison::difference, estimate_with,
            intervals::IntervalMethod,
        },
        kernel::Counts,
        planning::ASKED_DIRECTLY,
    };

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    fn comparison(support: SupportProbabilities, shares: (f64, f64)) -> GroupComparison {
        GroupComparison::new(support, shares, Confidence::default()).unwrap()
    }

    #[test]
    fn asked_directly_it_is_the_textbook_number() {
        // 50 % against 60 %, two-sided 5 %, power 80 %: 388 in each group (Fleiss's table without
        // correction: 387.3).
        let found = comparison(ASKED_DIRECTLY, (0.5, 0.6)).respondents_per_group(0.8);
        assert_eq!(found, Ok(388));
    }

    #[test]
    fn noise_takes_its_factor() {
        // Near one half the variance is four times as great at ln 3: 1/(p − q)² = 4.
        let direct = comparison(ASKED_DIRECTLY, (0.48, 0.52));
        let noisy = comparison(TWO_COINS, (0.48, 0.52));
        let ratio = noisy.respondents_per_group(0.9).unwrap() as f64
            / direct.respondents_per_group(0.9).unwrap() as f64;
        assert!((ratio - 4.0).abs() < 0.02, "{ratio}");
    }

    /// The power that the shown interval really has, over all pairs of counts: no simulation.
    #[test]
    fn the_interval_finds_the_difference_as_often_as_planned() {
        for (shares, n) in [((0.2, 0.7), 60_u64), ((0.9, 0.4), 90), ((0.0, 0.3), 120)] {
            let planned = comparison(TWO_COINS, shares).power(n, n).unwrap();
            let wilson = Intervals {
                method: IntervalMethod::Wilson,
                ..Intervals::default()
            };
            let group: Vec<_> = (0..=n)
                .map(|count| {
                    let counts = Counts::new(n, vec![count]).unwrap();
                    estimate_with(&counts, TWO_COINS, wilson).unwrap()[0]
                })
                .collect();
            let mut found = 0.0;
            for (a, first) in (0..).zip(&group) {
                for (b, second) in (0..).zip(&group) {
                    let chance =
                        ln_mass(n, a, 0.25 + shares.0 / 2.0) + ln_mass(n, b, 0.25 + shares.1 / 2.0);
                    let (low, high) = difference(first, second, wilson.method).interval;
                    if low > 0.0 || high < 0.0 {
                        found += chance.exp();
                    }
                }
            }
            assert!(
                (found - planned).abs() < 0.03,
                "{shares:?}: {found} {planned}"
            );
        }
    }

    #[test]
    fn the_number_is_the_least() {
        for (shares, power) in [((0.1, 0.2), 0.8), ((0.5, 0.501), 0.95), ((1.0, 0.0), 0.5)] {
            let comparison = comparison(TWO_COINS, shares);
            let n = comparison.respondents_per_group(power).unwrap();
            assert!(comparison.power(n, n).unwrap() >= power);
            assert!(n == 1 || comparison.power(n - 1, n - 1).unwrap() < power);
        }
    }

    #[test]
    fn what_cannot_be_planned_is_refused() {
        let new = |shares| GroupComparison::new(TWO_COINS, shares, Confidence::default());
        assert_eq!(new((0.3, 0.3)), Err(PlanningError::NoDifference(0.3)));
        assert!(new((1.3, 0.3)).is_err());
        assert!(new((0.3, f64::NAN)).is_err());
        let comparison = new((0.3, 0.4)).unwrap();
        assert_eq!(comparison.power(0, 5), Err(PlanningError::NoRespondents));
        for power in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(matches!(
                comparison.respondents_per_group(power),
                Err(PlanningError::Power(_))
            ));
        }
        assert_eq!(
            new((0.3, 0.3 + 1e-12)).unwrap().respondents_per_group(0.9),
            Err(PlanningError::TooManyRespondents)
        );
    }
}
