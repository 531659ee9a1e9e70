//! From two ε to a mechanism in two layers and its integers: the designer's half.

use super::{
    mechanism::Mechanism,
    respondent::{LONGITUDINAL_MECHANISMS, not_for_waves},
};
use crate::{
    kernel::{Epsilon, SupportProbabilities},
    waves::{self, WavesError},
};

/// A mechanism of the table: its name, and its integers at both ε and a domain size.
type WaveMechanism = (
    &'static str,
    fn((&Epsilon, &Epsilon), u32) -> Result<Vec<u64>, WavesError>,
);

macro_rules! wave {
    ($module:ident) => {
        (waves::$module::NAME, waves::$module::parameters)
    };
}

const FOR_WAVES: &[WaveMechanism] = for_waves!(wave);

impl Mechanism {
    /// The integers that a survey publishes for a mechanism in two layers, whose permanent value
    /// loses the first of both ε (ε∞) and a single report the second (ε₁).
    ///
    /// # Errors
    /// When ε₁ is not below ε∞, or the mechanism is not in two layers, or does not serve them or the
    /// domain size.
    pub fn parameters_for_waves(
        self,
        both: (&Epsilon, &Epsilon),
        domain_size: u32,
    ) -> Result<Vec<u64>, WavesError> {
        match FOR_WAVES.iter().find(|(name, _)| *name == self.name()) {
            Some((_, parameters)) => parameters(both, domain_size),
            None => Err(WavesError::Mechanism(not_for_waves(self.name()))),
        }
    }
}

/// `auto` for surveys in waves: the mechanism with the least variance of a single wave, and its
/// integers; of equals direct encoding, which is simpler to explain.
///
/// # Errors
/// When none serves; the error is that of the last one tried.
pub fn choose_for_waves(
    (permanent, first): (&Epsilon, &Epsilon),
    domain_size: u32,
) -> Result<(Mechanism, Vec<u64>), WavesError> {
    let mut best: Option<(Mechanism, Vec<u64>, SupportProbabilities)> = None;
    let mut refusal = WavesError::Mechanism(not_for_waves("auto"));
    for &mechanism in LONGITUDINAL_MECHANISMS {
        let tried = mechanism.parameters_for_waves((permanent, first), domain_size);
        let tried = tried.and_then(|integers| {
            let randomizer = mechanism.randomizer(&integers, domain_size)?;
            Ok((integers, randomizer.support_probabilities()))
        });
        match tried {
            Ok((integers, Some(support))) => {
                let is_better = |(_, _, least): &(_, _, SupportProbabilities)| {
                    support.cmp_variance(least).is_lt()
                };
                if best.as_ref().is_none_or(is_better) {
                    best = Some((mechanism, integers, support));
                }
            }
            // Every mechanism in two layers supports values.
            Ok((_, None)) => {}
            Err(error) => refusal = error,
        }
    }
    best.map(|(mechanism, integers, _)| (mechanism, integers))
        .ok_or(refusal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_categories_take_direct_encoding_and_many_take_bits() {
        let (permanent, first): (Epsilon, Epsilon) = ("2".parse().unwrap(), "1".parse().unwrap());
        for (size, name) in [
            (2, "longitudinal-direct-encoding"),
            (4, "longitudinal-direct-encoding"),
            (64, "longitudinal-unary-encoding"),
            (5000, "longitudinal-unary-encoding"),
        ] {
            let (mechanism, integers) = choose_for_waves((&permanent, &first), size).unwrap();
            assert_eq!(mechanism.name(), name, "{size}");
            let randomizer = mechanism.randomizer(&integers, size).unwrap();
            // Within what was asked for, and close to it.
            for (loss, epsilon) in [
                (randomizer.privacy_loss(), &first),
                (randomizer.permanent_loss(), &permanent),
            ] {
                assert!(loss <= epsilon.privacy_loss(), "{size}");
                assert!(
                    loss.to_f64() > epsilon.privacy_loss().to_f64() - 0.001,
                    "{size}"
                );
            }
        }
        assert!(choose_for_waves((&first, &permanent), 4).is_err());
    }
}
