//! Stochastic rounding: from a fine grid to a few levels, up or down by chance, so that the mean
//! stays what it is.
//!
//! Rounding alone protects nobody. It goes before a randomizer: to the two ends and then
//! randomized response, it is Duchi's mechanism, weight for weight; to some levels and then any
//! frequency oracle, the estimated shares of the levels give an unbiased mean.

use std::num::NonZeroU64;

use rand::CryptoRng;

use crate::{
    kernel::{Decimal, OutsideDomain, sampling::uniform_below},
    numbers::{error::NumberError, grid::Grid},
};

/// Rounds the cells of a grid to evenly spaced levels, the first and last cell among them.
///
/// Cell i of N+1 lies at i·M/N between levels 0 and M; with ⌊i·M/N⌋ = l and remainder r it becomes
/// l + 1 in r of N draws, and else l.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StochasticRounding {
    cells: u32,
    levels: u32,
    steps: NonZeroU64,
}

impl StochasticRounding {
    /// Rounding from that many cells to that many levels.
    ///
    /// # Errors
    /// When there are not from 2 to [`Grid::MAX_CELLS`] cells, or not from 2 levels to as many as
    /// cells.
    pub fn new(cells: u32, levels: u32) -> Result<Self, NumberError> {
        let steps = NonZeroU64::new(u64::from(cells.saturating_sub(1)));
        let maximum = cells.min(Grid::MAX_CELLS);
        match steps {
            Some(steps) if cells <= Grid::MAX_CELLS && (2..=maximum).contains(&levels) => {
                Ok(Self {
                    cells,
                    levels,
                    steps,
                })
            }
            _ => Err(NumberError::Levels {
                found: levels,
                maximum,
            }),
        }
    }

    /// The number of levels.
    #[must_use]
    pub const fn levels(&self) -> u32 {
        self.levels
    }

    /// Of N draws, how many make cell `input` level `level`; N is one less than the cells.
    #[must_use]
    pub fn weight(&self, input: u32, level: u32) -> u64 {
        let (below, above) = self.index(input);
        match level.checked_sub(below) {
            Some(0) => self.steps.get() - above,
            Some(1) => above,
            _ => 0,
        }
    }

    /// Rounds a cell to a level.
    ///
    /// # Errors
    /// When the cell is beyond the grid.
    pub fn round<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        OutsideDomain::check(input, self.cells)?;
        let (below, above) = self.index(input);
        Ok(below + u32::from(uniform_below(self.steps, rng) < above))
    }

    /// The level at or below a cell, and by how many N-ths of a level the cell is above it.
    fn index(&self, input: u32) -> (u32, u64) {
        let scaled = u64::from(input.min(self.cells - 1)) * u64::from(self.levels - 1);
        let below = u32::try_from(scaled / self.steps).unwrap_or(self.levels - 1);
        (below, scaled % self.steps)
    }
}

impl Grid {
    /// The cell of a number between steps: one of its two neighbours by chance, so that the mean
    /// stays what it is. A number on a step always becomes its own cell.
    ///
    /// # Errors
    /// When the number is outside the range; nothing is clipped.
    pub fn rounded_index_of<R: CryptoRng + ?Sized>(
        &self,
        number: Decimal,
        rng: &mut R,
    ) -> Result<u32, NumberError> {
        let (below, above) = self.position(number)?;
        // A grid's step is positive.
        let step = NonZeroU64::new(self.step_micros()).unwrap_or(NonZeroU64::MIN);
        Ok(below + u32::from(uniform_below(step, rng) < above))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::sampling::tests::{Playback, word_for};

    #[test]
    fn rounding_keeps_the_mean_of_every_cell_exactly() {
        for (cells, levels) in [(2, 2), (5, 2), (5, 3), (101, 7), (8, 8)] {
            let rounding = StochasticRounding::new(cells, levels).unwrap();
            let steps = u64::from(cells - 1);
            for input in 0..cells {
                let weights = (0..levels).map(|level| rounding.weight(input, level));
                assert_eq!(weights.clone().sum::<u64>(), steps);
                let mean: u64 = (0..)
                    .zip(weights)
                    .map(|(level, weight)| level * weight)
                    .sum();
                assert_eq!(mean, u64::from(input) * u64::from(levels - 1));
            }
        }
    }

    /// Over all that can be drawn below N = 16, each level comes as often as its weight.
    #[test]
    fn draws_are_the_weights() {
        let rounding = StochasticRounding::new(17, 6).unwrap();
        for input in 0..17 {
            let mut seen = [0; 6];
            for drawn in 0..16 {
                let mut words = Playback(vec![word_for(drawn, 16)]);
                seen[rounding.round(input, &mut words).unwrap() as usize] += 1;
            }
            let weights: Vec<_> = (0..6).map(|level| rounding.weight(input, level)).collect();
            assert_eq!(seen[..], weights);
        }
    }

    #[test]
    fn numbers_between_steps_go_to_their_neighbours_in_proportion() {
        let (maximum, step) = ("0.00008".parse().unwrap(), "0.000008".parse().unwrap());
        let grid = Grid::new(0.into(), maximum, step).unwrap();
        for (number, ups) in [("0.00004", 0), ("0.000043", 3), ("0.000047", 7)] {
            let up = |drawn| {
                let number = number.parse().unwrap();
                grid.rounded_index_of(number, &mut Playback(vec![word_for(drawn, 8)]))
                    .unwrap()
                    - 5
            };
            assert_eq!((0..8).map(up).sum::<u32>(), ups, "{number}");
        }
        assert!(
            grid.rounded_index_of(1.into(), &mut Playback(vec![]))
                .is_err()
        );
    }

    #[test]
    fn impossible_levels_are_refused() {
        for (cells, levels) in [(0, 2), (1, 1), (2, 0), (2, 1), (2, 3), (u32::MAX, 2)] {
            assert!(
                StochasticRounding::new(cells, levels).is_err(),
                "{cells}, {levels}"
            );
        }
        let rounding = StochasticRounding::new(5, 2).unwrap();
        assert!(rounding.round(5, &mut Playback(vec![])).is_err());
    }
}
