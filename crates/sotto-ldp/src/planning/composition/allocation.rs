//! How a survey's ε is divided among its questions.

use rand::CryptoRng;

use super::CompositionError;
use crate::{
    estimation::Protocol,
    kernel::{Epsilon, PrivacyLoss, sampling::uniform_indices},
    registry::Mechanism,
};

/// How a survey's ε is divided among its questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allocation {
    /// Every respondent answers every question, each with an equal part of ε.
    Split,
    /// Every respondent answers `questions` of the questions, drawn at random whatever the answers
    /// would be, each with an equal part of ε. Nearly always more accurate than splitting, because
    /// the variance grows with 1/ε² but only with 1/n.
    Sample {
        /// How many are drawn for each respondent.
        questions: u32,
    },
    /// Every respondent answers every question, each with its own ε.
    Fixed,
}

impl Allocation {
    /// How many of the questions each respondent reports.
    ///
    /// # Errors
    /// When there are none, or more are to be drawn than there are.
    pub const fn reported(self, questions: u32) -> Result<u32, CompositionError> {
        match self {
            _ if questions == 0 => Err(CompositionError::NoQuestions),
            Self::Sample { questions: sampled } if sampled == 0 || sampled > questions => {
                Err(CompositionError::Sample { sampled, questions })
            }
            Self::Sample { questions: sampled } => Ok(sampled),
            Self::Split | Self::Fixed => Ok(questions),
        }
    }

    /// The ε of each report, so that all that a respondent sends cost at most `total`: in whole
    /// millionths, rounded down; the total itself where there is only one report.
    ///
    /// # Errors
    /// When the allocation is fixed or cannot be carried out, or a part would be below a millionth.
    pub fn epsilon_each(
        self,
        total: &Epsilon,
        questions: u32,
    ) -> Result<Epsilon, CompositionError> {
        if self == Self::Fixed {
            return Err(CompositionError::Fixed);
        }
        divide(total, self.reported(questions)?)
    }

    /// What a respondent loses at most when the questions' reports cost `losses`: all of them, or,
    /// where some are drawn, the costliest that can be.
    ///
    /// # Errors
    /// When the allocation cannot be carried out.
    pub fn privacy_loss(self, losses: &[PrivacyLoss]) -> Result<PrivacyLoss, CompositionError> {
        let questions = u32::try_from(losses.len()).unwrap_or(u32::MAX);
        let reported = self.reported(questions)?;
        let mut descending = losses.to_vec();
        descending.sort_by(|a, b| b.cmp(a));
        Ok(descending.into_iter().take(reported as usize).sum())
    }

    /// n·Var of the estimate of a rare value, n being the number of respondents, when `questions`
    /// questions of `domain_size` values share `total` under this allocation: what the planner compares.
    ///
    /// With optimized unary encoding, ε = 1 and ten questions it is 399.7 split and 36.8 with one
    /// drawn.
    ///
    /// # Errors
    /// When the allocation divides nothing or cannot be carried out, or the mechanism does not serve the ε
    /// that each question gets.
    pub fn variance(
        self,
        mechanism: Mechanism,
        total: &Epsilon,
        questions: u32,
        domain_size: u32,
    ) -> Result<f64, CompositionError> {
        let each = self.epsilon_each(total, questions)?;
        let parameters = mechanism.parameters(&each, domain_size)?;
        let oracle = mechanism.oracle(&parameters, domain_size)?;
        let protocol = oracle.support_probabilities_of(0).and_then(Protocol::new);
        let variance = protocol.map_or(f64::INFINITY, |protocol| protocol.noise_variance(1.0).0);
        let reported = self.reported(questions)?;
        Ok(variance * f64::from(questions) / f64::from(reported))
    }
}

/// ε/`parts` in whole millionths, rounded down, and ε itself for one part.
pub(super) fn divide(total: &Epsilon, parts: u32) -> Result<Epsilon, CompositionError> {
    if parts == 1 {
        return Ok(*total);
    }
    let each = total.micros_rounded_down().checked_div(parts).unwrap_or(0);
    Epsilon::from_micros(each).map_err(|_| CompositionError::TooSmall {
        epsilon: total.to_string(),
        parts,
    })
}

/// Draws `sampled` of `questions` questions, every set with the same chance, in ascending order,
/// without replacement. The draw must not depend on the answers, and may be known.
///
/// # Errors
/// When there are no questions, or more are to be drawn than there are.
pub fn draw_questions<R: CryptoRng + ?Sized>(
    sampled: u32,
    questions: u32,
    rng: &mut R,
) -> Result<Vec<u32>, CompositionError> {
    let sampled = Allocation::Sample { questions: sampled }.reported(questions)?;
    Ok(uniform_indices(questions, sampled, rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::sampling::tests::{Playback, word_for};
    use proptest::prelude::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use std::collections::HashMap;

    fn epsilon(text: &str) -> Epsilon {
        text.parse().unwrap()
    }

    #[test]
    fn parts_are_rounded_down() {
        for (total, allocation, questions, each) in [
            ("1", Allocation::Split, 3, "0.333333"),
            ("1", Allocation::Split, 1, "1"),
            ("ln 3", Allocation::Split, 1, "ln 3"),
            ("ln 3", Allocation::Split, 2, "0.549306"), // 0.5493061…
            ("ln 9", Allocation::Split, 2, "1.098612"), // 1.0986122…
            ("7.5", Allocation::Sample { questions: 2 }, 5, "3.75"),
            ("7.5", Allocation::Sample { questions: 1 }, 5, "7.5"),
            ("0.000003", Allocation::Split, 3, "0.000001"),
        ] {
            let found = allocation.epsilon_each(&epsilon(total), questions).unwrap();
            assert_eq!(
                found.to_string(),
                each,
                "{total} {allocation:?} {questions}"
            );
        }
    }

    #[test]
    fn what_cannot_be_planned_is_refused() {
        let one = epsilon("1");
        let sample = |questions| Allocation::Sample { questions };
        assert_eq!(
            Allocation::Split.epsilon_each(&one, 0),
            Err(CompositionError::NoQuestions)
        );
        assert_eq!(
            Allocation::Fixed.epsilon_each(&one, 2),
            Err(CompositionError::Fixed)
        );
        for sampled in [0, 6] {
            assert!(matches!(
                sample(sampled).epsilon_each(&one, 5),
                Err(CompositionError::Sample { .. })
            ));
        }
        let error = Allocation::Split
            .epsilon_each(&epsilon("0.000003"), 4)
            .unwrap_err();
        assert!(error.to_string().contains("0.000003"), "{error}");
        assert!(Allocation::Split.privacy_loss(&[]).is_err());
        let mut rng = ChaCha20Rng::seed_from_u64(0);
        assert!(draw_questions(0, 3, &mut rng).is_err());
        assert!(draw_questions(4, 3, &mut rng).is_err());
    }

    #[test]
    fn losses_under_each_plan() {
        let losses = [1, 5, 3].map(PrivacyLoss::from_micros);
        let of = |allocation: Allocation| allocation.privacy_loss(&losses).unwrap().micros();
        assert_eq!(of(Allocation::Fixed), 9);
        assert_eq!(of(Allocation::Split), 9);
        assert_eq!(of(Allocation::Sample { questions: 2 }), 8);
    }

    #[test]
    fn the_trade_is_the_published_one() {
        let unary = Mechanism::named("oue").unwrap();
        let variance =
            |allocation: Allocation| allocation.variance(unary, &epsilon("1"), 10, 16).unwrap();
        assert!((variance(Allocation::Split) - 399.7).abs() < 0.05);
        assert!((variance(Allocation::Sample { questions: 1 }) - 36.8).abs() < 0.05);
    }

    /// Over all the numbers that can be drawn, every set comes out equally often.
    #[test]
    fn every_set_of_questions_has_the_same_chance() {
        let mut seen = HashMap::new();
        // Floyd's indices, below 4, 5 and 6, are drawn together from one word.
        for indices in 0..4 * 5 * 6 {
            let mut words = Playback(vec![word_for(indices, 4 * 5 * 6)]);
            let drawn = draw_questions(3, 6, &mut words).unwrap();
            assert!(drawn.is_sorted_by(|a, b| a < b) && drawn.len() == 3);
            *seen.entry(drawn).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 20);
        assert!(seen.values().all(|&count| count == 6), "{seen:?}");
    }

    proptest! {
        #[test]
        fn parts_never_cost_more_than_the_whole(
            micros in 1..=Epsilon::MAX_MICROS, numerator in 2_u32..10_000, parts in 1_u32..300
        ) {
            for total in [Epsilon::from_micros(micros), Epsilon::ln_ratio(numerator, 1)] {
                let total = total.unwrap();
                let Ok(each) = Allocation::Split.epsilon_each(&total, parts) else {
                    prop_assert!(total.micros_rounded_down() < parts);
                    continue;
                };
                let losses = vec![each.privacy_loss(); parts as usize];
                let spent = Allocation::Split.privacy_loss(&losses).unwrap();
                prop_assert!(spent <= total.privacy_loss());
                prop_assert!(total.privacy_loss().micros() - spent.micros() <= u64::from(parts));
            }
        }
    }
}
