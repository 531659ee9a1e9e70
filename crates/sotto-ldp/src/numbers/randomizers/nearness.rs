//! How near the report of a number is to the number: what a respondent is told.

use std::num::NonZeroU64;

use crate::kernel::BIT_WEIGHT_TOTAL;

/// A mechanism for numbers whose reports can be read as cells of the question's grid.
pub(in crate::numbers) trait Nearness {
    /// The cell of the grid whose report an output most likely is; at the grid's end where it lies
    /// beyond. Of the output that says "declined", the number behind the last cell.
    fn nearest_cell(&self, output: u32) -> u32;

    /// The chance that the report of a cell of the grid is read as one at most `distance` cells
    /// away, out of 2³² and rounded down by a few of them; for telling people. Of the number behind the last
    /// cell, which is "declined": that its report says so.
    fn share_within(&self, cell: u32, distance: u32) -> u64;
}

/// The cells from `cell − distance` to `cell + distance`, as far as a grid of so many goes.
pub(super) fn around(cell: u32, distance: u32, cells: u32) -> (u32, u32) {
    let last = cells - 1;
    (
        cell.saturating_sub(distance),
        cell.saturating_add(distance).min(last),
    )
}

/// `weight`/`total`, at most 1, out of 2³² and rounded down.
pub(super) fn parts(weight: u128, total: NonZeroU64) -> u64 {
    let scaled = weight * u128::from(BIT_WEIGHT_TOTAL) / u128::from(total.get());
    u64::try_from(scaled).unwrap_or(BIT_WEIGHT_TOTAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::{
            Channel, Epsilon,
            exact::Natural,
            sampling::tests::{ONE, decay},
        },
        numbers::{
            Duchi, Hybrid, Laplace, NumericRandomizer, Window, square_wave, square_wave_or_declined,
        },
    };

    /// By how many parts of 2³² a share may be told too small.
    const SLACK: u64 = 4;

    /// Against the channel, output by output.
    fn check(mechanism: &(impl Channel<Output = u32> + NumericRandomizer + Nearness)) {
        let cells = mechanism.cells();
        let total = mechanism.row_total();
        let declined = mechanism.takes_declined().then_some(cells);
        for cell in [0, 1, cells / 2, cells - 1].into_iter().chain(declined) {
            for distance in [0, 1, 3, cells / 2, cells] {
                let near = mechanism.outputs().filter(|&output| {
                    let nearest = mechanism.nearest_cell(output);
                    (nearest == cells) == (cell == cells) && nearest.abs_diff(cell) <= distance
                });
                let near = near.fold(Natural::zero(), |sum, output| {
                    sum.plus(&mechanism.weight(cell, &output))
                });
                let exact = near.times(BIT_WEIGHT_TOTAL);
                let told = mechanism.share_within(cell, distance);
                assert!(
                    total.times(told) <= exact && exact <= total.times(told + SLACK),
                    "cell {cell} of {cells}, distance {distance}: {told}"
                );
            }
        }
    }

    #[test]
    fn shares_are_those_of_the_channel() {
        for epsilon in ["0.1", "1", "3"] {
            let epsilon: Epsilon = epsilon.parse().unwrap();
            for cells in [2, 7, 24] {
                check(&Window::piecewise(&epsilon, cells).unwrap());
                check(&square_wave(&epsilon, cells).unwrap());
                check(&Duchi::new(&epsilon, cells).unwrap());
                check(&Hybrid::new(&epsilon, cells).unwrap());
                check(&Window::piecewise_or_declined(&epsilon, cells).unwrap());
                check(&square_wave_or_declined(&epsilon, cells).unwrap());
                check(&Duchi::or_declined(&epsilon, cells).unwrap());
                check(&Hybrid::or_declined(&epsilon, cells).unwrap());
            }
        }
    }

    #[test]
    fn laplace_tails_are_geometric() {
        let laplace = Laplace::new(&"2".parse().unwrap(), 11).unwrap();
        // γ = 2/10 for each step.
        let (one, p) = (ONE, decay(1, 5));
        for (cell, distance) in [(0, 0), (0, 3), (5, 0), (5, 2), (5, 5), (10, 4)] {
            // Beyond the distance on one side lies p^(distance+1)/(1+p), unless the grid ends before.
            let power = (0..=distance).fold(one, |power, _| power * p / one);
            let tail = power * one / (one + p);
            let sides = u8::from(cell > distance) + u8::from(cell + distance < 10);
            let exact = u64::try_from((one - i128::from(sides) * tail) >> 28).unwrap();
            let told = laplace.share_within(cell, distance);
            assert!(
                told.abs_diff(exact) <= SLACK,
                "{cell} ± {distance}: {told}, not {exact}"
            );
        }
        assert_eq!(laplace.nearest_cell(0), 0);
        assert_eq!(laplace.nearest_cell(laplace.reach() + 4), 4);
        assert_eq!(laplace.nearest_cell(2 * laplace.reach() + 10), 10);
    }
}
