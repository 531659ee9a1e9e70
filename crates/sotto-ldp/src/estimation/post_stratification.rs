//! Shares corrected for who took part: a linked question tells the strata, whose shares among all people
//! are known from elsewhere.

use crate::{
    estimation::{
        collector::Collector, covariance::Covariance, error::EstimateError, estimate::Estimate,
    },
    kernel::{Confidence, Counts},
};

/// Σ P(g)·f(y, g)/f(g) for each answer y, the strata's `known` shares being P: what the answers would be
/// if every stratum had taken part as much as its size. Intervals are by the delta method, from the
/// covariances of all cells. `cells` are the values of the joint report that belong to each answer and
/// stratum, row by row, a row for each answer. `None` where a stratum may be empty: then nothing is known
/// of its people.
///
/// # Errors
/// When there are no reports, the known shares are not those of strata, or the oracle does not tell groups
/// apart.
pub fn post_stratified(
    oracle: &dyn Collector,
    counts: &Counts,
    cells: &[Vec<u32>],
    known: &[f64],
    confidence: Confidence,
) -> Result<Option<Vec<Estimate>>, EstimateError> {
    let strata = known.len();
    for share in known {
        crate::estimation::protocol::check_share(*share)?;
    }
    let all: f64 = known.iter().sum();
    if strata == 0 || (all - 1.0).abs() > 1e-6 || !cells.len().is_multiple_of(strata) {
        return Err(EstimateError::Share(all));
    }
    let covariance = Covariance::new(oracle, counts, cells, confidence)?;
    let shares = covariance.shares();
    let z = confidence.standard_deviations();
    let sizes: Vec<f64> = (0..strata)
        .map(|stratum| shares.iter().skip(stratum).step_by(strata).sum())
        .collect();
    for (stratum, size) in sizes.iter().enumerate() {
        let own: Vec<f64> = (0..shares.len())
            .map(|cell| f64::from(cell % strata == stratum))
            .collect();
        let spread = covariance.of_sums(&own, &own).max(0.0).sqrt();
        if known[stratum] > 0.0 && *size <= z * spread {
            return Ok(None);
        }
    }
    // P(g)/f(g); strata that nobody is of weigh nothing, however many seem to be there.
    let weights: Vec<f64> = known
        .iter()
        .zip(&sizes)
        .map(|(known, size)| if *known > 0.0 { known / size } else { 0.0 })
        .collect();
    let answers = (0..cells.len() / strata).map(|answer| {
        let within = |stratum: usize| shares[answer * strata + stratum];
        let share = (0..strata)
            .map(|stratum| weights[stratum] * within(stratum))
            .sum::<f64>();
        let slopes: Vec<f64> = (0..cells.len())
            .map(|cell| {
                let (other, stratum) = (cell / strata, cell % strata);
                match weights[stratum] {
                    0.0 => 0.0,
                    weight => {
                        weight * (f64::from(other == answer) - within(stratum) / sizes[stratum])
                    }
                }
            })
            .collect();
        let standard_error = covariance.of_sums(&slopes, &slopes).max(0.0).sqrt();
        Estimate {
            share,
            standard_error,
            interval: (share - z * standard_error, share + z * standard_error),
        }
    });
    Ok(Some(answers.collect()))
}
