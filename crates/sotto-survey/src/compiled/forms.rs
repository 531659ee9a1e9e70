//! How each thing that a survey is made of stands in its compiled form.

use sotto_ldp::{Epsilon, Mechanism, numbers::Decimal};

use super::{error::CompiledError, form::Form, reader::Reader};
#[cfg(feature = "whole")]
use super::{pictures::Placed, writer::Writer};
#[cfg(feature = "whole")]
use crate::{
    file::{
        closing_file::{ClosingFile, HelpFile, LinkFile, RedirectFile},
        counted_since::CountedSince,
        picture_file::PictureFile,
        prevalence::Prevalence,
        words_file::WordsFile,
    },
    terms::{
        address::{HelpAddress, WebAddress},
        completion_code::CompletionCode,
        picture_hash::PictureHash,
    },
};
use crate::{
    file::{
        joint_file::JointFile,
        list_order::ListOrder,
        question_file::{
            Estimand, FieldFile, Icons, LabelsFile, MOST_PARTS, OptionFile, QuestionFile,
            RankingReport, RowFile, SecretFile, WeightsFile, question_fields,
        },
        survey_file::{PageFile, SurveyFile},
    },
    terms::{
        bound::Bound,
        calendar::Calendar,
        condition::{Condition, MAX_DEPTH, MAX_ELEMENTS},
        identifier::Identifier,
        plan::Plan,
        question_type::QuestionType,
        text::Text,
    },
};

/// What is made of its fields, one after the other; at most so many stand in a list.
macro_rules! fields {
    ($name:ident up to $most:literal: $($field:ident)+ $(, $(#[$on:meta])? with $other:ident = $value:expr)*) => {
        impl Form for $name {
            const MOST: usize = $most;

            fn read(from: &mut Reader<'_>) -> Option<Self> {
                Some(Self { $($field: from.read()?,)+ $($(#[$on])? $other: $value,)* })
            }

            #[cfg(feature = "whole")]
            fn write(&self, to: &mut Writer) {
                $(self.$field.write(to);)+
            }
        }
    };
}

/// What is one of several choices. Their indices stand in surveys that were compiled long ago: a new one
/// comes last.
macro_rules! choices {
    ($name:ident of $all:expr, a $what:literal) => {
        impl Form for $name {
            fn read(from: &mut Reader<'_>) -> Option<Self> {
                let all = $all;
                all.get(from.choice(all.len(), $what)?).copied()
            }

            #[cfg(feature = "whole")]
            fn write(&self, to: &mut Writer) {
                let all = $all;
                let index = all.iter().position(|one| one == self);
                to.number(index.unwrap_or(all.len()) as u64);
            }
        }
    };
}

fields!(SurveyFile up to 0: id version title description languages plan sample epsilon epsilon_first
    weak_protection minimum_reports questions link arms pages page_order, with sotto = 1, with arms_by_link = false,
    with population = None, #[cfg(feature = "whole")] with closing = None,
    #[cfg(feature = "whole")] with words = None, #[cfg(feature = "whole")] with theme = None, #[cfg(feature = "whole")] with counted_since = None);
fields!(PageFile up to 200: title questions order pinned stays);
fields!(OptionFile up to 10_000: id title exclusive, #[cfg(feature = "whole")] with picture = None);
fields!(RowFile up to 100: id title);
fields!(FieldFile up to 100: id title min max step unit);
fields!(LabelsFile up to 0: low high);
fields!(JointFile up to 100: questions mechanism weights, with listed = false);

#[cfg(feature = "whole")]
fields!(ClosingFile up to 0: text help links redirect code own_code);
#[cfg(feature = "whole")]
fields!(CountedSince up to 200: question version);
#[cfg(feature = "whole")]
fields!(HelpFile up to 20: title to);
#[cfg(feature = "whole")]
fields!(LinkFile up to 20: title to);
#[cfg(feature = "whole")]
fields!(RedirectFile up to 0: title to by_itself);
#[cfg(feature = "whole")]
fields!(PictureFile up to 0: hash width height alt);
#[cfg(feature = "whole")]
fields!(Placed up to 40: question option picture);

/// Every text that may be there, absent ones as well: a new one comes last.
#[cfg(feature = "whole")]
impl Form for WordsFile {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let mut words = Self::default();
        for text in words.texts_mut() {
            *text = from.read()?;
        }
        Some(words)
    }

    fn write(&self, to: &mut Writer) {
        for text in self.texts() {
            text.write(to);
        }
    }
}

choices!(bool of [false, true], a "yes or no");
choices!(Plan of [Self::Fixed, Self::Split, Self::Sample], a "plan");
choices!(ListOrder of [Self::Random, Self::Reversed], a "order");
choices!(Estimand of [Self::Mean, Self::Distribution], a "estimate");
choices!(RankingReport of [Self::Pair, Self::FirstPlace], a "report");
choices!(Icons of [Self::Stars, Self::Smileys, Self::Numbers], a "icon");
choices!(QuestionType of Self::ALL, a "question type");

/// A question, of whose fields most may be absent.
macro_rules! question {
    ($($(#[$words:meta])* $field:ident: $kind:ty = $name:literal by $read:expr,)+) => {
        /// Three fields that every question has, the number whose bits say which others are there, and
        /// these. The bits stand in surveys that were compiled long ago: a new field comes last.
        impl Form for QuestionFile {
            const MOST: usize = 200;

            fn read(from: &mut Reader<'_>) -> Option<Self> {
                let mut file = Self::new(from.read()?, from.read()?, from.read()?);
                let mut bits: u64 = from.read()?;
                file.required = bits & 1 == 1;
                bits >>= 1;
                from.present(&mut bits, &mut file.help)?;
                from.present(&mut bits, &mut file.condition)?;
                $(from.present(&mut bits, &mut file.$field)?;)+
                if bits != 0 {
                    return from.fail(CompiledError::Value("question's field"));
                }
                Some(file)
            }

            #[cfg(feature = "whole")]
            fn write(&self, to: &mut Writer) {
                self.id.write(to);
                self.question_type.write(to);
                self.title.write(to);
                let present = [
                    self.required,
                    self.help.is_some(),
                    self.condition.is_some(),
                    $(self.$field.is_some(),)+
                ];
                let bits = present.iter().rev().fold(0, |bits, &one| bits << 1 | u64::from(one));
                to.number(bits);
                to.present(self.help.as_ref());
                to.present(self.condition.as_ref());
                $(to.present(self.$field.as_ref());)+
            }
        }

        /// The names of the fields, in the order of their bits in the compiled form.
        #[cfg(test)]
        pub(super) const COMPILED_FIELDS: &[&str] =
            &["required", "help", "condition", $($name,)+];
    };
}

question_fields!(question);

impl Form for u64 {
    // Of the integers of one part.
    const MOST: usize = Mechanism::MOST_PARAMETERS;
    const MOST_LISTS: usize = MOST_PARTS;

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.number()
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        to.number(*self);
    }
}

impl Form for u32 {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let number = from.number()?;
        let fits = Self::try_from(number);
        fits.ok().or_else(|| from.fail(CompiledError::Number))
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        to.number((*self).into());
    }
}

impl Form for String {
    // The languages of a survey.
    const MOST: usize = 64;

    // Names and texts are read out of line: every form has some, and each copy would be downloaded.
    #[inline(never)]
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let count = from.count(usize::MAX)?;
        match std::str::from_utf8(from.take(count)?) {
            Ok(text) => Some(text.to_owned()),
            Err(_) => from.fail(CompiledError::NotText),
        }
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        to.text(self);
    }
}

impl<T: Form> Form for Vec<T> {
    const MOST: usize = T::MOST_LISTS;

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.list(T::MOST, Reader::read)
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        to.list(self);
    }
}

impl<T: Form> Form for Option<T> {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let mut bits = u64::from(from.read::<bool>()?);
        let mut field = None;
        from.present(&mut bits, &mut field)?;
        Some(field)
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        self.is_some().write(to);
        to.present(self.as_ref());
    }
}

impl Form for Identifier {
    const MOST: usize = 200;
    const MOST_LISTS: usize = 100;

    #[inline(never)]
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let read = from.read::<String>()?.parse();
        let fault = CompiledError::Value("name");
        read.ok().or_else(|| from.fail(fault))
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        to.text(self.as_str());
    }
}

/// A text that is held against what it may be.
#[cfg(feature = "whole")]
macro_rules! texts {
    ($($name:ident is $what:literal)+) => {$(
        impl Form for $name {
            fn read(from: &mut Reader<'_>) -> Option<Self> {
                let read = from.read::<String>()?.parse();
                read.ok().or_else(|| from.fail(CompiledError::Value($what)))
            }

            fn write(&self, to: &mut Writer) {
                to.text(self.as_str());
            }
        }
    )+};
}

#[cfg(feature = "whole")]
texts!(WebAddress is "address" HelpAddress is "address" CompletionCode is "completion code");

/// Its 32 bytes.
#[cfg(feature = "whole")]
impl Form for PictureHash {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let hash = from.take(32)?.try_into().ok()?;
        Some(Self::of_sha256(hash))
    }

    fn write(&self, to: &mut Writer) {
        to.bytes(self.bytes());
    }
}

impl Form for Text {
    #[inline(never)]
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let pairs = from.list(Self::MAX_LANGUAGES, |from| {
            Some((from.read::<String>()?, from.read::<String>()?))
        })?;
        Self::of_pairs(pairs).or_else(|| from.fail(CompiledError::Value("language")))
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        to.number(self.pairs().len() as u64);
        for (tag, text) in self.pairs() {
            to.text(tag);
            to.text(text);
        }
    }
}

/// As a number: that it is a day, month or time follows from its question.
impl Form for Bound {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let number = from.read()?;
        Some(Self {
            number,
            calendar: None,
        })
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        self.number.write(to);
    }
}

#[cfg(feature = "whole")]
choices!(Calendar of [Self::Date, Self::Month, Self::Time], a "calendar");

/// As of a secret.
#[cfg(not(feature = "whole"))]
impl Form for Calendar {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.fail(CompiledError::Value("question's field"))
    }
}

impl Form for Decimal {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let code = from.number()?;
        let micros = (code >> 1).cast_signed() ^ -(code & 1).cast_signed();
        let read = Self::from_micros(micros).ok();
        read.or_else(|| from.fail(CompiledError::Value("number")))
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        let micros = self.micros();
        to.number(((micros << 1) ^ (micros >> 63)).cast_unsigned());
    }
}

/// Its millionths, or 0 and the ratio whose logarithm it is.
impl Form for Epsilon {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let micros = from.read::<u32>()?;
        let read = if micros == 0 {
            let ratio = (from.read()?, from.read()?);
            let read = Self::ln_ratio(ratio.0, ratio.1).ok();
            // In lowest terms alone.
            read.filter(|read| read.ratio() == Some(ratio))
        } else {
            Self::from_micros(micros).ok()
        };
        read.or_else(|| from.fail(CompiledError::Value("ε")))
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        if let Some((numerator, denominator)) = self.ratio() {
            to.number(0);
            numerator.write(to);
            denominator.write(to);
        } else {
            self.micros_rounded_down().write(to);
        }
    }
}

/// They stand in a list of lists in JSON where there are several parts.
impl Form for WeightsFile {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let parts: Vec<_> = from.read()?;
        let nested = parts.len() > 1;
        Some(Self { parts, nested })
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        self.parts.write(to);
    }
}

/// How many of how many people, in lowest terms.
#[cfg(feature = "whole")]
impl Form for Prevalence {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let fraction = (from.read()?, from.read()?);
        let read = Self::new(fraction.0, fraction.1);
        let read = read.filter(|read| read.fraction() == fraction);
        read.or_else(|| from.fail(CompiledError::Value("prevalence")))
    }

    fn write(&self, to: &mut Writer) {
        let (having, people) = self.fraction();
        having.write(to);
        people.write(to);
    }
}

#[cfg(feature = "whole")]
fields!(SecretFile up to 0: title prevalence, with known_share = None);

/// The common widget never gets so far: its page has the whole one show such a survey.
#[cfg(not(feature = "whole"))]
impl Form for SecretFile {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.fail(CompiledError::Value("question's field"))
    }
}

impl Form for Condition {
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        condition(from, 1)
    }

    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer) {
        match self {
            Self::All(conditions) => {
                to.number(0);
                to.list(conditions);
            }
            Self::Any(conditions) => {
                to.number(1);
                to.list(conditions);
            }
            Self::Not(condition) => {
                to.number(2);
                condition.write(to);
            }
            Self::Is { question, row, is } => {
                to.number(3);
                question.write(to);
                row.write(to);
                is.write(to);
            }
            Self::Within {
                question,
                field,
                at_least,
                at_most,
            } => {
                to.number(4);
                question.write(to);
                field.write(to);
                at_least.write(to);
                at_most.write(to);
            }
        }
    }
}

/// A condition that stands in so many others, itself included.
fn condition(from: &mut Reader<'_>, depth: u32) -> Option<Condition> {
    if depth > MAX_DEPTH {
        return from.fail(CompiledError::TooDeep);
    }
    let below = |from: &mut Reader<'_>| condition(from, depth + 1);
    Some(match from.choice(5, "condition")? {
        0 => Condition::All(from.list(MAX_ELEMENTS, below)?),
        1 => Condition::Any(from.list(MAX_ELEMENTS, below)?),
        2 => Condition::Not(Box::new(below(from)?)),
        3 => Condition::Is {
            question: from.read()?,
            row: from.read()?,
            is: from.list(MAX_ELEMENTS, Reader::read)?,
        },
        _ => {
            let (question, field) = (from.read()?, from.read()?);
            let (at_least, at_most) = (from.read::<Option<_>>()?, from.read::<Option<_>>()?);
            if at_least.is_none() && at_most.is_none() {
                return from.fail(CompiledError::Value("condition"));
            }
            Condition::Within {
                question,
                field,
                at_least,
                at_most,
            }
        }
    })
}
