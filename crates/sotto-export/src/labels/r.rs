//! The script for R, which needs no package. It is ASCII, so that no locale can misread it.

use std::{
    collections::HashSet,
    fmt::{self, Write},
};

use sotto_survey::Survey;

use super::{headings, warning};

/// R cuts lines of a script that are longer than 4,095 bytes: no piece of a text becomes as long.
const LONGEST_PIECE: usize = 300;

/// A text as R writes one; of a long one, its pieces pasted together.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let characters: Vec<char> = self.0.chars().collect();
        let mut pieces = characters.chunks(LONGEST_PIECE);
        if pieces.len() <= 1 {
            return quoted(&characters, out);
        }
        out.write_str("paste0(")?;
        pieces.try_for_each(|piece| {
            out.write_str("\n  ")?;
            quoted(piece, out)?;
            out.write_str(",")
        })?;
        out.write_str("\n  \"\")")
    }
}

fn quoted(characters: &[char], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_str("\"")?;
    characters
        .iter()
        .try_for_each(|character| match character {
            '"' | '\\' => write!(out, "\\{character}"),
            '\n' => out.write_str("\\n"),
            '\t' => out.write_str("\\t"),
            plain if *plain == ' ' || plain.is_ascii_graphic() => write!(out, "{plain}"),
            control if control.is_control() => Ok(()),
            other if u32::from(*other) > 0xffff => write!(out, "\\U{:08x}", u32::from(*other)),
            other => write!(out, "\\u{:04x}", u32::from(*other)),
        })?;
    out.write_str("\"")
}

/// The script; `table` is the file that it reads.
pub(in super::super) fn script(survey: &Survey, language: &str, table: &str) -> Vec<u8> {
    let headings = headings(survey, language);
    let classes: Vec<_> = headings
        .iter()
        .map(|one| {
            if one.whole {
                "  \"integer\""
            } else {
                "  \"character\""
            }
        })
        .collect();
    let mut script = format!(
        "# {}\n\nrows <- read.csv({}, check.names = FALSE, na.strings = \"\", encoding = \"UTF-8\", colClasses = \
         c(\n{}\n))\n\nlabelled <- function(column, label, labels = NULL) {{\n  if (!is.null(labels)) {{\n    column <- \
         factor(column, levels = seq_along(labels) - 1L, labels = labels)\n  }}\n  attr(column, \"label\") <- label\n  \
         column\n}}\n",
        warning(survey),
        Quoted(table),
        classes.join(",\n")
    );
    for (number, heading) in (1..).zip(&headings) {
        // Writing into a text cannot fail.
        let _ = write!(
            script,
            "\n# {}\nrows[[{number}]] <- labelled(rows[[{number}]], {}",
            heading.name,
            Quoted(&heading.label)
        );
        if !heading.values.is_empty() {
            let labels: Vec<_> = unlike(&heading.values)
                .iter()
                .map(|label| Quoted(label).to_string())
                .collect();
            let _ = write!(script, ", c(\n  {}\n)", labels.join(",\n  "));
        }
        script.push_str(")\n");
    }
    script.into_bytes()
}

/// A factor cannot have one label for two levels: then the code stands behind it.
fn unlike(labels: &[String]) -> Vec<String> {
    let mut taken = HashSet::new();
    let each = labels.iter().enumerate().map(|(code, label)| {
        let mut own = label.clone();
        while !taken.insert(own.clone()) {
            own = format!("{own} ({code})");
        }
        own
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_ends_its_quotation() {
        let text = "\"); q() #\\ \u{200f}שלום \u{1f600}\n`'";
        let quoted = Quoted(text).to_string();
        assert_eq!(
            quoted,
            "\"\\\"); q() #\\\\ \\u200f\\u05e9\\u05dc\\u05d5\\u05dd \\U0001f600\\n`'\""
        );
        assert!(quoted.is_ascii());
    }

    #[test]
    fn no_line_is_too_long_for_r() {
        let quoted = Quoted(&"\u{1f600}".repeat(2_000)).to_string();
        assert!(quoted.lines().all(|line| line.len() < 4_095));
        assert_eq!(quoted.matches("U0001f600").count(), 2_000);
    }

    #[test]
    fn two_levels_have_two_labels() {
        let labels = ["a", "a", "a (1)"].map(str::to_owned);
        assert_eq!(unlike(&labels), ["a", "a (1)", "a (1) (2)"]);
    }
}
