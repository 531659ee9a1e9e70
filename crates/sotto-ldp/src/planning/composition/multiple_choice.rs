//! Questions of which several options may be chosen: two ways to report them at the whole ε, and which
//! is better.
//!
//! A third way, a bit for every option at a share of ε, is 5 to 12 times worse than the better of these
//! where ε is 2 or less; it is taken only where a survey names how many options each respondent reports.

use std::fmt;

use super::CompositionError;
use crate::{
    kernel::{Epsilon, FrequencyOracle, SupportProbabilities, Weights},
    randomizers::PrivSet,
};

/// How a set of chosen options is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MultipleChoiceStrategy {
    /// One option, drawn at random whatever was chosen: randomized response of whether it was.
    OneSampledOption,
    /// One item, drawn with greater weight if it was chosen: [`PrivSet`].
    OneWeightedItem,
}

/// The way taken for a multiple choice, and why: its [`fmt::Display`] says it in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MultipleChoice {
    /// The way.
    pub strategy: MultipleChoiceStrategy,
    /// The ε of the report.
    pub epsilon: Epsilon,
    /// How many options there are.
    pub options: u32,
    /// How many of them may be chosen.
    pub at_most: u32,
    /// n·Var of the share of an option that nobody chose: the figure that decided.
    pub variance: f64,
    /// The same for the other way; infinite where it does not serve.
    pub other_variance: f64,
}

impl MultipleChoice {
    /// Takes the way with the smaller variance for `options` options of which `at_most` may be
    /// chosen.
    ///
    /// # Errors
    /// When there are fewer than two options, or none or more than all may be chosen.
    pub fn choose(epsilon: &Epsilon, options: u32, at_most: u32) -> Result<Self, CompositionError> {
        if options < 2 || !(1..=options).contains(&at_most) {
            return Err(CompositionError::Options { options, at_most });
        }
        let sampled = f64::from(options) * of_a_bit(epsilon);
        let weighted = PrivSet::new(epsilon, options, at_most).map_or(f64::INFINITY, |draw| {
            FrequencyOracle::support_probabilities(&draw).variance()
        });
        let (strategy, variance, other_variance) = if weighted < sampled {
            (MultipleChoiceStrategy::OneWeightedItem, weighted, sampled)
        } else {
            (MultipleChoiceStrategy::OneSampledOption, sampled, weighted)
        };
        Ok(Self {
            strategy,
            epsilon: *epsilon,
            options,
            at_most,
            variance,
            other_variance,
        })
    }
}

impl fmt::Display for MultipleChoice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            epsilon,
            options,
            at_most,
            variance,
            other_variance,
            ..
        } = self;
        match self.strategy {
            MultipleChoiceStrategy::OneSampledOption => write!(
                out,
                "one of the {options} options, drawn at random, is reported with the whole epsilon of {epsilon}; the variance is {variance:.2} divided by the number of respondents, against {other_variance:.2} for a weighted draw of one item from sets of at most {at_most}"
            ),
            MultipleChoiceStrategy::OneWeightedItem => write!(
                out,
                "one item is drawn, those of the at most {at_most} chosen ones with greater weight, with the whole epsilon of {epsilon}; the variance is {variance:.2} divided by the number of respondents, against {other_variance:.2} for one of the {options} options drawn at random"
            ),
        }
    }
}

/// n·Var of randomized response for the share of a yes that nobody said.
fn of_a_bit(epsilon: &Epsilon) -> f64 {
    let Weights { truth, other } = Weights::from_epsilon(epsilon);
    let total = truth + other;
    let support = SupportProbabilities {
        truth,
        other,
        total,
    };
    support.variance()
}

#[cfg(test)]
mod tests {
    use super::{super::allocation::divide, *};
    use crate::kernel::{
        Randomizer,
        exact::{Natural, SCALE_BITS},
    };
    use proptest::prelude::*;

    fn choose(epsilon: &str, options: u32, at_most: u32) -> MultipleChoice {
        MultipleChoice::choose(&epsilon.parse().unwrap(), options, at_most).unwrap()
    }

    /// n·Var of an option that nobody chose, three ways: a bit for each at ε/min(k, 2m), one random
    /// option, a weighted draw. The least of the last two is taken, and is far below the first.
    #[test]
    fn the_better_of_two_draws_is_taken() {
        use MultipleChoiceStrategy::{OneSampledOption, OneWeightedItem};
        for (options, at_most, epsilon, bits, sampled, weighted, strategy) in [
            (5, 5, "1", 24.9, 4.60, 5.96, OneSampledOption),
            (8, 8, "1", 63.9, 7.37, 9.74, OneSampledOption),
            (8, 3, "1", 35.9, 7.37, 5.13, OneWeightedItem),
            (10, 3, "2", 8.9, 1.81, 0.76, OneWeightedItem),
            (20, 5, "1", 99.9, 18.4, 11.0, OneWeightedItem),
        ] {
            let choice = choose(epsilon, options, at_most);
            assert_eq!(choice.strategy, strategy, "{options}, {at_most}");
            let (taken, other) = match strategy {
                OneSampledOption => (sampled, weighted),
                OneWeightedItem => (weighted, sampled),
            };
            let each = divide(&choice.epsilon, options.min(2 * at_most)).unwrap();
            for (found, expected) in [
                (choice.variance, taken),
                (choice.other_variance, other),
                (of_a_bit(&each), bits),
            ] {
                // As many digits as were published.
                assert!(
                    (found - expected).abs() < 0.006 * expected,
                    "{options}, {at_most}: {found}, not {expected}"
                );
            }
        }
    }

    #[test]
    fn the_reason_is_in_words() {
        let words = choose("1", 10, 10).to_string();
        assert!(
            words.contains("drawn at random, is reported") && words.contains("9.21"),
            "{words}"
        );
        let words = choose("1", 8, 3).to_string();
        assert!(
            words.contains("at most 3") && words.contains("5.13") && words.contains("7.37"),
            "{words}"
        );
    }

    /// Weights whose total does not fit, or more items than are read for a report.
    #[test]
    fn where_no_item_can_be_drawn_an_option_is() {
        for (epsilon, options, at_most) in [("20", 30, 15), ("1", 5000, 2)] {
            let choice = choose(epsilon, options, at_most);
            assert_eq!(choice.strategy, MultipleChoiceStrategy::OneSampledOption);
            assert!(choice.other_variance.is_infinite());
        }
    }

    #[test]
    fn choices_that_are_none_are_refused() {
        for (options, at_most) in [(0, 0), (1, 1), (5, 0), (5, 6)] {
            let epsilon = "1".parse().unwrap();
            assert_eq!(
                MultipleChoice::choose(&epsilon, options, at_most),
                Err(CompositionError::Options { options, at_most })
            );
        }
    }

    /// Whether two answers that differ in `differing` bits, each reported at `each`, are within e^ε:
    /// (a/b)^differing ≤ e^ε, in integers.
    fn holds(each: &Epsilon, differing: u32, total: &Epsilon) -> bool {
        let Weights { truth, other } = Weights::from_epsilon(each);
        let power = |base| (0..differing).fold(Natural::from(1_u64), |x: Natural, _| x.times(base));
        power(truth).product(&Natural::power_of_two(SCALE_BITS))
            <= power(other).product(&total.exp_lower_bound())
    }

    proptest! {
        /// Mistake 19: several values of one person at the full ε each. A divided ε holds, and a draw
        /// of one; the same bits at the whole ε do not.
        #[test]
        fn the_whole_answer_is_private(micros in 10_u32..3_000_000, options in 2_u32..8, at_most in 1_u32..8) {
            let at_most = at_most.min(options);
            let total = Epsilon::from_micros(micros).unwrap();
            let choice = MultipleChoice::choose(&total, options, at_most).unwrap();
            prop_assert!(choice.variance <= choice.other_variance);
            prop_assert!(holds(&total, 1, &total));
            let item = PrivSet::new(&total, options, at_most).unwrap();
            prop_assert!(Randomizer::privacy_loss(&item) <= total.privacy_loss());
            let differing = options.min(2 * at_most);
            let each = divide(&total, differing).unwrap();
            prop_assert!(holds(&each, differing, &total));
            prop_assert!(!holds(&total, differing, &total));
        }
    }
}
