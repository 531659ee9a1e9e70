//! What is said of a quantile.

/// A quantile of ordered values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantile {
    /// Which: 0.5 is the median.
    pub level: f64,
    /// The least value at or below which at least that share lies.
    pub value: u32,
    /// The least and the greatest value that the reports do not speak against.
    pub interval: (u32, u32),
}
