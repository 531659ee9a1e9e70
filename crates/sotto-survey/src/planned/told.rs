//! From how many respondents on a question's figures are told: a collector moves on what it tells of an entry by steps
//! of so many of its own reports, and of a question that is drawn by lot few come in.

use serde::Serialize;
use sotto_ldp::float;

use super::ratio::ratio;
use crate::{
    survey::{Survey, entry::Entry},
    terms::plan::Plan,
};

/// In so many of 1,000 surveys of that many respondents, what is said to be told may not be.
const UNTOLD_OF_1000: u32 = 50;

/// Steps of more reports than this are reached as nearly as it matters at their mean.
const MANY: u64 = 10_000;

/// What is told of an entry: a question that is reported by itself, or questions that are reported together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToldEntry {
    /// The question's id, or those of all of its questions with "+" between.
    pub id: String,
    /// About how many respondents report it, of those there are; arms that links name count as evenly named.
    pub reports: u64,
    /// How many parts it has of which each respondent reports only some, such as options or pairs; 1 where it
    /// has no such parts.
    pub parts: usize,
    /// About how many of them report each of these parts.
    pub reports_of_a_part: u64,
    /// From how many respondents on it is told, in 95 of 100 surveys.
    pub told_from: u64,
    /// How many of its reports may stay untold: all, if there are fewer respondents than that.
    pub untold: u64,
}

impl ToldEntry {
    fn new(survey: &Survey, entry: Entry<'_>, respondents: u64) -> Self {
        let step = survey.results_step();
        let chance = chance(survey, entry);
        let drawn = entry.drawn_parts().len();
        let reported = usize::try_from(entry.reported()).unwrap_or(drawn);
        let (parts, of_a_part) = if reported < drawn {
            (drawn, chance * ratio(reported, drawn))
        } else {
            (1, chance)
        };
        let told_from = told_from(step, of_a_part, parts);
        let reports = about(respondents, chance);
        let waiting = about(told_from.saturating_sub(1), chance).max(step.saturating_sub(1));
        Self {
            id: entry.name().to_owned(),
            reports,
            parts,
            reports_of_a_part: about(respondents, of_a_part),
            told_from,
            untold: if respondents < told_from {
                reports
            } else {
                waiting.min(reports)
            },
        }
    }
}

/// What is told of each entry of a survey, in their order.
pub(super) fn told_entries(survey: &Survey, respondents: u64) -> Vec<ToldEntry> {
    let entries = survey.entries();
    let told = entries.map(|entry| ToldEntry::new(survey, entry, respondents));
    told.collect()
}

/// The chance that a respondent reports an entry.
fn chance(survey: &Survey, entry: Entry<'_>) -> f64 {
    let arms = match entry {
        Entry::Question(question) => survey.arms_of(question),
        Entry::Joint(_) => None,
    };
    match (arms, survey.plan()) {
        (Some(arms), _) => ratio(1, arms.questions().len()),
        (None, Plan::Sample) => ratio(survey.drawn_questions(), survey.entries().count()),
        (None, Plan::Fixed | Plan::Split) => 1.0,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of people are far below 2⁵³, and a cast saturates"
)]
fn about(respondents: u64, chance: f64) -> u64 {
    (float(respondents) * chance + 1e-6).floor() as u64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of people are far below 2⁵³, and a cast saturates"
)]
fn enough(step: f64, chance: f64) -> u64 {
    (step / chance - 1e-6).ceil() as u64
}

/// The fewest respondents of whom each of so many parts gets a step of reports, if each respondent reports one with
/// that chance.
fn told_from(step: u64, chance: f64, parts: usize) -> u64 {
    if chance >= 1.0 {
        return step;
    }
    if step > MANY {
        // Four standard deviations.
        return enough(float(step) + 4.0 * float(step).sqrt(), chance);
    }
    let allowed = f64::from(UNTOLD_OF_1000) / 1000.0 / float(parts as u64);
    let is_told = |respondents| fewer(step, respondents, chance) <= allowed;
    let mut low = enough(float(step), chance);
    let mut high = low;
    while !is_told(high) {
        (low, high) = (high, high.saturating_mul(2));
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_told(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    high
}

/// The chance of fewer than `step` reports, each of so many respondents giving one with that chance.
fn fewer(step: u64, respondents: u64, chance: f64) -> f64 {
    let (people, odds) = (float(respondents), (chance / (1.0 - chance)).ln());
    let none = people * (-chance).ln_1p();
    let logarithms = (0..step.min(respondents + 1)).scan(none, |logarithm, count| {
        let this = *logarithm;
        let count = float(count);
        *logarithm += ((people - count) / (count + 1.0)).ln() + odds;
        Some(this)
    });
    logarithms.map(f64::exp).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_reports_is_told_after_a_step() {
        assert_eq!(told_from(20, 1.0, 1), 20);
        assert_eq!(told_from(1, 1.0, 1), 1);
    }

    /// P(Bin(3, ½) < 2) = ½ and P(Bin(4, ½) < 2) = 5/16.
    #[test]
    fn the_chance_of_fewer_is_binomial() {
        assert!((fewer(2, 3, 0.5) - 0.5).abs() < 1e-12);
        assert!((fewer(2, 4, 0.5) - 0.3125).abs() < 1e-12);
        assert!((fewer(20, 19, 0.125) - 1.0).abs() < 1e-12);
    }

    /// By summed probabilities: of 218 respondents fewer than 20 report one of eight questions in 5.12 of 100
    /// surveys, of 219 in 4.87.
    #[test]
    fn what_is_drawn_takes_more_than_its_mean() {
        assert_eq!(told_from(20, 0.125, 1), 219);
        // All eight options of which each respondent reports one.
        assert_eq!(told_from(20, 0.125, 8), 257);
        // Near what the normal law has, where it takes over.
        let (exact, normal) = (told_from(MANY, 0.5, 1), told_from(MANY + 1, 0.5, 1));
        assert!(exact < normal && float(normal) / float(exact) < 1.03);
    }
}
