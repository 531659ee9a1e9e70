//! How often each report comes out, so that anyone can compare the shipped program's sampler with its
//! channel. No real person's answer ever comes here either.

use std::collections::HashMap;

use rand::CryptoRng;
use serde::{Deserialize, Serialize};
use sotto_ldp::{Mechanism, Report};

use super::simulation::SimulationError;

/// A request for reports: so many draws for one value, by a mechanism with its published integers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TallyRequest {
    /// The name of a mechanism.
    pub mechanism: String,
    /// Its published integers.
    pub parameters: Vec<u64>,
    /// The number of values.
    pub domain_size: u32,
    /// The value that is perturbed.
    pub value: u32,
    /// How many reports are drawn.
    pub draws: u32,
}

/// Draws the reports and counts how often each came out, in no particular order.
///
/// # Errors
/// When there is no such mechanism, or the value is outside its domain.
pub fn tally<R: CryptoRng>(
    request: &TallyRequest,
    rng: &mut R,
) -> Result<Vec<(Report, u32)>, SimulationError> {
    let mechanism = Mechanism::named(&request.mechanism)?;
    let randomizer = mechanism.randomizer(&request.parameters, request.domain_size)?;
    let mut seen = HashMap::new();
    for _ in 0..request.draws {
        let report = randomizer.randomize(request.value, rng)?;
        *seen.entry(report).or_insert(0) += 1;
    }
    Ok(seen.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    use super::*;

    #[test]
    fn every_draw_is_counted_once() {
        let request = TallyRequest {
            mechanism: "grr".to_owned(),
            parameters: vec![3, 1],
            domain_size: 4,
            value: 2,
            draws: 6_000,
        };
        let seen = tally(&request, &mut ChaCha20Rng::seed_from_u64(1)).unwrap();
        assert_eq!(seen.len(), 4);
        assert_eq!(seen.iter().map(|(_, count)| count).sum::<u32>(), 6_000);
        // 3 of 6 name the truth: 3,000, give or take 39; six of these deviations.
        let truth = seen.iter().find(|(report, _)| *report == Report::Index(2));
        assert!(truth.unwrap().1.abs_diff(3_000) < 234);
        let outside = TallyRequest {
            value: 4,
            ..request
        };
        assert!(tally(&outside, &mut ChaCha20Rng::seed_from_u64(1)).is_err());
    }
}
