//! A distribution that values are drawn from.

use rand::CryptoRng;

/// Running sums, and the draw of an index from them.
#[derive(Clone, Debug)]
pub(super) struct Cumulative(Vec<f64>);

impl Cumulative {
    /// `None` where all weights are 0.
    pub(super) fn new(weights: impl Iterator<Item = f64>) -> Option<Self> {
        let sums: Vec<f64> = weights
            .scan(0.0, |sum, weight| {
                *sum += weight;
                Some(*sum)
            })
            .collect();
        sums.last()
            .is_some_and(|sum| *sum > 0.0)
            .then_some(Self(sums))
    }

    pub(super) fn draw(&self, rng: &mut dyn CryptoRng) -> usize {
        let total = self.0.last().copied().unwrap_or(0.0);
        let point = uniform(rng) * total;
        // The first whose sum is beyond the point: one without weight is never it.
        let index = self.0.partition_point(|sum| *sum <= point);
        index.min(self.0.len().saturating_sub(1))
    }
}

/// Uniform between 0 and 1. The rows are post-processing: their last bits protect nobody.
fn uniform(rng: &mut dyn CryptoRng) -> f64 {
    /// 2⁻³².
    const UNIT: f64 = 1.0 / 4_294_967_296.0;
    (f64::from(rng.next_u32()) + f64::from(rng.next_u32()) * UNIT) * UNIT
}
