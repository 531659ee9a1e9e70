//! The interval of a mean whose reports are skewed: where everybody is at one end of the range, what reports
//! stand for has a long tail to the other side, and an even interval misses on one side only.
//!
//! By Cornish and Fisher's (1938) first correction the standardised mean of n reports, T = (m − µ)/√(V/n), has
//! the quantile z + κ₃(z² − 1)/(6·V^{3/2}·√n) where a normal one has z. So the interval keeps every µ with
//! −z + q ≤ T ≤ z + q. V and κ₃, the second and third central moments of a report, are those that the channel
//! has if µ is the mean. Where z is so large, or n so small, that the nearer of the two ends would turn back
//! towards the other (beyond 3 divided by T's skewness), one that has to grow with the confidence stays where it
//! turns, and its farther end is never nearer than z: so 0 is always between them.

/// What the interval is made of. All figures are in halves of the range.
pub(crate) struct SkewedMean<V, K, S> {
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
    /// The correction for continuity: so much nearer to 0 the distance is taken to be, though by z standard
    /// deviations at most.
    pub(crate) step: S,
    /// Whether the interval of a higher confidence holds that of a lower one even where reports are few enough
    /// for the nearer end to turn back: p-values are read off such intervals.
    pub(crate) grows: bool,
}

/// So many means are tried on either side before the end is narrowed down: the farthest is far off.
const TRIED: u32 = 256;

impl<V: Fn(f64) -> f64, K: Fn(f64) -> f64, S: Fn(f64) -> f64> SkewedMean<V, K, S> {
    /// The least and the greatest µ that is kept, and the estimate in any case; `None` where there is no end
    /// within `farthest` of the estimate.
    pub(crate) fn interval(&self, deviations: f64, farthest: f64) -> Option<(f64, f64)> {
        let end = |side: f64| self.end(side, deviations, (farthest, TRIED));
        Some((end(-1.0)?, end(1.0)?))
    }

    /// From outside inwards, so that nothing that is kept lies beyond. `None` where what is `farthest` is kept; up
    /// to there so many means are tried.
    pub(crate) fn end(
        &self,
        side: f64,
        deviations: f64,
        (farthest, tried): (f64, u32),
    ) -> Option<f64> {
        let at = |step: u32| {
            let part = f64::from(step) / f64::from(tried);
            // Closer to each other near the estimate.
            self.mean + side * farthest * part * part
        };
        if self.keeps(at(tried), deviations) {
            return None;
        }
        let last = (1..tried)
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
        let deviation = (variance / self.reports).sqrt();
        let skew = (self.third)(mean) / (variance * self.reports * deviation);
        let distance = self.slope * (self.mean - mean);
        if !skew.is_finite() {
            // Next to no noise: nothing but the estimate itself.
            return distance == 0.0;
        }
        let step = (self.step)(mean).min(deviations * deviation);
        let standardised = distance.signum() * (distance.abs() - step).max(0.0) / deviation;
        let correction = |deviations: f64| skew.abs() * (deviations * deviations - 1.0) / 6.0;
        let (nearer, farther) = if self.grows {
            let turning = deviations.min(3.0 / skew.abs());
            let farther = deviations + correction(deviations).max(0.0);
            (turning - correction(turning), farther)
        } else {
            let corrected = correction(deviations);
            (deviations - corrected, deviations + corrected)
        };
        let (below, above) = if skew < 0.0 {
            (farther, nearer)
        } else {
            (nearer, farther)
        };
        (-below..=above).contains(&standardised)
    }
}
