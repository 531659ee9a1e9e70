//! Estimates for the whole crowd, in the shape in which the API gives them.
//!
//! Below the survey's minimum of reports there are none: every estimate and count is null.

use serde::{Deserialize, Serialize};
use sotto_ldp::Epsilon;

use crate::{
    file::question_file::is_false,
    terms::{identifier::Identifier, pin::Pin, whom::Whom},
};

/// The results of a survey.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Results {
    /// The survey's id.
    pub survey: Identifier,
    /// The version that was answered.
    pub version: u32,
    /// The pin of the version as it is published now: what `sotto pin` prints of it. Absent where no
    /// collector gives the results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin: Option<Pin>,
    /// Where the counts of compatible versions are added: every version that is counted, the newest
    /// first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<u32>,
    /// How many people's answers are included, over all versions that are counted: each submission is one, whichever
    /// questions it reports. Absent where nobody counted submissions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submissions: Option<u64>,
    /// How sure the intervals are, 0.95 unless asked.
    #[cfg_attr(
        feature = "schema",
        schema(exclusive_minimum = 0, exclusive_maximum = 1)
    )]
    pub confidence: f64,
    /// Whom every figure is about: exactly those who answered, or a larger population of which they are a
    /// random sample. Each interval holds the true figure of these as often as `confidence` says.
    #[serde(default)]
    pub population: Whom,
    /// Whether that is assumed, because the survey does not say; absent if it does.
    #[serde(default, skip_serializing_if = "is_false")]
    pub population_assumed: bool,
    /// How many reports a question needs before its figures are shown; absent if one is enough.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub minimum_reports: u64,
    /// The tables of linked questions, in the order of the survey.
    // Before the questions, so that results that were computed in pieces can be put together.
    #[serde(default, rename = "links", skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointResults>,
    /// What arms say together, in the order of the survey: of those whose questions have the same
    /// categories, once each has reports enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arms: Vec<ArmsResults>,
    /// Of every question of which something is reported, in the order of the survey.
    pub questions: Vec<QuestionResults>,
}

impl Results {
    /// The versions that are counted, the oldest first, such as `1+2`: the column `versions` of tables.
    #[must_use]
    pub fn counted_versions(&self) -> String {
        let alone = [self.version];
        let counted = if self.versions.is_empty() {
            &alone[..]
        } else {
            &self.versions
        };
        joined(counted)
    }

    /// The same of a question, which may be counted from others than the whole.
    #[must_use]
    pub fn counted_versions_of(&self, question: &str) -> String {
        let mut others = self.questions.iter().filter(|one| !one.versions.is_empty());
        let found = others.find(|one| one.id.as_str() == question);
        found.map_or_else(|| self.counted_versions(), |one| joined(&one.versions))
    }
}

/// The numbers of versions that are told the newest first, the oldest first.
fn joined(newest_first: &[u32]) -> String {
    let numbers: Vec<_> = newest_first.iter().rev().map(u32::to_string).collect();
    numbers.join("+")
}

const fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_one(minimum: &u64) -> bool {
    *minimum == 1
}

/// The results of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct QuestionResults {
    /// The question's id.
    pub id: Identifier,
    /// The mechanism that perturbed the answers; never `auto`.
    pub mechanism: String,
    /// The declared ε of all of the question's reports together; of a linked question that of its link,
    /// which all of its questions spend together.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub epsilon: Epsilon,
    /// The ε that the mechanism's integers imply, rounded up to a millionth.
    pub epsilon_actual: f64,
    /// The number of submissions in which the question was reported, n.
    pub reports: u64,
    /// Of a question that did not change when others did: the versions that it is counted from, the newest first.
    /// Absent where these are those of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<u32>,
    /// The link that the question is reported in, if it is.
    #[serde(default, rename = "link", skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// Whether it has a condition, so that some are not asked. They report it as declined, since nobody can tell
    /// who they are: `decline` is then the share of those who were not asked or preferred not to answer. Absent
    /// where everybody is asked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub conditional: bool,
    /// Of a question with a condition, those who were not asked, apart from those who preferred not to answer. Absent
    /// where that cannot be computed: where the condition is about several questions, or about one that not
    /// everybody reports by itself, with one answer of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_asked: Option<NotAskedResults>,
    /// In the order of the question: of a multiple choice its options, each with the share of those
    /// who chose it; none of a matrix or of numbers.
    pub categories: Vec<CategoryResults>,
    /// Of a question with many options, which of them anybody chose, with a stated false-discovery rate. Absent
    /// of others, and with too few reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundResults>,
    /// Of a question by an own secret, how well what people said fits, and its share without those who chose
    /// without reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<SecretResults>,
    /// The rows of a matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<RowResults>>,
    /// The number's mean among those who gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<MeanResults>,
    /// Why no mean is given although there are enough reports, as a sentence in English: perhaps nobody answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_mean: Option<String>,
    /// The number's distribution among those who gave one, where the question asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Vec<BinResults>>,
    /// Quartiles and median of levels, or of a number whose distribution is estimated, among those who
    /// gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantiles: Option<Vec<QuantileResults>>,
    /// The several numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<FieldResults>>,
    /// The mean order of a ranking that is reported in pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<RankingResults>,
    /// Of numbers or orders that may be declined, the share of those who gave them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<ShareResults>,
}

/// Who reported a question as declined without being asked, and who with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NotAskedResults {
    /// The question that the condition is about.
    pub condition_on: Identifier,
    /// The share of those who were not asked, of all reports: of whom the condition does not hold, by that
    /// question's own reports.
    pub not_asked: ShareResults,
    /// The share of those who were asked and preferred not to answer, of all reports: what is left of those who
    /// reported the question as declined.
    pub declined: ShareResults,
}

/// The mean order among those who gave one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RankingResults {
    /// The options, in the order of the question.
    pub places: Vec<PlaceResults>,
    /// Every pair of options.
    pub pairs: Vec<PairResults>,
}

/// Where an option comes in the mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlaceResults {
    /// The option's id.
    pub id: String,
    /// Its mean place, counted from 1, the first; null with too few reports.
    pub mean: Option<MeanResults>,
}

/// Which of two options comes first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PairResults {
    /// The id of the one option.
    pub first: String,
    /// The id of the other.
    pub second: String,
    /// The number of reports of the pair.
    pub reports: u64,
    /// The share of those with the first option before the second; null with too few reports.
    pub share: Option<ShareResults>,
}

/// The results of a category, as shares of the reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CategoryResults {
    /// The category's id.
    pub id: String,
    /// Of an option of a multiple choice: the number of its own reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reports: Option<u64>,
    /// How many noisy reports support it; null of a linked question, of which only cells are reported.
    pub count: Option<u64>,
    /// The unbiased estimate; it may lie below 0 or above 1.
    pub estimate: Option<f64>,
    /// The standard deviation of the estimate.
    pub standard_error: Option<f64>,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: Option<[f64; 2]>,
    /// The estimate made possible, for display: of one answer after Norm-Sub, no share below 0, all
    /// together 1; of an option of a multiple choice cut at 0 and 1.
    pub consistent: Option<f64>,
}

/// Which of many options anybody chose. Of a thousand options some 25 have an interval of 95 % that lies above 0 by
/// chance; this list has, on average, no more of these than its rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FoundResults {
    /// Of the options that are listed, the share that is listed by chance, on average at most (Benjamini and
    /// Hochberg): what is left of `confidence`.
    pub false_discovery_rate: f64,
    /// Their ids, the most frequent first.
    pub options: Vec<String>,
    /// The least share that is found with a chance of at least 0.9 among this many reports, whatever the others are;
    /// null where not even an option that everybody chose is. Then none is listed.
    pub least_share: Option<f64>,
    /// Where none is: from how many reports on an option that everybody chose is found with that chance. Absent
    /// where some can be found, and where it takes more than 10¹².
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reports_needed: Option<u64>,
}

/// How well what people said of an own secret fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SecretResults {
    /// Whether people who answer carefully or at random can have said so often that exactly one statement is
    /// true. By chance alone it seems otherwise in one of a hundred surveys at most.
    pub said_one: SaidOne,
    /// The question of known share that corrects this one, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Identifier>,
    /// The share without those who chose without reading; absent without an anchor, with too few reports, and where
    /// the anchor leaves open whether anybody has read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<CorrectedResults>,
}

/// How often people said that exactly one of two statements is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SaidOne {
    /// As careful people and people who choose at random can.
    Fits,
    /// More often than any share and any carelessness explains.
    TooOften,
    /// Less often.
    TooSeldom,
}

/// What an anchor makes of a question by an own secret.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CorrectedResults {
    /// The share of those who chose without reading, if they chose at random; of a population, whomever the other
    /// figures are about.
    pub careless: ShareResults,
    /// The share of yes among all others, likewise.
    pub yes: ShareResults,
}

/// What arms say together. Each arm by itself is a question of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArmsResults {
    /// The questions, of which each respondent was asked one.
    pub members: Vec<Identifier>,
    /// Their categories.
    pub categories: Vec<ArmResults>,
}

/// What arms say together of a category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArmResults {
    /// The category's id.
    pub id: String,
    /// The mean of the arms' shares, each with the same weight: respondents are drawn into them evenly. Absent
    /// where links name the arms, and nobody knows how many were to come by which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combined: Option<ShareResults>,
    /// How much greater the share is in each later arm than in the first.
    pub differences: Vec<ShareResults>,
}

/// The table of linked questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = LinkResults))]
pub struct JointResults {
    /// The ids of its questions with "+" between.
    pub id: String,
    /// Its questions, in the order of each cell's categories.
    pub members: Vec<Identifier>,
    /// The mechanism that perturbed the joint answer; never `auto`.
    pub mechanism: String,
    /// The declared ε of the joint report, the sum of its questions'.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub epsilon: Epsilon,
    /// The ε that the mechanism's integers imply, rounded up to a millionth.
    pub epsilon_actual: f64,
    /// The number of joint reports, n.
    pub reports: u64,
    /// Every combination of answers, the last question's categories running fastest.
    pub cells: Vec<CellResults>,
}

/// The share of those who gave one combination of answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellResults {
    /// The id of a category of each question.
    pub categories: Vec<String>,
    /// How many noisy reports support it.
    pub count: Option<u64>,
    /// The unbiased estimate; it may lie below 0 or above 1.
    pub estimate: Option<f64>,
    /// The standard deviation of the estimate.
    pub standard_error: Option<f64>,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: Option<[f64; 2]>,
    /// The estimate made possible, for display: after Norm-Sub no share is below 0, and all together
    /// are 1. The questions' own are sums of these.
    pub consistent: Option<f64>,
}

/// The results of a row of a matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RowResults {
    /// The row's id.
    pub id: Identifier,
    /// The number of reports of the row.
    pub reports: u64,
    /// In the order of the question.
    pub categories: Vec<CategoryResults>,
}

/// The results of one of several numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FieldResults {
    /// The field's id.
    pub id: Identifier,
    /// The number of reports of the field.
    pub reports: u64,
    /// The mean among those who gave it.
    pub mean: Option<MeanResults>,
    /// Why no mean is given although there are enough reports, as a sentence in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_mean: Option<String>,
}

/// An estimated mean, in the question's unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MeanResults {
    /// It may lie outside the question's range.
    pub estimate: f64,
    /// The standard deviation of the estimate.
    pub standard_error: f64,
    /// The ends of the interval, not cut at the range.
    pub interval: [f64; 2],
}

/// A quantile, read off the distribution function.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct QuantileResults {
    /// Which: 0.5 is the median.
    pub level: f64,
    /// The least level or number at or below which at least that share lies.
    pub estimate: f64,
    /// The least and the greatest that the reports do not speak against.
    pub interval: [f64; 2],
}

/// An estimated share of all reports.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShareResults {
    /// The unbiased estimate; it may lie below 0 or above 1.
    pub estimate: f64,
    /// The standard deviation of the estimate.
    pub standard_error: f64,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: [f64; 2],
}

/// How many times as great a share is as another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatioResults {
    /// The ratio of the unbiased estimates.
    pub estimate: f64,
    /// The standard deviation of the ratio.
    pub standard_error: f64,
    /// The ends of the interval: the upper one is null where the other share may be 0, so that there is none.
    #[cfg_attr(feature = "schema", schema(value_type = [Option<f64>; 2]))]
    pub interval: (f64, Option<f64>),
}

/// The share of those who gave a number within a range, of all who gave one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BinResults {
    /// The least number.
    pub from: f64,
    /// The greatest number.
    pub to: f64,
    /// The share.
    pub estimate: f64,
    /// Half of the interval's length, divided by the standard deviations that a normal estimate would be
    /// within as often.
    pub standard_error: f64,
    /// The ends of the interval, within 0 and 1. It holds whatever the shape is, and seldom has the
    /// estimate in its middle.
    pub interval: [f64; 2],
}
