//! Estimates as a table and as a JSON document.

use std::collections::BTreeMap;

use serde::Serialize;
use sotto_ldp::Epsilon;
use sotto_survey::{Pin, Plan, Results, Text, Whom};

use super::{
    ExportError, Findings, Languages,
    lines::{EstimateLine, lines},
    table::{Cell, ExportTable},
};

/// The columns of every table of estimates, in their order.
pub const COLUMNS: [&str; 23] = [
    "survey",
    "version",
    "versions",
    "question",
    "question_label",
    "asked",
    "part",
    "part_label",
    "estimated",
    "category",
    "category_label",
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
    "consistent",
];

/// The cells of a line, one for each column.
pub(crate) fn cells<'a>(results: &'a Results, line: &'a EstimateLine) -> [Cell<'a>; COLUMNS.len()] {
    let figures = line.figures;
    [
        Cell::text(results.survey.as_str()),
        Cell::Count(results.version.into()),
        Cell::text(results.counted_versions_of(&line.question)),
        Cell::text(&line.question),
        Cell::text(&line.question_label),
        Cell::text(line.asked),
        Cell::text(&line.part),
        Cell::text(&line.part_label),
        Cell::text(line.estimated.name()),
        Cell::text(&line.category),
        Cell::text(&line.category_label),
        Cell::text(&line.mechanism),
        Cell::text(line.epsilon.to_string()),
        Cell::Number(line.epsilon_actual),
        Cell::Number(results.confidence),
        Cell::text(results.population.name()),
        Cell::Count(line.reports),
        figures.count.map_or(Cell::Empty, Cell::Count),
        Cell::number(figures.estimate),
        Cell::number(figures.standard_error),
        Cell::number(figures.interval.map(|[low, _]| low)),
        Cell::number(figures.interval.map(|[_, high]| high)),
        Cell::number(figures.consistent),
    ]
}

/// One line for each estimate, with labels in one language.
pub(super) fn csv(findings: &Findings<'_>, language: &str) -> Result<Vec<u8>, ExportError> {
    let mut table = ExportTable::new(&COLUMNS)?;
    for line in lines(findings, language) {
        table.row(cells(findings.results(), &line))?;
    }
    table.take()
}

#[derive(Serialize)]
struct EstimatesDocument<'a> {
    /// The version of this form.
    sotto_export: u32,
    survey: &'a str,
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pin: Option<Pin>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    versions: &'a [u32],
    #[serde(skip_serializing_if = "Option::is_none")]
    submissions: Option<u64>,
    title: &'a Text,
    languages: &'a [String],
    plan: Plan,
    epsilon: &'a Epsilon,
    confidence: f64,
    population: Whom,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    population_assumed: bool,
    minimum_reports: u64,
    estimates: Vec<JsonLine<'a>>,
}

/// By language.
type Labels<'a> = BTreeMap<&'a str, &'a str>;

#[derive(Serialize)]
struct JsonLine<'a> {
    question: &'a str,
    question_labels: Labels<'a>,
    #[serde(skip_serializing_if = "str::is_empty")]
    asked: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    part: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    part_labels: Labels<'a>,
    estimated: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    category: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    category_labels: Labels<'a>,
    mechanism: &'a str,
    epsilon: &'a Epsilon,
    epsilon_actual: f64,
    reports: u64,
    count: Option<u64>,
    estimate: Option<f64>,
    standard_error: Option<f64>,
    interval: Option<[f64; 2]>,
    consistent: Option<f64>,
}

/// Every estimate, with the labels of every language.
pub(super) fn json(findings: &Findings<'_>, languages: &Languages) -> Result<Vec<u8>, ExportError> {
    let (survey, results) = (findings.survey(), findings.results());
    let all = languages.all().iter();
    let by_language: Vec<(&str, Vec<EstimateLine>)> = all
        .map(|language| (language.as_str(), lines(findings, language)))
        .collect();
    let first = by_language.first().map_or(&[][..], |(_, lines)| lines);
    let estimates = first.iter().enumerate().map(|(index, line)| {
        let labels = |of: fn(&EstimateLine) -> &str| -> Labels<'_> {
            by_language
                .iter()
                .filter_map(|(language, lines)| Some((*language, of(lines.get(index)?))))
                .filter(|(_, label)| !label.is_empty())
                .collect()
        };
        JsonLine {
            question: &line.question,
            question_labels: labels(|line| &line.question_label),
            asked: line.asked,
            part: &line.part,
            part_labels: labels(|line| &line.part_label),
            estimated: line.estimated.name(),
            category: &line.category,
            category_labels: labels(|line| &line.category_label),
            mechanism: &line.mechanism,
            epsilon: &line.epsilon,
            epsilon_actual: line.epsilon_actual,
            reports: line.reports,
            count: line.figures.count,
            estimate: line.figures.estimate,
            standard_error: line.figures.standard_error,
            interval: line.figures.interval,
            consistent: line.figures.consistent,
        }
    });
    let document = EstimatesDocument {
        sotto_export: 1,
        survey: survey.id().as_str(),
        version: survey.version(),
        pin: results.pin,
        versions: &results.versions,
        submissions: results.submissions,
        title: survey.title(),
        languages: survey.languages(),
        plan: survey.plan(),
        epsilon: survey.epsilon(),
        confidence: results.confidence,
        population: results.population,
        population_assumed: results.population_assumed,
        minimum_reports: survey.minimum_reports(),
        estimates: estimates.collect(),
    };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::{super::Format, *};

    /// The first cells of the table below a heading, without their quotation.
    fn listed(heading: &str) -> Vec<String> {
        let document = include_str!("../../../docs/exports.md");
        let (_, below) = document.split_once(heading).unwrap();
        let rows = below.lines().skip_while(|line| !line.starts_with("| `"));
        rows.take_while(|line| line.starts_with("| `"))
            .flat_map(|line| line.split('|').nth(1).unwrap().split(','))
            .map(|name| name.trim().trim_matches('`').to_owned())
            .collect()
    }

    #[test]
    fn the_document_lists_the_columns_and_the_formats() {
        assert_eq!(listed("## Estimates"), COLUMNS);
        let formats = Format::ALL.map(Format::name);
        assert_eq!(listed("## Formats"), formats);
    }
}
