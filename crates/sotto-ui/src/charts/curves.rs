//! Figures that depend on a setting, as curves; the setting chosen is a line across them.

use std::fmt::Write;

use yew::prelude::*;

use super::{Scale, ends};

/// One figure at rising settings.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The class that colours it, and dashes it for whoever sees no colours.
    pub class: &'static str,
    /// Setting and figure, point by point.
    pub points: Vec<(f64, f64)>,
}

/// The curves on a scale of settings and a scale of figures that grows upwards, with a line at the setting `chosen`;
/// the settings at both ends stand below.
pub fn curves(
    curves: &[Curve],
    (across, up): (Scale, Scale),
    chosen: f64,
    settings: [String; 2],
) -> Html {
    let line = across.x(chosen);
    html! {
        <div class="curves">
            <svg width="100%" height="160" aria-hidden="true">
                <rect class="bar-track" width="100%" height="100%"/>
                <line class="mark-chosen" x1={line.clone()} x2={line} y1="0" y2="100%"/>
                { lines(curves, (across, up)) }
            </svg>
            { ends(settings) }
        </div>
    }
}

/// The curves alone, over the whole of the drawing that they stand in.
pub(super) fn lines(curves: &[Curve], (across, up): (Scale, Scale)) -> Html {
    let draw = |curve: &Curve| {
        html! {
            <path class={classes!("curve", curve.class)} d={path(&curve.points, across, up)} vector-effect="non-scaling-stroke"/>
        }
    };
    html! {
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
            { for curves.iter().map(draw) }
        </svg>
    }
}

/// From point to point, on a square of 100 by 100 with its origin at the top left.
fn path(points: &[(f64, f64)], across: Scale, up: Scale) -> String {
    let mut path = String::new();
    for (place, &(setting, figure)) in points.iter().enumerate() {
        let step = if place == 0 { 'M' } else { 'L' };
        let (x, y) = (across.percent(setting), 100.0 - up.percent(figure));
        // Writing to a string cannot fail.
        let _ = write!(path, "{step}{x:.2} {y:.2}");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_through_the_points_and_never_outside() {
        let across = Scale::between(0.0, 10.0);
        let up = Scale::between(0.0, 2.0);
        let found = path(&[(0.0, 0.0), (5.0, 1.0), (20.0, 9.0)], across, up);
        assert_eq!(found, "M0.00 100.00L50.00 50.00L100.00 0.00");
        assert_eq!(path(&[], across, up), "");
    }
}
