//! The one estimator of all pure protocols.

use super::{
    error::EstimateError,
    intervals::IntervalMethod,
    population::Population,
    protocol::{Protocol, check_share},
};
use crate::kernel::{Confidence, Counts, SupportProbabilities, float};

/// The estimated share of one value among the respondents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Unbiased, so it may lie below 0 or above 1.
    pub share: f64,
    /// The standard deviation of the share, at the estimate: of the noise alone, or of noise and
    /// sampling, as the interval's population says.
    pub standard_error: f64,
    /// The shares that the reports do not speak against, lower and upper end, not cut at 0 or 1.
    pub interval: (f64, f64),
}

impl Estimate {
    /// The share of all others.
    #[must_use]
    pub fn complement(&self) -> Self {
        let (low, high) = self.interval;
        Self {
            share: 1.0 - self.share,
            standard_error: self.standard_error,
            interval: (1.0 - high, 1.0 - low),
        }
    }
}

/// Which intervals stand beside the estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Intervals {
    /// How they are made, and whom they are about.
    pub method: IntervalMethod,
    /// How sure they are.
    pub confidence: Confidence,
    /// Whether all of a question's intervals are to hold at once (Bonferroni), not each on its own.
    pub simultaneous: bool,
}

/// Estimates the share of every value in a fixed population; `None` when there are no reports.
///
/// f̂_v = (c_v/n − q*)/(p* − q*) and Var\[f̂_v\] = A + f_v·B with A = q*(1−q*)/(n(p*−q*)²) and
/// B = (1−p*−q*)/(n(p*−q*)) (Wang et al. 2017, eqs. 1 and 2, with the term in f_v kept). The
/// respondents are taken as they are; only the randomizers' noise is random. The interval is
/// [`IntervalMethod::FixedPopulation`]; [`estimate_with`] gives others.
#[must_use]
pub fn estimate(
    counts: &Counts,
    support: SupportProbabilities,
    confidence: Confidence,
) -> Option<Vec<Estimate>> {
    let intervals = Intervals {
        confidence,
        ..Intervals::default()
    };
    estimate_with(counts, support, intervals).ok()
}

/// Estimates the share of every value, with intervals of any kind.
///
/// # Errors
/// When there are no reports, or the protocol does not tell values apart.
pub fn estimate_with(
    counts: &Counts,
    support: SupportProbabilities,
    intervals: Intervals,
) -> Result<Vec<Estimate>, EstimateError> {
    let protocol = Protocol::new(support)?;
    let reports = counts.reports();
    if reports == 0 {
        return Err(EstimateError::NoReports);
    }
    let confidence = if intervals.simultaneous {
        intervals.confidence.simultaneous(counts.supports().len())
    } else {
        intervals.confidence
    };
    let one = |&count: &u64| {
        let share = protocol.share_at(float(count) / float(reports));
        let variance = protocol.variance(share, float(reports), intervals.method.population());
        Estimate {
            share,
            standard_error: variance.sqrt(),
            interval: intervals
                .method
                .of_protocol(count, reports, protocol, confidence),
        }
    };
    Ok(counts.supports().iter().map(one).collect())
}

/// The standard error that the estimate of a value of true share `share` has among `reports`
/// reports; of a value that nobody has, with `share` 0.
///
/// # Errors
/// When there are no reports, `share` is outside 0 to 1, or the protocol does not tell values
/// apart.
pub fn standard_error(
    share: f64,
    reports: u64,
    support: SupportProbabilities,
    population: Population,
) -> Result<f64, EstimateError> {
    let protocol = Protocol::new(support)?;
    if reports == 0 {
        return Err(EstimateError::NoReports);
    }
    check_share(share)?;
    Ok(protocol.variance(share, float(reports), population).sqrt())
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
        let intervals = Intervals {
            method: IntervalMethod::Score,
            ..Intervals::default()
        };
        estimate_with(&counts, support, intervals).unwrap()[0]
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

    #[test]
    fn a_sample_adds_the_variance_of_who_was_asked() {
        // σ(1−σ)/(n(p*−q*)²) = noise + f(1−f)/n for every pure protocol.
        for share in [0.0, 0.2, 0.5, 1.0] {
            let noise = standard_error(share, 1000, TWO_COINS, Population::Fixed).unwrap();
            let both = standard_error(share, 1000, TWO_COINS, Population::Sampled).unwrap();
            let asked = share * (1.0 - share) / 1000.0;
            assert!(
                (both * both - noise * noise - asked).abs() < 1e-15,
                "{share}"
            );
        }
        for share in [-0.1, 1.1, f64::NAN] {
            assert!(standard_error(share, 10, TWO_COINS, Population::Fixed).is_err());
        }
        assert_eq!(
            standard_error(0.5, 0, TWO_COINS, Population::Fixed),
            Err(EstimateError::NoReports)
        );
    }

    #[test]
    fn simultaneous_intervals_share_what_may_miss() {
        let counts = Counts::new(100, vec![30, 40, 30, 20]).unwrap();
        let simultaneous = Intervals {
            simultaneous: true,
            ..Intervals::default()
        };
        let apart = Intervals {
            confidence: Confidence::new(0.9875).unwrap(),
            ..Intervals::default()
        };
        let together = estimate_with(&counts, TWO_COINS, simultaneous).unwrap();
        for (a, b) in together
            .iter()
            .zip(estimate_with(&counts, TWO_COINS, apart).unwrap())
        {
            assert!((a.interval.0 - b.interval.0).abs() < 1e-12);
        }
    }
}
