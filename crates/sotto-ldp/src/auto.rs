//! `auto`: the mechanism with the least variance for a domain, and why.

use crate::{
    Epsilon, Mechanism,
    error::MechanismError,
    frequency_oracle::SupportProbabilities,
    randomizers::{direct_encoding, optimized_unary_encoding, randomized_response},
};

/// The mechanism that `auto` takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// n·Var of the estimate of a rare value, the figure that decided.
    pub variance: f64,
    /// The same for the best mechanism not taken, if another could serve.
    pub runner_up: Option<(Mechanism, f64)>,
}

/// Chooses by the exact variance of a rare value's estimate, q*(1−q*)/(p*−q*)².
///
/// # Errors
/// When no mechanism serves that domain size.
pub fn choose(epsilon: &Epsilon, domain_size: u32) -> Result<Choice, MechanismError> {
    let candidates: &[Mechanism] = if domain_size == 2 {
        &[randomized_response::MECHANISM]
    } else {
        &[
            direct_encoding::MECHANISM,
            optimized_unary_encoding::MECHANISM,
        ]
    };
    let mut ranked = Vec::new();
    for &mechanism in candidates {
        let oracle = mechanism.oracle(&mechanism.parameters(epsilon, domain_size)?, domain_size)?;
        ranked.push((mechanism, variance(oracle.support_probabilities())));
    }
    ranked.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let mut ranked = ranked.into_iter();
    let (mechanism, variance) = ranked
        .next()
        .ok_or(MechanismError::Unknown("auto".to_owned()))?;
    Ok(Choice {
        mechanism,
        variance,
        runner_up: ranked.next(),
    })
}

fn variance(support: SupportProbabilities) -> f64 {
    let (p, q) = (support.of_truth(), support.of_other());
    q * (1.0 - q) / ((p - q) * (p - q))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direct_encoding_wins_below_three_e_plus_two_categories() {
        let epsilon = "1".parse().unwrap();
        // 3e + 2 = 10.15 (MECHANISMS: ε = 1, direct encoding up to 10 categories)
        for domain_size in 2..40 {
            let name = choose(&epsilon, domain_size).unwrap().mechanism.name();
            let expected = match domain_size {
                2 => "randomized-response",
                3..=10 => "direct-encoding",
                _ => "optimized-unary-encoding",
            };
            assert_eq!(name, expected, "{domain_size}");
        }
    }

    #[test]
    fn variances_are_the_published_ones() {
        // n·Var at f = 0 for ε, k: direct encoding and optimized unary encoding.
        for (epsilon, domain_size, direct, unary) in [
            ("0.5", 4, 8.6701, 15.6708),
            ("1", 16, 5.6624, 3.6827),
            ("1", 1024, 347.0689, 3.6827),
            ("2", 16, 0.5240, 0.7241),
            ("4", 128, 0.0629, 0.0760),
        ] {
            let epsilon = epsilon.parse().unwrap();
            for (mechanism, expected) in [
                (direct_encoding::MECHANISM, direct),
                (optimized_unary_encoding::MECHANISM, unary),
            ] {
                let parameters = mechanism.parameters(&epsilon, domain_size).unwrap();
                let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
                let found = variance(oracle.support_probabilities());
                assert!(
                    (found - expected).abs() < 5.1e-5,
                    "{mechanism:?} {epsilon}: {found}"
                );
            }
        }
    }
}
