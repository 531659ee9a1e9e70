//! What estimates are to be like.

use clap::ValueEnum;
use sotto_ldp::{Confidence, Consistency, Intervals, intervals::IntervalMethod};

use crate::streams::Sum;

/// Which shares are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShareMethod {
    /// The unbiased estimates
    Unbiased,
    /// The shares under which the reports are likeliest
    Mle,
    /// The most even shares that explain the reports about as well as those: for many categories
    Smoothed,
}

impl ShareMethod {
    /// The name, as at the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Unbiased => "unbiased",
            Self::Mle => "mle",
            Self::Smoothed => "smoothed",
        }
    }
}

/// What estimates are to be like.
#[derive(Clone, Debug)]
pub(crate) struct EstimateOptions {
    pub(crate) confidence: Confidence,
    pub(crate) interval: IntervalMethod,
    pub(crate) simultaneous: bool,
    pub(crate) consistency: Consistency,
    pub(crate) method: ShareMethod,
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
}
