//! The one estimator of all pure protocols.

use crate::{Confidence, counts::Counts, frequency_oracle::SupportProbabilities};

/// The estimated share of one value among the respondents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Unbiased, so it may lie below 0 or above 1.
    pub share: f64,
    /// The standard deviation that the noise alone gives the share, at the estimate.
    pub standard_error: f64,
    /// The shares that the reports do not speak against, lower and upper end, not cut at 0 or 1.
    pub interval: (f64, f64),
}

/// Estimates the share of every value; `None` when there are no reports.
///
/// f̂_v = (c_v/n − q*)/(p* − q*) and Var\[f̂_v\] = A + f_v·B with A = q*(1−q*)/(n(p*−q*)²) and
/// B = (1−p*−q*)/(n(p*−q*)) (Wang et al. 2017, eqs. 1 and 2, with the term in f_v kept). The
/// respondents are taken as they are; only the randomizers' noise is random.
///
/// The interval holds the shares f with (f̂ − f)² ≤ z²·Var\[f\], the solutions of a quadratic: as
/// Wilson's does for a plain share, it uses the variance at each candidate instead of at the
/// estimate, so that it keeps its promise when n is small or f near 0.
#[must_use]
pub fn estimate(
    counts: &Counts,
    support: SupportProbabilities,
    confidence: Confidence,
) -> Option<Vec<Estimate>> {
    if counts.reports() == 0 {
        return None;
    }
    let n = float(counts.reports());
    let (p, q) = (support.of_truth(), support.of_other());
    let constant = q * (1.0 - q) / (n * (p - q) * (p - q));
    let slope = (1.0 - p - q) / (n * (p - q));
    let z2 = confidence.standard_deviations().powi(2);
    let one = |&count: &u64| {
        let share = (float(count) / n - q) / (p - q);
        let middle = share + z2 * slope / 2.0;
        let radicand = z2 * (constant + share * slope) + (z2 * slope / 2.0).powi(2);
        let radius = radicand.max(0.0).sqrt();
        Estimate {
            share,
            standard_error: (constant + share.clamp(0.0, 1.0) * slope).max(0.0).sqrt(),
            interval: (middle - radius, middle + radius),
        }
    };
    Some(counts.supports().iter().map(one).collect())
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    fn of(reports: u64, count: u64, support: SupportProbabilities) -> Estimate {
        let counts = Counts::new(reports, vec![count]).unwrap();
        estimate(&counts, support, Confidence::default()).unwrap()[0]
    }

    #[test]
    fn two_coins_reproduce_the_figure_of_adult() {
        // 6,460 of 32,561 are over 50: on average 6,460·¾ + 26,101·¼ = 11,370.25 report yes.
        let estimate = of(32_561, 11_370, TWO_COINS);
        let people = 32_561.0;
        assert!((estimate.share * people - 6_459.5).abs() < 1e-6);
        // 2·√(n·¼·¾) = 156.27
        assert!((estimate.standard_error * people - 156.27).abs() < 0.01);
    }

    #[test]
    fn the_interval_holds_the_shares_within_z_deviations() {
        let support = SupportProbabilities {
            truth: 1 << 31,
            other: 1 << 30,
            total: 1 << 32,
        };
        for (reports, count) in [
            (1, 0),
            (1, 1),
            (10, 3),
            (1000, 400),
            (1000, 0),
            (1000, 1000),
        ] {
            let n = reports as f64;
            let found = of(reports, count, support);
            for end in [found.interval.0, found.interval.1] {
                let variance = 0.25 * 0.75 / (n * 0.0625) + end * 0.25 / (n * 0.25);
                let z = (found.share - end).abs() / variance.max(0.0).sqrt();
                assert!((z - 1.959_964).abs() < 1e-4, "{reports} {count}: z = {z}");
            }
        }
    }

    #[test]
    fn no_reports_give_no_estimate() {
        assert!(estimate(&Counts::empty(2), TWO_COINS, Confidence::default()).is_none());
    }
}
