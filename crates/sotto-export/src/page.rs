//! What pages for reading and printing share: their frame, and figures with as many decimals as their errors
//! deserve.

use std::fmt::Write;

use super::{Findings, lines::LineFigures, markup::Escaped, plain};
use crate::figures::{decimals, percent};

/// Ink on paper, and a window of any width. Names are as long as they are.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111;\
    background:#fff;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{border-bottom:1px \
    solid #bbb;padding:.25rem .5rem;text-align:start;vertical-align:top}th,td code{overflow-wrap:normal}td.figure{text-align:end;white-space:nowrap;\
    font-variant-numeric:tabular-nums}@media (max-width:40rem){table{display:block;overflow-x:auto}}.asked{font-weight:600}caption{text-align:start;font-style:italic}@media \
    print{body{font-size:10pt;margin:0;max-width:none}section,tr{break-inside:avoid}thead{display:table-header-group}}\
    @page{margin:20mm}";

/// A whole page, whose own words are English. It loads nothing and runs nothing, whatever a name says.
pub(super) fn page(kind: &str, id: &str, body: &str) -> Vec<u8> {
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"content-security-policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{kind}: {id}</title><style>{STYLE}</style></head><body><main>{body}</main></body></html>\n",
        kind = Escaped(kind),
        id = Escaped(id),
    );
    page.into_bytes()
}

/// A text of the survey, in the direction of its script.
pub(super) fn in_language(language: &str, text: &str) -> String {
    format!(
        "<bdi lang=\"{}\" dir=\"auto\">{}</bdi>",
        Escaped(language),
        Escaped(text)
    )
}

/// "Of survey …, version 3", or the versions that are counted together; with the pin, if the results tell it.
pub(super) fn edition(findings: &Findings<'_>) -> String {
    let results = findings.results();
    let versions = plain::versions(results.version, &results.versions);
    let people = results.submissions.map(plain::people).unwrap_or_default();
    let survey = Escaped(results.survey.as_str());
    let pin = results
        .pin
        .map_or_else(String::new, |pin| format!(", pin <code>{pin}</code>"));
    format!("Of survey <code>{survey}</code>, {versions}{pin}. {people}")
}

/// Whom every figure is about.
pub(super) fn about(findings: &Findings<'_>) -> String {
    let results = findings.results();
    plain::whom(results.population, results.population_assumed)
}

/// A figure beside its standard error.
pub(super) fn figure(number: f64, error: f64) -> String {
    decimals(number, error)
}

/// A standard error with two digits.
pub(super) fn error(error: f64) -> String {
    decimals(error, error / 10.0)
}

/// What stands where there are too few reports.
const TOO_FEW: &str = "too few to say";

/// The cells of a share: supporting reports, unbiased, standard error, interval, consistent.
pub(super) fn cells(figures: &LineFigures) -> String {
    let mut cells = String::new();
    let mut cell = |text: &str| {
        let _ = write!(cells, "<td class=\"figure\">{}</td>", Escaped(text));
    };
    cell(
        &figures
            .count
            .map_or_else(String::new, |count| count.to_string()),
    );
    let (Some(share), Some(error), Some([low, high])) =
        (figures.estimate, figures.standard_error, figures.interval)
    else {
        cell(TOO_FEW);
        for _ in 0..3 {
            cell("");
        }
        return cells;
    };
    cell(&percent(share, error));
    cell(&percent(error, error / 10.0));
    cell(&format!(
        "{} to {}",
        percent(low, error),
        percent(high, error)
    ));
    let consistent = figures.consistent.map(|one| percent(one, error));
    cell(&consistent.unwrap_or_default());
    cells
}
