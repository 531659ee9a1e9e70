//! The mean order of some options, from people who put all of them in order and report of one pair,
//! drawn at random, which comes first.
//!
//! A report's values are: 0, the pair's first option comes first; 1, its second does; and, where it can
//! be declined, 2. With d = f₀ − f₁ of each pair and a the share of those who gave an order, an option's
//! mean place among k is (k + 1)/2 + Σ d/(2a), summed over its pairs, d being how much more often the
//! other option comes first; and a pair's first option comes first with 1/2 + d/(2a) of them. The pairs
//! are reported by different people, so that their errors are independent: the interval of a sum is made
//! of theirs (Zou and Donner 2008), that of a ratio as [`ratio`] has it.

use crate::{
    estimation::{
        collector::Collector, error::EstimateError, estimate::Estimate, population::Population,
        ratio::ratio,
    },
    kernel::{Confidence, Counts},
};

/// The pairs of so many options, in the order of their reports: 0 and 1, 0 and 2, …, 1 and 2, …
pub fn pairs(options: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..options).flat_map(move |first| (first + 1..options).map(move |second| (first, second)))
}

/// Everybody gave an order.
const EVERYBODY: Estimate = Estimate {
    share: 1.0,
    standard_error: 0.0,
    interval: (1.0, 1.0),
};

/// What the reports say about an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The share of those who gave an order; `None` where it cannot be declined.
    pub ranked: Option<Estimate>,
    /// For each option its mean place, from 1, among those who gave an order; `None` while one of its
    /// pairs has no report.
    pub places: Vec<Option<Estimate>>,
    /// For each pair the share of those with the first option before the second, among those who gave
    /// an order.
    pub pairs: Vec<Option<Estimate>>,
}

/// Estimates the order of so many options from the counts of their [`pairs`], all of one oracle.
///
/// # Errors
/// When there are no reports, or counts or oracle are not those of pairs.
pub fn estimate_ranking(
    options: u32,
    oracle: &dyn Collector,
    counts: &[&Counts],
    confidence: Confidence,
) -> Result<Ranking, EstimateError> {
    let mut all = oracle.empty_counts();
    for counts in counts {
        all.merge(counts)?;
    }
    if all.reports() == 0 {
        return Err(EstimateError::NoReports);
    }
    let ranked = if oracle.domain_size() == 2 {
        None
    } else {
        let orders = [vec![0, 1]];
        let found = oracle.estimate_groups(&all, &orders, Population::Sampled, confidence)?;
        found.first().copied()
    };
    let differences: Vec<Option<Estimate>> = counts
        .iter()
        .map(|counts| {
            if counts.reports() == 0 {
                return Ok(None);
            }
            let found =
                oracle.compare_groups(counts, (&[0], &[1]), Population::Sampled, confidence)?;
            Ok(Some(Estimate {
                share: found.difference,
                standard_error: found.standard_error,
                interval: found.interval,
            }))
        })
        .collect::<Result<_, EstimateError>>()?;
    let among = ranked.unwrap_or(EVERYBODY);
    let from_middle = |middle: f64, sum: &Estimate| {
        let found = ratio(sum, &among)?;
        Some(Estimate {
            share: middle + found.share / 2.0,
            standard_error: found.standard_error / 2.0,
            interval: (
                middle + found.interval.0 / 2.0,
                middle + found.interval.1 / 2.0,
            ),
        })
    };
    let places = (0..options).map(|option| {
        let own = pairs(options).zip(&differences);
        let own = own.filter_map(|((first, second), found)| {
            // How much more often the other one comes first.
            if first == option {
                Some(found.as_ref().map(reversed))
            } else {
                (second == option).then_some(*found)
            }
        });
        let sum = sum(&own.collect::<Option<Vec<_>>>()?);
        from_middle(f64::midpoint(f64::from(options), 1.0), &sum)
    });
    let places = places.collect();
    Ok(Ranking {
        ranked,
        places,
        pairs: differences
            .iter()
            .map(|found| from_middle(0.5, found.as_ref()?))
            .collect(),
    })
}

const fn reversed(one: &Estimate) -> Estimate {
    Estimate {
        share: -one.share,
        standard_error: one.standard_error,
        interval: (-one.interval.1, -one.interval.0),
    }
}

/// The sum of independent estimates.
fn sum(all: &[Estimate]) -> Estimate {
    let length = |side: fn(&Estimate) -> f64| {
        let squares: f64 = all.iter().map(|one| side(one).powi(2)).sum();
        squares.sqrt()
    };
    let share = all.iter().map(|one| one.share).sum::<f64>();
    Estimate {
        share,
        standard_error: length(|one| one.standard_error),
        interval: (
            share - length(|one| one.share - one.interval.0),
            share + length(|one| one.interval.1 - one.share),
        ),
    }
}
