//! Median and quartiles: of the levels of a scale, and of numbers whose distribution is estimated.

use sotto_ldp::{
    Counts,
    numbers::{BoundedDistribution, Decimal, Grid, Quantile},
    quantiles::quantiles,
};

use super::Estimating;
use crate::{
    counting::{oracles::PartOracle, results::QuantileResults},
    survey::{
        kind::{AnswerShape, Categories},
        question::Question,
    },
};

/// What is told.
pub(super) const LEVELS: [f64; 3] = [0.25, 0.5, 0.75];

impl Estimating {
    /// Of a scale, among those who gave a level; `None` of anything else, and where nothing is known.
    pub(super) fn of_levels(
        self,
        question: &Question,
        part: &PartOracle,
        counts: &Counts,
    ) -> Option<Vec<QuantileResults>> {
        let AnswerShape::One(levels @ Categories::Levels { first, .. }) = question.shape() else {
            return None;
        };
        let PartOracle::Categories(oracle) = part else {
            return None;
        };
        if counts.reports() < self.minimum {
            return None;
        }
        let population = self.interval_method(question.leaves_out(0)).population();
        let wanted = (levels.count(), &LEVELS[..]);
        let how = (population, self.confidence);
        let found = quantiles(&**oracle, counts, wanted, how).ok()??;
        let level = |value: u32| f64::from(first + value);
        Some(found.iter().map(|one| told(one, level)).collect())
    }
}

/// Of a number, from its distribution.
pub(super) fn of_number(
    distribution: &BoundedDistribution,
    grid: &Grid,
) -> Option<Vec<QuantileResults>> {
    let number = |cell: u32| grid.value(cell).map_or(f64::NAN, Decimal::to_f64);
    let found = LEVELS.map(|level| distribution.quantile(level));
    let found: Option<Vec<_>> = found.into_iter().collect();
    Some(found?.iter().map(|one| told(one, number)).collect())
}

fn told(found: &Quantile, write: impl Fn(u32) -> f64) -> QuantileResults {
    QuantileResults {
        level: found.level,
        estimate: write(found.value),
        interval: [write(found.interval.0), write(found.interval.1)],
    }
}
