//! What collisions add to a sketch's estimates, without any noise: reports as many as their chances
//! say, all of one value.

use sotto_ldp::{
    Collector, Epsilon, FrequencyOracle, Intervals,
    randomizers::{
        BloomFilterEncoding, HadamardCountMeanSketch, count_mean_sketch, sketch::SketchShape,
    },
};

/// Values that nobody has, whose estimates are collisions alone.
const OTHERS: u32 = 4096;

/// The reports of each chance's smallest part.
const PART: u64 = 1_000_000;

/// At ε = ln 9 a bit of the value is set in 3 of 4 reports and any other in 1 of 4, here in as many
/// for each column of each row.
fn bit_sums(shape: SketchShape) -> Vec<u64> {
    let of_row = |row| {
        (0..shape.columns)
            .map(move |column| PART * if column == shape.column(row, 0) { 3 } else { 1 })
    };
    (0..shape.rows).flat_map(of_row).collect()
}

/// At ε = ln 3 the sign of an entry is right in 3 of 4 reports.
fn sign_sums(shape: SketchShape) -> Vec<u64> {
    let of_half = |half: u32| {
        let (row, negative) = (half / 2, half % 2 == 1);
        (0..shape.columns).map(move |entry| {
            let right = (entry & shape.column(row, 0)).count_ones() % 2 == 1;
            match entry {
                0 => 0,
                _ if right == negative => 3 * PART,
                _ => PART,
            }
        })
    };
    (0..2 * shape.rows).flat_map(of_half).collect()
}

/// The others' mean square is 1/(r(m − 1)), and so is the variance that the standard errors claim
/// for it. (1/(rm) would be half of it at two columns.) The mean is over 4,095 values, which differ
/// in some 60 pairs of each two rows by chance: it is good to a tenth.
fn assert_collisions_are_allowed_for(
    oracle: &impl Collector,
    (reports, sums): (u64, Vec<u64>),
    shape: SketchShape,
) {
    let counts = oracle.stored_counts(reports, sums).unwrap();
    let estimates = oracle.estimate(&counts, Intervals::default()).unwrap();
    assert!((estimates[0].share - 1.0).abs() < 1e-3);
    let expected = 1.0 / (f64::from(shape.rows) * f64::from(shape.columns - 1));
    let squares = estimates[1..].iter().map(|other| other.share * other.share);
    let found = squares.sum::<f64>() / f64::from(OTHERS - 1);
    assert!((found / expected - 1.0).abs() < 0.1, "{shape:?}: {found}");
    let rare = estimates.iter().find(|other| other.share <= 0.0).unwrap();
    let claimed = rare.standard_error.powi(2);
    assert!(
        (claimed / expected - 1.0).abs() < 0.01,
        "{shape:?}: {claimed}"
    );
}

#[test]
fn standard_errors_allow_for_collisions() {
    let (nine, three): (Epsilon, Epsilon) = ("ln 9".parse().unwrap(), "ln 3".parse().unwrap());
    for columns in [2, 4, 16] {
        let shape = SketchShape { rows: 64, columns };
        let cells = u64::from(shape.rows) * 4 * PART;
        let bits = count_mean_sketch::with_shape(&nine, shape, OTHERS).unwrap();
        assert_collisions_are_allowed_for(&bits, (cells, bit_sums(shape)), shape);

        let signs = HadamardCountMeanSketch::new(&three, shape, OTHERS).unwrap();
        let cells = cells * u64::from(columns - 1);
        assert_collisions_are_allowed_for(&signs, (cells, sign_sums(shape)), shape);

        // Two hash functions for each of 32 cohorts, at ε = 2 ln 9.
        let both = Epsilon::ln_ratio(81, 1).unwrap();
        let filters = BloomFilterEncoding::new(&both, 32, 2, columns, OTHERS).unwrap();
        assert_eq!(FrequencyOracle::sum_count(&filters), shape.cells());
        assert_collisions_are_allowed_for(&filters, (32 * 4 * PART, bit_sums(shape)), shape);
    }
}
