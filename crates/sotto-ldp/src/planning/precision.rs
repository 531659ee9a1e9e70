//! Respondents, margin and ε: each from the other two.

use super::{PlanningError, check_margin};
use crate::{
    estimation::{AmongPrecision, Population, Precision, check_share},
    kernel::{Confidence, Epsilon, SupportProbabilities},
};

/// p* and q* of asking without any noise, for comparison.
pub const ASKED_DIRECTLY: SupportProbabilities = SupportProbabilities {
    truth: 1,
    other: 0,
    total: 1,
};

/// The most respondents that are planned with: 2⁵³.
const MOST: u64 = 1 << 53;

/// Plans how precisely the share of a value will be known: for sampled respondents and at the share
/// where precision is worst, unless told otherwise.
///
/// ```
/// use sotto_ldp::{Confidence, Mechanism, planning::Planner};
/// let mechanism = Mechanism::named("randomized-response")?;
/// let oracle = mechanism.oracle(&mechanism.parameters(&"1".parse()?, 2)?, 2)?;
/// let planner = Planner::new(oracle.support_probabilities_of(0)?, Confidence::default())?;
/// assert_eq!(planner.respondents(0.03)?, 4_997); // ±3 points, 19 times in 20
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planner {
    precision: PlannedFigure,
    confidence: Confidence,
    population: Population,
    share: Option<f64>,
}

/// The figure that is planned.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PlannedFigure {
    /// A share of all.
    Share(Precision),
    /// A share of those with one of some values, who are that share of all.
    Among(AmongPrecision, f64),
}

impl PlannedFigure {
    const fn collisions(&self) -> f64 {
        match self {
            Self::Share(precision) => precision.collisions,
            Self::Among(precision, _) => precision.collisions,
        }
    }
}

impl Planner {
    /// A planner for sampled respondents and the worst share, under a pure protocol.
    ///
    /// # Errors
    /// When the protocol does not tell values apart.
    pub fn new(
        support: SupportProbabilities,
        confidence: Confidence,
    ) -> Result<Self, PlanningError> {
        let precision = Precision::of_protocol(support)?;
        Ok(Self::of(precision, confidence))
    }

    /// The same under any mechanism, by [`crate::Collector::precision`].
    #[must_use]
    pub const fn of(precision: Precision, confidence: Confidence) -> Self {
        Self::planned(PlannedFigure::Share(precision), confidence)
    }

    /// A planner for a share among those with one of some values, such as an answer among those who answer, by
    /// [`crate::Collector::among_precision`]; they are a share of `about`, above 0, of all whose reports are
    /// counted.
    ///
    /// # Errors
    /// When `about` is not above 0 and at most 1.
    pub fn among(
        precision: AmongPrecision,
        about: f64,
        confidence: Confidence,
    ) -> Result<Self, PlanningError> {
        check_share(about)?;
        if about <= 0.0 {
            return Err(PlanningError::NoRespondents);
        }
        Ok(Self::planned(
            PlannedFigure::Among(precision, about),
            confidence,
        ))
    }

    const fn planned(precision: PlannedFigure, confidence: Confidence) -> Self {
        Self {
            precision,
            confidence,
            population: Population::Sampled,
            share: None,
        }
    }

    /// The same for a value whose share is about `share`.
    ///
    /// # Errors
    /// When `share` is outside 0 to 1.
    pub fn with_share(self, share: f64) -> Result<Self, PlanningError> {
        check_share(share)?;
        Ok(Self {
            share: Some(share),
            ..self
        })
    }

    /// The same for another population: exactly those who report, with [`Population::Fixed`].
    #[must_use]
    pub const fn with_population(self, population: Population) -> Self {
        Self { population, ..self }
    }

    /// The variance of the estimate from that many respondents.
    ///
    /// # Errors
    /// When there are no respondents.
    pub fn variance(&self, respondents: u64) -> Result<f64, PlanningError> {
        if respondents == 0 {
            return Err(PlanningError::NoRespondents);
        }
        let population = self.population;
        Ok(match (&self.precision, self.share) {
            (PlannedFigure::Share(precision), Some(share)) => {
                precision.variance(share, respondents, population)?
            }
            (PlannedFigure::Share(precision), None) => {
                precision.worst_variance(respondents, population)?
            }
            (PlannedFigure::Among(precision, about), Some(share)) => {
                precision.variance((share, *about), respondents, population)
            }
            (PlannedFigure::Among(precision, about), None) => {
                precision.worst_variance(*about, respondents, population)
            }
        })
    }

    /// Half the width of the interval, z·√Var, as a share (0.03 for 3 points).
    ///
    /// # Errors
    /// When there are no respondents.
    pub fn margin(&self, respondents: u64) -> Result<f64, PlanningError> {
        let z = self.confidence.standard_deviations();
        Ok(z * self.variance(respondents)?.sqrt())
    }

    /// The least number of respondents with at most that margin.
    ///
    /// # Errors
    /// When the margin is not above 0 and at most 1, more than 2⁵³ respondents would be needed, or
    /// the hash functions' collisions alone leave a wider one.
    pub fn respondents(&self, margin: f64) -> Result<u64, PlanningError> {
        let margin = check_margin(margin)?;
        // Where there are collisions the margin does not tend to nothing.
        let least = self.margin(MOST)?;
        if least > margin {
            return Err(if self.precision.collisions() > 0.0 {
                PlanningError::Collisions { margin, least }
            } else {
                PlanningError::TooManyRespondents
            });
        }
        let (mut low, mut high) = (1, MOST);
        while low < high {
            let middle = low.midpoint(high);
            if self.margin(middle)? <= margin {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(low)
    }
}

/// The least ε, in whole millionths, that suffices, where every greater one does as well; `None`
/// when not even the greatest does.
///
/// # Errors
/// Those of `suffices`.
pub fn least_epsilon<E>(
    mut suffices: impl FnMut(Epsilon) -> Result<bool, E>,
) -> Result<Option<Epsilon>, E> {
    let mut best = None;
    let (mut low, mut high) = (0, Epsilon::MAX_MICROS);
    let mut middle = high;
    // `low` does not suffice, as an ε of 0 does not; `high` does from the second step on.
    while low < middle {
        match Epsilon::from_micros(middle) {
            Ok(epsilon) if suffices(epsilon)? => (best, high) = (Some(epsilon), middle),
            _ if best.is_none() => return Ok(None),
            _ => low = middle,
        }
        middle = low.midpoint(high);
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{estimation::EstimateError, registry::Mechanism};
    use proptest::prelude::*;

    fn support(name: &str, epsilon: &str, domain_size: u32) -> SupportProbabilities {
        let mechanism = Mechanism::named(name).unwrap();
        let parameters = mechanism
            .parameters(&epsilon.parse().unwrap(), domain_size)
            .unwrap();
        let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
        oracle.support_probabilities().unwrap()
    }

    fn planner(support: SupportProbabilities) -> Planner {
        Planner::new(support, Confidence::default()).unwrap()
    }

    #[test]
    fn three_points_yes_or_no_take_the_published_numbers() {
        for (epsilon, respondents) in [
            ("0.5", 17_789),
            ("1", 4_997),
            ("ln 3", 4_269),
            ("2", 1_840),
            ("3", 1_303),
        ] {
            let planner = planner(support("rr", epsilon, 2));
            assert_eq!(planner.respondents(0.03), Ok(respondents), "{epsilon}");
            assert!(planner.margin(respondents).unwrap() <= 0.03);
            assert!(planner.margin(respondents - 1).unwrap() > 0.03);
        }
        assert_eq!(planner(ASKED_DIRECTLY).respondents(0.03), Ok(1_068));
    }

    #[test]
    fn a_class_of_thirty_by_two_coins() {
        // ±31 points for this class, ±36 for a population.
        let planner = planner(support("two-coins", "ln 3", 2));
        let class = planner.with_population(Population::Fixed);
        assert!((class.margin(30).unwrap() - 0.31).abs() < 0.005);
        assert!((planner.margin(30).unwrap() - 0.36).abs() < 0.005);
    }

    #[test]
    fn a_rare_value_has_the_published_variance() {
        let planner = planner(support("grr", "1", 16)).with_share(0.0).unwrap();
        assert!((planner.variance(1).unwrap() - 5.6624).abs() < 5e-5);
        let planner = planner.with_population(Population::Fixed);
        assert!((planner.variance(1).unwrap() - 5.6624).abs() < 5e-5);
    }

    #[test]
    fn epsilon_is_found_from_respondents_and_margin() {
        let found = |respondents| {
            let suffices = |epsilon: Epsilon| {
                let rr = Mechanism::named("rr").unwrap();
                let oracle = rr.oracle(&rr.parameters(&epsilon, 2)?, 2)?;
                match oracle.precision() {
                    Ok(precision) => {
                        let planner = Planner::of(precision, Confidence::default());
                        Ok(planner.margin(respondents)? <= 0.03)
                    }
                    // At a tiny ε the integers may not tell values apart.
                    Err(_) => Ok::<_, PlanningError>(false),
                }
            };
            least_epsilon(suffices)
        };
        for (respondents, micros) in [(4_997, 1_000_000), (4_269, 1_098_612)] {
            let epsilon = found(respondents).unwrap().unwrap();
            let difference = epsilon.privacy_loss().micros().abs_diff(micros);
            assert!(difference < 200, "{epsilon}");
        }
        // Asked directly it takes 1,068.
        assert_eq!(found(1_000), Ok(None));
        assert_eq!(found(0), Err(PlanningError::NoRespondents));
    }

    #[test]
    fn what_cannot_be_planned_is_refused() {
        let planner = planner(ASKED_DIRECTLY);
        for margin in [0.0, -0.1, 1.5, f64::NAN, f64::INFINITY] {
            assert!(matches!(
                planner.respondents(margin),
                Err(PlanningError::Margin(_))
            ));
        }
        assert_eq!(
            planner.respondents(1e-12),
            Err(PlanningError::TooManyRespondents)
        );
        assert_eq!(planner.margin(0), Err(PlanningError::NoRespondents));
        for share in [-0.1, 1.1, f64::NAN] {
            assert!(matches!(
                planner.with_share(share),
                Err(PlanningError::Estimate(EstimateError::Share(_)))
            ));
        }
        let nothing = SupportProbabilities {
            truth: 1,
            other: 1,
            total: 2,
        };
        assert!(Planner::new(nothing, Confidence::default()).is_err());
    }

    fn of_oracle(name: &str, epsilon: &str, domain_size: u32) -> Planner {
        let mechanism = Mechanism::named(name).unwrap();
        let parameters = mechanism
            .parameters(&epsilon.parse().unwrap(), domain_size)
            .unwrap();
        let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
        Planner::of(oracle.precision().unwrap(), Confidence::default())
    }

    #[test]
    fn summation_is_planned_by_its_noise() {
        // 8/ε² less 1/(6·16²), and ¼ for who is asked.
        let planner = of_oracle("she", "1", 4);
        assert!((planner.variance(1).unwrap() - 8.24935).abs() < 1e-5);
        assert!((planner.with_share(0.0).unwrap().variance(1).unwrap() - 7.99935).abs() < 1e-5);
        assert_eq!(planner.respondents(0.03), Ok(35_211)); // 8.24935·(1.95996/0.03)² = 35210.5
    }

    #[test]
    fn collisions_leave_a_margin_that_no_number_of_respondents_narrows() {
        // 64 rows of 1,024 columns: 1.96·√(1/(64·1023)) = 0.00766.
        let planner = of_oracle("cms", "2", 100);
        let respondents = planner.respondents(0.01).unwrap();
        assert!(planner.margin(respondents).unwrap() <= 0.01);
        assert!(planner.margin(respondents - 1).unwrap() > 0.01);
        let Err(PlanningError::Collisions { least, .. }) = planner.respondents(0.005) else {
            panic!("collisions alone are wider");
        };
        assert!((least - 0.00766).abs() < 1e-5, "{least}");
    }

    proptest! {
        #[test]
        fn respondents_and_margin_are_inverse(
            other in 1_u64..1000, more in 1_u64..1000, rest in 0_u64..1000, margin in 0.0001..1.0_f64,
            share in prop::option::of(0.0..=1.0_f64), fixed: bool
        ) {
            let support = SupportProbabilities { truth: other + more, other, total: other + more + rest };
            let mut planner = Planner::new(support, Confidence::default()).unwrap();
            if let Some(share) = share {
                let worst = planner.variance(1).unwrap();
                planner = planner.with_share(share).unwrap();
                prop_assert!(planner.variance(1).unwrap() <= worst * (1.0 + 1e-12));
            }
            if fixed {
                planner = planner.with_population(Population::Fixed);
            }
            let respondents = planner.respondents(margin).unwrap();
            prop_assert!(planner.margin(respondents).unwrap() <= margin * (1.0 + 1e-12));
            if respondents > 1 {
                prop_assert!(planner.margin(respondents - 1).unwrap() > margin * (1.0 - 1e-12));
            }
        }
    }
}
