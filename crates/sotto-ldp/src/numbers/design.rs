//! Choosing a mechanism's free parameters, and the textbook's closed forms to compare with.
//!
//! This is design time: floats are welcome, because what is chosen here is published as integers
//! and neither ε nor unbiasedness hangs on it.

use super::grid::Grid;
use crate::kernel::{Epsilon, Weights};

/// The two ends between which a mechanism's variance moves with t²: at t = 0 and at t = ±1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variances {
    /// At t = 0, the middle of the range.
    pub middle: f64,
    /// At t = ±1, its ends.
    pub ends: f64,
}

impl Variances {
    /// The greater of the two.
    #[must_use]
    pub const fn worst(self) -> f64 {
        self.middle.max(self.ends)
    }

    fn mixed(self, other: Self, share: f64) -> Self {
        Self {
            middle: share * self.middle + (1.0 - share) * other.middle,
            ends: share * self.ends + (1.0 - share) * other.ends,
        }
    }
}

/// The variances of a window of that width, per report, with the question's range as 2.
#[must_use]
pub fn window_variances(epsilon: &Epsilon, cells: u32, width: u32) -> Variances {
    window(
        ratio(epsilon),
        f64::from(cells.saturating_sub(1)),
        f64::from(width),
    )
}

/// The width with the least worst variance.
#[must_use]
pub fn piecewise_width(epsilon: &Epsilon, cells: u32) -> u32 {
    let (ratio, steps) = (ratio(epsilon), f64::from(cells.saturating_sub(1)));
    best_width(|width| window(ratio, steps, width).worst())
}

/// How hybrid mixes: the window's width, and the chance that it is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixture {
    /// The window's width in cells.
    pub width: u32,
    /// The chance of the window; else Duchi's bit is sent.
    pub window_share: f64,
    /// The variances of the mixture.
    pub variances: Variances,
}

/// The mixture of a window and Duchi's mechanism with the least worst variance.
#[must_use]
pub fn hybrid_mixture(epsilon: &Epsilon, cells: u32) -> Mixture {
    let (ratio, steps) = (ratio(epsilon), f64::from(cells.saturating_sub(1)));
    let bit = textbook::duchi(ratio);
    let of_width = |width: f64| {
        let window = window(ratio, steps, width);
        // At this share the two slopes in t² cancel, and the variance is the same everywhere.
        let level = 1.0 / (window.ends - window.middle + 1.0);
        [0.0, level.clamp(0.0, 1.0), 1.0]
            .map(|share| (share, window.mixed(bit, share)))
            .into_iter()
            .fold((0.0, bit), |best, found| {
                if found.1.worst() < best.1.worst() {
                    found
                } else {
                    best
                }
            })
    };
    // Where Duchi alone is best at every width, the window that is least bad with it.
    let width = best_width(|width| window(ratio, steps, width).middle);
    let mixed = best_width(|width| of_width(width).1.worst());
    let (window_share, variances) = of_width(f64::from(mixed));
    Mixture {
        width: if window_share > 0.0 { mixed } else { width },
        window_share,
        variances,
    }
}

/// Square wave's width on a grid: twice the half-width b(ε) of Li et al. (2020), of the range, plus
/// the cell itself.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the half-width is from 0 to half the grid"
)]
pub fn square_wave_width(epsilon: &Epsilon, cells: u32) -> u32 {
    let exponential = ratio(epsilon);
    let half = textbook::square_wave_half_width(epsilon.privacy_loss().to_f64(), exponential);
    2 * (half * f64::from(cells))
        .floor()
        .clamp(0.0, f64::from(Grid::MAX_CELLS)) as u32
        + 1
}

/// A chance as an integer out of 2³², but neither none nor all of them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "held between its bounds first"
)]
pub(super) fn out_of_coin(share: f64) -> u64 {
    let all = f64::from(u32::MAX);
    (share * (all + 1.0)).round().clamp(1.0, all) as u64
}

fn window(ratio: f64, steps: f64, width: f64) -> Variances {
    // In units of b: W = ew + N. One step stands for W/((e−1)wN).
    let total = ratio * width + steps;
    let unit = total / ((ratio - 1.0) * width * steps);
    let outputs = steps + width;
    let balanced = outputs * (outputs * outputs - 1.0);
    let inside = (ratio - 1.0) * width * (width * width - 1.0);
    let middle = unit * unit * (balanced + inside) / (3.0 * total);
    let slope = unit * steps;
    Variances {
        middle,
        ends: middle + (ratio - 1.0) * width * slope * slope / total - 1.0,
    }
}

/// The widest window there is.
pub(super) const MAX_WIDTH: u32 = 4 * Grid::MAX_CELLS;

/// The least width from which on the worst variance rises. It falls before and rises after.
pub(super) fn best_width(worst: impl Fn(f64) -> f64) -> u32 {
    let (mut low, mut high) = (1, MAX_WIDTH);
    while low < high {
        let middle = low + (high - low) / 2;
        if worst(f64::from(middle)) <= worst(f64::from(middle + 1)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// a/b, which is e^ε but for 10⁻⁹ of it.
#[expect(clippy::cast_precision_loss, reason = "at design time")]
pub(super) fn ratio(epsilon: &Epsilon) -> f64 {
    let Weights { truth, other } = Weights::from_epsilon(epsilon);
    truth as f64 / other as f64
}

/// The closed forms of the papers, in terms of ε or of e^ε, for inputs from −1 to 1.
pub mod textbook {
    use super::Variances;

    /// Laplace noise of scale 2/ε: 8/ε².
    #[must_use]
    pub fn laplace(epsilon: f64) -> Variances {
        let variance = 8.0 / (epsilon * epsilon);
        Variances {
            middle: variance,
            ends: variance,
        }
    }

    /// Duchi: B² − t², B = (e^ε+1)/(e^ε−1).
    #[must_use]
    pub fn duchi(exponential: f64) -> Variances {
        let bound = (exponential + 1.0) / (exponential - 1.0);
        Variances {
            middle: bound * bound,
            ends: bound * bound - 1.0,
        }
    }

    /// Piecewise: t²/(e^(ε/2)−1) + (e^(ε/2)+3)/(3(e^(ε/2)−1)²).
    #[must_use]
    pub fn piecewise(exponential: f64) -> Variances {
        let root = exponential.sqrt();
        let middle = (root + 3.0) / (3.0 * (root - 1.0) * (root - 1.0));
        Variances {
            middle,
            ends: middle + 1.0 / (root - 1.0),
        }
    }

    /// Hybrid with the best α: 1 − e^(−ε/2), or 0 where Duchi alone is better (ε ≤ 0.6094).
    #[must_use]
    pub fn hybrid(exponential: f64) -> Variances {
        let duchi = duchi(exponential);
        let mixed = piecewise(exponential).mixed(duchi, 1.0 - 1.0 / exponential.sqrt());
        if mixed.worst() < duchi.worst() {
            mixed
        } else {
            duchi
        }
    }

    /// Square wave: b = (εe−e+1)/(2e(e−1−ε)), e = e^ε, as a part of the range.
    #[must_use]
    pub fn square_wave_half_width(epsilon: f64, exponential: f64) -> f64 {
        if epsilon < 0.01 {
            // Both sides cancel; b = 1/2 − ε/3 + O(ε²).
            return 0.5 - epsilon / 3.0;
        }
        let above = epsilon * exponential - exponential + 1.0;
        above / (2.0 * exponential * (exponential - 1.0 - epsilon))
    }
}

#[cfg(test)]
mod tests {
    use super::{textbook, *};

    fn epsilon(text: &str) -> Epsilon {
        text.parse().unwrap()
    }

    #[test]
    fn textbook_variances_are_the_published_ones() {
        for (epsilon, laplace, duchi, piecewise, hybrid) in [
            (0.5, 32.0, 16.6708, 21.2226, 16.6708),
            (1.0, 8.0, 4.6827, 5.2236, 4.2890),
            (2.0, 2.0, 1.7241, 1.2276, 1.0423),
            (4.0, 0.5, 1.0760, 0.2414, 0.2190),
        ] {
            let exponential = f64::exp(epsilon);
            for (found, expected) in [
                (textbook::laplace(epsilon), laplace),
                (textbook::duchi(exponential), duchi),
                (textbook::piecewise(exponential), piecewise),
                (textbook::hybrid(exponential), hybrid),
            ] {
                assert!(
                    (found.worst() - expected).abs() < 5.1e-5,
                    "{epsilon}: {found:?}"
                );
            }
        }
    }

    fn crossing(mut low: f64, mut high: f64, above: impl Fn(f64) -> bool) -> f64 {
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if above(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        low
    }

    #[test]
    fn the_textbooks_cross_where_they_say() {
        let worst = |of: fn(f64) -> Variances, epsilon: f64| of(epsilon.exp()).worst();
        let found = crossing(0.1, 5.0, |epsilon| {
            worst(textbook::piecewise, epsilon) < worst(textbook::duchi, epsilon)
        });
        assert!((found - 1.28978).abs() < 1e-5, "{found}");
        let found = crossing(0.1, 5.0, |epsilon| {
            worst(textbook::hybrid, epsilon) < worst(textbook::duchi, epsilon) - 1e-12
        });
        assert!((found - 0.6094).abs() < 1e-4, "{found}");
    }

    /// A rounding to whole cells is all that is lost against the textbook at its own width, and
    /// the best width is better: 1.092 and, on five points, 1.065 (1.084 where the width must be
    /// odd and cells are halved) at ε = 2 instead of 1.228.
    #[test]
    fn the_best_window_beats_the_textbook() {
        for (text, cells, expected) in [("2", 201, 1.092), ("2", 5, 1.065), ("4", 201, 0.162)] {
            let epsilon = epsilon(text);
            let width = piecewise_width(&epsilon, cells);
            let found = window_variances(&epsilon, cells, width).worst();
            assert!((found - expected).abs() < 6e-4, "{text}, {cells}: {found}");
        }
        for text in ["0.5", "1", "2", "4"] {
            let epsilon = epsilon(text);
            let root = ratio(&epsilon).sqrt();
            // The window is 1/√e of the distance over which it moves.
            #[expect(clippy::cast_sign_loss, reason = "a width")]
            let width = (1e6 / root).round() as u32;
            let found = window_variances(&epsilon, 1_000_001, width);
            let expected = textbook::piecewise(root * root);
            assert!((found.middle - expected.middle).abs() < 1e-4, "{text}");
            assert!((found.ends - expected.ends).abs() < 1e-4, "{text}");
            let best = piecewise_width(&epsilon, 1_000_001);
            assert!(window_variances(&epsilon, 1_000_001, best).worst() < expected.worst());
        }
    }

    #[test]
    fn no_other_width_is_better() {
        for text in ["0.1", "0.5", "1", "2", "4", "8"] {
            for cells in [2, 3, 5, 8, 101] {
                let epsilon = epsilon(text);
                let (ratio, steps) = (ratio(&epsilon), f64::from(cells - 1));
                let worst = |width: u32| window(ratio, steps, f64::from(width)).worst();
                let least = (1..5000).map(worst).fold(f64::INFINITY, f64::min);
                let found = worst(piecewise_width(&epsilon, cells));
                assert!(
                    found <= least * (1.0 + 1e-12),
                    "{text}, {cells}: {found} {least}"
                );
                let mixture = hybrid_mixture(&epsilon, cells);
                let bit = textbook::duchi(ratio);
                for width in 1..2000 {
                    let window = window(ratio, steps, f64::from(width));
                    for share in 0..=40 {
                        let other = window.mixed(bit, f64::from(share) / 40.0).worst();
                        assert!(
                            mixture.variances.worst() <= other * (1.0 + 1e-9),
                            "{text}, {cells}: {mixture:?}; width {width}, {share}/40: {other}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn hybrid_is_never_worse_than_the_textbook() {
        for text in ["0.01", "0.5", "0.6", "1", "2", "4", "10"] {
            let epsilon = epsilon(text);
            for cells in [2, 5, 101, 10_001] {
                let found = hybrid_mixture(&epsilon, cells).variances.worst();
                let expected = textbook::hybrid(ratio(&epsilon)).worst();
                assert!(
                    found <= expected + 1e-6,
                    "{text}, {cells}: {found} > {expected}"
                );
            }
        }
    }

    #[test]
    fn square_waves_are_half_the_range_wide_at_no_privacy_loss_and_narrow_at_a_great_one() {
        let half = |epsilon: f64| textbook::square_wave_half_width(epsilon, epsilon.exp());
        // b(1) = 1/(2e(e−2))
        assert!((half(1.0) - 0.256_083_4).abs() < 1e-6);
        assert!((half(0.0101) - half(0.0099)).abs() < 1e-3);
        assert_eq!(square_wave_width(&epsilon("0.000001"), 101), 101);
        assert_eq!(square_wave_width(&epsilon("1"), 101), 51);
        assert_eq!(square_wave_width(&epsilon("20"), 101), 1);
    }
}
