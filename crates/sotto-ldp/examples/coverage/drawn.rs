//! Means, groups of values, differences and orders, drawn report by report.

use std::error::Error;

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Confidence, Counts, Mechanism,
    intervals::Population,
    numbers::Grid,
    ranking::{estimate_ranking, pairs},
};

use crate::{EPSILONS, Table};

pub(crate) const POPULATIONS: [(Population, &str); 2] = [
    (Population::Fixed, "respondents"),
    (Population::Sampled, "population"),
];

/// Draws an answer.
pub(crate) type Answer = fn(&mut ChaCha20Rng) -> u32;

/// So many reports are drawn at most for a line.
const MOST: u32 = 16_000_000;

/// Of cases with a figure, the share in which it was held.
#[derive(Default)]
pub(crate) struct Held {
    held: f64,
    pub(crate) told: f64,
}

impl Held {
    pub(crate) fn add(&mut self, (low, high): (f64, f64), truth: f64) {
        self.told += 1.0;
        self.held += f64::from(low - 1e-9 <= truth && truth <= high + 1e-9);
    }

    pub(crate) fn share(&self) -> f64 {
        self.held / self.told.max(1.0)
    }
}

pub(crate) fn of_draws(table: &Table, reports: u32) -> u32 {
    table.draws.min(MOST / reports)
}

/// A crowd's true answers, and the counts of their reports.
pub(crate) fn crowd(
    oracle: &dyn Collector,
    reports: u32,
    answer: Answer,
    generator: &mut ChaCha20Rng,
) -> Result<(Vec<u32>, Counts), Box<dyn Error>> {
    let mut truth = vec![0; oracle.domain_size() as usize];
    let mut counts = oracle.empty_counts();
    for _ in 0..reports {
        let value = answer(generator);
        truth[value as usize] += 1;
        oracle.accumulate(&oracle.randomize(value, generator)?, &mut counts)?;
    }
    Ok((truth, counts))
}

const NUMBERS: [(&str, f64, Answer); 4] = [
    ("all at one end", 0.0, |_| 0),
    ("1 % at the other end", 0.1, |rng| {
        10 * u32::from(rng.random_range(0..100) < 1)
    }),
    ("half at each end", 5.0, |rng| 10 * rng.random_range(0..2)),
    ("evenly spread", 5.0, |rng| rng.random_range(0..11)),
];

/// Means of numbers from 0 to 10.
pub(crate) fn means(table: &mut Table) -> Result<(), Box<dyn Error>> {
    println!("\nMeans: least coverage over distributions");
    let grid = Grid::new(0.into(), 10.into(), 1.into())?;
    for name in ["hybrid", "duchi"] {
        for reports in [10, 30, 100, 1_000] {
            for epsilon in EPSILONS {
                let mechanism = Mechanism::for_numbers(name)?;
                let oracle = mechanism.oracle(&mechanism.parameters(&epsilon.parse()?, 11)?, 11)?;
                for (population, whom) in POPULATIONS {
                    let mut least = (1.0, "");
                    for (what, mean, answer) in NUMBERS {
                        let mut generator = ChaCha20Rng::seed_from_u64(u64::from(reports));
                        let mut held = Held::default();
                        for _ in 0..of_draws(table, reports) {
                            let (truth, counts) = crowd(&*oracle, reports, answer, &mut generator)?;
                            let sum = (0..).zip(&truth).map(|(number, people)| number * people);
                            let truth = match population {
                                Population::Fixed => {
                                    f64::from(sum.sum::<u32>()) / f64::from(reports)
                                }
                                Population::Sampled => mean,
                            };
                            let how = (population, Confidence::default());
                            held.add(oracle.estimate_mean(&counts, &grid, how)?.interval, truth);
                        }
                        if held.share() < least.0 {
                            least = (held.share(), what);
                        }
                    }
                    let what = format!("mean by {name}, {whom}, {reports} reports, ε {epsilon}");
                    table.line(&what, least.0, true, least.1);
                }
            }
        }
    }
    Ok(())
}

/// Of six values each one's share, and who draws them.
pub(crate) const ANSWERS: [(&str, [f64; 6], Answer); 3] = [
    ("all of one answer", [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], |_| 0),
    ("evenly spread", [1.0 / 6.0; 6], |rng| {
        rng.random_range(0..6)
    }),
    (
        "rare, and half decline",
        [0.01, 0.0, 0.0, 0.0, 0.49, 0.5],
        |rng| match rng.random_range(0..100) {
            0 => 0,
            1..50 => 4,
            _ => 5,
        },
    ),
];

/// Sums of two of six values, and their difference from two others.
pub(crate) fn groups(table: &mut Table) -> Result<(), Box<dyn Error>> {
    println!("\nSums and differences: least coverage over answers");
    let confidence = Confidence::default();
    for name in ["grr", "ss", "oue"] {
        for reports in [10, 30, 100, 1_000] {
            for epsilon in EPSILONS {
                let mechanism = Mechanism::named(name)?;
                let oracle = mechanism.oracle(&mechanism.parameters(&epsilon.parse()?, 6)?, 6)?;
                for (population, whom) in POPULATIONS {
                    let mut least = [(1.0, ""), (1.0, "")];
                    for (what, shares, answer) in ANSWERS {
                        let mut generator = ChaCha20Rng::seed_from_u64(u64::from(reports));
                        let mut held: [Held; 2] = Default::default();
                        for _ in 0..of_draws(table, reports) {
                            let (truth, counts) = crowd(&*oracle, reports, answer, &mut generator)?;
                            let share = |value: usize| match population {
                                Population::Fixed => f64::from(truth[value]) / f64::from(reports),
                                Population::Sampled => shares[value],
                            };
                            let (one, other) = (share(0) + share(1), share(2) + share(3));
                            let group = [vec![0, 1]];
                            let sum =
                                oracle.estimate_groups(&counts, &group, population, confidence)?;
                            held[0].add(sum[0].interval, one);
                            let apart = (&[0, 1][..], &[2, 3][..]);
                            let apart =
                                oracle.compare_groups(&counts, apart, population, confidence)?;
                            held[1].add(apart.interval, one - other);
                        }
                        for (least, held) in least.iter_mut().zip(&held) {
                            if held.share() < least.0 {
                                *least = (held.share(), what);
                            }
                        }
                    }
                    for (figure, (held, where_least)) in ["sum", "difference"].iter().zip(least) {
                        let what =
                            format!("{figure} by {name}, {whom}, {reports} reports, ε {epsilon}");
                        table.line(&what, held, true, where_least);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Mean places of three options, reported by pairs.
pub(crate) fn orders(table: &mut Table) -> Result<(), Box<dyn Error>> {
    println!("\nMean places of three options");
    for reports in [30, 100, 1_000] {
        for epsilon in EPSILONS {
            let mechanism = Mechanism::named("rr")?;
            let oracle = mechanism.oracle(&mechanism.parameters(&epsilon.parse()?, 2)?, 2)?;
            let mut generator = ChaCha20Rng::seed_from_u64(u64::from(reports));
            let mut held = Held::default();
            let all: Vec<_> = pairs(3).collect();
            for _ in 0..of_draws(table, reports) {
                let mut counts = vec![oracle.empty_counts(); all.len()];
                for _ in 0..reports {
                    // Seven in ten put them in order, the others in reverse.
                    let rising = generator.random_range(0..10) < 7;
                    let drawn = generator.random_range(0..all.len());
                    let report = oracle.randomize(u32::from(!rising), &mut generator)?;
                    oracle.accumulate(&report, &mut counts[drawn])?;
                }
                let counts: Vec<&Counts> = counts.iter().collect();
                let found = estimate_ranking(3, &*oracle, &counts, Confidence::default())?;
                for (place, truth) in found.places.iter().zip([1.6, 2.0, 2.4]) {
                    if let Some(place) = place {
                        held.add(place.interval, truth);
                    }
                }
            }
            let what = format!("place, population, {reports} reports, ε {epsilon}");
            table.line(&what, held.share(), true, "");
        }
    }
    Ok(())
}
