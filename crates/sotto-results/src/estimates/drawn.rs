//! What every question's estimates are drawn as, whatever its answer is made of.

use sotto_ui::{
    Messages,
    charts::{self, Scale, TimesIn},
};
use yew::prelude::*;

use super::{explanation::Explanation, figure::Named};
use crate::saving::PictureRow;

/// What is drawn of a question.
pub(super) struct Drawn {
    /// What people ask for first; none as long as nothing is known.
    pub(super) sentences: Vec<Html>,
    pub(super) explanation: Explanation,
    pub(super) drawing: Html,
    /// How the drawing is read.
    pub(super) caption: String,
    /// Whether every interval leaves open more than half of what is possible.
    pub(super) says_little: bool,
    /// The lines of the table, and of the picture that is saved.
    pub(super) lines: Lines,
}

/// All figures of a question.
pub(super) struct Lines {
    /// The name of the table's first column.
    pub(super) first: &'static str,
    /// Whether what the reports say stands beside what is estimated: where the first column is about
    /// categories.
    pub(super) with_reported: bool,
    /// What shares are drawn along.
    pub(super) scale: Scale,
    pub(super) all: Vec<Named>,
}

impl Lines {
    /// Whether any figure is known.
    pub(super) fn are_known(&self) -> bool {
        self.all.iter().any(|line| line.figure.is_some())
    }
}

/// The raw figures of all lines.
pub(super) fn table(lines: Lines, words: &Messages) -> Html {
    let head = [lines.first, "table-estimate", "table-low", "table-high"];
    let reported: &[&str] = if lines.with_reported {
        &["table-consistent", "table-reported", "table-count"]
    } else {
        &[]
    };
    let head: Vec<_> = head
        .iter()
        .chain(reported)
        .map(|name| words.text(name))
        .collect();
    let columns = head.len().saturating_sub(1);
    // Not every line has a share of copies: medians have not, nor has what is only known from a link's cells.
    let row = |line: Named| {
        let mut row = line.line(words);
        if let Ok(figures) = &mut row.figures {
            figures.resize(columns, "–".to_owned());
        }
        row
    };
    let note = words.text(if lines.with_reported {
        "table-note-shares"
    } else {
        "table-note"
    });
    charts::table(
        &words.text("table-summary"),
        head,
        lines.all.into_iter().map(row),
        Some(note),
    )
}

/// The same lines as they are drawn in a saved picture.
pub(super) fn rows(lines: &Lines, times_in: TimesIn, words: &Messages) -> Vec<PictureRow> {
    let row = |line: &Named| line.saved(lines.scale, times_in, words);
    lines.all.iter().map(row).collect()
}
