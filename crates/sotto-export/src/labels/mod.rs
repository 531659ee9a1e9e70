//! Scripts that read the table of noisy rows and give its columns and codes their labels, for R, Stata and SPSS.
//!
//! A script must run as it was meant whatever the labels are: each language has its own way of escaping, beside
//! its script. Nothing but labels, codes and the name of the table stands in a script.

mod names;
mod r;
mod spss;
mod stata;

use sotto_survey::Survey;

use super::{
    plain,
    rows::{Columns, Heading},
};

pub(super) use self::{
    names::variables, r::script as r, spss::script as spss, stata::script as stata,
};

/// How long the lines of a document are that SPSS keeps with a file, in bytes.
pub(super) const DOCUMENT_LINE: usize = 80;

/// What everybody is to know who reads rows: what they are not, and whom the estimates are about that come with them.
pub(super) fn warning(survey: &Survey) -> String {
    format!(
        "Every cell is a perturbed report, not an answer: shares of rows are biased. Use the estimates that come with \
         them, or correct by the channel. {}",
        plain::whom_of(survey)
    )
}

fn headings(survey: &Survey, language: &str) -> Vec<Heading> {
    Columns::of(survey, language).headings()
}

/// A text on one line.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines of a document that SPSS keeps with a file, each of at most 80 bytes.
pub(super) fn document(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= DOCUMENT_LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The beginning of a text, of at most so many bytes.
pub(super) fn cut(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_says_all_of_it_in_short_lines() {
        let text = "perturbed reports and whom they are about ".repeat(9);
        let lines = document(&text);
        assert!(lines.iter().all(|line| line.len() <= DOCUMENT_LINE));
        assert_eq!(lines.join(" "), text.trim_end());
    }
}
