//! Tables that share variables are made to agree, and possible.

use sotto_ldp::{float, norm_sub};

use super::table::{Table, combinations};

/// Making tables possible lets them disagree a little again; after so many rounds next to nothing moves.
const ROUNDS: u32 = 12;

/// What tables say of variables that they share becomes the mean of what each says, weighted by its
/// precision (as in CALM: Zhang, Wang, Li, Honorio, Backes, He, Chen and Zhang 2018); then no share is
/// negative, and each table adds up to 1.
pub(super) fn agree(tables: &mut [Table], sizes: &[u32]) {
    let mut shared: Vec<Vec<usize>> = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        for other in &tables[..index] {
            let mut both = table.shared(other);
            both.sort_unstable();
            if !both.is_empty() && !shared.contains(&both) {
                shared.push(both);
            }
        }
    }
    // Once tables agree on fewer variables, agreeing on more leaves that as it is.
    shared.sort_by_key(Vec::len);
    for _ in 0..if shared.is_empty() { 1 } else { ROUNDS } {
        for variables in &shared {
            agree_on(variables, tables, sizes);
        }
        possible(tables);
    }
}

fn possible(tables: &mut [Table]) {
    for table in tables {
        table.set(norm_sub(table.shares()));
    }
}

fn agree_on(variables: &[usize], tables: &mut [Table], sizes: &[u32]) {
    let count = combinations(variables, sizes);
    let has_all = |table: &Table| {
        let own = table.variables();
        variables.iter().all(|variable| own.contains(variable))
    };
    let slice = |table: &Table| float((table.shares().len() / count.max(1)) as u64);
    let (mut sums, mut weights) = (vec![0.0; count], 0.0);
    for table in tables.iter().filter(|table| has_all(table)) {
        // Each share of the margin adds up so many cells.
        let weight = 1.0 / (table.variance() * slice(table));
        weights += weight;
        for (sum, share) in sums.iter_mut().zip(table.margin(variables, sizes)) {
            *sum += weight * share;
        }
    }
    for table in tables.iter_mut().filter(|table| has_all(table)) {
        let margin = table.margin(variables, sizes);
        let cells = slice(table);
        let in_margin = table.cells_in(variables, sizes);
        let moved = table.shares().iter().zip(in_margin).map(|(share, cell)| {
            let agreed = sums[cell] / weights;
            share + (agreed - margin[cell]) / cells
        });
        let moved = moved.collect();
        table.set(moved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_variables_have_the_same_shares() {
        let sizes = [2, 3, 2];
        let mut tables = vec![
            Table::new(vec![0, 1], vec![0.3, 0.2, -0.1, 0.2, 0.2, 0.2], 0.02).unwrap(),
            Table::new(vec![1, 2], vec![0.1, 0.3, 0.1, 0.2, 0.2, 0.1], 0.02).unwrap(),
        ];
        agree(&mut tables, &sizes);
        let [one, other] = [0, 1].map(|index| tables[index].margin(&[1], &sizes));
        for (a, b) in one.iter().zip(&other) {
            assert!((a - b).abs() < 1e-3, "{one:?} {other:?}");
        }
        for table in &tables {
            assert!(table.shares().iter().all(|share| *share >= 0.0));
            assert!((table.shares().iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
