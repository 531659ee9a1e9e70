//! The interval of a share among some: "of those who answer, how many say yes".
//!
//! With x the estimated share of the values asked about and y that of the others among the whole, r is held
//! against the reports by (1 − r)x − r·y, whose mean is 0 if r is the share. It is kept unless that is farther
//! from 0 than chance takes it: with the variance and the skewness that it has *if* r is the share and the
//! whole is as large as estimated, as of the mean of numbers ([`SkewedMean`]). Fieller's interval takes the
//! variance at the estimate, which is next to nothing where all of a few reports say the same: of 10 reports at
//! ε = 4 it held as seldom as 73 times in 100.
//!
//! x and y come in steps of 1/(n(p* − q*)), so there is a correction for continuity, as of other groups of few
//! reports: half a step where r is 0 or 1, and only one of the two counts matters. Between, the steps of one
//! fall between those of the other, and less suffices: [`BETWEEN`].

use crate::{
    estimation::{
        among_precision::{AmongPrecision, PairMoments},
        pair_thirds::{PairThirds, Thirds},
        population::Population,
    },
    kernel::{Confidence, float},
    numbers::SkewedMean,
};

/// So much of half a step is taken off at least. By exact sums over all counts of 10 to 30 reports, at ε of 1
/// to 8, 0.5 would be too little: where nearly all noise is a single report's, it holds 93 times in 100.
const BETWEEN: f64 = 0.7;

/// So many shares are tried on either side of the estimate before the end is narrowed down.
const TRIED: u32 = 24;

/// What the interval follows from, whatever is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AmongMoments {
    /// Of the estimates x and y.
    pub precision: AmongPrecision,
    /// Of the numbers of supported values.
    pub thirds: PairThirds,
    /// What one supported value more adds to n times an estimate: 1/(p* − q*).
    pub step: f64,
}

impl AmongMoments {
    /// The shares that `reports` reports do not speak against, where the share is estimated to be `share` and
    /// the whole `whole`, above 0. It holds the estimate, and something from 0 to 1, but nothing beyond both.
    #[must_use]
    pub fn interval(
        &self,
        (share, whole): (f64, f64),
        reports: u64,
        population: Population,
        confidence: Confidence,
    ) -> (f64, f64) {
        let about = whole.clamp(0.0, 1.0);
        let n = float(reports);
        let skewed = SkewedMean {
            mean: share,
            reports: n,
            slope: whole,
            variance: |share: f64| {
                let shares = (share.clamp(0.0, 1.0), about);
                self.precision.of_difference(shares, population)
            },
            third: |share: f64| self.third((share.clamp(0.0, 1.0), about), population),
            step: |share: f64| {
                let part = (1.0 - 2.0 * share.clamp(0.0, 1.0)).abs();
                part.max(BETWEEN) * self.step / (2.0 * n)
            },
            grows: true,
        };
        let (least, most) = (share.min(0.0), share.max(1.0));
        let deviations = confidence.standard_deviations();
        let low = skewed.end(-1.0, deviations, (share - least, TRIED));
        let high = skewed.end(1.0, deviations, (most - share, TRIED));
        (low.unwrap_or(least).min(1.0), high.unwrap_or(most).max(0.0))
    }

    /// The third central moment of one report's part in (1 − r)x − r·y.
    fn third(&self, (share, about): (f64, f64), population: Population) -> f64 {
        let rest = 1.0 - share;
        let cube = self.step.powi(3);
        let of_noise = |[xxx, xxy, xyy, yyy]: Thirds| {
            let of_x = rest * rest * (rest * xxx - 3.0 * share * xxy);
            let of_y = share * share * (3.0 * rest * xyy - share * yyy);
            (of_x + of_y) * cube
        };
        // Where truths differ, too, their own distance from 0 comes on top.
        let all = |thirds: Thirds, moments: PairMoments, mean: f64| match population {
            Population::Fixed => of_noise(thirds),
            Population::Sampled => {
                of_noise(thirds) + mean * (3.0 * moments.at(share) + mean * mean)
            }
        };
        about * share * all(self.thirds.first, self.precision.first, rest)
            + about * rest * all(self.thirds.second, self.precision.rest, -share)
            + (1.0 - about) * of_noise(self.thirds.neither)
    }
}
