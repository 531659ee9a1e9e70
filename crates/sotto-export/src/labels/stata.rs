//! The script for Stata 14 or later.
//!
//! Stata replaces macros within quotation marks and cannot be told not to in every place, and takes two slashes,
//! or a slash and a star, for a comment. So the few characters that begin these become their typographic
//! neighbours in labels.

use std::fmt::Write;

use sotto_survey::Survey;

use super::{headings, names::variables, on_one_line, warning};

/// A variable's label has at most so many characters; the whole is kept beside it.
const LONGEST_LABEL: usize = 80;

/// A text within compound quotation marks.
fn quoted(text: &str) -> String {
    let text: String = on_one_line(text)
        .chars()
        .map(|character| match character {
            '`' => '\u{2018}',
            '"' => '\u{201d}',
            '$' => '\u{ff04}',
            '/' => '\u{2215}',
            other => other,
        })
        .collect();
    format!("`\"{text}\"'")
}

/// The script; `table` is the file that it reads.
pub(in super::super) fn script(survey: &Survey, language: &str, table: &str) -> Vec<u8> {
    let headings = headings(survey, language);
    let names = variables(headings.iter().map(|one| one.name.as_str()));
    let mut script = format!(
        "* {}\nversion 14\nimport delimited using \"{table}\", clear varnames(nonames) rowrange(2) \
         stringcols(_all) encoding(\"UTF-8\")\n",
        warning(survey)
    );
    // Writing into a text cannot fail.
    for (number, (name, heading)) in (1..).zip(names.iter().zip(&headings)) {
        let short: String = heading.label.chars().take(LONGEST_LABEL).collect();
        let _ = write!(
            script,
            "\n* {}\nrename v{number} {name}\nlabel variable {name} {}\nchar define {name}[question] {}\n",
            heading.name,
            quoted(&short),
            quoted(&heading.label)
        );
        if heading.whole {
            let _ = writeln!(script, "destring {name}, replace");
        }
        for (code, label) in heading.values.iter().enumerate() {
            let _ = writeln!(
                script,
                "label define codes{number} {code} {}, modify",
                quoted(label)
            );
        }
        if !heading.values.is_empty() {
            let _ = writeln!(script, "label values {name} codes{number}");
        }
    }
    script.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_is_a_macro_a_comment_or_an_end() {
        let text = "a\"' `x' $y ${z} // b /* c\n\td";
        let quoted = quoted(text);
        let inside = quoted.strip_prefix("`\"").unwrap();
        let inside = inside.strip_suffix("\"'").unwrap();
        assert!(
            !inside.contains(['`', '"', '$', '/', '\n', '\t']),
            "{inside}"
        );
    }
}
