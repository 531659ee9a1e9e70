//! Questions of which several options may be chosen: two ways to report them, and which is better.

use std::fmt;

use super::{CompositionError, plan::divide};
use crate::{
    kernel::{Epsilon, Weights},
    planning::composition::Plan,
};

/// How a set of chosen options is reported. Either way an option's report is randomized response
/// (yes: chosen), and an option's share is estimated as that of a yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MultipleChoiceStrategy {
    /// Every respondent reports every option, each with ε divided by the number of options whose
    /// bit can differ between two answers.
    PerOptionBits,
    /// Every respondent reports one option, drawn at random whatever was chosen, with the whole ε.
    OneSampledOption,
}

/// The way taken for a multiple choice, and why: its [`fmt::Display`] says it in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MultipleChoice {
    /// The way.
    pub strategy: MultipleChoiceStrategy,
    /// The ε of each option's report.
    pub epsilon: Epsilon,
    /// How many options each respondent reports.
    pub reported: u32,
    /// How many options there are.
    pub options: u32,
    /// How many options' bits can differ between two answers.
    pub differing: u32,
    /// n·Var of an option's share at its worst, one half, for n sampled respondents: the figure
    /// that decided.
    pub variance: f64,
    /// The same for the other way; infinite where ε is too small to be divided.
    pub other_variance: f64,
}

impl MultipleChoice {
    /// Takes the way with the smaller variance for `options` options of which `at_most` may be
    /// chosen.
    ///
    /// Two answers differ in at most min(k, 2·`at_most`) bits: what one has and the other has not.
    /// With c of them n·Var is 1/(4·(p − q)²) at ε/c, against k/(4·(p − q)²) at ε: drawing wins
    /// unless ε is large.
    ///
    /// # Errors
    /// When there are fewer than two options, or none or more than all may be chosen.
    pub fn choose(total: &Epsilon, options: u32, at_most: u32) -> Result<Self, CompositionError> {
        if options < 2 || !(1..=options).contains(&at_most) {
            return Err(CompositionError::Options { options, at_most });
        }
        let differing = options.min(at_most.saturating_mul(2));
        let sampled = worst_variance(total) * f64::from(options);
        let sampling = |other_variance| Self {
            strategy: MultipleChoiceStrategy::OneSampledOption,
            epsilon: *total,
            reported: 1,
            options,
            differing,
            variance: sampled,
            other_variance,
        };
        // Too small to be divided: then only drawing is possible.
        let Ok(each) = divide(total, differing) else {
            return Ok(sampling(f64::INFINITY));
        };
        let bits = worst_variance(&each);
        Ok(if bits < sampled {
            Self {
                strategy: MultipleChoiceStrategy::PerOptionBits,
                epsilon: each,
                reported: options,
                options,
                differing,
                variance: bits,
                other_variance: sampled,
            }
        } else {
            sampling(bits)
        })
    }

    /// The plan by which the options are reported, as if each were a question.
    #[must_use]
    pub const fn plan(&self) -> Plan {
        match self.strategy {
            MultipleChoiceStrategy::PerOptionBits => Plan::Fixed,
            MultipleChoiceStrategy::OneSampledOption => Plan::Sample { questions: 1 },
        }
    }
}

impl fmt::Display for MultipleChoice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            epsilon,
            options,
            differing,
            variance,
            other_variance,
            ..
        } = self;
        match self.strategy {
            MultipleChoiceStrategy::PerOptionBits => write!(
                out,
                "every one of the {options} options is reported with an epsilon of {epsilon}, because two answers differ in at most {differing} of them; the variance is {variance:.4} per respondent, against {other_variance:.4} for one option drawn at random with the whole epsilon"
            ),
            MultipleChoiceStrategy::OneSampledOption => write!(
                out,
                "one of the {options} options, drawn at random, is reported with the whole epsilon of {epsilon}; the variance is {variance:.4} per respondent, against {other_variance:.4} for all options with an epsilon divided by {differing}"
            ),
        }
    }
}

/// n·Var of randomized response for sampled respondents at a share of one half: 1/(4·(p − q)²).
fn worst_variance(epsilon: &Epsilon) -> f64 {
    let Weights { truth, other } = Weights::from_epsilon(epsilon);
    let gap = crate::estimation::float(truth - other) / crate::estimation::float(truth + other);
    1.0 / (4.0 * gap * gap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::exact::{Natural, SCALE_BITS};
    use proptest::prelude::*;

    fn choose(epsilon: &str, options: u32, at_most: u32) -> MultipleChoice {
        MultipleChoice::choose(&epsilon.parse().unwrap(), options, at_most).unwrap()
    }

    #[test]
    fn drawing_wins_unless_epsilon_is_large() {
        // tanh(1/2)² = 0.21355: 10/(4·0.21355) against 1/(4·tanh(1/20)²).
        let drawn = choose("1", 10, 10);
        assert_eq!(drawn.strategy, MultipleChoiceStrategy::OneSampledOption);
        assert!(
            (drawn.variance - 11.7068).abs() < 1e-3,
            "{}",
            drawn.variance
        );
        assert!((drawn.other_variance - 100.1667).abs() < 1e-3);
        let bits = choose("10", 3, 3);
        assert_eq!(bits.strategy, MultipleChoiceStrategy::PerOptionBits);
        assert_eq!(bits.epsilon.to_string(), "3.333333");
        assert_eq!(bits.reported, 3);
        // One of many may be chosen: two bits differ.
        assert_eq!(choose("8", 10, 1).differing, 2);
        assert_eq!(choose("8", 10, 1).epsilon.to_string(), "4");
    }

    #[test]
    fn the_reason_is_in_words() {
        let words = choose("1", 10, 10).to_string();
        assert!(
            words.contains("drawn at random") && words.contains("11.7"),
            "{words}"
        );
        let words = choose("10", 3, 3).to_string();
        assert!(words.contains("3.333333"), "{words}");
        let words = choose("0.000001", 3, 3).to_string();
        assert!(words.contains("inf"), "{words}");
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
        /// Mistake 19: several values of one person at the full ε each. Ours hold; the same bits
        /// at the whole ε do not.
        #[test]
        fn the_whole_answer_is_private(micros in 10_u32..3_000_000, options in 2_u32..8, at_most in 1_u32..8) {
            let at_most = at_most.min(options);
            let total = Epsilon::from_micros(micros).unwrap();
            let choice = MultipleChoice::choose(&total, options, at_most).unwrap();
            let differing = match choice.strategy {
                MultipleChoiceStrategy::PerOptionBits => choice.differing,
                MultipleChoiceStrategy::OneSampledOption => 1,
            };
            prop_assert!(holds(&choice.epsilon, differing, &total));
            prop_assert!(choice.variance <= choice.other_variance);
            let each = divide(&total, choice.differing).unwrap();
            prop_assert!(holds(&each, choice.differing, &total));
            prop_assert!(!holds(&total, choice.differing, &total));
        }
    }
}
