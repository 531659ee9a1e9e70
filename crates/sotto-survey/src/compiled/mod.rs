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
//! | `00` to `02`, or an even number to `7e` | the program that shows it: the widget's common one, or the whole one. The bit 2 says that this is told by the link which arms are asked, the bit 4 that there are closing words, the bit 8 that there are words in place of the widget's, the bit 10 that there are pictures, the bit 40 that some questions did not change since earlier versions. The bit 20 beside any of these says that there is a look of its own |
//! | the rest | the survey's fields, in the order in which [`SurveyFile`] declares them; closing words, then words of its own, pictures, what did not change, and a look of its own last |
//!
//! A number is written in groups of seven bits, the lowest first, each but the last with the bit 80 (LEB128,
//! never longer than it must be); a number with a sign by its zigzag code. A text is the number of its bytes
//! and then its UTF-8, a list the number of its elements and then these, a choice its index in a list that
//! only grows. What may be absent begins with a byte 0 or 1; of a question one number says, bit by bit,
//! which fields are there.

#[cfg(feature = "whole")]
mod calendars;
mod error;
mod form;
mod forms;
#[cfg(feature = "whole")]
mod pictures;
mod reader;
#[cfg(test)]
mod tests;
#[cfg(feature = "whole")]
mod theme;
#[cfg(feature = "whole")]
mod writer;

pub use self::error::CompiledError;
use self::{error::VERSION, reader::Reader};
#[cfg(feature = "whole")]
use self::{form::Form as _, writer::Writer};
use crate::{
    file::survey_file::SurveyFile,
    survey::{Survey, kind::AnswerShape},
};

/// What every compiled survey begins with.
const MAGIC: &[u8] = b"\xffsotto";

/// The whole program, for none of the reasons below.
const WHOLE: u8 = 1;

/// The whole program, told by the link which arms are asked.
const BY_LINK: u8 = 2;

/// The whole program, which shows closing words.
#[cfg(feature = "whole")]
const CLOSING: u8 = 4;

/// The whole program, which takes words from the survey.
#[cfg(feature = "whole")]
const OWN_WORDS: u8 = 8;

/// The whole program, which shows pictures.
#[cfg(feature = "whole")]
const PICTURES: u8 = 16;

/// The whole program, which leaves out what an earlier copy goes on counting for.
#[cfg(feature = "whole")]
const COUNTED_SINCE: u8 = 64;

/// Beside any program: the survey has a look of its own, which is the element's business.
const THEME: u8 = 32;

/// How many bytes a look takes, at the end.
const THEME_BYTES: usize = 77;

/// Whether a look is read. On a device it is passed over: the element reads it there (`theme.js`), and holds every colour
/// against what it stands on.
const READS_LOOKS: bool = cfg!(all(feature = "whole", not(target_arch = "wasm32")));

/// Whether a reader knows a program: the common one knows none but itself.
const fn is_known(program: u8) -> bool {
    if cfg!(feature = "whole") {
        program < 127
    } else {
        program & !THEME <= WHOLE
    }
}

impl Survey {
    /// Reads a compiled survey, and holds it against every rule.
    ///
    /// # Errors
    /// When the bytes are no compiled survey, or one that cannot be asked.
    pub fn of_compiled(bytes: &[u8]) -> Result<Self, CompiledError> {
        let (file, program) = read(bytes)?;
        // The common program has nothing of waves.
        if !cfg!(feature = "whole") && file.epsilon_first.is_some() {
            return Err(CompiledError::Program);
        }
        let survey = Self::published(file)?;
        let passed_over = if READS_LOOKS { 0 } else { program & THEME };
        // The common program knows no mechanism that needs the other.
        if cfg!(feature = "whole") && survey.program() | passed_over != program {
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
        to.bytes(&[VERSION, self.program()]);
        let file = SurveyFile::from(self.clone());
        file.write(&mut to);
        if let Some(closing) = self.closing() {
            closing.write(&mut to);
        }
        if let Some(words) = self.own_words() {
            words.write(&mut to);
        }
        if self.has_pictures() {
            pictures::write(&file, &mut to);
        }
        if !self.counted_since().is_empty() {
            to.list(self.counted_since());
        }
        if let Some(theme) = self.theme_file() {
            theme::write(theme, &mut to);
        }
        to.end()
    }

    /// Which program asks it, whether the link names the arms, whether there are closing words, words of its own and
    /// pictures, and a look.
    fn program(&self) -> u8 {
        let named = u8::from(self.takes_arms_by_link()) * BY_LINK;
        let program = match named | self.said_by_itself() {
            0 => u8::from(self.needs_whole()) * WHOLE,
            reasons => reasons,
        };
        program | self.look()
    }

    #[cfg(feature = "whole")]
    fn look(&self) -> u8 {
        u8::from(self.theme_file().is_some()) * THEME
    }

    #[cfg(not(feature = "whole"))]
    #[expect(
        clippy::unused_self,
        reason = "the common widget leaves the look to the element"
    )]
    const fn look(&self) -> u8 {
        0
    }

    #[cfg(feature = "whole")]
    fn said_by_itself(&self) -> u8 {
        let closing = u8::from(self.closing().is_some()) * CLOSING;
        let words = u8::from(self.own_words().is_some()) * OWN_WORDS;
        let pictures = u8::from(self.has_pictures()) * PICTURES;
        let since = u8::from(!self.counted_since().is_empty()) * COUNTED_SINCE;
        closing | words | pictures | since
    }

    #[cfg(not(feature = "whole"))]
    #[expect(
        clippy::unused_self,
        reason = "the common widget reads no survey that has any"
    )]
    const fn said_by_itself(&self) -> u8 {
        0
    }

    /// Whether its questions are such that only the widget's whole program can ask them.
    fn needs_whole(&self) -> bool {
        let mut mechanisms = self.parts().map(crate::Part::mechanism);
        let mut questions = self.questions().iter();
        self.epsilon_first().is_some()
            || mechanisms.any(|one| !one.is_common())
            || questions.any(|one| {
                matches!(one.shape(), AnswerShape::Order(_))
                    || one.shape().calendar().is_some()
                    || one.is_piped_into()
            })
    }
}

/// The form of a survey, and the program that it says it needs.
fn read(bytes: &[u8]) -> Result<(SurveyFile, u8), CompiledError> {
    let mut from = Reader::new(bytes);
    let read = header(&mut from).and_then(|program| {
        let mut file: SurveyFile = from.read()?;
        #[cfg(feature = "whole")]
        calendars::name(&mut file.questions);
        file.arms_by_link = program & BY_LINK != 0;
        #[cfg(feature = "whole")]
        if program & CLOSING != 0 {
            file.closing = Some(from.read()?);
        }
        #[cfg(feature = "whole")]
        if program & OWN_WORDS != 0 {
            file.words = Some(from.read()?);
        }
        #[cfg(feature = "whole")]
        if program & PICTURES != 0 {
            pictures::read_into(&mut file, &mut from)?;
        }
        #[cfg(feature = "whole")]
        if program & COUNTED_SINCE != 0 {
            file.counted_since = Some(from.read()?);
        }
        if program & THEME != 0 {
            #[cfg_attr(
                not(feature = "whole"),
                expect(unused_variables, reason = "it is passed over")
            )]
            let look = from.take(THEME_BYTES)?;
            #[cfg(feature = "whole")]
            if READS_LOOKS {
                theme::read_into(&mut file, look, &mut from)?;
            }
        }
        if cfg!(not(feature = "whole")) && file.epsilon_first.is_some() {
            return from.fail(CompiledError::Program);
        }
        Some((file, program))
    });
    from.end(read)
}

fn header(from: &mut Reader<'_>) -> Option<u8> {
    if from.take(MAGIC.len()) != Some(MAGIC) {
        return from.fail(CompiledError::NotCompiled);
    }
    match from.byte()? {
        VERSION => {
            let program = from.byte()?;
            if is_known(program) {
                Some(program)
            } else {
                from.fail(CompiledError::Value("program"))
            }
        }
        version => from.fail(CompiledError::Version(version)),
    }
}
