//! Squared error of our estimates on a population: of what `auto` chooses, and of any mechanism.

use std::error::Error;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, Intervals, Mechanism, choose};

/// The mechanism; the mean squared error of its unbiased estimates in each of so many surveys of
/// everybody; and what the closed form expects.
pub fn squared_error(
    name: &str,
    epsilon: &str,
    runs: u32,
    people: &[u64],
) -> Result<(String, Vec<f64>, f64), Box<dyn Error>> {
    let epsilon: Epsilon = epsilon.parse()?;
    let size = u32::try_from(people.len())?;
    let mechanism = match name {
        "auto" => choose(&epsilon, size)?.mechanism,
        name => Mechanism::named(name)?,
    };
    let oracle = mechanism.oracle(&mechanism.parameters(&epsilon, size)?, size)?;
    let mut generator = ChaCha20Rng::seed_from_u64(20_261_121);
    let n: u64 = people.iter().sum();
    let mut errors = Vec::new();
    for _ in 0..runs {
        let mut squares = 0.0;
        let mut reports = Vec::with_capacity(usize::try_from(n)?);
        for (value, &count) in (0..).zip(people) {
            for _ in 0..count {
                reports.push(oracle.randomize(value, &mut generator)?);
            }
        }
        let mut counts = oracle.empty_counts();
        oracle
            .accumulate_all(&reports, &mut counts)
            .map_err(|(_, error)| error)?;
        for (estimate, &count) in oracle
            .estimate(&counts, Intervals::default())?
            .iter()
            .zip(people)
        {
            squares += (estimate.share - count as f64 / n as f64).powi(2);
        }
        errors.push(squares / f64::from(size));
    }
    let support = oracle.support_probabilities();
    let (p, q) = (support.of_truth(), support.of_other());
    let (n, k) = (n as f64, f64::from(size));
    let expected = support.variance() / n + (1.0 - p - q) / (k * n * (p - q));
    Ok((mechanism.name().to_owned(), errors, expected))
}
