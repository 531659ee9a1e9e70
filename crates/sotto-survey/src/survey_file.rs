//! The JSON shape of a survey, before it is known to be valid.

use serde::Serialize;
use sotto_ldp::Epsilon;

use crate::{
    identifier::Identifier,
    json::{self, Fields, Json, Read, ReadError, deserialize_by_reading},
    question_file::{self, QuestionFile},
    text::Text,
};

/// A survey as it stands in a file. [`crate::Survey`] is made from it, and only if it is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The languages it is written in; every text has at least the first.
    pub languages: Vec<String>,
    /// How ε is shared among the questions.
    pub plan: Plan,
    /// Under the plan `sample`: how many questions each respondent reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u32>,
    /// The most that a respondent can lose.
    pub epsilon: Epsilon,
    /// Makes it a survey in waves: the most that a single copy can lose, where `epsilon` bounds all
    /// copies of answers that stay the same. A wave is a version of the survey.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon_first: Option<Epsilon>,
    /// Below so many reports nothing is told of what they say; 0 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_reports: Option<u64>,
    /// In the order in which they are asked.
    pub questions: Vec<QuestionFile>,
    /// Which questions stand on a page together; all on one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<PageFile>>,
}

deserialize_by_reading!(SurveyFile);

impl SurveyFile {
    const FIELDS: &[&str] = &[
        "sotto",
        "id",
        "version",
        "title",
        "description",
        "languages",
        "plan",
        "sample",
        "epsilon",
        "epsilon-first",
        "minimum-reports",
        "questions",
        "pages",
    ];

    /// Reads the form, and refuses whatever is not in it.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(json: Json) -> Result<Self, ReadError> {
        let mut fields = Fields::of(json, Self::FIELDS)?;
        Ok(Self {
            sotto: fields.needed("sotto", json::count)?,
            id: fields.needed("id", Identifier::read)?,
            version: fields.needed("version", json::count)?,
            title: fields.needed("title", Text::read)?,
            description: fields.optional("description", Text::read)?,
            languages: fields.needed("languages", |tags| json::list(tags, 64, json::text))?,
            plan: fields.needed("plan", Plan::read)?,
            sample: fields.optional("sample", json::count)?,
            epsilon: fields.needed("epsilon", question_file::epsilon)?,
            epsilon_first: fields.optional("epsilon-first", question_file::epsilon)?,
            minimum_reports: fields.optional("minimum-reports", json::long_count)?,
            questions: fields.needed("questions", |questions| {
                json::list(questions, 200, QuestionFile::read)
            })?,
            pages: fields.optional("pages", |pages| json::list(pages, 200, PageFile::read))?,
        })
    }
}

/// How a survey's ε is shared among its questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    fn read(json: Json) -> Read<Self> {
        let place = json::one_of(json, &["fixed", "split", "sample"])?;
        Ok([Self::Fixed, Self::Split, Self::Sample][place])
    }

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageFile {
    /// What stands above the page's questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Their ids.
    pub questions: Vec<Identifier>,
}

impl PageFile {
    fn read(json: Json) -> Read<Self> {
        let mut fields = Fields::of(json, &["title", "questions"])?;
        Ok(Self {
            title: fields.optional("title", Text::read)?,
            questions: fields.needed("questions", |ids| json::list(ids, 200, Identifier::read))?,
        })
    }
}
