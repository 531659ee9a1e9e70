//! The grid of a question that asks for a number: its possible answers, and their indices.
//!
//! An answer becomes an index here, exactly; nothing is clipped or rounded in silence.

use super::error::NumberError;
use crate::kernel::Decimal;

/// The possible answers minimum, minimum + step, …, maximum; cell i is minimum + i·step.
///
/// ```
/// use sotto_ldp::numbers::Grid;
/// let hours = Grid::new(0.into(), 100.into(), "0.5".parse()?)?;
/// assert_eq!(hours.cells(), 201);
/// assert_eq!(hours.index_of("37.5".parse()?)?, 75);
/// assert!(hours.index_of("37.2".parse()?).is_err());
/// # Ok::<(), sotto_ldp::numbers::NumberError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    minimum: i64,
    step: i64,
    cells: u32,
}

impl Grid {
    /// The most cells a grid can have: 2²⁰.
    pub const MAX_CELLS: u32 = 1 << 20;

    /// The grid of a question's minimum, maximum and step.
    ///
    /// # Errors
    /// When the range is empty, the step not positive or not a divisor of the range, or when there
    /// are more than [`Self::MAX_CELLS`] cells.
    pub fn new(minimum: Decimal, maximum: Decimal, step: Decimal) -> Result<Self, NumberError> {
        if minimum >= maximum {
            return Err(NumberError::EmptyRange { minimum, maximum });
        }
        if step <= Decimal::default() {
            return Err(NumberError::StepNotPositive(step));
        }
        let range = maximum.micros() - minimum.micros();
        if range % step.micros() != 0 {
            return Err(NumberError::StepMissesMaximum {
                minimum,
                maximum,
                step,
            });
        }
        let found = (range / step.micros()).unsigned_abs() + 1;
        let cells = u32::try_from(found).unwrap_or(u32::MAX);
        if cells > Self::MAX_CELLS {
            return Err(NumberError::TooManyCells {
                found,
                maximum: Self::MAX_CELLS,
            });
        }
        Ok(Self {
            minimum: minimum.micros(),
            step: step.micros(),
            cells,
        })
    }

    /// The number of cells, at least 2.
    #[must_use]
    pub const fn cells(&self) -> u32 {
        self.cells
    }

    /// The least answer.
    #[must_use]
    pub fn minimum(&self) -> Decimal {
        self.at(0)
    }

    /// The greatest answer.
    #[must_use]
    pub fn maximum(&self) -> Decimal {
        self.at(self.cells - 1)
    }

    /// The distance of neighbouring answers.
    #[must_use]
    pub fn step(&self) -> Decimal {
        Decimal::from_micros(self.step).unwrap_or_default()
    }

    /// The answer of a cell; `None` beyond the grid.
    #[must_use]
    pub fn value(&self, index: u32) -> Option<Decimal> {
        (index < self.cells).then(|| self.at(index))
    }

    /// The cell of an answer.
    ///
    /// # Errors
    /// When the answer is outside the range or between two steps.
    pub fn index_of(&self, number: Decimal) -> Result<u32, NumberError> {
        match self.position(number)? {
            (index, 0) => Ok(index),
            (index, _) => Err(NumberError::BetweenSteps {
                number,
                below: self.at(index),
                step: self.step(),
            }),
        }
    }

    /// The cell at or below a number, and how many millionths the number lies above it.
    pub(super) fn position(&self, number: Decimal) -> Result<(u32, u64), NumberError> {
        let (minimum, maximum) = (self.minimum(), self.maximum());
        if !(minimum..=maximum).contains(&number) {
            return Err(NumberError::OutsideRange {
                number,
                minimum,
                maximum,
            });
        }
        let above = number.micros() - self.minimum;
        let index = u32::try_from(above / self.step).unwrap_or(self.cells - 1);
        Ok((index, (above % self.step).unsigned_abs()))
    }

    /// The number that t stands for: −1 is the minimum, 1 the maximum.
    #[must_use]
    pub fn of_unit(&self, t: f64) -> f64 {
        let (minimum, maximum) = (self.minimum().to_f64(), self.maximum().to_f64());
        f64::midpoint(minimum, maximum) + t * self.half_range()
    }

    /// Half of maximum − minimum: what one unit of t is worth.
    #[must_use]
    pub fn half_range(&self) -> f64 {
        (self.maximum().to_f64() - self.minimum().to_f64()) / 2.0
    }

    fn at(&self, index: u32) -> Decimal {
        // Between two decimals within the bound, so within the bound.
        Decimal::from_micros(self.minimum + self.step * i64::from(index)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn grid(minimum: &str, maximum: &str, step: &str) -> Result<Grid, NumberError> {
        Grid::new(decimal(minimum), decimal(maximum), decimal(step))
    }

    #[test]
    fn ranges_that_are_none_are_refused() {
        assert!(matches!(
            grid("1", "1", "1"),
            Err(NumberError::EmptyRange { .. })
        ));
        assert!(matches!(
            grid("2", "1", "1"),
            Err(NumberError::EmptyRange { .. })
        ));
        assert!(matches!(
            grid("0", "1", "0"),
            Err(NumberError::StepNotPositive(_))
        ));
        assert!(matches!(
            grid("0", "1", "-1"),
            Err(NumberError::StepNotPositive(_))
        ));
        assert!(matches!(
            grid("0", "10", "3"),
            Err(NumberError::StepMissesMaximum { .. })
        ));
        assert!(matches!(
            grid("0", "1", "2"),
            Err(NumberError::StepMissesMaximum { .. })
        ));
        assert_eq!(
            grid("0", "10", "0.000001"),
            Err(NumberError::TooManyCells {
                found: 10_000_001,
                maximum: Grid::MAX_CELLS
            })
        );
    }

    #[test]
    fn answers_off_the_grid_are_refused_not_clipped() {
        let grid = grid("-1", "2", "0.5").unwrap();
        assert_eq!(grid.cells(), 7);
        for (number, index) in [("-1", 0), ("0", 2), ("2", 6)] {
            assert_eq!(grid.index_of(decimal(number)), Ok(index));
        }
        for number in ["-1.000001", "2.5", "1000000000"] {
            assert!(matches!(
                grid.index_of(decimal(number)),
                Err(NumberError::OutsideRange { .. })
            ));
        }
        let error = grid.index_of(decimal("-0.3")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "-0.3 is not on a step: the nearest below is -0.5, and steps are 0.5"
        );
    }

    proptest! {
        #[test]
        fn every_cell_reads_back(
            minimum in -1_000_000_i64..1_000_000, step in 1_i64..10_000_000, cells in 2_u32..5000
        ) {
            let maximum = minimum + step * i64::from(cells - 1);
            let of = |micros| Decimal::from_micros(micros).unwrap();
            let grid = Grid::new(of(minimum), of(maximum), of(step)).unwrap();
            prop_assert_eq!(grid.cells(), cells);
            for index in 0..cells.min(50) {
                prop_assert_eq!(grid.index_of(grid.value(index).unwrap()), Ok(index));
            }
            prop_assert_eq!(grid.value(cells), None);
            prop_assert!((grid.of_unit(-1.0) - of(minimum).to_f64()).abs() < 1e-6);
            prop_assert!((grid.of_unit(1.0) - of(maximum).to_f64()).abs() < 1e-4);
        }

        #[test]
        fn any_three_numbers_make_a_grid_or_an_error(
            minimum in -Decimal::MAX_MICROS..=Decimal::MAX_MICROS,
            maximum in -Decimal::MAX_MICROS..=Decimal::MAX_MICROS,
            step in -Decimal::MAX_MICROS..=Decimal::MAX_MICROS,
        ) {
            let of = |micros| Decimal::from_micros(micros).unwrap();
            let _ = Grid::new(of(minimum), of(maximum), of(step));
        }
    }
}
