//! Tables that go round in a circle: the joint distribution of greatest entropy, by iterative proportional
//! fitting.

use rand::CryptoRng;
use sotto_ldp::float;

use super::{
    cumulative::Cumulative,
    error::SynthesisError,
    table::{Table, cells_in, combinations},
};

/// A number is kept of each combination.
const MOST: usize = 1 << 20;

/// Sweeps over all tables; fewer where they hold already.
const SWEEPS: u32 = 400;

/// Where no share is off by more, all tables hold.
const PRECISION: f64 = 1e-9;

/// A distribution over all combinations of some variables.
#[derive(Clone, Debug)]
pub(super) struct FittedJoint {
    /// With their sizes, the last running fastest.
    variables: Vec<(usize, u32)>,
    cumulative: Cumulative,
}

impl FittedJoint {
    /// # Errors
    /// When there are too many combinations.
    pub(super) fn new(tables: &[Table], sizes: &[u32]) -> Result<Self, SynthesisError> {
        let mut variables: Vec<usize> = tables
            .iter()
            .flat_map(|table| table.variables().iter().copied())
            .collect();
        variables.sort_unstable();
        variables.dedup();
        let count = combinations(&variables, sizes);
        if count > MOST {
            return Err(SynthesisError::TooLarge {
                combinations: count,
                most: MOST,
            });
        }
        let shares = fit(&variables, tables, sizes);
        let with_size = |variable| (variable, sizes[variable]);
        // Tables add up to 1, so some share is positive.
        let cumulative = Cumulative::new(shares.into_iter());
        let cumulative = cumulative.ok_or(SynthesisError::Share(0.0))?;
        Ok(Self {
            variables: variables.into_iter().map(with_size).collect(),
            cumulative,
        })
    }

    pub(super) fn draw(&self, rng: &mut dyn CryptoRng, row: &mut [u32]) {
        let mut rest = self.cumulative.draw(rng);
        for &(variable, size) in self.variables.iter().rev() {
            if let Some(cell) = row.get_mut(variable) {
                *cell = u32::try_from(rest % size as usize).unwrap_or(0);
            }
            rest /= size as usize;
        }
    }
}

/// Starts where nothing is known, and gives each table its shares in turn until all hold.
fn fit(variables: &[usize], tables: &[Table], sizes: &[u32]) -> Vec<f64> {
    let count = combinations(variables, sizes);
    let mut shares = vec![1.0 / float(count as u64); count];
    let margins: Vec<_> = tables
        .iter()
        .map(|table| (table, cells_in(variables, table.variables(), sizes)))
        .collect();
    for _ in 0..SWEEPS {
        let mut greatest: f64 = 0.0;
        for (table, cells) in &margins {
            let mut margin = vec![0.0; table.shares().len()];
            for (share, &cell) in shares.iter().zip(cells) {
                margin[cell] += share;
            }
            for (found, wanted) in margin.iter_mut().zip(table.shares()) {
                greatest = greatest.max((*found - wanted).abs());
                *found = if *found > 0.0 { wanted / *found } else { 0.0 };
            }
            for (share, &cell) in shares.iter_mut().zip(cells) {
                *share *= margin[cell];
            }
        }
        if greatest < PRECISION {
            break;
        }
    }
    shares
}
