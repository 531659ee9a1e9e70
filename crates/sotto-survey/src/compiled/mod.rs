//! The published survey in its compiled form: what a respondent's browser downloads and reads.
//!
//! JSON is for people, files and the API. The compiled form holds the same survey, every integer included,
//! in bytes that a page of code can read, which is all the reading that respondents have to download. It is
//! canonical: a published survey is written in one way. What is read is held against every rule of a survey, as if it had been read from JSON: whoever
//! made the bytes is not trusted.
//!
//! # The bytes
//!
//! | Bytes | What |
//! |---|---|
//! | `ff` `sotto` | no text begins with such a byte |
//! | `01` | the version of this form |
//! | `00` or `01` | the program that shows it: the widget's common one, or the one with every mechanism |
//! | the rest | the survey's fields, in the order in which [`SurveyFile`] declares them |
//!
//! A number is written in groups of seven bits, the lowest first, each but the last with the bit 80 (LEB128,
//! never longer than it must be); a number with a sign by its zigzag code. A text is the number of its bytes
//! and then its UTF-8, a list the number of its elements and then these, a choice its place in a list that
//! only grows. What may be absent begins with a byte 0 or 1; of a question one number says, bit by bit,
//! which fields are there.

mod forms;
mod reader;
#[cfg(test)]
mod tests;
#[cfg(feature = "whole")]
mod writer;

use thiserror::Error;

pub(crate) use self::reader::{Form, Reader};
#[cfg(feature = "whole")]
pub(crate) use self::writer::Writer;
use crate::{fault::Faults, kind::AnswerShape, survey::Survey, survey_file::SurveyFile};

/// What every compiled survey begins with.
const MAGIC: &[u8] = b"\xffsotto";

/// The version of the form that is written here.
const VERSION: u8 = 1;

/// Why bytes are not a compiled survey.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompiledError {
    /// They begin otherwise.
    #[error("this is no compiled survey: one begins with the byte ff and \"sotto\"")]
    NotCompiled,
    /// They are of another version of the form.
    #[error(
        "this survey was compiled in version {0} of the form, and version {VERSION} can be read: use a newer widget, or compile it again"
    )]
    Version(u8),
    /// They end too early.
    #[error("the compiled survey ends too early: it must be read as a whole")]
    Truncated,
    /// Something stands behind the end.
    #[error("something stands behind the end of the compiled survey")]
    BehindTheEnd,
    /// A number is greater than it can be, or longer than it must be.
    #[error("a number is too large, or is written longer than it must be")]
    Number,
    /// A list is longer than it may be.
    #[error("a list of {found} elements is too long: at most {most} can stand there")]
    TooLong {
        /// How many it has.
        found: u64,
        /// How many it may have.
        most: usize,
    },
    /// A text is not UTF-8.
    #[error("a text is not written in UTF-8")]
    NotText,
    /// Something has a value that it cannot have.
    #[error("a {0} has a value that it cannot have")]
    Value(&'static str),
    /// Conditions are nested too deep.
    #[error("conditions are nested too deep")]
    TooDeep,
    /// It names another program than the one that it needs.
    #[error("the compiled survey names another program than the one that can show it")]
    Program,
    /// It breaks a rule of surveys.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl Survey {
    /// Reads a compiled survey, and holds it against every rule.
    ///
    /// # Errors
    /// When the bytes are no compiled survey, or one that cannot be asked.
    pub fn of_compiled(bytes: &[u8]) -> Result<Self, CompiledError> {
        let (file, needs_whole) = read(bytes)?;
        let survey = Self::published(file)?;
        // The common program knows no mechanism that needs the other.
        if cfg!(feature = "whole") && survey.needs_whole() != needs_whole {
            return Err(CompiledError::Program);
        }
        Ok(survey)
    }

    /// The survey in its compiled form.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn compile(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.bytes(MAGIC);
        to.bytes(&[VERSION, u8::from(self.needs_whole())]);
        SurveyFile::from(self.clone()).write(&mut to);
        to.end()
    }

    /// Whether only the widget's whole program can ask it.
    fn needs_whole(&self) -> bool {
        let mut mechanisms = self.parts().map(crate::Part::mechanism);
        let mut questions = self.questions().iter();
        self.epsilon_first().is_some()
            || mechanisms.any(|one| !one.is_common())
            || questions.any(|one| matches!(one.shape(), AnswerShape::Order(_)))
    }
}

/// The form of a survey, and whether it says that it needs the whole program.
fn read(bytes: &[u8]) -> Result<(SurveyFile, bool), CompiledError> {
    let mut from = Reader::new(bytes);
    let read = header(&mut from).and_then(|needs_whole| Some((from.read()?, needs_whole)));
    from.end(read)
}

fn header(from: &mut Reader<'_>) -> Option<bool> {
    if from.take(MAGIC.len()) != Some(MAGIC) {
        return from.fail(CompiledError::NotCompiled);
    }
    match from.byte()? {
        VERSION => from.read(),
        version => from.fail(CompiledError::Version(version)),
    }
}
