//! Whether what was sent follows the mechanism's weights.

/// G = 2·Σ O·ln(O/E) over the categories, for counts and the weights that they should follow.
#[must_use]
pub fn g_statistic(observed: &[u32], weights: &[f64]) -> f64 {
    let draws: f64 = observed.iter().copied().map(f64::from).sum();
    let total: f64 = weights.iter().sum();
    let cells = observed
        .iter()
        .zip(weights)
        .filter(|(count, _)| **count > 0);
    let term = |(&count, weight): (&u32, &f64)| {
        let count = f64::from(count);
        count * (count / (draws * weight / total)).ln()
    };
    2.0 * cells.map(term).sum::<f64>()
}

/// Whether G is above what a correct sampler exceeds with a chance of about 10⁻⁷ (the χ² quantile
/// by Wilson and Hilferty 1931).
#[must_use]
pub fn exceeds(g: f64, categories: usize) -> bool {
    let degrees = f64::from(u32::try_from(categories - 1).expect("few categories"));
    let spread = 2.0 / (9.0 * degrees);
    g > degrees * (1.0 - spread + 5.2 * spread.sqrt()).powi(3)
}
