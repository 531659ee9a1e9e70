//! What a whole scrambled copy can prove, in words.

use crate::survey::Setting;

/// How far all reports together can move somebody who wavers between two sheets of answers.
pub fn total_loss(setting: &Setting) -> String {
    let survey = &setting.survey;
    let of_all = survey.privacy_loss().to_f64();
    if survey.epsilon_first().is_none() {
        return words(setting, "total-loss", of_all);
    }
    let values: [(&str, &str); 2] = [
        ("first", &bound(setting, survey.first_loss().to_f64())),
        ("after", &bound(setting, of_all)),
    ];
    setting.messages.fill("total-loss-waves", &values)
}

/// The same for two copies of this survey.
pub fn loss_of_two_copies(setting: &Setting) -> String {
    words(setting, "copies-loss", loss_of_copies(setting, 2))
}

/// The same for a copy of this version beside so many of others. What those can prove is not known
/// here: the words say that it is taken to be as much.
pub fn loss_with_earlier(setting: &Setting, copies: u32) -> String {
    let loss = loss_of_copies(setting, copies.saturating_add(1));
    words(setting, "versions-loss", loss)
}

fn loss_of_copies(setting: &Setting, copies: u32) -> f64 {
    setting.survey.privacy_loss().to_f64() * f64::from(copies)
}

fn words(setting: &Setting, key: &str, loss: f64) -> String {
    setting
        .messages
        .fill(key, &[("after", &bound(setting, loss))])
}

/// What an even guess becomes at most, in people of a hundred.
pub(super) fn bound(setting: &Setting, loss: f64) -> String {
    match at_most_in_hundred(js_sys::Math::exp(loss)) {
        Some(number) => {
            let number = setting.number(&number.to_string());
            setting.messages.fill("at-most", &[("number", &number)])
        }
        None => setting.say("beyond-99"),
    }
}

/// An even guess becomes at most this many in 100, rounded up: 100·f/(1 + f). `None` above 99, where
/// a whole number of people would say "certain".
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is from 0 to 99"
)]
fn at_most_in_hundred(factor: f64) -> Option<u8> {
    let number = (100.0 * factor / (1.0 + factor)).ceil();
    (number < 100.0).then_some(number as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_against_us_and_never_says_certain() {
        assert_eq!(at_most_in_hundred(3.0), Some(75));
        assert_eq!(at_most_in_hundred(1.0_f64.exp()), Some(74)); // 73.1
        assert_eq!(at_most_in_hundred(60.3), Some(99)); // 98.4
        assert_eq!(at_most_in_hundred(99.0), Some(99));
        assert_eq!(at_most_in_hundred(99.1), None);
        assert_eq!(at_most_in_hundred(f64::INFINITY), None);
    }
}
