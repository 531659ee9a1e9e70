//! Intervals for a share, from the number of reports that support it.
//!
//! Which one is right depends on whom the survey is about:
//!
//! - the **fixed population** of exactly those who reported (this class, these members): only the
//!   randomizers' noise is random;
//! - **sampled respondents** who stand for a larger population: who was asked is random too. Then
//!   for every pure protocol c_v is *exactly* Binomial(n, q* + f_v·(p* − q*)), so that a binomial
//!   interval on c_v, mapped through (x − q*)/(p* − q*), holds at any n.
//!
//! Of exactly those who reported, c_v is a sum of two binomials, Bin(m, p*) + Bin(n − m, q*) for the m who
//! have the value, which is inverted in the same manner where reports are few.
//!
//! n is the number of reports of the question, not of respondents: where each respondent reports
//! m of d questions, it is about m/d of them. Several intervals that are to hold at once take
//! [`Confidence::simultaneous`]. None is cut at 0 or 1; cutting one keeps its promise.

mod clopper_pearson;
mod exact;
mod kept;
mod score;
mod wilson;

use std::str::FromStr;

use self::exact::FEW;
pub use super::population::Population;

use crate::{
    estimation::{error::EstimateError, protocol::Protocol},
    kernel::{Confidence, SupportProbabilities, float},
};

/// How an interval is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IntervalMethod {
    /// The interval of a fixed population: exact, by inversion of Bin(m, p*) + Bin(n − m, q*), where there are
    /// at most [`MOST_EXACT`] reports, or few on one side; else [`Self::Score`], which hardly differs then.
    #[default]
    FixedPopulation,
    /// The interval of sampled respondents: [`Self::ClopperPearson`] where there are at most [`MOST_EXACT`]
    /// reports, or few on one side; else [`Self::Wilson`], which hardly differs then.
    Sampled,
    /// The score interval of a fixed population: the shares f with (f̂ − f)² ≤ z²·Var\[f\]. Approximate: of
    /// ten or thirty reports at ε = 4 it misses more than twice as often as it says.
    Score,
    /// Clopper and Pearson (1934) for sampled respondents: misses at most as often as it says, at
    /// any n, and so is a little wide. For a fixed population c_v is a sum of two binomials, whose
    /// tails beyond one report from the mean are thinner (Hoeffding 1956): it holds
    /// there too, but is wider than it must be.
    ClopperPearson,
    /// Wilson (1927) for sampled respondents: close to its level on average over the shares.
    Wilson,
}

/// Up to so many reports, intervals are exact unless another method is asked for.
pub const MOST_EXACT: u64 = 1_000;

const fn is_exact(count: u64, reports: u64) -> bool {
    reports <= MOST_EXACT || count <= FEW || reports - count <= FEW
}

impl IntervalMethod {
    /// Every method.
    pub const ALL: [Self; 5] = [
        Self::FixedPopulation,
        Self::Sampled,
        Self::Score,
        Self::ClopperPearson,
        Self::Wilson,
    ];

    /// The name, as at the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FixedPopulation => "fixed-population",
            Self::Sampled => "sampled",
            Self::Score => "score",
            Self::ClopperPearson => "clopper-pearson",
            Self::Wilson => "wilson",
        }
    }

    /// Whom the interval is about.
    #[must_use]
    pub const fn population(self) -> Population {
        match self {
            Self::FixedPopulation | Self::Score => Population::Fixed,
            Self::Sampled | Self::ClopperPearson | Self::Wilson => Population::Sampled,
        }
    }

    /// The method that holds for those whom a survey is about.
    #[must_use]
    pub const fn of(population: Population) -> Self {
        match population {
            Population::Fixed => Self::FixedPopulation,
            Population::Sampled => Self::Sampled,
        }
    }

    /// The interval for the share of a value that `count` of `reports` reports support, lower and
    /// upper end.
    ///
    /// ```
    /// use sotto_ldp::{Confidence, SupportProbabilities, intervals::IntervalMethod};
    /// // 20 of 30 students report yes by two coins (¾ and ¼): from 44 % (to 115 %) would say yes.
    /// let two_coins = SupportProbabilities { truth: 3, other: 1, total: 4 };
    /// let (low, high) =
    ///     IntervalMethod::ClopperPearson.interval(20, 30, two_coins, Confidence::default())?;
    /// assert!((low - 0.444).abs() < 0.001 && (high - 1.154).abs() < 0.001);
    /// # Ok::<(), sotto_ldp::EstimateError>(())
    /// ```
    ///
    /// # Errors
    /// When there are no reports, fewer than `count`, or the protocol does not tell values apart.
    pub fn interval(
        self,
        count: u64,
        reports: u64,
        support: SupportProbabilities,
        confidence: Confidence,
    ) -> Result<(f64, f64), EstimateError> {
        let protocol = Protocol::new(support)?;
        if reports == 0 {
            return Err(EstimateError::NoReports);
        }
        if count > reports {
            return Err(EstimateError::CountAboveReports { count, reports });
        }
        Ok(self.of_protocol(count, reports, protocol, confidence))
    }

    /// The same for what has been checked.
    pub(crate) fn of_protocol(
        self,
        count: u64,
        reports: u64,
        protocol: Protocol,
        confidence: Confidence,
    ) -> (f64, f64) {
        let mapped = |(low, high)| (protocol.share_at(low), protocol.share_at(high));
        match self {
            Self::FixedPopulation if is_exact(count, reports) => {
                fixed_population(count, reports, protocol, confidence)
            }
            Self::FixedPopulation | Self::Score => {
                score::interval(float(count), float(reports), protocol, confidence)
            }
            Self::Sampled if !is_exact(count, reports) => {
                mapped(wilson::interval(count, reports, confidence))
            }
            Self::Sampled | Self::ClopperPearson => {
                mapped(clopper_pearson::interval(count, reports, confidence))
            }
            Self::Wilson => mapped(wilson::interval(count, reports, confidence)),
        }
    }
}

/// The exact interval. Beyond 0 and 1, where no number of respondents lies, the score interval's ends stand,
/// so that differences and sums can be made of it; and it always holds the estimate.
fn fixed_population(
    count: u64,
    reports: u64,
    protocol: Protocol,
    confidence: Confidence,
) -> (f64, f64) {
    let n = float(reports);
    let (least, greatest) = exact::interval(count, reports, protocol, confidence);
    let estimate = protocol.share_at(float(count) / n);
    let (lower, upper) = score::interval(float(count), n, protocol, confidence);
    let low = if least > 0.0 { least } else { lower.min(0.0) };
    let high = if greatest < 1.0 {
        greatest
    } else {
        upper.max(1.0)
    };
    (low.min(estimate), high.max(estimate))
}

impl FromStr for IntervalMethod {
    type Err = EstimateError;

    fn from_str(name: &str) -> Result<Self, EstimateError> {
        Self::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| EstimateError::UnknownInterval(name.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimation::binomial::ln_mass;
    use proptest::prelude::*;

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    #[test]
    fn names_are_read_back() {
        for method in IntervalMethod::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        let error = "wald".parse::<IntervalMethod>().unwrap_err();
        assert!(error.to_string().contains("clopper-pearson"), "{error}");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let confidence = Confidence::default();
        let nothing = SupportProbabilities {
            truth: 1,
            other: 1,
            total: 4,
        };
        for method in IntervalMethod::ALL {
            assert_eq!(
                method.interval(0, 0, TWO_COINS, confidence),
                Err(EstimateError::NoReports)
            );
            assert!(method.interval(3, 2, TWO_COINS, confidence).is_err());
            assert!(method.interval(1, 2, nothing, confidence).is_err());
        }
    }

    /// Coverage for sampled respondents, by adding up the binomial masses of all counts whose
    /// interval holds the true share: no simulation, so no false alarm.
    fn coverage(method: IntervalMethod, reports: u64, share: f64, confidence: Confidence) -> f64 {
        let chance = 0.25 + 0.5 * share;
        (0..=reports)
            .filter(|&count| {
                let (low, high) = method
                    .interval(count, reports, TWO_COINS, confidence)
                    .unwrap();
                low <= share && share <= high
            })
            .map(|count| ln_mass(reports, count, chance).exp())
            .sum()
    }

    #[test]
    fn clopper_and_pearson_hold_at_any_number_of_reports() {
        for level in [0.5, 0.95, 0.999] {
            let confidence = Confidence::new(level).unwrap();
            for reports in [1, 2, 5, 17, 100, 400] {
                for step in 0..=20 {
                    let share = f64::from(step) / 20.0;
                    let found =
                        coverage(IntervalMethod::ClopperPearson, reports, share, confidence);
                    assert!(found >= level - 1e-9, "{reports} {share}: {found}");
                }
            }
        }
    }

    #[test]
    fn wilson_is_close_to_its_level_on_average() {
        for reports in [10, 50, 400] {
            let shares = (0..=200).map(|step| f64::from(step) / 200.0);
            let found: Vec<_> = shares
                .map(|share| {
                    coverage(
                        IntervalMethod::Wilson,
                        reports,
                        share,
                        Confidence::default(),
                    )
                })
                .collect();
            let average = found.iter().sum::<f64>() / found.len() as f64;
            assert!((average - 0.95).abs() < 0.01, "{reports}: {average}");
            assert!(found.iter().all(|&one| one > 0.9), "{reports}");
        }
    }

    /// Every interval holds the estimate, and at a greater confidence the smaller interval.
    fn surrounds_the_estimate(count: u64, reports: u64, level: f64) {
        let share = (count as f64 / reports as f64 - 0.25) / 0.5;
        let confidence = Confidence::new(level).unwrap();
        for method in IntervalMethod::ALL {
            let interval = |confidence| {
                method
                    .interval(count, reports, TWO_COINS, confidence)
                    .unwrap()
            };
            let (low, high) = interval(confidence);
            assert!(
                low <= share + 1e-9 && share <= high + 1e-9,
                "{method:?} {low} {high}"
            );
            let (lower, higher) = interval(confidence.simultaneous(3));
            assert!(
                lower <= low && high <= higher,
                "{method:?}: {lower} {low}, {high} {higher}"
            );
        }
    }

    /// Where no report or every report supports the value, one end stays where it is at every
    /// confidence: rounding once moved it the wrong way.
    #[test]
    fn ends_that_do_not_move_with_the_confidence_stay() {
        surrounds_the_estimate(10_388, 10_388, 0.01);
        for reports in 1..2000 {
            for level in [0.01, 0.5, 0.95] {
                surrounds_the_estimate(0, reports, level);
                surrounds_the_estimate(reports, reports, level);
            }
        }
    }

    proptest! {
        #[test]
        fn ends_surround_the_estimate(
            reports in 1_u64..100_000, index: u64, level in 0.01..0.9999_f64
        ) {
            surrounds_the_estimate(index % (reports + 1), reports, level);
        }
    }
}
