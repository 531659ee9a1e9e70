//! Wilson (1927): the chances whose own normal approximation the count does not speak against.

use crate::Confidence;

/// The interval for the chance of which `count` of `reports` came true.
pub(super) fn interval(count: f64, reports: f64, confidence: Confidence) -> (f64, f64) {
    let z = confidence.standard_deviations();
    let (share, z2) = (count / reports, z * z);
    let middle = (share + z2 / (2.0 * reports)) / (1.0 + z2 / reports);
    let radius = z / (1.0 + z2 / reports)
        * (share * (1.0 - share) / reports + z2 / (4.0 * reports * reports)).sqrt();
    (middle - radius, middle + radius)
}
