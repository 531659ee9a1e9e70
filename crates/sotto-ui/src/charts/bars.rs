//! Rows of bars, dots and intervals, each on its scale.

use yew::prelude::*;

use super::{Scale, ends, marks};

/// What one row shows, and the same in words.
#[derive(Debug)]
pub struct BarRow {
    /// What tells the row apart.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What the marks are drawn along.
    pub scale: Scale,
    /// The figures at the two ends of the scale, where they are written below the row.
    pub ends: Option<[String; 2]>,
    /// What is drawn, from back to front; nothing as long as nothing is known.
    pub marks: Vec<Mark>,
    /// The figures in words.
    pub words: Html,
}

/// Something that is drawn in a row. Its figures are those of the row's scale.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A bar from the beginning of the scale.
    Bar {
        /// The class that colours it.
        class: &'static str,
        /// Its upper edge.
        y: u32,
        /// Its height.
        height: u32,
        /// The figure at its end.
        end: f64,
    },
    /// A dot.
    Dot {
        /// Its height in the row.
        y: u32,
        /// The figure at its middle.
        at: f64,
    },
    /// An interval.
    Interval {
        /// Its height in the row.
        y: u32,
        /// The figures at its ends.
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
pub fn bars(rows: Vec<BarRow>, lane: Lane) -> Html {
    let row = |row: BarRow| {
        html! {
            <li key={row.id.clone()} class="row" data-category={row.id}>
                <span class="row-title">{ row.title }</span>
                <div class="bar">
                    <svg width="100%" height={lane.height.to_string()} aria-hidden="true">
                        { bar("bar-track", lane.inset, lane.height - 2 * lane.inset, "100%".to_owned(), lane.radius) }
                        { for row.marks.into_iter().map(|mark| draw(mark, row.scale, lane)) }
                    </svg>
                    { for row.ends.map(ends) }
                </div>
                <span class="row-figures">{ row.words }</span>
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
            end,
        } => bar(class, y, height, scale.x(end), 2),
        Mark::Dot { y, at } => html! {
            <circle class="mark-dot" cx={scale.x(at)} cy={y.to_string()} r="6"/>
        },
        Mark::Interval { y, ends } => marks::whisker(&scale.x(ends.0), &scale.x(ends.1), y),
        Mark::Reported(share) => marks::reported(&scale.x(share), lane.height),
    }
}

fn bar(class: &'static str, y: u32, height: u32, width: String, radius: u32) -> Html {
    html! {
        <rect {class} x="0" y={y.to_string()} {width} height={height.to_string()} rx={radius.to_string()}/>
    }
}
