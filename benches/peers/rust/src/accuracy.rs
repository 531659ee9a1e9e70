//! Squared error of our estimates on a population: of what `auto` chooses, and of any mechanism.

use std::error::Error;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon, Intervals, Mechanism, choose,
    maximum_likelihood::{Convergence, SupportSets},
    norm_sub,
};

/// Mean squared errors over all values, one for each survey of everybody.
pub struct SquaredErrors {
    /// The mechanism.
    pub mechanism: &'static str,
    /// Of unbiased estimates.
    pub raw: Vec<f64>,
    /// Of the same after Norm-Sub.
    pub norm_sub: Vec<f64>,
    /// Of the likeliest shares.
    pub likeliest: Vec<f64>,
    /// What the closed form expects of unbiased estimates.
    pub expected: f64,
}

/// So many surveys of everybody.
pub fn squared_errors(
    name: &str,
    epsilon: &str,
    runs: u32,
    people: &[u64],
) -> Result<SquaredErrors, Box<dyn Error>> {
    let epsilon: Epsilon = epsilon.parse()?;
    let size = u32::try_from(people.len())?;
    let mechanism = match name {
        "auto" => choose(&epsilon, size)?.mechanism,
        name => Mechanism::named(name)?,
    };
    let oracle = mechanism.oracle(&mechanism.parameters(&epsilon, size)?, size)?;
    let mut generator = ChaCha20Rng::seed_from_u64(20_261_121);
    let (n, k) = (people.iter().sum::<u64>() as f64, f64::from(size));
    let error = |shares: &[f64]| {
        let squares = shares
            .iter()
            .zip(people)
            .map(|(share, &count)| (share - count as f64 / n).powi(2));
        squares.sum::<f64>() / k
    };
    let precision = oracle.precision()?;
    let mut found = SquaredErrors {
        mechanism: mechanism.name(),
        raw: Vec::new(),
        norm_sub: Vec::new(),
        likeliest: Vec::new(),
        // The mean over all values of (constant + slope·share)/n.
        expected: (precision.constant + precision.slope / k) / n,
    };
    for _ in 0..runs {
        let mut reports = Vec::new();
        for (value, &count) in (0..).zip(people) {
            for _ in 0..count {
                let report = oracle.randomize(value, &mut generator)?;
                reports.push(oracle.prove(report)?);
            }
        }
        let mut counts = oracle.empty_counts();
        oracle.accumulate_all(&reports.iter().collect::<Vec<_>>(), &mut counts)?;
        let estimates = oracle.estimate(&counts, Intervals::default())?;
        let shares: Vec<_> = estimates.iter().map(|estimate| estimate.share).collect();
        found.raw.push(error(&shares));
        found.norm_sub.push(error(&norm_sub(&shares)));
        let mut sets = SupportSets::of(&*oracle)?;
        for report in &reports {
            sets.add_report(&*oracle, report)?;
        }
        let fit = sets.maximum_likelihood(Convergence::default())?;
        found.likeliest.push(error(&fit.shares));
    }
    Ok(found)
}
