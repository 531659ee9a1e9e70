//! Shares that somebody wrote down: a line for each question, `question: 30, 70`.

use std::num::NonZeroU64;

use rand::CryptoRng;
use sotto_ldp::{numbers::Decimal, uniform_below};
use sotto_survey::{AnswerShape, NumberFields, Survey};
use thiserror::Error;

/// The shares of some questions' answers, in the order of their options.
///
/// Of one choice and of a row (`question.row`) they are proportions of any sum; of a multiple choice each
/// is out of a hundred; of a number (`question`, `question.field`) they are proportions of as many equal
/// parts of its range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares(Vec<(String, Vec<u64>)>);

/// Why shares cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SharesError {
    /// A line without a colon.
    #[error(
        "line {0}: a question's id and a colon belong before its shares, as in over-50: 30, 70"
    )]
    Line(usize),
    /// A name that is no question's.
    #[error("line {line}: the survey has no question {name:?} to give shares of")]
    Unknown {
        /// From 1.
        line: usize,
        /// As written.
        name: String,
    },
    /// Not a number from 0 to a million.
    #[error("line {line}: {text:?} is not a number from 0 to 1000000")]
    Number {
        /// From 1.
        line: usize,
        /// As written.
        text: String,
    },
    /// More or fewer than there are options.
    #[error("line {line}: the question needs {expected} shares, but there are {found}")]
    Count {
        /// From 1.
        line: usize,
        /// One for each option.
        expected: usize,
        /// Those there are.
        found: usize,
    },
    /// All of them 0.
    #[error("line {0}: at least one share must be above 0")]
    Nothing(usize),
}

/// Thousandths of a share.
const PARTS: u64 = 1_000;

impl Shares {
    /// Reads lines for a survey; empty ones count for nothing.
    ///
    /// # Errors
    /// The first line that cannot be used, and why.
    pub fn read(text: &str, survey: &Survey) -> Result<Self, SharesError> {
        let mut all = Vec::new();
        for (index, written) in text.lines().enumerate() {
            if written.trim().is_empty() {
                continue;
            }
            let line = index + 1;
            let (name, shares) = written.split_once(':').ok_or(SharesError::Line(line))?;
            let name = name.trim();
            let expected = places(survey, name).ok_or_else(|| SharesError::Unknown {
                line,
                name: name.to_owned(),
            })?;
            let separators = [',', ';', '\t', ' '];
            let texts = shares.split(separators).filter(|text| !text.is_empty());
            let shares = texts.map(|text| share(text, line));
            let shares = shares.collect::<Result<Vec<_>, _>>()?;
            if let Places::Options(expected) = expected
                && expected != shares.len()
            {
                let found = shares.len();
                return Err(SharesError::Count {
                    line,
                    expected,
                    found,
                });
            }
            if shares.iter().all(|&share| share == 0) {
                return Err(SharesError::Nothing(line));
            }
            all.push((name.to_owned(), shares));
        }
        Ok(Self(all))
    }

    fn of(&self, name: &str) -> Option<&[u64]> {
        let mut all = self.0.iter();
        all.find(|(other, _)| other == name)
            .map(|(_, shares)| &**shares)
    }

    /// A cell of so many, by the shares of that name; `None` where there are none.
    pub(super) fn draw(&self, name: &str, cells: u32, rng: &mut dyn CryptoRng) -> Option<u32> {
        let shares = self.of(name)?;
        let total = NonZeroU64::new(shares.iter().sum())?;
        let mut left = uniform_below(total, rng);
        let part = shares.iter().position(|&share| {
            let is_here = left < share;
            left = left.saturating_sub(share);
            is_here
        })?;
        // A part of the range has several cells; an option is one.
        let count = shares.len() as u64;
        let end = |part: usize| u64::from(cells) * part as u64 / count;
        let (from, to) = (end(part), end(part + 1));
        let within = NonZeroU64::new(to - from).map_or(0, |width| uniform_below(width, rng));
        u32::try_from(from + within).ok()
    }

    /// Whether an option of a multiple choice is chosen; `None` where there are no shares.
    pub(super) fn chooses(
        &self,
        name: &str,
        option: usize,
        rng: &mut dyn CryptoRng,
    ) -> Option<bool> {
        let share = *self.of(name)?.get(option)?;
        let all = NonZeroU64::new(100 * PARTS)?;
        Some(uniform_below(all, rng) < share)
    }
}

fn share(text: &str, line: usize) -> Result<u64, SharesError> {
    let wrong = || SharesError::Number {
        line,
        text: text.to_owned(),
    };
    let number: Decimal = text.trim_end_matches('%').parse().map_err(|_| wrong())?;
    let share = number.to_f64();
    if !(0.0..=1e6).contains(&share) {
        return Err(wrong());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 0 and at most a thousand million"
    )]
    Ok((share * 1e3).round() as u64)
}

/// What shares are of.
enum Places {
    /// One for each option.
    Options(usize),
    /// Any number of them for equal parts of a range.
    Range,
}

/// What the shares of a name are of; `None` where nothing has that name.
fn places(survey: &Survey, name: &str) -> Option<Places> {
    let (id, within) = match name.split_once('.') {
        Some((id, within)) => (id, Some(within)),
        None => (name, None),
    };
    let mut questions = survey.questions().iter();
    let question = questions.find(|question| question.id().as_str() == id)?;
    let options = || Places::Options(question.shape().categories().count() as usize);
    match (question.shape(), within) {
        (AnswerShape::One(_) | AnswerShape::Set(_), None) => Some(options()),
        (AnswerShape::Rows(matrix), Some(row)) => {
            let is_there = matrix.rows.iter().any(|one| one.id.as_str() == row);
            is_there.then(options)
        }
        (AnswerShape::Numbers(NumberFields::Single(_)), None) => Some(Places::Range),
        (AnswerShape::Numbers(NumberFields::Several(fields)), Some(field)) => {
            let is_there = fields.iter().any(|one| one.id.as_str() == field);
            is_there.then_some(Places::Range)
        }
        (
            AnswerShape::None { .. }
            | AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_)
            | AnswerShape::Numbers(_),
            _,
        ) => None,
    }
}
