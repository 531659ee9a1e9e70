//! Aggregates as a table: one line for each estimate, with all that it was made from.

use sotto_ldp::Epsilon;
use sotto_survey::{CategoryResults, JointResults, MeanResults, QuestionResults, Results};

use super::RowError;
use crate::spreadsheet::cell;

const COLUMNS: [&str; 19] = [
    "survey",
    "version",
    "versions",
    "question",
    "asked",
    "part",
    "estimated",
    "category",
    "mechanism",
    "epsilon",
    "epsilon_actual",
    "confidence",
    "population",
    "reports",
    "count",
    "estimate",
    "standard_error",
    "interval_low",
    "interval_high",
];

/// What is estimated in a line, and of what.
struct Line<'a> {
    /// The row of a matrix, or the field of several numbers.
    part: &'a str,
    /// `share`, `place`, `before`, `mean`, `distribution`, `quantile`, `answered` or `joint`.
    estimated: &'static str,
    category: String,
    reports: u64,
    count: Option<u64>,
    estimate: Option<f64>,
    standard_error: Option<f64>,
    interval: Option<[f64; 2]>,
    consistent: Option<f64>,
}

/// The results of a survey as CSV. The last column, `consistent`, is for display: no share below 0.
pub(crate) fn aggregates_csv(results: &Results) -> Result<Vec<u8>, RowError> {
    let failed = |error: csv::Error| RowError::Format(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(COLUMNS.iter().copied().chain(["consistent"]))
        .map_err(failed)?;
    let questions = results
        .questions
        .iter()
        .map(|one| (Estimated::of(one), lines(one)));
    let joints = results
        .joints
        .iter()
        .map(|one| (Estimated::of_joint(one), cells(one)));
    for (estimated, lines) in questions.chain(joints) {
        for line in lines {
            let number = |number: Option<f64>| number.map_or_else(String::new, |x| x.to_string());
            let cells = [
                text(results.survey.as_str()),
                results.version.to_string(),
                text(&results.counted_versions()),
                text(estimated.id),
                estimated.asked.to_owned(),
                text(line.part),
                line.estimated.to_owned(),
                text(&line.category),
                text(estimated.mechanism),
                text(&estimated.epsilon.to_string()),
                estimated.epsilon_actual.to_string(),
                results.confidence.to_string(),
                results.population.name().to_owned(),
                line.reports.to_string(),
                line.count.map_or_else(String::new, |n| n.to_string()),
                // Numbers, which may be negative: a spreadsheet is to take them for what they are.
                number(line.estimate),
                number(line.standard_error),
                number(line.interval.map(|[low, _]| low)),
                number(line.interval.map(|[_, high]| high)),
                number(line.consistent),
            ];
            writer.write_record(cells).map_err(failed)?;
        }
    }
    writer
        .into_inner()
        .map_err(|error| RowError::Format(error.to_string()))
}

fn text(text: &str) -> String {
    cell(text).into_owned()
}

/// What lines are about: a question, or questions together.
struct Estimated<'a> {
    id: &'a str,
    /// `all` or `some`, of whom the others report it as declined; empty of questions together.
    asked: &'static str,
    mechanism: &'a str,
    epsilon: Epsilon,
    epsilon_actual: f64,
}

impl<'a> Estimated<'a> {
    fn of(question: &'a QuestionResults) -> Self {
        Self {
            id: question.id.as_str(),
            asked: if question.conditional { "some" } else { "all" },
            mechanism: &question.mechanism,
            epsilon: question.epsilon,
            epsilon_actual: question.epsilon_actual,
        }
    }

    fn of_joint(joint: &'a JointResults) -> Self {
        Self {
            id: &joint.id,
            asked: "",
            mechanism: &joint.mechanism,
            epsilon: joint.epsilon,
            epsilon_actual: joint.epsilon_actual,
        }
    }
}

/// A line for each combination of answers, whose categories stand with "+" between.
fn cells(joint: &JointResults) -> Vec<Line<'_>> {
    let cells = joint.cells.iter().map(|cell| Line {
        part: "",
        estimated: "joint",
        category: cell.categories.join("+"),
        reports: joint.reports,
        count: cell.count,
        estimate: cell.estimate,
        standard_error: cell.standard_error,
        interval: cell.interval,
        consistent: cell.consistent,
    });
    cells.collect()
}

/// An estimate, its standard error and its interval.
type Measured = (f64, f64, [f64; 2]);

fn lines(question: &QuestionResults) -> Vec<Line<'_>> {
    let share = |part, reports: u64, category: &CategoryResults| Line {
        part,
        estimated: "share",
        category: category.id.clone(),
        reports: category.reports.unwrap_or(reports),
        count: category.count,
        estimate: category.estimate,
        standard_error: category.standard_error,
        interval: category.interval,
        consistent: category.consistent,
    };
    let measured = |part, estimated, reports, (estimate, error, interval): Measured| Line {
        part,
        estimated,
        category: String::new(),
        reports,
        count: None,
        estimate: Some(estimate),
        standard_error: Some(error),
        interval: Some(interval),
        consistent: None,
    };
    let of_mean = |mean: &MeanResults| (mean.estimate, mean.standard_error, mean.interval);
    let n = question.reports;
    let mut lines: Vec<Line<'_>> = Vec::new();
    lines.extend(question.categories.iter().map(|one| share("", n, one)));
    for row in question.rows.iter().flatten() {
        let of_row = row.categories.iter();
        lines.extend(of_row.map(|one| share(row.id.as_str(), row.reports, one)));
    }
    for place in question.ranking.iter().flat_map(|one| &one.places) {
        if let Some(mean) = &place.mean {
            lines.push(Line {
                category: place.id.clone(),
                ..measured("", "place", n, of_mean(mean))
            });
        }
    }
    for pair in question.ranking.iter().flat_map(|one| &one.pairs) {
        if let Some(share) = &pair.share {
            let values = (share.estimate, share.standard_error, share.interval);
            lines.push(Line {
                category: format!("{}+{}", pair.first, pair.second),
                ..measured("", "before", pair.reports, values)
            });
        }
    }
    if let Some(mean) = &question.mean {
        lines.push(measured("", "mean", n, of_mean(mean)));
    }
    for bin in question.distribution.iter().flatten() {
        let values = (bin.estimate, bin.standard_error, bin.interval);
        lines.push(Line {
            category: format!("{} to {}", bin.from, bin.to),
            ..measured("", "distribution", n, values)
        });
    }
    for quantile in question.quantiles.iter().flatten() {
        lines.push(Line {
            category: quantile.level.to_string(),
            estimate: Some(quantile.estimate),
            standard_error: None,
            interval: Some(quantile.interval),
            ..measured("", "quantile", n, (0.0, 0.0, [0.0; 2]))
        });
    }
    for field in question.fields.iter().flatten() {
        if let Some(mean) = &field.mean {
            let part = field.id.as_str();
            lines.push(measured(part, "mean", field.reports, of_mean(mean)));
        }
    }
    if let Some(answered) = &question.answered {
        let values = (
            answered.estimate,
            answered.standard_error,
            answered.interval,
        );
        lines.push(measured("", "answered", n, values));
    }
    lines
}
