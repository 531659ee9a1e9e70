//! Weights from ε whose totals fit a word.

use crate::kernel::{Epsilon, MechanismError, PrivacyLoss, Weights, exact::SCALE_BITS};

/// Weights b = 2ᵏ and a = ⌊b·L/2¹⁶⁰⌋ with the greatest k ≤ 32 for which `fits`.
///
/// Rounding a down costs less than 1/a of ε; whoever asks keeps totals near 2⁶³, so that a is large
/// wherever it matters.
pub(super) fn scaled_weights(
    mechanism: &'static str,
    epsilon: &Epsilon,
    fits: impl Fn(Weights) -> bool,
) -> Result<Weights, MechanismError> {
    let bound = epsilon.exp_lower_bound();
    (0..=32)
        .rev()
        .find_map(|bits| {
        let weights = Weights {
            truth: bound.shifted_right(SCALE_BITS - bits).to_u64()?,
            other: 1 << bits,
        };
        (weights.truth > weights.other && fits(weights)).then_some(weights)
    })
        .ok_or(MechanismError::Weights {
            mechanism,
            reason: "no weights for this epsilon fit 64 bits over so many answers: choose a larger step",
        })
}

/// The loss of published weights.
pub(super) fn privacy_loss(
    mechanism: &'static str,
    weights: Weights,
) -> Result<PrivacyLoss, MechanismError> {
    weights.privacy_loss().ok_or(MechanismError::Weights {
        mechanism,
        reason: "their ratio must be at most e to the power of 20",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_shrink_until_they_fit_and_never_exceed_epsilon() {
        for text in ["0.01", "1", "ln 3", "5", "20"] {
            let epsilon: Epsilon = text.parse().unwrap();
            for answers in [2_u64, 1000, 1 << 20] {
                let fits = |weights: Weights| {
                    let sum = weights.truth.checked_add(weights.other);
                    sum.and_then(|sum| sum.checked_mul(answers)).is_some()
                };
                let weights = scaled_weights("test", &epsilon, fits).unwrap();
                let loss = weights.privacy_loss().unwrap();
                assert!(loss <= epsilon.privacy_loss(), "{text}");
                assert!(
                    loss.micros() + 1 >= epsilon.privacy_loss().micros(),
                    "{text}"
                );
            }
        }
        assert!(scaled_weights("test", &"1".parse().unwrap(), |_| false).is_err());
    }
}
