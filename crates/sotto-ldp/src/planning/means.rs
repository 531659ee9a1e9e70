//! Respondents and margin of a mean of numbers.

use super::PlanningError;
use crate::{
    estimation::Population,
    kernel::{Confidence, float},
    numbers::{Grid, MeanLaw, SquareLaw},
};

/// The most respondents that are planned with: 2⁵³.
const MOST: f64 = 9_007_199_254_740_992.0;

/// Plans how precisely the mean of numbers will be known, whatever the numbers: for sampled
/// respondents unless told otherwise, and for the answers under which it is hardest.
///
/// ```
/// use sotto_ldp::{Confidence, Mechanism, numbers::Grid, planning::MeanPlanner};
/// let hours = Grid::new(0.into(), 100.into(), 1.into())?;
/// let hybrid = Mechanism::for_numbers("hybrid")?;
/// let parameters = hybrid.parameters(&"1".parse()?, hours.cells())?;
/// let randomizer = hybrid.oracle(&parameters, hours.cells())?;
/// let planner = MeanPlanner::new(randomizer.mean_law()?, &hours, Confidence::default());
/// let respondents = planner.respondents(2.0)?; // to within 2 hours, 19 times in 20
/// assert!(planner.margin(respondents)? <= 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanPlanner {
    law: MeanLaw,
    /// Half of the grid's range: what 1 stands for.
    scale: f64,
    confidence: Confidence,
    population: Population,
    /// The standard deviation of the numbers, in halves of the range; the hardest there is, if not given.
    spread: Option<f64>,
}

impl MeanPlanner {
    /// A planner for sampled respondents and a mechanism of that law ([`crate::Collector::mean_law`]).
    /// Where numbers can be declined, it is about the mean of those who answer.
    #[must_use]
    pub fn new(law: MeanLaw, grid: &Grid, confidence: Confidence) -> Self {
        Self {
            law,
            scale: grid.half_range(),
            confidence,
            population: Population::Sampled,
            spread: None,
        }
    }

    /// The same for numbers that are asked for without any noise, for comparison.
    #[must_use]
    pub fn asked_directly(grid: &Grid, confidence: Confidence) -> Self {
        let square = SquareLaw {
            slope: 1.0,
            constant: 0.0,
        };
        let law = MeanLaw { square, mean: -1.0 };
        Self::new(law, grid, confidence)
    }

    /// The same for another population: exactly those who report, with [`Population::Fixed`].
    #[must_use]
    pub const fn with_population(self, population: Population) -> Self {
        Self { population, ..self }
    }

    /// The same for numbers whose standard deviation is about `spread`, in the question's unit: where their mean
    /// is hardest to tell.
    ///
    /// # Errors
    /// When numbers on the grid cannot have that spread.
    pub fn with_spread(self, spread: f64) -> Result<Self, PlanningError> {
        let most = self.scale;
        if !(0.0..=most).contains(&spread) {
            return Err(PlanningError::Spread { spread, most });
        }
        Ok(Self {
            spread: Some(spread / self.scale),
            ..self
        })
    }

    /// n·Var of the mean, in the question's unit squared, at the numbers where it is greatest.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let MeanLaw { square, mean } = self.law;
        let SquareLaw { slope, constant } = square;
        if let Some(spread) = self.spread {
            let square = spread * spread;
            // Of numbers of that spread the square of the mean is from 0 to what is left of 1.
            let of_mean = ((slope + mean) * (1.0 - square)).max(0.0);
            let of_spread = match self.population {
                Population::Sampled => slope * square,
                Population::Fixed => (slope - 1.0) * square,
            };
            let of_one = constant + of_spread + of_mean;
            return of_one.max(0.0) * self.scale * self.scale;
        }
        let of_one = match self.population {
            // Half of the respondents at either end, so that the mean is in the middle; or all at one.
            Population::Sampled => constant + slope + mean.max(0.0),
            // Noise alone, linear in t²: all in the middle, or all at the ends.
            Population::Fixed => constant + (slope + mean).max(0.0),
        };
        of_one.max(0.0) * self.scale * self.scale
    }

    /// Half the width of the interval, z·√Var, in the question's unit.
    ///
    /// # Errors
    /// When there are no respondents.
    pub fn margin(&self, respondents: u64) -> Result<f64, PlanningError> {
        if respondents == 0 {
            return Err(PlanningError::NoRespondents);
        }
        let z = self.confidence.standard_deviations();
        Ok(z * (self.variance() / float(respondents)).sqrt())
    }

    /// The least number of respondents with at most that margin.
    ///
    /// # Errors
    /// When the margin is not above 0 and at most the range, or more than 2⁵³ respondents would be
    /// needed.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is positive and at most 2⁵³"
    )]
    pub fn respondents(&self, margin: f64) -> Result<u64, PlanningError> {
        let range = 2.0 * self.scale;
        if !(margin > 0.0 && margin <= range) {
            return Err(PlanningError::MarginOfMean { margin, range });
        }
        let z = self.confidence.standard_deviations();
        let needed = (self.variance() * (z / margin).powi(2)).ceil().max(1.0);
        if needed <= MOST {
            Ok(needed as u64)
        } else {
            Err(PlanningError::TooManyRespondents)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Collector as _,
        numbers::{Laplace, OnGrid},
        registry::Mechanism,
    };

    fn planner(name: &str, epsilon: &str, population: Population) -> MeanPlanner {
        let grid = Grid::new(0.into(), 2000.into(), 1.into()).unwrap();
        let mechanism = Mechanism::for_numbers(name).unwrap();
        let parameters = mechanism
            .parameters(&epsilon.parse().unwrap(), grid.cells())
            .unwrap();
        let randomizer = mechanism.oracle(&parameters, grid.cells()).unwrap();
        MeanPlanner::new(randomizer.mean_law().unwrap(), &grid, Confidence::default())
            .with_population(population)
    }

    /// Laplace as the literature has it, whose reports are not cut.
    fn uncut(epsilon: &str, population: Population) -> MeanPlanner {
        let grid = Grid::new(0.into(), 2000.into(), 1.into()).unwrap();
        let laplace = Laplace::new(&epsilon.parse().unwrap(), grid.cells()).unwrap();
        let law = OnGrid(laplace.uncut().unwrap()).mean_law().unwrap();
        MeanPlanner::new(law, &grid, Confidence::default()).with_population(population)
    }

    /// Half of the range is 1,000. Laplace uncut and Duchi as published, cut below; the window in its discrete form is
    /// better than the published piecewise mechanism and hybrid.
    #[test]
    fn worst_variances_are_the_published_ones_or_better() {
        for (epsilon, laplace, duchi, piecewise, hybrid) in [
            ("0.5", 32.0, 16.6708, 21.2226, 16.6708),
            ("1", 8.0, 4.6827, 5.2236, 4.2890),
            ("2", 2.0, 1.7241, 1.2276, 1.0423),
            ("4", 0.5, 1.0760, 0.2414, 0.2190),
        ] {
            let worst = |name| planner(name, epsilon, Population::Fixed).variance() / 1e6;
            let uncut = |population| uncut(epsilon, population).variance() / 1e6;
            let noise = uncut(Population::Fixed);
            assert!((noise / laplace - 1.0).abs() < 1e-4, "{epsilon}");
            assert!(worst("laplace") < laplace, "{epsilon}");
            assert!((worst("duchi") - duchi).abs() < 1e-4, "{epsilon}");
            assert!(worst("piecewise") <= piecewise * 1.001, "{epsilon}");
            assert!(worst("hybrid") <= hybrid * 1.001, "{epsilon}");
            // Who is asked adds at most 1, where numbers are half at either end.
            let sampled = uncut(Population::Sampled);
            assert!(
                (sampled - laplace - 1.0).abs() < 1e-3,
                "{epsilon}: {sampled}"
            );
        }
    }

    /// What `auto` takes for a mean is best where answers are evenly spread, as it says; where all are at the
    /// ends, Duchi's takes fewer people, 450 against 506 at ε = 1 for ±1 of 0 to 10.
    #[test]
    fn auto_takes_the_fewest_people_where_answers_are_evenly_spread() {
        let grid = Grid::new(0.into(), 10.into(), 1.into()).unwrap();
        let of = |name: &str, epsilon: &str| {
            let mechanism = Mechanism::for_numbers(name).unwrap();
            let cells = grid.cells();
            let parameters = mechanism
                .parameters(&epsilon.parse().unwrap(), cells)
                .unwrap();
            let law = mechanism
                .oracle(&parameters, cells)
                .unwrap()
                .mean_law()
                .unwrap();
            MeanPlanner::new(law, &grid, Confidence::default())
        };
        for epsilon in ["0.1", "0.5", "1", "ln 3", "2", "3", "4", "6"] {
            let even = |name: &str| {
                // The numbers 0 to 10, each as often as the others.
                let planner = of(name, epsilon).with_spread(10.0_f64.sqrt()).unwrap();
                planner.variance()
            };
            let best = even("hybrid");
            for other in ["duchi", "piecewise", "laplace"] {
                assert!(best <= even(other) * 1.001, "{epsilon} {other}: {best}");
            }
        }
        let worst = |name: &str, epsilon: &str| of(name, epsilon).respondents(1.0).unwrap();
        assert_eq!((worst("duchi", "1"), worst("hybrid", "1")), (450, 506));
        assert_eq!((worst("duchi", "4"), worst("hybrid", "4")), (104, 111));
        for spread in [-0.1, 5.1, f64::NAN] {
            let refused = of("duchi", "1").with_spread(spread);
            assert!(matches!(refused, Err(PlanningError::Spread { .. })));
        }
    }

    #[test]
    fn respondents_and_margin_are_inverse() {
        let planner = planner("duchi", "1", Population::Sampled);
        for margin in [1.0, 30.0, 2000.0] {
            let respondents = planner.respondents(margin).unwrap();
            assert!(planner.margin(respondents).unwrap() <= margin);
            assert!(respondents == 1 || planner.margin(respondents - 1).unwrap() > margin);
        }
        for margin in [0.0, -1.0, 2000.1, f64::NAN] {
            assert!(matches!(
                planner.respondents(margin),
                Err(PlanningError::MarginOfMean { .. })
            ));
        }
        assert_eq!(planner.margin(0), Err(PlanningError::NoRespondents));
        assert_eq!(
            planner.respondents(1e-9),
            Err(PlanningError::TooManyRespondents)
        );
    }
}
