//! Choosing the free parameters of mechanisms for numbers that can be declined.
//!
//! As in [`super::design`], but what is made least is the worst variance of the mean of those who
//! answer, a ratio, where nobody declines ([`DeclinedCell`]).

use super::{
    declined_cell::DeclinedCell,
    design::{Mixture, Variances, best_width, ratio},
};
use crate::kernel::Epsilon;

/// So many chances of the window are tried, evenly spaced.
const SHARES: u32 = 256;

/// The width of a window with a cell for those who decline, of the least worst variance.
#[must_use]
pub fn piecewise_width(epsilon: &Epsilon, cells: u32) -> u32 {
    let (ratio, steps) = (ratio(epsilon), f64::from(cells.saturating_sub(1)));
    best_width(|width| window(ratio, steps, width).variances().worst())
}

/// The mixture of such a window and Duchi's mechanism of the least worst variance.
#[must_use]
pub fn hybrid_mixture(epsilon: &Epsilon, cells: u32) -> Mixture {
    let (ratio, steps) = (ratio(epsilon), f64::from(cells.saturating_sub(1)));
    let bit = duchi(ratio);
    let of_width = |width: f64| {
        let window = window(ratio, steps, width);
        let share = |tried: u32| f64::from(tried) / f64::from(SHARES);
        let of_share = |tried: u32| {
            let share = share(tried);
            (share, window.mixed(bit, share).variances())
        };
        (1..=SHARES).map(of_share).fold(of_share(0), |best, found| {
            if found.1.worst() < best.1.worst() {
                found
            } else {
                best
            }
        })
    };
    let width = best_width(|width| of_width(width).1.worst());
    let (window_share, variances) = of_width(f64::from(width));
    Mixture {
        width: if window_share > 0.0 {
            width
        } else {
            piecewise_width(epsilon, cells)
        },
        window_share,
        variances,
    }
}

/// The mean squares of what a report stands for, at t = 0 and at t = ±1, and the cell of those who declined.
#[derive(Clone, Copy)]
struct Squares {
    middle: f64,
    ends: f64,
    cell: DeclinedCell,
}

impl Squares {
    fn mixed(self, other: Self, share: f64) -> Self {
        let of = |here: f64, there: f64| share * here + (1.0 - share) * there;
        Self {
            middle: of(self.middle, other.middle),
            ends: of(self.ends, other.ends),
            cell: self.cell.mixed(other.cell, share),
        }
    }

    fn variances(self) -> Variances {
        Variances {
            middle: self.middle,
            ends: self.ends + self.cell.slope_of_ratio(1.0),
        }
    }
}

/// In units of b: W = e·w + N + w.
fn window(ratio: f64, steps: f64, width: f64) -> Squares {
    let total = ratio * width + steps + width;
    let unit = total / ((ratio - 1.0) * width * steps);
    let outputs = steps + width;
    let balanced = outputs * (outputs * outputs - 1.0);
    let inside = (ratio - 1.0) * width * (width * width - 1.0);
    let middle = unit * unit * (balanced + inside) / (3.0 * total);
    let slope = unit * steps;
    Squares {
        middle,
        ends: middle + (ratio - 1.0) * width * slope * slope / total,
        cell: DeclinedCell {
            truth: ratio * width / total,
            other: width / total,
            square: unit * unit * balanced / (3.0 * total),
        },
    }
}

/// Direct encoding of the two ends and of "declined".
fn duchi(ratio: f64) -> Squares {
    let total = ratio + 2.0;
    let unit = total / (ratio - 1.0);
    let square = unit * unit * (ratio + 1.0) / total;
    Squares {
        middle: square,
        ends: square,
        cell: DeclinedCell {
            truth: ratio / total,
            other: 1.0 / total,
            square: unit * unit * 2.0 / total,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epsilon(text: &str) -> Epsilon {
        text.parse().unwrap()
    }

    /// Rounding to ±1 and telling one of three categories: 5.94 and 1.93 at t = 0 where Duchi's bit has 4.68
    /// and 1.72.
    #[test]
    fn three_categories_have_the_published_variance() {
        for (text, expected) in [("1", 5.94), ("2", 1.93)] {
            let found = duchi(ratio(&epsilon(text))).variances();
            assert!((found.middle - expected).abs() < 5e-3, "{text}: {found:?}");
            assert!(found.ends < found.middle);
        }
    }

    /// But for the steps in which shares are tried.
    #[test]
    fn no_other_width_or_share_is_better() {
        for text in ["0.1", "0.5", "1", "2", "4", "8"] {
            for cells in [2, 3, 5, 8, 101] {
                let epsilon = epsilon(text);
                let (ratio, steps) = (ratio(&epsilon), f64::from(cells - 1));
                let alone = piecewise_width(&epsilon, cells);
                let found = window(ratio, steps, f64::from(alone)).variances().worst();
                let mixture = hybrid_mixture(&epsilon, cells).variances.worst();
                for width in 1..2000 {
                    let other = window(ratio, steps, f64::from(width));
                    let worst = other.variances().worst();
                    assert!(found <= worst * (1.0 + 1e-12), "{text}, {cells}: {width}");
                    for share in 0..=16 {
                        let share = f64::from(share) / 16.0;
                        let worst = other.mixed(duchi(ratio), share).variances().worst();
                        assert!(
                            mixture <= worst * (1.0 + 1e-3),
                            "{text}, {cells}: {mixture}; width {width}, {share}: {worst}"
                        );
                    }
                }
            }
        }
    }
}
