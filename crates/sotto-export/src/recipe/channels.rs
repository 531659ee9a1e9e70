//! The channel of every categorical part of a survey, with its noisy counts.
//!
//! An entry `matrix[v][u]` is the probability that a report supports category v if the truth is u. Where a
//! report names one category, that is the channel itself, its columns add up to 1, and it is the matrix PW of the
//! R package RRreg. Else a report may support several categories, or none. Of a channel of one's own the rows are its
//! reports, which need not be as many as the categories.

use serde::Serialize;
use sotto_ldp::{
    Collector, Epsilon, EstimatorKind, Mechanism, SupportProbabilities, float,
    intervals::Population,
};
use sotto_survey::{
    CategoryResults, CellResults, DECLINE, Entry, Part, PartDomain, PartRole, Question, Survey,
};

use super::super::{ExportError, Findings, words::SurveyWords};

/// A longer list of categories has no matrix: `of_truth` and `of_other` say the same.
const MOST_IN_A_MATRIX: u32 = 200;

#[derive(Serialize)]
struct RecipeDocument<'a> {
    /// The version of this form.
    sotto_channels: u32,
    survey: &'a str,
    version: u32,
    confidence: f64,
    /// Whom every estimate is about, as the results say it.
    population: &'static str,
    channels: Vec<RecipeChannel>,
}

/// What one randomizer does, and what was counted of its reports.
#[derive(Debug, Serialize)]
pub(super) struct RecipeChannel {
    /// The question, or linked questions with "+" between.
    pub(super) question: String,
    /// The option or the row, where each has a randomizer of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<String>,
    pub(super) mechanism: &'static str,
    /// Declared, of the whole question.
    pub(super) epsilon: Epsilon,
    /// Of this part, as its integers imply it, rounded up.
    pub(super) epsilon_actual: f64,
    /// The published integers.
    pub(super) parameters: Vec<String>,
    /// What is random in the estimates: `noise` alone, or `noise-and-sample`, also who reported.
    pub(super) random: &'static str,
    pub(super) reports: u64,
    /// What colliding hash functions may add to the variance of a share f, times (1 − f)².
    pub(super) collisions: f64,
    /// Whether categories exclude each other; those of a set do not.
    pub(super) exclusive: bool,
    /// Whether the estimates follow from the supports alone.
    pub(super) follows_from_supports: bool,
    pub(super) categories: Vec<Counted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) matrix: Option<Vec<Vec<f64>>>,
}

/// A category, and how many reports support it.
#[derive(Debug, Serialize)]
pub(super) struct Counted {
    pub(super) id: String,
    pub(super) label: String,
    /// The probability that a report supports it if it is the truth.
    pub(super) of_truth: Option<f64>,
    /// The same if another is.
    pub(super) of_other: Option<f64>,
    /// Both, and their total, as exact integers.
    pub(super) weights: Option<[String; 3]>,
    pub(super) count: Option<u64>,
    pub(super) estimate: Option<f64>,
    pub(super) standard_error: Option<f64>,
}

/// The document, with labels in one language.
pub(in super::super) fn json(
    findings: &Findings<'_>,
    language: &str,
) -> Result<Vec<u8>, ExportError> {
    let survey = findings.survey();
    let document = RecipeDocument {
        sotto_channels: 1,
        survey: survey.id().as_str(),
        version: survey.version(),
        confidence: findings.results().confidence,
        population: findings.results().population.name(),
        channels: channels(findings, language),
    };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Every channel: the questions that are reported by themselves, then the links.
pub(super) fn channels(findings: &Findings<'_>, language: &str) -> Vec<RecipeChannel> {
    let survey = findings.survey();
    let words = SurveyWords::new(survey, language);
    let of_entry = |entry| -> Vec<RecipeChannel> {
        match entry {
            Entry::Question(question) => of_question(findings, question, words),
            Entry::Joint(joint) => {
                let joints = findings.results().joints.iter();
                let found = joints.into_iter().find(|one| one.id == joint.name());
                let cells = found.map_or(&[][..], |one| &one.cells);
                let reports = found.map_or(0, |one| one.reports);
                let named = cells.iter().map(NotedValue::of_cell).collect();
                let about = About {
                    survey,
                    entry,
                    part: None,
                    epsilon: *joint.epsilon(),
                    exclusive: true,
                };
                about
                    .channel(joint.part(), reports, named)
                    .into_iter()
                    .collect()
            }
        }
    };
    survey.entries().flat_map(of_entry).collect()
}

/// A value of a part with what was found of it.
struct NotedValue {
    id: String,
    label: String,
    count: Option<u64>,
    estimate: Option<f64>,
    standard_error: Option<f64>,
}

impl NotedValue {
    fn of_cell(cell: &CellResults) -> Self {
        Self {
            id: cell.categories.join("+"),
            label: cell.categories.join(" + "),
            count: cell.count,
            estimate: cell.estimate,
            standard_error: cell.standard_error,
        }
    }

    fn new(id: &str, label: String, found: Option<&CategoryResults>) -> Self {
        Self {
            id: id.to_owned(),
            label,
            count: found.and_then(|one| one.count),
            estimate: found.and_then(|one| one.estimate),
            standard_error: found.and_then(|one| one.standard_error),
        }
    }
}

fn of_question(
    findings: &Findings<'_>,
    question: &Question,
    words: SurveyWords<'_>,
) -> Vec<RecipeChannel> {
    let (Some(found), Some(epsilon)) = (findings.of(question.id().as_str()), question.epsilon())
    else {
        return Vec::new();
    };
    let noted = |found: &[CategoryResults]| -> Vec<NotedValue> {
        let pairs = question.categories().zip(found);
        pairs
            .map(|(category, found)| {
                let label = words.category(question, category);
                NotedValue::new(category.id(), label, Some(found))
            })
            .collect()
    };
    let of_part = |part: &Part| {
        let role = part.role();
        let id = question.shape().part_id(role);
        let about = |part, exclusive| About {
            survey: findings.survey(),
            entry: Entry::Question(question),
            part,
            epsilon: *epsilon,
            exclusive,
        };
        match role {
            PartRole::Category => {
                about(None, true).channel(part, found.reports, noted(&found.categories))
            }
            PartRole::Set => {
                about(None, false).channel(part, found.reports, noted(&found.categories))
            }
            PartRole::Row(index) => {
                let row = found.rows.as_ref()?.get(index)?;
                about(id, true).channel(part, row.reports, noted(&row.categories))
            }
            PartRole::Option(index) => {
                let option = found.categories.get(index)?;
                let chosen = NotedValue::new("chosen", "chosen".to_owned(), Some(option));
                let not_chosen = NotedValue::new("not-chosen", "not chosen".to_owned(), None);
                let reports = option.reports.unwrap_or(0);
                about(id, true).channel(part, reports, vec![chosen, not_chosen])
            }
            PartRole::Pair(index) => {
                let pair = found.ranking.as_ref()?.pairs.get(index)?;
                let before = |one: &str, other: &str| {
                    let name = format!("{one}-before-{other}");
                    NotedValue::new(&name, format!("{one} before {other}"), None)
                };
                let mut orders = vec![
                    before(&pair.first, &pair.second),
                    before(&pair.second, &pair.first),
                ];
                if question.offers_decline() {
                    orders.push(NotedValue::new(DECLINE, "declined".to_owned(), None));
                }
                about(id, true).channel(part, pair.reports, orders)
            }
            PartRole::Answered => {
                let gave = NotedValue::new("answered", "answered".to_owned(), None);
                let declined = NotedValue::new(DECLINE, "declined".to_owned(), None);
                let part_name = Some("answered?".to_owned());
                about(part_name, true).channel(part, found.reports, vec![gave, declined])
            }
            PartRole::Number(_) | PartRole::Joint => None,
        }
    };
    question.parts().iter().filter_map(of_part).collect()
}

/// What a channel is of.
struct About<'a> {
    survey: &'a Survey,
    entry: Entry<'a>,
    part: Option<String>,
    epsilon: Epsilon,
    exclusive: bool,
}

impl About<'_> {
    /// `None` for numbers, whose reports support no category.
    fn channel(self, part: &Part, reports: u64, noted: Vec<NotedValue>) -> Option<RecipeChannel> {
        let PartDomain::Categories(size) = part.domain() else {
            return None;
        };
        let mechanism = part.mechanism();
        let oracle = mechanism.oracle(part.parameters(), size).ok()?;
        let categories = (0..).zip(noted).map(|(value, noted)| {
            // A channel of one's own has none.
            let support = oracle.support_probabilities_of(value).ok();
            Counted {
                id: noted.id,
                label: noted.label,
                of_truth: support.map(|support| support.of_truth()),
                of_other: support.map(|support| support.of_other()),
                weights: support.map(integers),
                count: noted.count,
                estimate: noted.estimate,
                standard_error: noted.standard_error,
            }
        });
        let categories: Vec<_> = categories.collect();
        let follows = mechanism.estimator_kind() == EstimatorKind::OfSupports;
        let matrix = if mechanism == Mechanism::of_own_channel() {
            by_report(part.parameters(), categories.len())
        } else if follows && size <= MOST_IN_A_MATRIX {
            matrix(&categories)
        } else {
            None
        };
        let random = match self.survey.population_of(self.entry) {
            Population::Fixed => "noise",
            Population::Sampled => "noise-and-sample",
        };
        Some(RecipeChannel {
            question: self.entry.name().to_owned(),
            part: self.part,
            mechanism: mechanism.name(),
            epsilon: self.epsilon,
            epsilon_actual: part.privacy_loss().to_f64(),
            parameters: part.parameters().iter().map(u64::to_string).collect(),
            random,
            reports,
            collisions: collisions(&*oracle),
            exclusive: self.exclusive,
            follows_from_supports: follows,
            categories,
            matrix,
        })
    }
}

fn collisions(oracle: &dyn Collector) -> f64 {
    oracle.precision().map_or(0.0, |one| one.collisions)
}

fn integers(support: SupportProbabilities) -> [String; 3] {
    [support.truth, support.other, support.total].map(|weight| weight.to_string())
}

fn matrix(categories: &[Counted]) -> Option<Vec<Vec<f64>>> {
    let row = |(value, category): (usize, &Counted)| {
        (0..categories.len())
            .map(|truth| {
                if truth == value {
                    category.of_truth
                } else {
                    category.of_other
                }
            })
            .collect()
    };
    categories.iter().enumerate().map(row).collect()
}

/// A row for each report, from the published weights, which are value by value.
fn by_report(weights: &[u64], values: usize) -> Option<Vec<Vec<f64>>> {
    let reports = weights.len().checked_div(values)?;
    let by_value = || weights.chunks_exact(reports.max(1));
    let chance = |of_value: &[u64], report: usize| {
        let total: u64 = of_value.iter().sum();
        Some(float(*of_value.get(report)?) / float(total))
    };
    (0..reports)
        .map(|report| {
            by_value()
                .map(|of_value| chance(of_value, report))
                .collect()
        })
        .collect()
}
