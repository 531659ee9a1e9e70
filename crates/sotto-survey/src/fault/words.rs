//! The sentence of each fault: what is wrong, and what would be right.

use std::fmt::{Display, Formatter, Result};

use super::{Fault, FaultCause, Faults, Total, ValueKind};
use crate::{QuestionType, Text, condition};

impl Display for Faults {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for (number, fault) in self.as_slice().iter().enumerate() {
            if number > 0 {
                out.write_str("; ")?;
            }
            fault.fmt(out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Display for Fault {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let Self {
            pointer,
            question,
            cause,
        } = self;
        match question {
            Some(id) => write!(out, "question \"{id}\" ({pointer}): {cause}"),
            None if pointer.is_empty() => cause.fmt(out),
            None => write!(out, "{pointer}: {cause}"),
        }
    }
}

impl Display for FaultCause {
    #[expect(clippy::too_many_lines, reason = "one sentence for each cause")]
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Self::Expected(kind) => write!(out, "expected {kind}"),
            Self::UnknownField { name, known } => {
                let known = known.join("`, `");
                write!(out, "unknown field `{name}`, expected one of `{known}`")
            }
            Self::UnknownName { name, known } => {
                let known = known.join("`, `");
                write!(out, "unknown variant `{name}`, expected one of `{known}`")
            }
            Self::Missing(field) => write!(out, "missing field `{field}`"),
            Self::TooLong(most) => write!(
                out,
                "a list is too long: at most {most} elements can stand here"
            ),
            Self::TooManyLanguages => {
                write!(out, "a text has at most {} languages", Text::MAX_LANGUAGES)
            }
            Self::FreeText => out.write_str(
                "free text cannot be asked: no noise can hide who wrote a sentence, so local differential privacy does not protect it; ask with options or a number instead",
            ),
            Self::UnknownType(name) => {
                let known = QuestionType::ALL.map(QuestionType::name).join(", ");
                write!(out, "there is no question type \"{name}\": use one of {known}")
            }
            Self::Identifier(error) => error.fmt(out),
            Self::Epsilon(error) => error.fmt(out),
            Self::Number(error) => error.fmt(out),
            Self::Format(found) => write!(
                out,
                "\"sotto\" is {found}, but this program reads version 1 of the format"
            ),
            Self::Version => out.write_str("\"version\" is 0, but versions count from 1"),
            Self::NoLanguage => out.write_str(
                "\"languages\" must name at least one language, such as \"en\" or \"zh-CN\"",
            ),
            Self::LanguageTag(found) => write!(
                out,
                "\"{found}\" is not a language tag: write one such as \"en\" or \"zh-CN\""
            ),
            Self::Untranslated(language) => write!(
                out,
                "a text in \"{language}\", the survey's first language, is missing"
            ),
            Self::TextLength => write!(
                out,
                "a text must have 1 to {} characters, not only spaces",
                Text::MAX_CHARACTERS
            ),
            Self::HiddenCharacters => out.write_str(
                "the text holds invisible characters that can change how it reads: control characters, or marks that change the direction (U+202A to U+202E, U+2066 to U+2069); take them out",
            ),
            Self::QuestionCount(found) => {
                write!(out, "a survey has from 1 to 200 questions, not {found}")
            }
            Self::TooLarge {
                total,
                found,
                maximum,
            } => {
                let total = match total {
                    Total::Parts => "parts",
                    Total::Values => "values",
                };
                write!(
                    out,
                    "the questions together have {found} {total}, but at most {maximum} can be counted"
                )
            }
            Self::RepeatedId(id) => {
                write!(out, "the id \"{id}\" is used twice; ids must differ")
            }
            Self::SampleMissing => out.write_str(
                "the plan \"sample\" needs \"sample\": how many questions each respondent reports",
            ),
            Self::SampleForeign(plan) => write!(
                out,
                "\"sample\" belongs to the plan \"sample\", but the plan is \"{}\"",
                plan.name()
            ),
            Self::SampleOutOfRange { sample, questions } => write!(
                out,
                "\"sample\" is {sample}, but from 1 to {questions} of the questions can be drawn"
            ),
            Self::SampleInWaves => out.write_str(
                "a survey in waves (\"epsilon-first\") reports every question in every wave: another draw each time would report them all in the end",
            ),
            Self::PageOutOfOrder(id) => write!(
                out,
                "\"pages\" must hold every question once, in the order of \"questions\": \"{id}\" is out of place"
            ),
            Self::PageEmpty => out.write_str("a page needs at least one question"),
            Self::PageMissing(id) => write!(
                out,
                "\"pages\" must hold every question once, in the order of \"questions\": \"{id}\" is on none of them"
            ),
            Self::BudgetExceeded { actual, declared } => write!(
                out,
                "the questions together cost {actual}, more than the survey's epsilon {declared}: raise it or lower theirs"
            ),
            Self::FirstExceeded { actual, declared } => write!(
                out,
                "a single copy costs {actual}, more than \"epsilon-first\" {declared}: raise it, or lower the questions' epsilons"
            ),
            Self::EpsilonMissing => {
                out.write_str("a question needs its own \"epsilon\" under the plan \"fixed\"")
            }
            Self::ShareForeign => out.write_str("\"share\" belongs to the plan \"split\""),
            Self::ShareOutOfRange => out.write_str("a \"share\" is from 1 to 1000"),
            Self::FieldMissing {
                question_type,
                field,
            } => write!(out, "{} needs \"{field}\"", question_type.name()),
            Self::FieldForeign {
                question_type,
                field,
            } => write!(out, "{} takes no \"{field}\"", question_type.name()),
            Self::DeclineTaken => out.write_str(
                "the id \"decline\" is taken by \"Prefer not to answer\"; choose another or set \"decline\": false",
            ),
            Self::ExclusiveForeign => out.write_str(
                "only an option of a multiple-choice can be \"exclusive\": of any other type one is chosen anyway",
            ),
            Self::ScaleOutOfRange => out.write_str("the \"scale\" of a rating is from 2 to 10"),
            Self::OptionCount => out.write_str(
                "a multiple-choice has from 2 options, \"Prefer not to answer\" included, to 200, because each is a report of its own",
            ),
            Self::ChoiceBounds => out.write_str(
                "\"at-least\" may not exceed \"at-most\", nor that the number of options, and at least one must be allowed",
            ),
            Self::NothingListed => out.write_str("the list needs at least one element"),
            Self::TooFine { found, maximum } => write!(
                out,
                "there are {found} different answers, but at most {maximum} can be told apart: choose a larger \"step\""
            ),
            Self::ConditionNeedsDecline => out.write_str(
                "a question with a \"condition\" must offer to decline, because that is what is reported for those who are not asked",
            ),
            Self::ConditionForm => out.write_str(
                "a condition is one of { \"question\", \"is\" }, { \"question\", \"at-least\", \"at-most\" }, { \"all\" }, { \"any\" } and { \"not\" }",
            ),
            Self::ConditionTooDeep => write!(
                out,
                "a condition is nested too deep: at most {} levels can stand in one another",
                condition::MAX_DEPTH
            ),
            Self::TooManyTests => out.write_str(
                "the condition combines too many tests: at most 200 can be evaluated",
            ),
            Self::NotAskedBefore(id) => {
                write!(out, "\"{id}\" is no question before it")
            }
            Self::RowUnnamed => {
                out.write_str("the question is a matrix: name the \"row\" that counts")
            }
            Self::UnknownRow(id) => write!(out, "\"{id}\" is no row of that question"),
            Self::UnknownCategory(id) => write!(out, "\"{id}\" is no category of that question"),
            Self::NoNumber => out.write_str(
                "the question does not ask for a number, so \"at-least\" and \"at-most\" say nothing about it",
            ),
            Self::NumberUnnamed => out
                .write_str("the question asks for several numbers: name the \"field\" that counts"),
            Self::UnknownNumber(id) => write!(out, "\"{id}\" is no field of that question"),
            Self::Mechanism(error) => error.fmt(out),
            Self::Waves(error) => error.fmt(out),
            Self::NumbersInWaves => out.write_str(
                "a survey in waves takes no numbers: ask for a range among options",
            ),
            Self::ReportedInWaves => out.write_str(
                "a survey in waves reports every part in every wave: another draw each time would report them all in the end",
            ),
            Self::NoDistribution => out.write_str(
                "a \"distribution\" can be recovered from the reports of square-wave or piecewise only",
            ),
            Self::Division(error) => error.fmt(out),
            Self::ReportedOutOfRange { reported, parts } => write!(
                out,
                "\"reported\" is {reported}, but it must be from 1 to {parts}"
            ),
            Self::WeightsWithoutMechanism => out.write_str(
                "\"weights\" are those of a mechanism: name it, not \"auto\"",
            ),
            Self::WeightCount { expected } => write!(
                out,
                "\"weights\" must hold the integers of {expected} parts: one list for one part, a list of lists for several"
            ),
            Self::Weight(found) => write!(
                out,
                "the weight \"{found}\" is no integer; write digits in quotes"
            ),
            Self::WeightsExceedEpsilon { actual, declared } => write!(
                out,
                "its weights cost {actual}, more than the declared epsilon {declared}"
            ),
            Self::Unpublished => out.write_str(
                "there are no \"weights\": publish the survey first, which computes them",
            ),
        }
    }
}

impl Display for ValueKind {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(match self {
            Self::Object => "an object",
            Self::List => "a list",
            Self::Text => "a string",
            Self::Texts => "a text by language, such as { \"en\": \"Yes\" }",
            Self::Flag => "true or false",
            Self::Count => "a whole number from 0 to 4294967295",
            Self::LongCount => "a whole number from 0",
            Self::Decimal => "a number with at most six decimals",
        })
    }
}
