//! Joint reports of several questions against separate ones: the variances by which questions are
//! linked or kept apart.

pub use crate::estimation::group_estimate::GroupReading;
use crate::estimation::{collector::Collector, population::Population, protocol::Protocol};

/// The mean over the values of n·Var of a value's share where all are equally common and the
/// respondents are sampled: the figure by which joint reports are compared with separate ones.
#[must_use]
pub fn variance_at_uniform(oracle: &dyn Collector) -> Option<f64> {
    let support = oracle.support_probabilities()?;
    let protocol = Protocol::new(support).ok()?;
    let share = 1.0 / f64::from(oracle.domain_size());
    Some(protocol.variance(share, 1.0, Population::Sampled))
}

/// The same for a pair of values of two questions that are reported apart, each perturbed on its own.
#[must_use]
pub fn crossed_variance_at_uniform(first: &dyn Collector, second: &dyn Collector) -> Option<f64> {
    let square = |oracle: &dyn Collector| {
        let protocol = Protocol::new(oracle.support_probabilities()?).ok()?;
        let share = 1.0 / f64::from(oracle.domain_size());
        // E[Y²] = Var[Y] + f².
        Some(protocol.variance(share, 1.0, Population::Sampled) + share * share)
    };
    let share = 1.0 / (f64::from(first.domain_size()) * f64::from(second.domain_size()));
    Some(square(first)? * square(second)? - share * share)
}
