//! The JSON shape of a survey, before it is known to be valid.

use serde::{Deserialize, Serialize};
use sotto_ldp::Epsilon;

use crate::{identifier::Identifier, text::Text};

/// A survey as it stands in a file. [`crate::Survey`] is made from it, and only if it is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyFile {
    /// The version of this format: 1.
    pub sotto: u32,
    /// The survey's name.
    pub id: Identifier,
    /// Counts from 1; submissions to another version are refused.
    pub version: u32,
    /// What the respondent reads first.
    pub title: Text,
    /// A few words below the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The languages it is written in; every text has at least the first.
    pub languages: Vec<String>,
    /// How ε is shared among the questions.
    pub plan: Plan,
    /// The most that a respondent can lose.
    pub epsilon: Epsilon,
    /// In the order in which they are asked.
    pub questions: Vec<QuestionFile>,
}

/// How a survey's ε is shared among its questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// Every question has its own ε.
    Fixed,
    /// Every question has an equal part.
    Split,
    /// Each respondent reports some questions, drawn at random.
    Sample,
}

/// A question as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionFile {
    /// The question's name, unique within the survey.
    pub id: Identifier,
    /// What kind of answer it takes.
    #[serde(rename = "type")]
    pub question_type: QuestionType,
    /// What is asked.
    pub title: Text,
    /// More words, where the question needs them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<Text>,
    /// The choices; for a single choice only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionFile>>,
    /// The name of a mechanism, or `auto`.
    #[serde(default = "auto")]
    pub mechanism: String,
    /// The ε of its report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<Epsilon>,
    /// The mechanism's exact integers, as decimal digits; computed from ε where they are absent.
    /// Digits in quotes, because a number in a browser holds no more than 53 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<String>>,
    /// Whether "Prefer not to answer" is one of the categories.
    #[serde(default = "yes")]
    pub decline: bool,
}

/// The kinds of question there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionType {
    /// Yes or no.
    YesNo,
    /// One of several options.
    SingleChoice,
}

/// An option as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionFile {
    /// The option's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
}

fn auto() -> String {
    "auto".to_owned()
}

const fn yes() -> bool {
    true
}
