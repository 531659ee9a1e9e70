//! The marks that charts and their legends share.

use yew::prelude::*;

/// An interval: a line from `low` to `high` (SVG lengths) with short ends, at height `y`.
pub fn whisker(low: &str, high: &str, y: u32) -> Html {
    let (top, bottom) = ((y - 4).to_string(), (y + 4).to_string());
    let line = |x1: &str, x2: &str, y1: String, y2: String| {
        html! { <line x1={x1.to_owned()} x2={x2.to_owned()} {y1} {y2}/> }
    };
    html! {
        <g class="mark-interval">
            { line(low, high, y.to_string(), y.to_string()) }
            { line(low, low, top.clone(), bottom.clone()) }
            { line(high, high, top, bottom) }
        </g>
    }
}

/// The share of noisy reports: a dashed line across the bar at `x`, from the top to `height`.
pub fn reported(x: &str, height: u32) -> Html {
    html! {
        <line class="mark-reported" x1={x.to_owned()} x2={x.to_owned()} y1="0" y2={height.to_string()}/>
    }
}
