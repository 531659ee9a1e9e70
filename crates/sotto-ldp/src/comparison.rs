//! Differences between two groups that answered the same question.
//!
//! The groups must be known without the reports (a class, a month, a version of the survey); where
//! the group is itself a perturbed answer, use [`crate::cross_tabs`]. Differences are made from the
//! unbiased estimates, never from post-processed ones.

use crate::{
    counts::Counts,
    error::CountsError,
    estimate::{Intervals, Protocol, float},
    estimate_error::EstimateError,
    frequency_oracle::SupportProbabilities,
    intervals::IntervalMethod,
};

/// How much greater a share is in the first group than in the second.
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

/// Compares the share of every value between two groups, each with its counts and its support
/// probabilities: these may differ.
///
/// The groups' reports are independent, so that the variances add up. The interval is, for
/// [`IntervalMethod::FixedPopulation`] and [`IntervalMethod::Wilson`], the hybrid of the two groups'
/// own intervals (Newcombe 1998, method 10; Zou and Donner 2008), which needs no normal
/// approximation of the difference; for [`IntervalMethod::ClopperPearson`] the extremes of the two
/// intervals at half the significance each, which misses at most as often as it says, at any n.
///
/// # Errors
/// When a group has no reports, the domains differ, or a protocol does not tell values apart.
pub fn compare(
    first: (&Counts, SupportProbabilities),
    second: (&Counts, SupportProbabilities),
    intervals: Intervals,
) -> Result<Vec<Difference>, EstimateError> {
    let (left, right) = (first.0.supports(), second.0.supports());
    if left.len() != right.len() {
        return Err(EstimateError::Counts(CountsError::DifferentDomains {
            left: left.len(),
            right: right.len(),
        }));
    }
    let mut confidence = intervals.confidence;
    if intervals.simultaneous {
        confidence = confidence.simultaneous(left.len());
    }
    if intervals.method == IntervalMethod::ClopperPearson {
        confidence = confidence.simultaneous(2);
    }
    let group = |(counts, support): (&Counts, SupportProbabilities)| {
        let protocol = Protocol::new(support)?;
        let reports = counts.reports();
        if reports == 0 {
            return Err(EstimateError::NoReports);
        }
        Ok(move |count: u64| {
            let share = protocol.share_at(float(count) / float(reports));
            let population = intervals.method.population();
            OfGroup {
                share,
                variance: protocol.variance(share, float(reports), population),
                interval: intervals
                    .method
                    .of_protocol(count, reports, protocol, confidence),
            }
        })
    };
    let (of_first, of_second) = (group(first)?, group(second)?);
    let pairs = left.iter().zip(right);
    Ok(pairs
        .map(|(&a, &b)| difference(of_first(a), of_second(b), intervals.method))
        .collect())
}

#[derive(Clone, Copy)]
struct OfGroup {
    share: f64,
    variance: f64,
    interval: (f64, f64),
}

fn difference(first: OfGroup, second: OfGroup, method: IntervalMethod) -> Difference {
    let difference = first.share - second.share;
    let ((low1, high1), (low2, high2)) = (first.interval, second.interval);
    let interval = match method {
        IntervalMethod::ClopperPearson => (low1 - high2, high1 - low2),
        IntervalMethod::FixedPopulation | IntervalMethod::Wilson => (
            difference - (first.share - low1).hypot(high2 - second.share),
            difference + (high1 - first.share).hypot(second.share - low2),
        ),
    };
    Difference {
        difference,
        standard_error: (first.variance + second.variance).sqrt(),
        interval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Confidence, binomial::ln_mass};

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };
    const PLAIN: SupportProbabilities = SupportProbabilities {
        truth: 1,
        other: 0,
        total: 1,
    };

    fn by(method: IntervalMethod) -> Intervals {
        Intervals {
            method,
            ..Intervals::default()
        }
    }

    #[test]
    fn newcombe_s_example() {
        // 56 of 70 against 48 of 80, without noise: 0.0524 to 0.3339 (Newcombe 1998, table II).
        let (a, b) = (
            Counts::new(70, vec![56]).unwrap(),
            Counts::new(80, vec![48]).unwrap(),
        );
        let found = compare((&a, PLAIN), (&b, PLAIN), by(IntervalMethod::Wilson)).unwrap()[0];
        assert!((found.difference - 0.2).abs() < 1e-12);
        assert!((found.interval.0 - 0.0524).abs() < 5e-5, "{found:?}");
        assert!((found.interval.1 - 0.3339).abs() < 5e-5, "{found:?}");
    }

    #[test]
    fn what_cannot_be_compared_is_refused() {
        let (two, three) = (Counts::new(1, vec![0, 1]).unwrap(), Counts::empty(3));
        let compared = |a, b| compare((a, TWO_COINS), (b, TWO_COINS), Intervals::default());
        assert!(matches!(
            compared(&two, &three),
            Err(EstimateError::Counts(CountsError::DifferentDomains { .. }))
        ));
        assert_eq!(
            compared(&two, &Counts::empty(2)),
            Err(EstimateError::NoReports)
        );
    }

    /// Coverage for sampled respondents over all pairs of counts: no simulation.
    fn coverage(method: IntervalMethod, (n1, f1): (u64, f64), (n2, f2): (u64, f64)) -> f64 {
        let mut held = 0.0;
        for a in 0..=n1 {
            for b in 0..=n2 {
                let found = compare(
                    (&Counts::new(n1, vec![a]).unwrap(), TWO_COINS),
                    (&Counts::new(n2, vec![b]).unwrap(), TWO_COINS),
                    by(method),
                )
                .unwrap()[0];
                if found.interval.0 <= f1 - f2 && f1 - f2 <= found.interval.1 {
                    held +=
                        (ln_mass(n1, a, 0.25 + f1 / 2.0) + ln_mass(n2, b, 0.25 + f2 / 2.0)).exp();
                }
            }
        }
        held
    }

    #[test]
    fn intervals_hold_as_often_as_they_say() {
        for (first, second) in [
            ((30, 0.0), (30, 0.0)),
            ((30, 0.5), (20, 0.1)),
            ((12, 1.0), (40, 0.9)),
        ] {
            let exact = coverage(IntervalMethod::ClopperPearson, first, second);
            assert!(exact >= 0.95, "{first:?} {second:?}: {exact}");
            let hybrid = coverage(IntervalMethod::Wilson, first, second);
            assert!(
                (0.93..0.98).contains(&hybrid),
                "{first:?} {second:?}: {hybrid}"
            );
        }
    }

    #[test]
    fn simultaneous_differences_are_wider() {
        let (a, b) = (
            Counts::new(90, vec![30, 40]).unwrap(),
            Counts::new(80, vec![50, 10]).unwrap(),
        );
        for method in IntervalMethod::ALL {
            let one = compare((&a, TWO_COINS), (&b, TWO_COINS), by(method)).unwrap();
            let all = Intervals {
                simultaneous: true,
                confidence: Confidence::default(),
                method,
            };
            let all = compare((&a, TWO_COINS), (&b, TWO_COINS), all).unwrap();
            for (one, all) in one.iter().zip(all) {
                assert!(all.interval.0 < one.interval.0 && one.interval.1 < all.interval.1);
            }
        }
    }
}
