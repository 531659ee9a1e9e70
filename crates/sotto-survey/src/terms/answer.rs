//! A true answer: the one thing that never leaves the respondent's device.

use std::fmt;

/// What a person answered.
///
/// Its [`crate::Question`] makes it, reads it back for the person who gave it, and turns it into
/// reports. It is neither serialisable nor printable:
///
/// ```compile_fail,E0277
/// fn send(answer: &sotto_survey::Answer) -> String {
///     serde_json::to_string(answer).unwrap()
/// }
/// ```
///
/// ```compile_fail,E0277
/// fn log(answer: &sotto_survey::Answer) -> String {
///     answer.to_string()
/// }
/// ```
///
/// ```compile_fail,E0616
/// fn read(answer: &sotto_survey::Answer) -> u32 {
///     answer.values[0].unwrap()
/// }
/// ```
///
/// Its debug form says only that it is one:
///
/// ```
/// # fn show(answer: &sotto_survey::Answer) {
/// assert_eq!(format!("{answer:?}"), "Answer(..)");
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// What they mean is the question's: one category; what was said beside an own secret, of people who
    /// are simulated nothing and then their truth; the options chosen, rising; a category for each row; a
    /// cell for each number, or nothing when declined.
    values: Vec<Option<u32>>,
}

impl Answer {
    pub(crate) fn of_category(category: u32) -> Self {
        Self::of_values(vec![Some(category)])
    }

    pub(crate) const fn of_values(values: Vec<Option<u32>>) -> Self {
        Self { values }
    }

    pub(crate) fn values(&self) -> &[Option<u32>] {
        &self.values
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Answer(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_debug_form_does_not_tell() {
        let shown = |category| format!("{:?}", Answer::of_category(category));
        assert_eq!(shown(0), "Answer(..)");
        assert_eq!(shown(0), shown(1));
    }
}
