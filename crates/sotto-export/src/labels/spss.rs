//! The script for SPSS, which PSPP runs, too.

use std::fmt::Write;

use sotto_survey::Survey;

use super::{cut, document, headings, names::variables, on_one_line, warning};

/// In bytes.
const LONGEST_VARIABLE_LABEL: usize = 255;
/// In bytes.
const LONGEST_VALUE_LABEL: usize = 120;
/// The widest text, in bytes.
const WIDEST: usize = 32_767;

/// A text of at most so many bytes.
fn quoted(text: &str, bytes: usize) -> String {
    let text = on_one_line(text);
    format!("'{}'", cut(&text, bytes).replace('\'', "''"))
}

/// The script; `table` is the file that it reads.
pub(in super::super) fn script(survey: &Survey, language: &str, table: &str) -> Vec<u8> {
    let headings = headings(survey, language);
    let names = variables(headings.iter().map(|one| one.name.as_str()));
    let all = || names.iter().zip(&headings);
    let warning = warning(survey);
    let mut script = format!(
        "* {warning}\nGET DATA /TYPE=TXT /FILE='{table}' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED\n  \
         /DELIMITERS=',' /QUALIFIER='\"' /FIRSTCASE=2 /VARIABLES="
    );
    // Writing into a text cannot fail.
    for (name, heading) in all() {
        let format = if heading.whole {
            "F8.0".to_owned()
        } else {
            format!("A{}", heading.width.min(WIDEST))
        };
        let _ = write!(script, "\n  {name} {format}");
    }
    script.push_str(".\nVARIABLE LABELS");
    for (index, (name, heading)) in all().enumerate() {
        let label = quoted(&heading.label, LONGEST_VARIABLE_LABEL);
        let between = if index == 0 { "" } else { "/" };
        let _ = write!(script, "\n  {between}{name} {label}");
    }
    script.push_str(".\n");
    for (name, heading) in all().filter(|(_, heading)| !heading.values.is_empty()) {
        let _ = write!(script, "VALUE LABELS {name}");
        for (code, label) in heading.values.iter().enumerate() {
            let _ = write!(script, "\n  {code} {}", quoted(label, LONGEST_VALUE_LABEL));
        }
        let _ = writeln!(script, ".\nVARIABLE LEVEL {name} (NOMINAL).");
    }
    script.push_str("ADD DOCUMENT");
    for line in document(&warning) {
        let _ = write!(script, "\n  {}", quoted(&line, line.len()));
    }
    script.push_str(".\nEXECUTE.\n");
    script.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_between_characters() {
        assert_eq!(quoted("it's\n是是", 8), "'it''s 是'");
        assert_eq!(quoted("是", 2), "''");
    }
}
