//! The interval of a mean whose reports are skewed: where everybody is at one end of the range, what reports
//! stand for has a long tail to the other side, and an even interval misses on one side only.
//!
//! By Cornish and Fisher's (1938) first correction the standardised mean of n reports, T = (m − µ)/√(V/n), has
//! the quantile z + κ₃(z² − 1)/(6·V^{3/2}·√n) where a normal one has z. So the interval keeps every µ with
//! −z + q ≤ T ≤ z + q. V and κ₃, the second and third central moments of a report, are those that the channel
//! has if µ is the mean.

/// What the interval is made of. All figures are in halves of the range.
pub(crate) struct SkewedMean<V, K> {
    /// The estimate.
    pub(crate) mean: f64,
    /// The number of reports.
    pub(crate) reports: f64,
    /// What (m − µ) is multiplied by: 1, or the estimated share of those who answered.
    pub(crate) slope: f64,
    /// V, if µ is the mean.
    pub(crate) variance: V,
    /// κ₃, if µ is the mean.
    pub(crate) third: K,
}

/// So many means are tried on either side before the end is narrowed down.
const TRIED: u32 = 256;

impl<V: Fn(f64) -> f64, K: Fn(f64) -> f64> SkewedMean<V, K> {
    /// The least and the greatest µ that is kept, and the estimate in any case; `None` where there is no end
    /// within `farthest` of the estimate.
    pub(crate) fn interval(&self, deviations: f64, farthest: f64) -> Option<(f64, f64)> {
        let end = |side: f64| self.end(side, deviations, farthest);
        Some((end(-1.0)?, end(1.0)?))
    }

    /// From outside inwards, so that nothing that is kept lies beyond.
    fn end(&self, side: f64, deviations: f64, farthest: f64) -> Option<f64> {
        let at = |step: u32| {
            let part = f64::from(step) / f64::from(TRIED);
            // Closer to each other near the estimate.
            self.mean + side * farthest * part * part
        };
        if self.keeps(at(TRIED), deviations) {
            return None;
        }
        let last = (1..TRIED)
            .rev()
            .find(|&step| self.keeps(at(step), deviations));
        let (mut kept, mut beyond) =
            last.map_or((self.mean, at(1)), |step| (at(step), at(step + 1)));
        for _ in 0..40 {
            let middle = f64::midpoint(kept, beyond);
            if self.keeps(middle, deviations) {
                kept = middle;
            } else {
                beyond = middle;
            }
        }
        Some(kept)
    }

    fn keeps(&self, mean: f64, deviations: f64) -> bool {
        let variance = (self.variance)(mean).max(f64::MIN_POSITIVE);
        let root = self.reports.sqrt();
        let standardised = self.slope * (self.mean - mean) * root / variance.sqrt();
        let skew = (self.third)(mean) / (variance.powf(1.5) * root);
        let shift = skew * (deviations * deviations - 1.0) / 6.0;
        (shift - deviations..=shift + deviations).contains(&standardised)
    }
}
