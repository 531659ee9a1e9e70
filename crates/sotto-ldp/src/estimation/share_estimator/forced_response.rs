//! Forced response: "yes" and "no" have support probabilities of their own.

use super::ShareEstimator;
use crate::{
    estimation::{
        error::EstimateError,
        estimate::{Estimate, Intervals, estimate_with},
        protocol::Protocol,
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

    /// The greater of what "yes" and "no" add to their own shares.
    fn greatest_share(&self) -> Result<f64, EstimateError> {
        (0..2).try_fold(0.0, |greatest: f64, value| {
            let own = Protocol::new(self.support_probabilities_of(value))?;
            Ok(greatest.max(own.share_at(1.0)))
        })
    }
}
