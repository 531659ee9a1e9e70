//! Square wave on Adult's ages and hours: the distance of the recovered distribution from the true
//! one (Wasserstein, in years and hours), beside a histogram of as many categories.

use std::error::Error;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Intervals, Mechanism, choose, norm_sub,
    numbers::{Smoothing, expectation_maximization},
};

use crate::{Acceptance, adult::Adult};

const SURVEYS: u32 = 5;

/// Σ |F − G| over the cells: how far the shares have to be moved.
fn distance(shares: &[f64], truth: &[u32]) -> f64 {
    let people: f64 = truth.iter().copied().map(f64::from).sum();
    let (mut apart, mut sum) = (0.0, 0.0);
    for (share, &count) in shares.iter().zip(truth) {
        apart += share - f64::from(count) / people;
        sum += f64::abs(apart);
    }
    sum
}

pub(crate) fn compare(adult: &Adult, acceptance: &mut Acceptance) -> Result<(), Box<dyn Error>> {
    println!("\nDistance of distributions on Adult, in steps, of {SURVEYS} surveys");
    for (what, column) in [("ages", Adult::AGE), ("hours", Adult::HOURS)] {
        let (_, truth) = adult.numbers(column)?;
        for epsilon in ["0.5", "1", "2"] {
            let [likeliest, smoothed] = square_wave(epsilon, &truth)?;
            let histogram = histogram(epsilon, &truth)?;
            let title = format!("{what} {}, epsilon {epsilon}, square wave", truth.len());
            // Hours are heaped at 40, where smoothing costs more than it gains.
            println!("{title}: smoothed {smoothed:.3}, likeliest {likeliest:.3}");
            let limit = format!("at most {histogram:.3}");
            let better = smoothed.min(likeliest);
            acceptance.figure(
                &format!("{title}, better way"),
                better,
                &limit,
                better <= histogram,
            );
        }
    }
    Ok(())
}

fn square_wave(epsilon: &str, truth: &[u32]) -> Result<[f64; 2], Box<dyn Error>> {
    let cells = u32::try_from(truth.len())?;
    let mechanism = Mechanism::for_numbers("square-wave")?;
    let parameters = mechanism.parameters(&epsilon.parse()?, cells)?;
    let randomizer = mechanism.oracle(&parameters, cells)?;
    let density = randomizer
        .density()
        .ok_or("square wave keeps the distribution")?;
    let mut distances = [0.0; 2];
    for seed in 0..SURVEYS {
        let mut generator = ChaCha20Rng::seed_from_u64(seed.into());
        let mut counts = randomizer.empty_counts();
        for (cell, &people) in (0..).zip(truth) {
            for _ in 0..people {
                randomizer.accumulate(&randomizer.randomize(cell, &mut generator)?, &mut counts)?;
            }
        }
        for (sum, smoothing) in distances
            .iter_mut()
            .zip([Smoothing::None, Smoothing::Binomial])
        {
            let found =
                expectation_maximization(density, &counts, smoothing).ok_or("no reports")?;
            *sum += distance(found.distribution.shares(), truth) / f64::from(SURVEYS);
        }
    }
    Ok(distances)
}

/// By the mechanism that `auto` takes for as many categories, after Norm-Sub.
fn histogram(epsilon: &str, truth: &[u32]) -> Result<f64, Box<dyn Error>> {
    let values = u32::try_from(truth.len())?;
    let mechanism = choose(&epsilon.parse()?, values)?.mechanism;
    let parameters = mechanism.parameters(&epsilon.parse()?, values)?;
    let oracle = mechanism.oracle(&parameters, values)?;
    let mut sum = 0.0;
    for seed in 0..SURVEYS {
        let mut generator = ChaCha20Rng::seed_from_u64(seed.into());
        let mut counts = oracle.empty_counts();
        for (value, &people) in (0..).zip(truth) {
            for _ in 0..people {
                oracle.accumulate(&oracle.randomize(value, &mut generator)?, &mut counts)?;
            }
        }
        let estimates = oracle.estimate(&counts, Intervals::default())?;
        let shares: Vec<_> = estimates.iter().map(|one| one.share).collect();
        sum += distance(&norm_sub(&shares), truth) / f64::from(SURVEYS);
    }
    Ok(sum)
}
