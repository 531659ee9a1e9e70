//! What codebook and report say about the method, in plain English.

use sotto_survey::{Plan, Survey, Whom};

use crate::figures::count;

/// What was done, for readers who know surveys and not local differential privacy.
pub(crate) fn method(survey: &Survey) -> String {
    format!(
        "Every answer was perturbed at random on the respondent's device before it was sent (local differential \
         privacy). No true answer was sent. {} Shares and means are estimated from all reports together, \
         by the known probabilities of the perturbation; nothing can be concluded from a single report beyond what \
         epsilon permits.",
        plan(survey)
    )
}

fn plan(survey: &Survey) -> String {
    let epsilon = survey.epsilon();
    match survey.plan() {
        Plan::Fixed => format!(
            "Epsilon is declared for each question; all that one respondent reports costs at most epsilon = {epsilon}."
        ),
        Plan::Split => format!(
            "All that one respondent reports costs at most epsilon = {epsilon}, which the questions share."
        ),
        Plan::Sample => format!(
            "Each respondent reported {}, drawn at random on the device; together they cost at most epsilon = \
             {epsilon}.",
            match survey.drawn_questions() {
                1 => "1 question".to_owned(),
                drawn => format!("{drawn} questions"),
            }
        ),
    }
}

/// How to read the columns of estimates.
pub(crate) const READING: &str = "Estimates are unbiased, so that they may lie below 0 or above 1: a consequence of the noise and not an error; use \
     them and their standard errors for calculation. Consistent estimates are the nearest possible ones, for display. \
     Intervals belong to the unbiased estimates and are not cut at 0 or 1.";

/// Whom figures are about, and so their intervals; `assumed` where the survey does not say.
#[must_use]
pub fn whom(population: Whom, assumed: bool) -> String {
    let whom = population.in_words();
    let assumed = if assumed {
        "; the survey does not say (\"population\"), so that this is assumed"
    } else {
        ""
    };
    format!("Every figure is about {whom}{assumed}.")
}

/// The same of what estimates of a survey will be about.
pub(crate) fn whom_of(survey: &Survey) -> String {
    whom(survey.population(), !survey.states_population())
}

/// Which versions are counted.
#[must_use]
pub fn versions(newest: u32, counted: &[u32]) -> String {
    match counted {
        [] | [_] => format!("version {newest}"),
        [later @ .., oldest] => {
            let later: Vec<_> = later.iter().rev().map(u32::to_string).collect();
            format!("versions {oldest}, {} together", later.join(", "))
        }
    }
}

/// Whose answers are counted.
#[must_use]
pub fn people(submissions: u64) -> String {
    match submissions {
        1 => "1 person answered.".to_owned(),
        number => format!("{} people answered.", count(number)),
    }
}

/// From how many reports something was estimated.
pub(crate) fn reports(number: u64) -> String {
    match number {
        1 => "1 report".to_owned(),
        number => format!("{} reports", count(number)),
    }
}
