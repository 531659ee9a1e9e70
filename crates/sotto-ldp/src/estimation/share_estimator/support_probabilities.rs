//! Support probabilities as floats, for estimates and charts.

use crate::kernel::{SupportProbabilities, float};

impl SupportProbabilities {
    /// p*.
    #[must_use]
    pub fn of_truth(&self) -> f64 {
        float(self.truth) / float(self.total)
    }

    /// q*.
    #[must_use]
    pub fn of_other(&self) -> f64 {
        float(self.other) / float(self.total)
    }

    /// n·Var of the estimate of a rare value, q*(1−q*)/(p*−q*)²: what mechanisms are compared by.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (p, q) = (self.of_truth(), self.of_other());
        q * (1.0 - q) / ((p - q) * (p - q))
    }
}
