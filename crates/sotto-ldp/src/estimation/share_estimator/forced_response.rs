//! Forced response: "yes" and "no" have support probabilities of their own.

use super::ShareEstimator;
use crate::{
    estimation::{
        error::EstimateError,
        estimate::{Estimate, Intervals, estimate_with},
    },
    kernel::{Counts, FrequencyOracle, check_sums},
    randomizers::ForcedResponse,
};

impl ShareEstimator for ForcedResponse {
    fn estimate_sums(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        check_sums(counts.sums().len(), 2)?;
        (0..2)
            .map(|value| {
                let support = self.support_probabilities_of(value);
                let both = estimate_with(counts, support, intervals)?;
                // There are as many estimates as sums.
                both.get(value as usize)
                    .copied()
                    .ok_or(EstimateError::NoReports)
            })
            .collect()
    }
}
