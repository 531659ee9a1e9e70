//! Counts as floating-point numbers.

/// A count as a floating-point number, exact below 2⁵³: for estimates, plans and charts, never on the
/// way from an answer to its report.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
#[must_use]
pub const fn float(count: u64) -> f64 {
    count as f64
}
