//! Ratios of two estimates that are both uncertain, with Fieller's interval (1954).

use crate::estimation::estimate::Estimate;

/// An estimate and its variance.
pub type WithVariance = (f64, f64);

/// `numerator` ÷ `denominator`, whose errors have that covariance. The standard error is that of the
/// delta method, and the interval holds the ratios r with (x − r·y)² ≤ z²·Var\[x − r·y\], `deviations`
/// being z. `None` where the denominator is not certainly above zero.
///
/// ```
/// use sotto_ldp::fieller::ratio;
/// // A denominator that is known for certain only scales.
/// let half = ratio((0.2, 0.01), (0.4, 0.0), 0.0, 2.0).expect("the denominator is above zero");
/// assert!((half.share - 0.5).abs() < 1e-12 && (half.interval.1 - 1.0).abs() < 1e-12);
/// assert!(ratio((0.2, 0.01), (0.1, 0.01), 0.0, 2.0).is_none());
/// ```
#[must_use]
pub fn ratio(
    (numerator, variance_above): WithVariance,
    (denominator, variance_below): WithVariance,
    covariance: f64,
    deviations: f64,
) -> Option<Estimate> {
    let share = numerator / denominator;
    let spread = variance_above - 2.0 * share * covariance + share * share * variance_below;
    let square = deviations * deviations;
    let quadratic = denominator * denominator - square * variance_below;
    let linear = numerator * denominator - square * covariance;
    let constant = numerator * numerator - square * variance_above;
    let radicand = linear * linear - quadratic * constant;
    if denominator <= 0.0 || quadratic <= 0.0 || radicand < 0.0 {
        return None;
    }
    let (middle, radius) = (linear / quadratic, radicand.sqrt() / quadratic);
    Some(Estimate {
        share,
        standard_error: spread.max(0.0).sqrt() / denominator,
        interval: (middle - radius, middle + radius),
    })
}
