//! What a whole scrambled copy can prove, in words.

use crate::survey::Setting;

/// How far all reports together can move somebody who wavers between two sheets of answers.
pub fn total_loss(setting: &Setting) -> String {
    let factor = js_sys::Math::exp(setting.survey.privacy_loss().to_f64());
    match at_most_in_hundred(factor) {
        Some(number) => setting.messages.fill(
            "total-loss",
            &[("after", &setting.messages.number(number, 0))],
        ),
        None => setting.say("total-loss-beyond"),
    }
}

/// An even guess becomes at most this many in 100, rounded up: 100·f/(1 + f). `None` above 99, where
/// a whole number of people would say "certain".
fn at_most_in_hundred(factor: f64) -> Option<f64> {
    let number = (100.0 * factor / (1.0 + factor)).ceil();
    (number < 100.0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_against_us_and_never_says_certain() {
        assert_eq!(at_most_in_hundred(3.0), Some(75.0));
        assert_eq!(at_most_in_hundred(1.0_f64.exp()), Some(74.0)); // 73.1
        assert_eq!(at_most_in_hundred(60.3), Some(99.0)); // 98.4
        assert_eq!(at_most_in_hundred(99.0), Some(99.0));
        assert_eq!(at_most_in_hundred(99.1), None);
        assert_eq!(at_most_in_hundred(f64::INFINITY), None);
    }
}
