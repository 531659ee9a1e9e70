//! A channel as a matrix of bearable size.

use super::super::{bins::Bins, density::DensityEstimator};

/// Grids of so many cells are taken as they are.
const MOST_CELLS: u32 = 200;

/// Greater ones in so many groups of cells, of which the first and the last stand for all: what lies
/// between them is seen as between what these are seen as, but for windows that end within a group.
const GROUPS: u32 = 100;

/// More output cells are counted in so many blocks.
const MOST_BLOCKS: usize = 400;

/// The atoms of a distribution, and as what they are seen.
pub(super) struct Atoms {
    /// The groups of the grid's cells.
    pub(super) groups: Bins,
    /// The cell of each atom; of those who declined, none.
    pub(super) cells: Vec<Option<u32>>,
    /// The shares of the blocks of output cells, for each atom.
    pub(super) columns: Vec<Vec<f64>>,
}

impl Atoms {
    pub(super) fn of(estimator: &dyn DensityEstimator) -> Option<Self> {
        let cells = estimator.grid_cells();
        let groups = if cells <= MOST_CELLS { cells } else { GROUPS };
        let groups = Bins::equal_width(cells, groups).ok()?;
        let mut atoms = Vec::new();
        for (first, last) in (0..groups.count()).filter_map(|group| groups.cells_of(group)) {
            atoms.push(Some(first));
            if last > first {
                atoms.push(Some(last));
            }
        }
        let values = cells as usize + usize::from(estimator.tells_declined());
        if estimator.tells_declined() {
            atoms.push(None);
        }
        Some(Self {
            columns: atoms
                .iter()
                .map(|atom| {
                    let mut shares = vec![0.0; values];
                    shares[atom.unwrap_or(cells) as usize] = 1.0;
                    blocks(&estimator.expected(&shares))
                })
                .collect(),
            cells: atoms,
            groups,
        })
    }
}

/// The sums of the blocks of output cells.
pub(super) fn blocks(outputs: &[f64]) -> Vec<f64> {
    let length = outputs.len().div_ceil(MOST_BLOCKS).max(1);
    outputs
        .chunks(length)
        .map(|block| block.iter().sum())
        .collect()
}
