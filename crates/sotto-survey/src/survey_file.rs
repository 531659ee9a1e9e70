//! The JSON shape of a survey, before it is known to be valid.

use serde::{Deserialize, Serialize};
use sotto_ldp::Epsilon;

use crate::{bounded, identifier::Identifier, question_file::QuestionFile, text::Text};

/// A survey as it stands in a file. [`crate::Survey`] is made from it, and only if it is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
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
    #[serde(deserialize_with = "bounded::list::<64, _, _>")]
    pub languages: Vec<String>,
    /// How ε is shared among the questions.
    pub plan: Plan,
    /// Under the plan `sample`: how many questions each respondent reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<u32>,
    /// The most that a respondent can lose.
    pub epsilon: Epsilon,
    /// Below so many reports nothing is told of what they say; 0 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_reports: Option<u64>,
    /// In the order in which they are asked.
    #[serde(deserialize_with = "bounded::list::<200, _, _>")]
    pub questions: Vec<QuestionFile>,
    /// Which questions stand on a page together; all on one if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "bounded::optional::<200, _, _>"
    )]
    pub pages: Option<Vec<PageFile>>,
}

/// How a survey's ε is shared among its questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// Every question has its own ε.
    Fixed,
    /// Every question has a part in proportion to its share.
    Split,
    /// Each respondent reports some questions, drawn at random whatever the answers.
    Sample,
}

impl Plan {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Split => "split",
            Self::Sample => "sample",
        }
    }
}

/// A page as it stands in a file. The pages together hold every question once, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageFile {
    /// What stands above the page's questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Their ids.
    #[serde(deserialize_with = "bounded::list::<200, _, _>")]
    pub questions: Vec<Identifier>,
}
