//! A pure protocol in floating-point numbers: what estimates, intervals and plans are computed from.

use super::{error::EstimateError, population::Population};
use crate::kernel::SupportProbabilities;

/// p* and q* as numbers, p* > q*.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Protocol {
    pub(crate) p: f64,
    pub(crate) q: f64,
}

impl Protocol {
    pub(crate) fn new(support: SupportProbabilities) -> Result<Self, EstimateError> {
        let SupportProbabilities {
            truth,
            other,
            total,
        } = support;
        if other < truth && truth <= total {
            Ok(Self {
                p: support.of_truth(),
                q: support.of_other(),
            })
        } else {
            Err(EstimateError::Support {
                truth,
                other,
                total,
            })
        }
    }

    /// p* − q*.
    pub(crate) fn gap(self) -> f64 {
        self.p - self.q
    }

    /// (x − q*)/(p* − q*): the share that has the fraction x of reports support it on average.
    pub(crate) fn share_at(self, supported: f64) -> f64 {
        (supported - self.q) / self.gap()
    }

    /// σ = q* + f·(p* − q*): the chance that a report supports a value of share f.
    pub(crate) fn chance_of(self, share: f64) -> f64 {
        self.q + share * self.gap()
    }

    /// A and B of Var\[f̂\] = A + f·B when only the noise is random.
    pub(crate) fn noise_variance(self, reports: f64) -> (f64, f64) {
        let (p, q) = (self.p, self.q);
        (
            q * (1.0 - q) / (reports * self.gap() * self.gap()),
            (1.0 - p - q) / (reports * self.gap()),
        )
    }

    /// Var\[f̂\] at a share, which is taken as 0 or 1 when it lies outside.
    pub(crate) fn variance(self, share: f64, reports: f64, population: Population) -> f64 {
        let share = share.clamp(0.0, 1.0);
        let variance = match population {
            Population::Fixed => {
                let (constant, slope) = self.noise_variance(reports);
                constant + share * slope
            }
            Population::Sampled => {
                let chance = self.chance_of(share);
                chance * (1.0 - chance) / (reports * self.gap() * self.gap())
            }
        };
        variance.max(0.0)
    }
}

pub(crate) fn check_share(share: f64) -> Result<(), EstimateError> {
    if (0.0..=1.0).contains(&share) {
        Ok(())
    } else {
        Err(EstimateError::Share(share))
    }
}
