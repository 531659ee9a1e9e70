//! How the shared types look in JSON. They stand here and not beside the types, which the widget
//! carries as well; the tests hold real answers against the description that is made from them, so
//! that they cannot drift apart.
#![expect(dead_code, reason = "the members are read by the derives alone")]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A text by language tag. It is plain text, never markup.
type Text = BTreeMap<String, String>;

/// What a survey is called in addresses.
#[derive(Deserialize, ToSchema)]
#[schema(as = Identifier, value_type = String, pattern = "^[a-z0-9][a-z0-9-]{0,63}$")]
pub(in super::super) struct IdentifierSchema(String);

/// A survey as it is published: never `auto`, and the mechanisms' integers stand in it.
#[derive(Deserialize, ToSchema)]
#[schema(as = Survey)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
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
    plan: PlanSchema,
    /// Under the plan `sample`: how many questions each respondent reports
    #[schema(minimum = 1)]
    sample: Option<u32>,
    /// The most that a respondent can lose: a decimal, or `ln R` with R a positive rational
    epsilon: String,
    /// Below so many reports nothing is told of what they say
    minimum_reports: Option<u64>,
    #[schema(min_items = 1, max_items = 200)]
    questions: Vec<QuestionSchema>,
    /// Which questions stand on a page together; all on one if absent
    #[schema(max_items = 200)]
    pages: Option<Vec<PageSchema>>,
}

/// How a survey's ε is shared among its questions.
#[derive(Deserialize, ToSchema)]
#[schema(as = Plan)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum PlanSchema {
    /// Every question has its own
    Fixed,
    /// Every question has a part in proportion to its `share`
    Split,
    /// Each respondent reports `sample` questions, drawn at random whatever the answers
    Sample,
}

/// A page of questions. The pages together hold every question once, in order.
#[derive(Deserialize, ToSchema)]
#[schema(as = Page)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct PageSchema {
    title: Option<Text>,
    /// Their ids
    questions: Vec<String>,
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
    /// The number of submissions in which the question was reported, n
    reports: u64,
    /// Of a multiple choice its options, each with the share of those who chose it; none of a matrix
    /// or of numbers
    categories: Vec<CategoryResultsSchema>,
    /// Of a matrix
    rows: Option<Vec<RowResultsSchema>>,
    /// Of a number: the mean among those who gave one
    mean: Option<MeanResultsSchema>,
    /// Of a number, where the survey asks for it: the distribution among those who gave one
    distribution: Option<Vec<BinResultsSchema>>,
    /// Of several numbers
    fields: Option<Vec<FieldResultsSchema>>,
    /// Of numbers that may be declined: the share of those who gave them
    answered: Option<ShareResultsSchema>,
}

/// The results of a category, as shares of the reports. There is no estimate without reports, and
/// neither estimate nor count below the survey's minimum of reports.
#[derive(Deserialize, ToSchema)]
#[schema(as = CategoryResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct CategoryResultsSchema {
    id: String,
    /// Of an option of a multiple choice: the number of its own reports
    reports: Option<u64>,
    /// How many noisy reports support it
    count: Option<u64>,
    /// The unbiased estimate; it may lie below 0 or above 1
    estimate: Option<f64>,
    /// The standard deviation of the estimate
    standard_error: Option<f64>,
    /// The ends of the interval, not cut at 0 or 1
    interval: Option<[f64; 2]>,
    /// Made possible, for display: of one answer no share below 0, all together 1; of an option of a
    /// multiple choice cut at 0 and 1
    consistent: Option<f64>,
}

/// The results of a row of a matrix.
#[derive(Deserialize, ToSchema)]
#[schema(as = RowResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RowResultsSchema {
    id: String,
    reports: u64,
    categories: Vec<CategoryResultsSchema>,
}

/// The results of one of several numbers.
#[derive(Deserialize, ToSchema)]
#[schema(as = FieldResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct FieldResultsSchema {
    id: String,
    reports: u64,
    /// Among those who gave it
    mean: Option<MeanResultsSchema>,
}

/// An estimated mean, in the question's unit.
#[derive(Deserialize, ToSchema)]
#[schema(as = MeanResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct MeanResultsSchema {
    /// It may lie outside the question's range
    estimate: f64,
    standard_error: f64,
    /// Not cut at the range
    interval: [f64; 2],
}

/// An estimated share of all reports.
#[derive(Deserialize, ToSchema)]
#[schema(as = ShareResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ShareResultsSchema {
    /// Unbiased; it may lie below 0 or above 1
    estimate: f64,
    standard_error: f64,
    /// Not cut at 0 or 1
    interval: [f64; 2],
}

/// The share of those who gave a number within a range, of all who gave one.
#[derive(Deserialize, ToSchema)]
#[schema(as = BinResults)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct BinResultsSchema {
    /// The least number
    from: f64,
    /// The greatest number
    to: f64,
    estimate: f64,
    /// Of noise and sampling; where the shape is smoothed, its bias is not in it
    standard_error: f64,
    /// Not cut at 0 or 1
    interval: [f64; 2],
}
