//! Several questions: what a respondent loses in all, and how an ε is divided.
//!
//! - **Sequential composition**: reports with ε₁ … ε_d about one person cost Σε_i, whatever depends
//!   on whatever (Dwork and Roth 2014, theorem 3.16). [`sequential`].
//! - **Parallel composition**: where each person is in one of several disjoint groups and answers
//!   only that group's questions, the cost is the greatest one's (McSherry 2009, theorem 4), as long as
//!   it need not be hidden who is in which group. If membership itself is an answer (whoever ticked "yes" gets the
//!   next question), every respondent must report to every group, a perturbed "no answer" where they are not asked,
//!   and the losses add up.
//! - **Post-processing** costs nothing: whatever is computed from reports alone.
//!
//! Losses are whole millionths, always rounded up; what is divided is rounded down: the parts never
//! cost more than the whole.
//!
//! # RS+FD is not built
//!
//! "Random sampling plus fake data" (Arcolezi et al. 2021) reports one question drawn at random at
//! ε′ = ln(d(e^ε − 1) + 1) and uniform values for the d − 1 others, hides which was which, and calls
//! the sheet ε-private. That holds for changing *one* answer. For the whole sheet it does not: the
//! likelihood of a sheet y is proportional to Σ_j Pr\[y_j | v_j\], so that if every answer changes,
//! from the y_j to others, each term falls by e^ε′, and so does the sum. Its true ε is
//! ln(d(e^ε − 1) + 1): at ε = 1 and d = 3 it is 1.82. The allocation [`Allocation::Sample`] tells which questions
//! were drawn, by chance alone, and costs what it says.

mod allocation;
mod multiple_choice;

pub use allocation::{Allocation, draw_questions};
pub use multiple_choice::{MultipleChoice, MultipleChoiceStrategy};

use thiserror::Error;

use crate::kernel::{MechanismError, PrivacyLoss};

/// Why an ε cannot be divided as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompositionError {
    /// There is nothing to ask.
    #[error("an allocation needs at least one question")]
    NoQuestions,
    /// More or fewer questions are to be drawn than there are.
    #[error("{sampled} of {questions} questions cannot be drawn: draw from 1 to {questions}")]
    Sample {
        /// Questions to draw.
        sampled: u32,
        /// Questions there are.
        questions: u32,
    },
    /// Each part would be less than a millionth.
    #[error(
        "an epsilon of {epsilon} cannot be divided by {parts}: each part would be below 0.000001"
    )]
    TooSmall {
        /// The whole.
        epsilon: String,
        /// The number of parts.
        parts: u32,
    },
    /// Under a fixed allocation each question has its own ε.
    #[error("a fixed allocation divides nothing: give each question its epsilon")]
    Fixed,
    /// A multiple choice needs options, and at least one may be chosen.
    #[error(
        "{at_most} of {options} options cannot be chosen: a multiple choice has at least 2 options, of which from 1 to {options} may be chosen"
    )]
    Options {
        /// Options there are.
        options: u32,
        /// Options that may be chosen at most.
        at_most: u32,
    },
    /// A mechanism does not serve the ε that a question gets.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
}

/// What several reports about one person cost together: the sum.
#[must_use]
pub fn sequential(losses: impl IntoIterator<Item = PrivacyLoss>) -> PrivacyLoss {
    losses.into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_add_up() {
        let losses = || [300_000, 1_098_613, 20].map(PrivacyLoss::from_micros);
        assert_eq!(sequential(losses()).micros(), 1_398_633);
        assert_eq!(sequential([]), PrivacyLoss::default());
    }

    /// Greatest likelihood ratio of whole sheets under RS+FD over d questions of k values.
    fn worst_ratio_of_sampling_plus_fake_data(epsilon: f64, questions: u32, values: u32) -> f64 {
        let d = f64::from(questions);
        let inflated = d * (epsilon.exp() - 1.0) + 1.0;
        let truth = inflated / (inflated + f64::from(values - 1));
        let other = (1.0 - truth) / f64::from(values - 1);
        let sheets = values.pow(questions);
        let answer = |sheet: u32, question: u32| sheet / values.pow(question) % values;
        let likelihood = |sheet: u32, reported: u32| -> f64 {
            let of_question = |j| {
                if answer(sheet, j) == answer(reported, j) {
                    truth
                } else {
                    other
                }
            };
            (0..questions).map(of_question).sum()
        };
        let mut worst: f64 = 0.0;
        for reported in 0..sheets {
            let all = || (0..sheets).map(|sheet| likelihood(sheet, reported));
            let (greatest, least) = (all().fold(0.0, f64::max), all().fold(f64::MAX, f64::min));
            worst = worst.max((greatest / least).ln());
        }
        worst
    }

    /// Mistake 14: crediting the amplification for the whole sheet.
    #[test]
    fn sampling_plus_fake_data_costs_more_than_it_claims() {
        let found = worst_ratio_of_sampling_plus_fake_data(1.0, 3, 3);
        let documented = (3.0 * (1.0_f64.exp() - 1.0) + 1.0).ln();
        assert!(
            (found - documented).abs() < 1e-12 && (found - 1.82).abs() < 0.005,
            "{found}"
        );
        // Of a single question it is what it claims.
        assert!((worst_ratio_of_sampling_plus_fake_data(1.0, 1, 3) - 1.0).abs() < 1e-12);
    }
}
