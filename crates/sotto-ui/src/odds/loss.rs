//! How much a whole scrambled copy can reveal, in words.

use sotto_survey::Survey;

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
    sentence(words, "label-loss", survey.privacy_loss().to_f64())
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

/// What a 50–50 guess becomes at most, in people out of a hundred.
pub(super) fn bound(words: &Words, loss: f64) -> String {
    match at_most_in_hundred(exp(loss)) {
        Some(number) => {
            let number = words.number(&number.to_string());
            words.fill("at-most", &[("number", &number)])
        }
        None => words.say("beyond-99"),
    }
}

/// What a loss that is rounded up to a millionth may add to the people, of a sum of a few; far less than one
/// person. Without it two coins, whose loss is ln 3, would be 75 in 100 beside a question and 76 in all.
const ROUNDING: f64 = 1e-4;

/// A 50–50 guess becomes at most this many in 100, rounded up: 100·f/(1 + f). `None` above 99, where
/// a whole number of people would say "certain".
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is from 0 to 99"
)]
fn at_most_in_hundred(factor: f64) -> Option<u8> {
    let number = (100.0 * factor / (1.0 + factor) - ROUNDING).ceil();
    (number < 100.0).then_some(number as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_against_us_and_never_says_certain() {
        assert_eq!(at_most_in_hundred(3.0), Some(75));
        assert_eq!(at_most_in_hundred(1.098_613_f64.exp()), Some(75)); // ln 3, rounded up
        assert_eq!(at_most_in_hundred(1.0987_f64.exp()), Some(76));
        assert_eq!(at_most_in_hundred(1.0_f64.exp()), Some(74)); // 73.1
        assert_eq!(at_most_in_hundred(60.3), Some(99)); // 98.4
        assert_eq!(at_most_in_hundred(99.0), Some(99));
        assert_eq!(at_most_in_hundred(99.1), None);
        assert_eq!(at_most_in_hundred(f64::INFINITY), None);
    }
}
