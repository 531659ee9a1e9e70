//! The score interval when only the noise is random: the shares f with (f̂ − f)² ≤ z²·Var\[f\],
//! Var\[f\] = A + f·B (Wang et al. 2017, eq. 2), which are the solutions of a quadratic. As Wilson's does for
//! a plain share, it takes the variance at each candidate instead of at the estimate, so that it
//! keeps its promise when n is small or f near 0.

use crate::{estimation::protocol::Protocol, kernel::Confidence};

/// The interval for the share itself.
pub(super) fn interval(
    count: f64,
    reports: f64,
    protocol: Protocol,
    confidence: Confidence,
) -> (f64, f64) {
    let z2 = confidence.standard_deviations().powi(2);
    let (constant, slope) = protocol.noise_variance(reports);
    let share = protocol.share_at(count / reports);
    let middle = share + z2 * slope / 2.0;
    let radicand = z2 * (constant + share * slope) + (z2 * slope / 2.0).powi(2);
    let radius = radicand.max(0.0).sqrt();
    (middle - radius, middle + radius)
}
