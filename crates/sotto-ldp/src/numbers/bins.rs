//! Bins: consecutive cells of a grid taken together as one category, for any frequency oracle.

use super::error::NumberError;

/// Bins over the cells of a grid: bin b holds the cells from its start up to the next start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins {
    starts: Vec<u32>,
    cells: u32,
}

impl Bins {
    /// Bins that start at the given cells.
    ///
    /// # Errors
    /// When the first does not start at 0, or starts do not increase, or one is beyond the grid.
    pub fn at(cells: u32, starts: Vec<u32>) -> Result<Self, NumberError> {
        let increasing = starts.windows(2).all(|pair| pair[0] < pair[1]);
        let within = starts.last().is_some_and(|&last| last < cells);
        if starts.first() == Some(&0) && increasing && within {
            Ok(Self { starts, cells })
        } else {
            Err(NumberError::BinStarts { cells })
        }
    }

    /// Bins of equal width: their numbers of cells differ by one at most.
    ///
    /// # Errors
    /// When there are no bins, or more than cells.
    pub fn equal_width(cells: u32, count: u32) -> Result<Self, NumberError> {
        check_count(cells, count)?;
        let start = |bin: u32| u64::from(bin) * u64::from(cells) / u64::from(count);
        let starts = (0..count).map(|bin| u32::try_from(start(bin)).unwrap_or(cells));
        Self::at(cells, starts.collect())
    }

    /// The number of bins.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The first cell of each bin.
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The first and last cell of a bin; `None` beyond the last bin.
    #[must_use]
    pub fn cells_of(&self, bin: u32) -> Option<(u32, u32)> {
        let index = bin as usize;
        let first = *self.starts.get(index)?;
        let next = self.starts.get(index + 1).copied().unwrap_or(self.cells);
        Some((first, next - 1))
    }
}

fn check_count(cells: u32, count: u32) -> Result<(), NumberError> {
    if (1..=cells).contains(&count) {
        Ok(())
    } else {
        Err(NumberError::BinCount {
            found: count,
            maximum: cells,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_widths_by_hand() {
        let bins = Bins::equal_width(10, 3).unwrap();
        assert_eq!(bins.starts(), [0, 3, 6]);
        assert_eq!(bins.cells_of(2), Some((6, 9)));
        assert_eq!(bins.cells_of(3), None);
    }

    #[test]
    fn bins_that_are_none_are_refused() {
        for (cells, count) in [(0, 0), (0, 1), (5, 0), (5, 6)] {
            assert!(matches!(
                Bins::equal_width(cells, count),
                Err(NumberError::BinCount { .. })
            ));
        }
        for starts in [vec![], vec![1], vec![0, 0], vec![0, 3, 2], vec![0, 5]] {
            assert_eq!(
                Bins::at(5, starts),
                Err(NumberError::BinStarts { cells: 5 })
            );
        }
    }

    proptest! {
        #[test]
        fn every_cell_has_its_bin(cells in 1_u32..60, count in 1_u32..60) {
            let widths = Bins::equal_width(cells, count);
            prop_assert_eq!(widths.is_ok(), count <= cells);
            if let Ok(bins) = widths {
                prop_assert!(bins.count() <= count);
                let mut cell = 0;
                for bin in 0..bins.count() {
                    let (first, last) = bins.cells_of(bin).unwrap();
                    prop_assert!(first == cell && first <= last);
                    cell = last + 1;
                }
                prop_assert_eq!(cell, cells);
            }
        }
    }
}
