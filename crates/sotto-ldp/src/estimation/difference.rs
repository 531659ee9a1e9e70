//! A difference between two shares, whichever way it was estimated.

/// How much greater a share is in one group than in another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Unbiased, between −1 and 1 but for noise.
    pub difference: f64,
    /// The standard deviation of the difference, at the estimates.
    pub standard_error: f64,
    /// The differences that the reports do not speak against, lower and upper end. The groups
    /// differ, at this confidence, when 0 lies outside.
    pub interval: (f64, f64),
}
