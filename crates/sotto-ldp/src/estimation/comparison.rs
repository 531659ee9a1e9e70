//! Differences between two groups that answered the same question.
//!
//! The groups must be known without the reports (a class, a month, a version of the survey); where
//! the group is itself a perturbed answer, use [`crate::cross_tabs`]. Differences are made from the
//! unbiased estimates, never from post-processed ones.

pub use crate::estimation::difference::Difference;
use crate::{
    estimation::{estimate::Estimate, intervals::IntervalMethod},
    kernel::float,
};

/// The mean of independent estimates of the same share, each with the same weight: people were drawn
/// evenly into the groups. Its interval is the hybrid of the groups' own (Zou and Donner 2008);
/// `None` of no estimates.
#[must_use]
pub fn mean(estimates: &[Estimate]) -> Option<Estimate> {
    if estimates.is_empty() {
        return None;
    }
    let count = float(estimates.len() as u64);
    let share = estimates.iter().map(|one| one.share).sum::<f64>() / count;
    let length = |side: fn(&Estimate) -> f64| {
        let squares: f64 = estimates.iter().map(|one| side(one).powi(2)).sum();
        squares.sqrt() / count
    };
    Some(Estimate {
        share,
        standard_error: length(|one| one.standard_error),
        interval: (
            share - length(|one| one.share - one.interval.0),
            share + length(|one| one.interval.1 - one.share),
        ),
    })
}

/// The difference of two independent estimates whose intervals were made by `method`: at half the
/// significance for [`IntervalMethod::ClopperPearson`], at the difference's own for the others.
///
/// The estimates are independent, so that the variances add up. The interval is the hybrid of the two estimates' own
/// (Newcombe 1998, method 10; Zou and Donner 2008), which needs no normal approximation of the difference; for
/// [`IntervalMethod::ClopperPearson`] the extremes of the two, which miss at most as often as they say, at any n.
#[must_use]
pub fn difference(first: &Estimate, second: &Estimate, method: IntervalMethod) -> Difference {
    let difference = first.share - second.share;
    let ((low1, high1), (low2, high2)) = (first.interval, second.interval);
    let interval = match method {
        IntervalMethod::ClopperPearson => (low1 - high2, high1 - low2),
        IntervalMethod::FixedPopulation
        | IntervalMethod::Sampled
        | IntervalMethod::Score
        | IntervalMethod::Wilson => (
            difference - (first.share - low1).hypot(high2 - second.share),
            difference + (high1 - first.share).hypot(second.share - low2),
        ),
    };
    Difference {
        difference,
        standard_error: first.standard_error.hypot(second.standard_error),
        interval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        estimation::{
            binomial::ln_mass,
            estimate::{Intervals, estimate_with},
        },
        kernel::{Counts, SupportProbabilities},
        planning::ASKED_DIRECTLY,
    };

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    fn of(support: SupportProbabilities, (n, count): (u64, u64), intervals: Intervals) -> Estimate {
        estimate_with(&Counts::new(n, vec![count]).unwrap(), support, intervals).unwrap()[0]
    }

    fn by(method: IntervalMethod) -> Intervals {
        Intervals {
            method,
            ..Intervals::default()
        }
    }

    #[test]
    fn newcombe_s_example() {
        // 56 of 70 against 48 of 80, without noise: 0.0524 to 0.3339 (Newcombe 1998, table II).
        let wilson = by(IntervalMethod::Wilson);
        let first = of(ASKED_DIRECTLY, (70, 56), wilson);
        let second = of(ASKED_DIRECTLY, (80, 48), wilson);
        let found = difference(&first, &second, IntervalMethod::Wilson);
        assert!((found.difference - 0.2).abs() < 1e-12);
        assert!((found.interval.0 - 0.0524).abs() < 5e-5, "{found:?}");
        assert!((found.interval.1 - 0.3339).abs() < 5e-5, "{found:?}");
    }

    /// Coverage for sampled respondents over all pairs of counts: no simulation.
    fn coverage(method: IntervalMethod, (n1, f1): (u64, f64), (n2, f2): (u64, f64)) -> f64 {
        let mut intervals = by(method);
        if method == IntervalMethod::ClopperPearson {
            intervals.confidence = intervals.confidence.simultaneous(2);
        }
        let group = |n: u64| (0..=n).map(move |count| of(TWO_COINS, (n, count), intervals));
        let (firsts, seconds): (Vec<_>, Vec<_>) = (group(n1).collect(), group(n2).collect());
        let mut held = 0.0;
        for (a, first) in (0..).zip(&firsts) {
            for (b, second) in (0..).zip(&seconds) {
                let found = difference(first, second, method);
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
}
