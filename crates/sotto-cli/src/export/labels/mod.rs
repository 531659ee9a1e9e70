//! Scripts that read the table of noisy rows and give its columns and codes their labels, for R, Stata and SPSS.
//!
//! A script must run as it was meant whatever the labels are: each language has its own way of escaping, beside
//! its script. Nothing but labels, codes and the name of the table stands in a script.

mod names;
mod r;
mod spss;
mod stata;

use sotto_survey::Survey;

use super::rows::{Heading, ReportColumn, columns};

pub(super) use self::{
    names::variables, r::script as r, spss::script as spss, stata::script as stata,
};

/// What every script says first.
const WARNING: &str = "Every cell is a perturbed report, not an answer: shares of rows are biased. Use the estimates that come \
     with them, or correct by the channel.";

fn headings(survey: &Survey, language: &str) -> Vec<Heading> {
    let columns = columns(survey, language);
    columns.iter().flat_map(ReportColumn::headings).collect()
}

/// A text on one line.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The beginning of a text, of at most so many bytes.
pub(super) fn cut(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
