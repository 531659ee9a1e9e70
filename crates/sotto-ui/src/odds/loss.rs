//! How much a whole scrambled copy can reveal, in words.

use sotto_ldp::deniability::in_hundred;
use sotto_survey::Survey;

use super::people::people_in_hundred;
use crate::Words;

/// How far all reports together can move somebody who is undecided between two sets of answers.
#[must_use]
pub fn total_loss(words: &Words, survey: &Survey) -> String {
    let of_all = survey.privacy_loss().to_f64();
    if survey.epsilon_first().is_none() {
        return sentence(words, "total-loss", of_all);
    }
    let values: [(&str, &str); 2] = [
        ("first", &bound(words, survey.first_loss().to_f64())),
        ("after", &bound(words, of_all)),
    ];
    words.fill("total-loss-waves", &values)
}

/// What all answers together can make of a guess, in one line; in a survey in waves all copies of answers
/// that stay the same.
#[must_use]
pub fn total_loss_in_short(words: &Words, survey: &Survey) -> String {
    // Of a survey by secrets alone the line says whose guess that is.
    let key = if survey.swaps_answers() {
        "label-loss"
    } else {
        "label-loss-secret"
    };
    sentence(words, key, survey.privacy_loss().to_f64())
}

/// The same for two copies of this survey.
#[must_use]
pub fn loss_of_two_copies(words: &Words, survey: &Survey) -> String {
    sentence(words, "copies-loss", loss_of_copies(survey, 2))
}

/// The same for a copy of this version and so many `copies` of earlier ones. How much those reveal is not
/// known here: the words say that they are taken to reveal as much.
#[must_use]
pub fn loss_with_earlier(words: &Words, survey: &Survey, copies: u32) -> String {
    let loss = loss_of_copies(survey, copies.saturating_add(1));
    sentence(words, "versions-loss", loss)
}

fn loss_of_copies(survey: &Survey, copies: u32) -> f64 {
    survey.privacy_loss().to_f64() * f64::from(copies)
}

fn sentence(words: &Words, key: &str, loss: f64) -> String {
    words.fill(key, &[("after", &bound(words, loss))])
}

/// By the browser, where there is one: Rust's own would be downloaded.
#[cfg(target_arch = "wasm32")]
fn exp(loss: f64) -> f64 {
    js_sys::Math::exp(loss)
}

#[cfg(not(target_arch = "wasm32"))]
fn exp(loss: f64) -> f64 {
    loss.exp()
}

/// What a 50–50 guess can become, in people out of a hundred.
pub(super) fn bound(words: &Words, loss: f64) -> String {
    people_in_hundred(words, in_hundred(1.0 / (1.0 + exp(-loss))))
}
