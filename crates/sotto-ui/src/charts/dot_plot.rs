//! Many estimates of one figure as heaps of dots.

use yew::prelude::*;

use super::{Scale, ends};

/// The height of the drawing, and of one of several that stand one below the other.
const HEIGHT: f64 = 160.0;
const LOW: f64 = 84.0;

/// The greatest distance of two dots of a heap.
const DISTANCE: f64 = 8.0;

/// Dots of a tall heap overlap rather than become too small to be seen: it is then a bar.
const LEAST_RADIUS: f64 = 2.5;

/// In how many heaps the dots stand: an odd number, so that one is in the middle.
const HEAPS: u32 = 41;

/// A dot for each figure, in heaps along the scale; a line at `truth`, and the numbers at both ends below. A figure
/// beyond an end stands at it.
pub fn dot_plot(
    figures: impl IntoIterator<Item = f64>,
    truth: f64,
    scale: Scale,
    numbers: [String; 2],
) -> Html {
    of_height(HEIGHT, figures, truth, scale, numbers)
}

/// The same at half the height, for several that are to be seen together.
pub fn low_dot_plot(
    figures: impl IntoIterator<Item = f64>,
    truth: f64,
    scale: Scale,
    numbers: [String; 2],
) -> Html {
    of_height(LOW, figures, truth, scale, numbers)
}

fn of_height(
    height: f64,
    figures: impl IntoIterator<Item = f64>,
    truth: f64,
    scale: Scale,
    numbers: [String; 2],
) -> Html {
    let heaps = heaps(figures, scale);
    let tallest = heaps.iter().copied().max().unwrap_or(0).max(1);
    let distance = (height / f64::from(tallest)).min(DISTANCE);
    let across = Scale::between(0.0, f64::from(HEAPS));
    let radius = format!("{:.1}", (distance * 0.45).max(LEAST_RADIUS));
    let heap = |(place, dots): (u32, u32)| {
        let cx = across.x(f64::from(place) + 0.5);
        let dot = |number: u32| {
            let cy = height - (f64::from(number) + 0.5) * distance;
            html! { <circle cx={cx.clone()} cy={format!("{cy:.1}")} r={radius.clone()}/> }
        };
        (0..dots).map(dot).collect::<Html>()
    };
    let line = scale.x(truth);
    html! {
        <div class="dot-plot">
            <svg width="100%" height={height.to_string()} aria-hidden="true">
                <rect class="bar-track" width="100%" height="100%"/>
                <line class="mark-truth" x1={line.clone()} x2={line} y1="0" y2="100%"/>
                <g class="dots">{ for (0..).zip(heaps).map(heap) }</g>
            </svg>
            { ends(numbers) }
        </div>
    }
}

/// How many figures stand in each heap.
fn heaps(figures: impl IntoIterator<Item = f64>, scale: Scale) -> Vec<u32> {
    let mut heaps = vec![0; HEAPS as usize];
    for figure in figures {
        if let Some(heap) = heaps.get_mut(scale.part(figure, HEAPS)) {
            *heap += 1;
        }
    }
    heaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_stands_in_a_heap() {
        let scale = Scale::between(-1.0, 1.0);
        let found = heaps([-1.0, -7.0, 0.0, 0.01, 1.0, 9.0, f64::NAN], scale);
        assert_eq!(found.iter().sum::<u32>(), 7);
        assert_eq!((found[0], found[20], found[40]), (3, 2, 2));
    }
}
