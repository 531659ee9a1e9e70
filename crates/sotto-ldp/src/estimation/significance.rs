//! The p-value that belongs to an interval.

use crate::kernel::Confidence;

/// What smaller p-values are told as.
pub const LEAST: f64 = 1e-9;

/// How seldom chance alone would put the estimate as far from `value` as it is, or farther: the
/// significance at which the interval just reaches `value`. So it is below 1 − confidence exactly where
/// that confidence's interval leaves `value` out. From [`LEAST`] to 1; `interval` is asked at many
/// confidences, and must grow with them. `None` when it has no answer at one of them.
///
/// ```
/// use sotto_ldp::significance::p_value;
/// // 1.959964 standard deviations from 0.
/// let interval = |confidence: sotto_ldp::Confidence| {
///     let z = confidence.standard_deviations();
///     Some((1.959_964 - z, 1.959_964 + z))
/// };
/// let p = p_value(0.0, interval).expect("every confidence has its interval");
/// assert!((p - 0.05).abs() < 1e-6);
/// ```
#[must_use]
pub fn p_value(value: f64, interval: impl Fn(Confidence) -> Option<(f64, f64)>) -> Option<f64> {
    let holds = |significance: f64| {
        let (low, high) = interval(Confidence::new(1.0 - significance).ok()?)?;
        Some(low <= value && value <= high)
    };
    // On a scale of logarithms: a p-value matters by its order of magnitude.
    let (mut low, mut high) = (LEAST.ln(), 0.0_f64);
    if !holds(LEAST)? {
        return Some(LEAST);
    }
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if holds(middle.exp())? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low.exp())
}
