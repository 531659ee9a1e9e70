//! Clopper and Pearson (1934): the chances under which neither tail is rarer than α/2.

use super::kept::kept;
use crate::{
    estimation::binomial::{lower_bound, upper_bound},
    kernel::Confidence,
};

/// The interval for the chance of which `count` of `reports` came true.
pub(super) fn interval(count: u64, reports: u64, confidence: Confidence) -> (f64, f64) {
    let tail = confidence.significance() / 2.0;
    // No protocol has a p* and a q* of −1.
    let bits = [-1.0, -1.0, tail].map(f64::to_bits);
    kept((reports, bits), count, || {
        (
            lower_bound(reports, count, tail),
            upper_bound(reports, count, tail),
        )
    })
}
