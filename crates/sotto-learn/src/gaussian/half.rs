//! What was counted of one half of the respondents, values or squares, and the means that it tells.

use sotto_ldp::{Collector, Counts, Intervals, float, numbers::Ratio};

use super::super::error::LearningError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Half {
    /// Of each component the number of its reports, and the sum of what their cells stand for, in the
    /// mechanism's units.
    pub(super) components: Vec<(u64, i64)>,
    /// Of [`Way::Joint`] the counts of each number.
    pub(super) joint: Vec<Counts>,
}

/// How sums become means.
pub(super) enum HalfScale<'a> {
    /// Of a step.
    Unit(Option<Ratio>),
    /// By the estimates of joint reports.
    Oracle(&'a dyn Collector),
}

/// The mean of each component, from what was counted of a half.
pub(super) fn means(
    classes: u32,
    half: &Half,
    scale: &HalfScale<'_>,
    squares: bool,
) -> Result<Vec<f64>, LearningError> {
    match scale {
        HalfScale::Unit(unit) => {
            let unit = unit.map_or(0.0, Ratio::to_f64);
            let mean = |&(count, sum): &(u64, i64)| {
                let size = float(sum.unsigned_abs());
                let sum = if sum < 0 { -size } else { size };
                (count > 0).then(|| unit * sum / float(count))
            };
            let means: Option<Vec<f64>> = half.components.iter().map(mean).collect();
            means.ok_or(LearningError::NoReports)
        }
        HalfScale::Oracle(oracle) => {
            let mut means = Vec::new();
            let (mut shares, mut reports) = (vec![0.0; classes as usize], 0.0);
            for counts in &half.joint {
                let found = oracle.estimate(counts, Intervals::default())?;
                let of_number = float(counts.reports());
                reports += of_number;
                for (share, pair) in shares.iter_mut().zip(found.chunks_exact(2)) {
                    let (low, high) = (pair[0].share, pair[1].share);
                    // The upper end is 1, the lower −1 of a value and 0 of a square.
                    means.push(if squares { high } else { high - low });
                    *share += of_number * (low + high);
                }
            }
            means.extend(shares.into_iter().map(|share| share / reports));
            Ok(means)
        }
    }
}
