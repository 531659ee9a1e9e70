//! The rows of a bar chart.

use yew::prelude::*;

use super::{Scale, marks};

/// A category with what is drawn of it, and the same in words.
#[derive(Debug)]
pub struct Row {
    /// What tells the row apart.
    pub id: String,
    /// The name of the category.
    pub title: String,
    /// What is drawn, from back to front; nothing as long as nothing is known.
    pub marks: Vec<Mark>,
    /// The figures in words.
    pub words: Html,
}

/// Something that is drawn in a row. Shares are from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A bar from zero to a share.
    Bar {
        /// The class that colours it.
        class: &'static str,
        /// Its upper edge.
        y: u32,
        /// Its height.
        height: u32,
        /// The share at its end.
        share: f64,
    },
    /// An interval.
    Interval {
        /// Its height in the row.
        y: u32,
        /// The shares at its ends.
        ends: (f64, f64),
    },
    /// The share of noisy reports: a dashed line across the row.
    Reported(f64),
}

/// The strip that a row is drawn on.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// The height of the drawing.
    pub height: u32,
    /// How far the track stays away from its upper and lower edge.
    pub inset: u32,
    /// The radius of the track's corners.
    pub radius: u32,
}

/// The rows as a list.
pub fn bars(rows: Vec<Row>, scale: Scale, lane: Lane) -> Html {
    let row = |Row {
                   id,
                   title,
                   marks,
                   words,
               }: Row| {
        html! {
            <li key={id.clone()} class="row" data-category={id}>
                <span class="row-title">{ title }</span>
                <svg class="bar" width="100%" height={lane.height.to_string()} aria-hidden="true">
                    { bar("bar-track", lane.inset, lane.height - 2 * lane.inset, "100%".to_owned(), lane.radius) }
                    { for marks.into_iter().map(|mark| draw(mark, scale, lane)) }
                </svg>
                <span class="row-figures">{ words }</span>
            </li>
        }
    };
    html! { <ul class="rows">{ for rows.into_iter().map(row) }</ul> }
}

fn draw(mark: Mark, scale: Scale, lane: Lane) -> Html {
    match mark {
        Mark::Bar {
            class,
            y,
            height,
            share,
        } => bar(class, y, height, scale.x(share), 2),
        Mark::Interval { y, ends } => marks::whisker(&scale.x(ends.0), &scale.x(ends.1), y),
        Mark::Reported(share) => marks::reported(&scale.x(share), lane.height),
    }
}

fn bar(class: &'static str, y: u32, height: u32, width: String, radius: u32) -> Html {
    html! {
        <rect {class} x="0" y={y.to_string()} {width} height={height.to_string()} rx={radius.to_string()}/>
    }
}
