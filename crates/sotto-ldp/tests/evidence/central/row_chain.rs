//! Synthetic rows: what they keep of the tables that were measured, and what they lose.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::central::{CentralCounts, CentralError, RowChain};

use crate::adult::SEX_AND_RACE;

/// Two answers each to three questions; the first and the third go together even given the second.
const CELLS: [[[f64; 2]; 2]; 2] = [[[170.0, 10.0], [38.0, 2.0]], [[20.0, 30.0], [70.0, 60.0]]];

fn pairs() -> [Vec<Vec<f64>>; 2] {
    let first = |a: usize, b: usize| CELLS[a][b].iter().sum();
    let second = |b: usize, c: usize| CELLS.iter().map(|plane| plane[b][c]).sum();
    [
        (0..2)
            .map(|a| (0..2).map(|b| first(a, b)).collect())
            .collect(),
        (0..2)
            .map(|b| (0..2).map(|c| second(b, c)).collect())
            .collect(),
    ]
}

/// Both measured tables come out exactly; given the second answer the others are independent.
#[test]
fn rows_keep_the_tables_and_nothing_else() {
    let tables = pairs();
    let chain = RowChain::of_pairs(&tables).unwrap();
    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let first = chain.share(&[x, y, 0]) + chain.share(&[x, y, 1]);
        assert!((first - tables[0][x][y] / 400.0).abs() < 1e-12);
        let second = chain.share(&[0, x, y]) + chain.share(&[1, x, y]);
        assert!((second - tables[1][x][y] / 400.0).abs() < 1e-12);
    }
    for b in 0..2 {
        let cell = |a: usize, c: usize| chain.share(&[a, b, c]);
        let odds = cell(0, 0) * cell(1, 1) / (cell(0, 1) * cell(1, 0));
        assert!((odds - 1.0).abs() < 1e-9, "{odds}");
    }
    // Far and late: 22.5 % of the people, 14.0 % of the rows.
    let together = chain.share(&[1, 0, 1]) + chain.share(&[1, 1, 1]);
    assert!((together - 0.1403).abs() < 1e-4, "{together}");
    assert!(chain.share(&[1, 0]).abs() < 1e-300 && chain.share(&[1, 0, 7]).abs() < 1e-300);
}

/// Frequencies of 40,000 rows, |z| ≤ 6, seeded.
#[test]
fn rows_are_drawn_by_their_chances() {
    let chain = RowChain::of_pairs(&pairs()).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..40_000 {
        *seen.entry(chain.draw(&mut rng)).or_insert(0.0) += 1.0;
    }
    for (row, seen) in seen {
        let expected = 40_000.0 * chain.share(&row);
        assert!(
            (seen - expected).abs() < 6.0 * expected.sqrt(),
            "{row:?}: {seen} {expected}"
        );
    }
}

/// Sex by race of UCI Adult at ε = 1: the rows have the published counts of race, 311, 1,039, 3,124, 271 and 27,816, up
/// to the noise of the counts and six deviations of the draw.
#[test]
fn the_races_of_adult_come_out() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let mechanism = CentralCounts::histogram(&"1".parse().unwrap()).unwrap();
    let counts = mechanism.publish(&SEX_AND_RACE.map(u64::from), &mut rng);
    let table: Vec<Vec<f64>> = counts
        .chunks(5)
        .map(|line| line.iter().map(|&count| count as f64).collect())
        .collect();
    let chain = RowChain::of_pairs(&[table]).unwrap();
    let mut rows = [0.0; 5];
    for _ in 0..32_561 {
        rows[chain.draw(&mut rng)[1]] += 1.0;
    }
    // One of ten counts is off by t or more with a chance of at most 10·2e^−t/(1 + e^−1), which is below 10⁻⁹ from
    // t = 24 on; a race is two of them, and all are scaled to one.
    let noise = 2.0 * 24.0;
    for (rows, truth) in rows
        .iter()
        .zip([311.0, 1_039.0, 3_124.0, 271.0, 27_816.0_f64])
    {
        let bound = 6.0 * truth.sqrt() + 2.0 * noise;
        assert!((rows - truth).abs() < bound, "{rows} {truth}");
    }
}

#[test]
fn noisy_tables_make_rows_too_and_impossible_ones_are_refused() {
    let noisy = vec![vec![-3.0, 5.0], vec![2.0, -1.0]];
    let empty = vec![vec![0.0, 0.0], vec![0.0, 0.0]];
    let chain = RowChain::of_pairs(&[noisy.clone(), empty]).unwrap();
    let all: f64 = (0..8)
        .map(|row| chain.share(&[row >> 2, row >> 1 & 1, row & 1]))
        .sum();
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    assert_eq!(RowChain::of_pairs(&[]), Err(CentralError::NoCounts));
    assert_eq!(RowChain::of_pairs(&[vec![]]), Err(CentralError::NoCounts));
    let uneven = vec![vec![1.0, 2.0], vec![3.0]];
    assert_eq!(RowChain::of_pairs(&[uneven]), Err(CentralError::Table));
    let three = vec![vec![1.0], vec![1.0], vec![1.0]];
    assert_eq!(
        RowChain::of_pairs(&[noisy, three]),
        Err(CentralError::Table)
    );
    assert!(RowChain::of_pairs(&[vec![vec![f64::NAN]]]).is_err());
}
