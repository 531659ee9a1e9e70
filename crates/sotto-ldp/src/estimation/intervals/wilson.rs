//! Wilson (1927): the chances whose own normal approximation the count does not speak against.

use crate::kernel::{Confidence, float};

/// The interval for the chance of which `count` of `reports` came true.
pub(super) fn interval(count: u64, reports: u64, confidence: Confidence) -> (f64, f64) {
    let z = confidence.standard_deviations();
    (
        lower(count, reports, z),
        1.0 - lower(reports.saturating_sub(count), reports, z),
    )
}

/// The lower root of the quadratic, as the product of both roots divided by the upper one: nothing
/// cancels, and every step rounds monotonically, so that the end never rises with z. The upper end
/// is the lower one of what did not come true, so it is 1 exactly where everything did.
fn lower(count: u64, reports: u64, z: f64) -> f64 {
    if count == 0 {
        return 0.0;
    }
    let (share, reports) = (float(count) / float(reports), float(reports));
    let half = z * z / (2.0 * reports);
    let upper =
        share + half + z * (share * (1.0 - share) / reports + (z / (2.0 * reports)).powi(2)).sqrt();
    share * share / upper
}
