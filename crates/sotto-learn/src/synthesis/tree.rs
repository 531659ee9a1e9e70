//! Tables that hang together like a tree: the distribution of greatest entropy is a product, and drawn one
//! table after another.

use rand::CryptoRng;

use super::{
    cumulative::Cumulative,
    table::{Table, cells_in, combinations},
};

/// Tables in an order in which each shares with those before it no more than with one of them.
#[derive(Clone, Debug)]
pub(super) struct TableTree {
    steps: Vec<DrawnTable>,
}

/// A table, of which some variables are drawn already.
#[derive(Clone, Debug)]
struct DrawnTable {
    /// Drawn already, with their sizes; the last runs fastest.
    given: Vec<(usize, u32)>,
    /// To be drawn, with their sizes.
    drawn: Vec<(usize, u32)>,
    /// For each combination of the given ones, how frequent those of the drawn ones are.
    conditional: Vec<Cumulative>,
}

impl TableTree {
    /// `None` where they go round in a circle.
    pub(super) fn new(tables: &[Table], sizes: &[u32]) -> Option<Self> {
        let mut steps = Vec::with_capacity(tables.len());
        let mut placed: Vec<&Table> = Vec::new();
        let mut waiting: Vec<&Table> = tables.iter().collect();
        let mut known: Vec<usize> = Vec::new();
        while !waiting.is_empty() {
            // The one that shares most with those placed: if they are a tree, this finds an order.
            let shared = |table: &Table| {
                let most = placed.iter().map(|other| table.shared(other).len());
                most.max().unwrap_or(0)
            };
            let next = (0..waiting.len()).max_by_key(|&index| shared(waiting[index]))?;
            let table = waiting.swap_remove(next);
            let is_known = |variable: &usize| known.contains(variable);
            let (given, drawn): (Vec<_>, Vec<_>) =
                table.variables().iter().copied().partition(is_known);
            let has_all = |other: &&Table| given.iter().all(|one| other.variables().contains(one));
            if !given.is_empty() && !placed.iter().any(has_all) {
                return None;
            }
            if !drawn.is_empty() {
                steps.push(DrawnTable::new(table, &given, &drawn, sizes)?);
            }
            known.extend(drawn);
            placed.push(table);
        }
        Some(Self { steps })
    }

    pub(super) fn draw(&self, rng: &mut dyn CryptoRng, row: &mut [u32]) {
        for step in &self.steps {
            let given = step.given.iter().fold(0, |cell, &(variable, size)| {
                let value = row.get(variable).copied().unwrap_or(0);
                cell * size as usize + value as usize
            });
            let Some(conditional) = step.conditional.get(given) else {
                continue;
            };
            let mut rest = conditional.draw(rng);
            for &(variable, size) in step.drawn.iter().rev() {
                if let Some(cell) = row.get_mut(variable) {
                    *cell = u32::try_from(rest % size as usize).unwrap_or(0);
                }
                rest /= size as usize;
            }
        }
    }
}

impl DrawnTable {
    fn new(table: &Table, given: &[usize], drawn: &[usize], sizes: &[u32]) -> Option<Self> {
        let ordered: Vec<usize> = given.iter().chain(drawn).copied().collect();
        let count = combinations(drawn, sizes);
        let mut shares = vec![0.0; table.shares().len()];
        let into = cells_in(table.variables(), &ordered, sizes);
        for (cell, share) in into.into_iter().zip(table.shares()) {
            shares[cell] = *share;
        }
        // Where the given values have no share here, those of the others say nothing of them.
        let overall = Cumulative::new(table.margin(drawn, sizes).into_iter())?;
        let conditional = shares
            .chunks(count.max(1))
            .map(|slice| Cumulative::new(slice.iter().copied()).unwrap_or_else(|| overall.clone()));
        let with_size = |&variable: &usize| (variable, sizes[variable]);
        Some(Self {
            conditional: conditional.collect(),
            given: given.iter().map(with_size).collect(),
            drawn: drawn.iter().map(with_size).collect(),
        })
    }
}
