//! The collector's half of a frequency oracle: from sums of reports to shares.
//!
//! Estimates are floats, and nothing here is ever asked on the way from an answer to its report:
//! the mechanisms of `randomizers/` hold no floating-point number at all. All pure protocols have
//! the one estimator; what needs another has it in a file of its own.

mod forced_response;
mod sketches;
mod summation_histogram_encoding;
mod support_probabilities;

use crate::{
    estimation::{
        error::EstimateError,
        estimate::{Estimate, Intervals, estimate_with},
        precision::Precision,
    },
    kernel::{Confidence, Counts, FrequencyOracle, check_sums},
    randomizers::{
        DirectEncoding, HadamardResponse, OptimizedLocalHashing, ProjectiveGeometryResponse,
        SubsetSelection, UnaryEncoding,
    },
    waves::{LongitudinalDirectEncoding, LongitudinalUnaryEncoding},
};

/// A frequency oracle from whose sums the share of every value is estimated.
pub trait ShareEstimator: FrequencyOracle {
    /// The estimates of all values' shares, from the sums as they are counted.
    ///
    /// # Errors
    /// When there are no reports, or the counts are another mechanism's.
    fn estimate_sums(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        let decoded = counts.decoded(self.decode(counts.reports(), counts.sums()));
        estimate_with(&decoded, self.support_probabilities(), intervals)
    }

    /// What the variance of the estimates follows from; of the first value where values differ.
    ///
    /// # Errors
    /// When the protocol does not tell values apart.
    fn precision(&self) -> Result<Precision, EstimateError> {
        Precision::of_protocol(self.support_probabilities())
    }

    /// How much likelier a report is under a value of each level than under one of level 0, from
    /// level 1 on: for maximum likelihood. With two weights there is one level, and e^ε.
    fn likelihood_ratios(&self) -> Vec<f64> {
        vec![self.privacy_loss().to_f64().exp()]
    }
}

macro_rules! pure_protocols {
    ($($protocol:ident)*) => { $(impl ShareEstimator for $protocol {})* };
}

pure_protocols! {
    DirectEncoding UnaryEncoding OptimizedLocalHashing HadamardResponse SubsetSelection
    ProjectiveGeometryResponse LongitudinalDirectEncoding LongitudinalUnaryEncoding
}

/// How many standard deviations such an interval of one of so many values reaches.
fn deviations(intervals: Intervals, values: usize) -> f64 {
    let confidence: Confidence = if intervals.simultaneous {
        intervals.confidence.simultaneous(values)
    } else {
        intervals.confidence
    };
    confidence.standard_deviations()
}
