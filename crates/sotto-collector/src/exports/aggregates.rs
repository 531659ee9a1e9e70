//! Aggregates as a table: one line for each estimate, with all that it was made from.

use sotto_survey::{CategoryResults, QuestionResults, Results};

use super::RowError;
use crate::spreadsheet::cell;

const COLUMNS: [&str; 16] = [
    "survey",
    "version",
    "question",
    "part",
    "estimated",
    "category",
    "mechanism",
    "epsilon",
    "epsilon_actual",
    "confidence",
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
    /// `share`, `mean`, `distribution` or `answered`.
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
    for question in &results.questions {
        for line in lines(question) {
            let number = |number: Option<f64>| number.map_or_else(String::new, |x| x.to_string());
            let cells = [
                text(results.survey.as_str()),
                results.version.to_string(),
                text(question.id.as_str()),
                text(line.part),
                line.estimated.to_owned(),
                text(&line.category),
                text(&question.mechanism),
                text(&question.epsilon.to_string()),
                question.epsilon_actual.to_string(),
                results.confidence.to_string(),
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

fn lines(question: &QuestionResults) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
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
    let plain = |part, estimated, category, reports, estimate, standard_error, interval| Line {
        part,
        estimated,
        category,
        reports,
        count: None,
        estimate: Some(estimate),
        standard_error: Some(standard_error),
        interval: Some(interval),
        consistent: None,
    };
    let n = question.reports;
    lines.extend(question.categories.iter().map(|one| share("", n, one)));
    for row in question.rows.iter().flatten() {
        let of_row = row.categories.iter();
        lines.extend(of_row.map(|one| share(row.id.as_str(), row.reports, one)));
    }
    if let Some(mean) = &question.mean {
        let (estimate, error) = (mean.estimate, mean.standard_error);
        lines.push(plain(
            "",
            "mean",
            String::new(),
            n,
            estimate,
            error,
            mean.interval,
        ));
    }
    for bin in question.distribution.iter().flatten() {
        let category = format!("{} to {}", bin.from, bin.to);
        let (estimate, error) = (bin.estimate, bin.standard_error);
        lines.push(plain(
            "",
            "distribution",
            category,
            n,
            estimate,
            error,
            bin.interval,
        ));
    }
    for field in question.fields.iter().flatten() {
        if let Some(mean) = &field.mean {
            let (part, reports) = (field.id.as_str(), field.reports);
            let (estimate, error) = (mean.estimate, mean.standard_error);
            let nothing = String::new();
            lines.push(plain(
                part,
                "mean",
                nothing,
                reports,
                estimate,
                error,
                mean.interval,
            ));
        }
    }
    if let Some(answered) = &question.answered {
        let (estimate, error) = (answered.estimate, answered.standard_error);
        let nothing = String::new();
        lines.push(plain(
            "",
            "answered",
            nothing,
            n,
            estimate,
            error,
            answered.interval,
        ));
    }
    lines
}
