//! People as dots by two numbers, with lines through them.

use yew::prelude::*;

use super::{Curve, Scale, curves, ends};

/// A dot for each pair of numbers, on a scale across and one that grows upwards, and the lines over them; the numbers
/// at both ends of the scale across stand below. What lies beyond a scale stands at its end.
pub fn scatter(
    points: &[(f64, f64)],
    lines: &[Curve],
    (across, up): (Scale, Scale),
    numbers: [String; 2],
) -> Html {
    let dot = |&(x, y): &(f64, f64)| html! { <circle cx={across.x(x)} cy={up.y(y)} r="2"/> };
    html! {
        <div class="curves">
            <svg width="100%" height="200" aria-hidden="true">
                <rect class="bar-track" width="100%" height="100%"/>
                <g class="dots">{ for points.iter().map(dot) }</g>
                { curves::lines(lines, (across, up)) }
            </svg>
            { ends(numbers) }
        </div>
    }
}
