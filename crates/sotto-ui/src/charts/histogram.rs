//! A distribution as columns with intervals.

use yew::prelude::*;

use super::{Scale, ends, scale::length};

/// The share of those whose number lies in one of equally wide ranges.
#[derive(Clone, Copy, Debug)]
pub struct Bin {
    /// The share.
    pub share: f64,
    /// The shares at the ends of its interval.
    pub interval: (f64, f64),
}

/// The columns from the least numbers to the greatest, on a scale of shares that grows upwards; the
/// numbers at both ends stand below.
pub fn histogram(bins: &[Bin], scale: Scale, numbers: [String; 2]) -> Html {
    #[expect(clippy::cast_precision_loss, reason = "a few dozen columns")]
    let x = |index: f64| length(index / bins.len() as f64 * 100.0);
    let width = x(1.0);
    let draw = |(index, bin): (u32, &Bin)| {
        let (left, middle) = (f64::from(index), f64::from(index) + 0.5);
        let (low, high) = bin.interval;
        html! {
            <g>
                <rect
                    class="column"
                    x={x(left)}
                    y={scale.y(bin.share)}
                    width={width.clone()}
                    height={scale.x(bin.share)}
                />
                <g class="mark-interval">
                    <line x1={x(middle)} x2={x(middle)} y1={scale.y(low)} y2={scale.y(high)}/>
                </g>
            </g>
        }
    };
    html! {
        <div class="histogram">
            <svg width="100%" height="120" aria-hidden="true">
                <rect class="bar-track" width="100%" height="100%"/>
                { for (0..).zip(bins).map(draw) }
            </svg>
            { ends(numbers) }
        </div>
    }
}
