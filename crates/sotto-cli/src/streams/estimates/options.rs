//! What estimates are to be like.

use sotto_ldp::{Confidence, Consistency, Intervals, intervals::IntervalMethod};

use crate::streams::Sum;

/// What estimates are to be like.
#[derive(Clone, Debug)]
pub(crate) struct EstimateOptions {
    pub(crate) confidence: Confidence,
    pub(crate) interval: IntervalMethod,
    pub(crate) simultaneous: bool,
    pub(crate) consistency: Consistency,
    /// Whether maximum likelihood is wanted instead of the unbiased estimates.
    pub(crate) likeliest: bool,
    /// Categories whose shares are wanted together.
    pub(crate) sums: Vec<Sum>,
}

impl EstimateOptions {
    pub(super) const fn intervals(&self) -> Intervals {
        Intervals {
            method: self.interval,
            confidence: self.confidence,
            simultaneous: self.simultaneous,
        }
    }

    pub(super) const fn method(&self) -> &'static str {
        if self.likeliest { "mle" } else { "unbiased" }
    }
}
