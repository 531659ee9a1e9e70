//! How the shared types look in JSON. They stand here and not beside the types, which the widget
//! carries as well; the tests read real bodies into them, so that they cannot drift apart.
#![expect(
    dead_code,
    reason = "the members are read by the derives and by tests alone"
)]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A text by language tag. It is plain text, never markup.
type Text = BTreeMap<String, String>;

/// A survey as it is published: never `auto`, and the mechanisms' integers stand in it.
#[derive(Deserialize, ToSchema)]
#[schema(as = Survey)]
pub(in super::super) struct SurveySchema {
    /// The version of the format
    #[schema(minimum = 1, maximum = 1)]
    sotto: u32,
    #[schema(pattern = "^[a-z0-9][a-z0-9-]{0,63}$")]
    id: String,
    #[schema(minimum = 1)]
    version: u32,
    title: Text,
    description: Option<Text>,
    #[schema(min_items = 1)]
    languages: Vec<String>,
    /// `fixed`, `split` or `sample`
    plan: String,
    /// The most that a respondent can lose: a decimal, or `ln R` with R a positive rational
    epsilon: String,
    #[schema(min_items = 1, max_items = 200)]
    questions: Vec<QuestionSchema>,
}

/// A question; what further members it has depends on its type.
#[derive(Deserialize, ToSchema)]
#[schema(as = Question)]
pub(in super::super) struct QuestionSchema {
    #[schema(pattern = "^[a-z0-9][a-z0-9-]{0,63}$")]
    id: String,
    r#type: String,
    title: Text,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// One report for each question, its form given by the question's mechanism.
#[derive(Deserialize, ToSchema)]
#[schema(as = Submission)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SubmissionSchema {
    /// The version of the survey that was answered
    #[schema(minimum = 1)]
    version: u32,
    /// Drawn at random by the device: under the same id the same submission counts once
    #[schema(pattern = "^[0-9a-f]{32}$")]
    report_id: String,
    /// By question id
    reports: BTreeMap<String, Value>,
    /// What the survey's access asks for: a class code, an invite, or an unlinkable token
    #[serde(default)]
    #[schema(max_length = 200)]
    invite: Option<String>,
}

/// What became of a submission.
#[derive(Deserialize, ToSchema)]
#[schema(as = Receipt)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ReceiptSchema {
    outcome: OutcomeSchema,
}

/// Whether it was counted now, or before.
#[derive(Deserialize, ToSchema)]
#[schema(as = Outcome)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum OutcomeSchema {
    Counted,
    CountedBefore,
}

/// Estimates for the whole crowd.
#[derive(Deserialize, ToSchema)]
#[schema(as = Results)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ResultsSchema {
    survey: String,
    version: u32,
    /// How sure the intervals are
    #[schema(exclusive_minimum = 0, exclusive_maximum = 1)]
    confidence: f64,
    questions: Vec<QuestionResultsSchema>,
}

/// The results of a question.
#[derive(Deserialize, ToSchema)]
#[schema(as = QuestionResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct QuestionResultsSchema {
    id: String,
    /// The mechanism that perturbed the answers
    mechanism: String,
    /// The declared ε
    epsilon: String,
    /// The ε that the mechanism's integers imply, rounded up to a millionth
    epsilon_actual: f64,
    /// The number of reports, n
    reports: u64,
    categories: Vec<CategoryResultsSchema>,
}

/// The results of a category, as shares of the reports. There is no estimate without reports.
#[derive(Deserialize, ToSchema)]
#[schema(as = CategoryResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct CategoryResultsSchema {
    id: String,
    /// How many noisy reports support it
    count: u64,
    /// The unbiased estimate; it may lie below 0 or above 1
    estimate: Option<f64>,
    /// The standard deviation of the estimate
    standard_error: Option<f64>,
    /// The ends of the interval, not cut at 0 or 1
    interval: Option<[f64; 2]>,
    /// No share below 0, all together 1: for display
    consistent: Option<f64>,
}
