//! Bars for shares, one below the other, from none to all.

use sotto_ui::charts::{BarRow, Lane, Mark, Scale, TableRow, bars, table};
use yew::prelude::*;

/// The strip that a bar is drawn on.
pub(crate) const LANE: Lane = Lane {
    height: 24,
    inset: 4,
    radius: 4,
};

/// A bar up to a figure, in the colour of its class.
pub(crate) const fn bar(class: &'static str, end: f64) -> Mark {
    Mark::Bar {
        class,
        y: 4,
        height: 16,
        end,
    }
}

/// An interval on the same strip.
pub(crate) const fn interval(ends: (f64, f64)) -> Mark {
    Mark::Interval { y: 12, ends }
}

/// One of several bars.
pub(crate) struct ShareBar {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) marks: Vec<Mark>,
    /// The figure in words, beside the bar and in the table.
    pub(crate) words: String,
}

/// The bars on a scale from 0 to 1, and the same figures as a table under `head`.
pub(crate) fn share_bars(rows: Vec<ShareBar>, summary: &str, head: &[String; 2]) -> [Html; 2] {
    let figures: Vec<_> = rows
        .iter()
        .map(|row| TableRow {
            id: row.id.clone(),
            title: row.title.clone(),
            figures: Ok(vec![row.words.clone()]),
        })
        .collect();
    let drawn = rows.into_iter().map(|row| BarRow {
        id: row.id,
        title: row.title,
        scale: Scale::between(0.0, 1.0),
        ends: None,
        marks: row.marks,
        words: html! { <b>{ row.words }</b> },
    });
    [
        bars(drawn.collect(), LANE),
        table(summary, head.to_vec(), figures, None),
    ]
}
