//! Tests of independence, shares corrected by known strata, and quantiles: their levels and intervals by
//! simulation, with fixed seeds. Bounds on frequencies lie five standard deviations away: a right method
//! would leave them less than once in 10⁶ times.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Confidence, Mechanism, choose_joint,
    cross_tabs::JointCounts,
    independence::{of_joint_reports, of_separate_reports},
    intervals::Population,
    post_stratification::post_stratified,
    quantiles::quantiles,
};

fn oracle(name: &str, epsilon: &str, size: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let integers = mechanism
        .parameters(&epsilon.parse().unwrap(), size)
        .unwrap();
    mechanism.oracle(&integers, size).unwrap()
}

fn joint(epsilon: &str, size: u32) -> Box<dyn Collector> {
    let epsilon = epsilon.parse().unwrap();
    let mechanism = choose_joint(&epsilon, size).unwrap().mechanism;
    let integers = mechanism.parameters(&epsilon, size).unwrap();
    mechanism.oracle(&integers, size).unwrap()
}

/// Two answers of three; with that chance the second is the first one.
fn pair(same: f64, generator: &mut ChaCha20Rng) -> (u32, u32) {
    let first = generator.random_range(0..3);
    let is_same = generator.random::<f64>() < same;
    let other = generator.random_range(0..3);
    (first, if is_same { first } else { other })
}

/// How often the test rejects at 5 %, of so many tables.
fn rejections(test: impl Fn(&mut ChaCha20Rng) -> f64, runs: u32, seed: u64) -> f64 {
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    let rejected: u32 = (0..runs)
        .map(|_| u32::from(test(&mut generator) < 0.05))
        .sum();
    f64::from(rejected) / f64::from(runs)
}

/// 3 × 3 at ε = 1 each, 2,000 people, 800 tables: 5 % where the answers are independent, and the power
/// .494 at a mixture of .3: that of χ² with 4 degrees of freedom and the noncentrality n · φ² · (p − q)⁴ = 6.33. Each bound
/// is more than five standard deviations away.
#[test]
fn tables_of_separate_reports_are_rejected_as_often_as_they_should() {
    for name in ["direct-encoding", "optimized-unary-encoding"] {
        let oracle = oracle(name, "1", 3);
        let test = |same: f64, generator: &mut ChaCha20Rng| {
            let mut counts = JointCounts::empty(3, 3).unwrap();
            for _ in 0..2_000 {
                let (first, second) = pair(same, generator);
                let reports = (
                    oracle.randomize(first, generator).unwrap(),
                    oracle.randomize(second, generator).unwrap(),
                );
                counts
                    .add((&*oracle, &reports.0), (&*oracle, &reports.1))
                    .unwrap();
            }
            let found = of_separate_reports(&counts, &*oracle, &*oracle).unwrap();
            found.unwrap().p_value
        };
        let level = rejections(|generator| test(0.0, generator), 800, 43);
        assert!((0.012..0.089).contains(&level), "{name}: {level}");
        if name == "direct-encoding" {
            let power = rejections(|generator| test(0.3, generator), 800, 44);
            assert!((0.40..0.59).contains(&power), "{power}");
        }
    }
}

/// Of reports that name one value the statistic is Pearson's.
#[test]
fn the_statistic_is_pearsons() {
    let (first, second) = (
        oracle("direct-encoding", "2", 2),
        oracle("direct-encoding", "2", 3),
    );
    let cells: [u64; 6] = [40, 30, 20, 25, 35, 50];
    let rows = vec![90, 110];
    let columns = vec![65, 65, 70];
    let counts = JointCounts::new(200, rows.clone(), columns.clone(), cells.to_vec()).unwrap();
    let found = of_separate_reports(&counts, &*first, &*second)
        .unwrap()
        .unwrap();
    let expected = |cell: usize| rows[cell / 3] as f64 * columns[cell % 3] as f64 / 200.0;
    let pearson: f64 = cells
        .iter()
        .enumerate()
        .map(|(cell, &count)| (count as f64 - expected(cell)).powi(2) / expected(cell))
        .sum();
    assert!((found.statistic - pearson).abs() < 1e-9, "{found:?}");
    assert_eq!(found.degrees, 2);
}

/// The values of a joint report of two questions, each pair by itself.
fn cells(count: u32) -> Vec<Vec<u32>> {
    (0..count).map(|cell| vec![cell]).collect()
}

/// The same table from one joint report at ε = 2, 2,000 people, 400 tables.
#[test]
fn joint_tables_are_rejected_as_often_as_they_should() {
    let oracle = joint("2", 9);
    let test = |same: f64, generator: &mut ChaCha20Rng| {
        let mut counts = oracle.empty_counts();
        for _ in 0..2_000 {
            let (first, second) = pair(same, generator);
            let report = oracle.randomize(first * 3 + second, generator).unwrap();
            oracle.accumulate(&report, &mut counts).unwrap();
        }
        let found = of_joint_reports(&*oracle, &counts, &cells(9), 3).unwrap();
        found.unwrap().p_value
    };
    let level = rejections(|generator| test(0.0, generator), 400, 45);
    assert!((0.004..0.105).contains(&level), "{level}");
    // A joint report sees what separate ones of the same ε miss.
    let power = rejections(|generator| test(0.3, generator), 100, 46);
    assert!(power > 0.9, "{power}");
}

/// 3 in 10 of those who take part are of the first stratum, who are half of all people; of them 6 in 10
/// say yes, of the others 2 in 10. So 4 in 10 would, not 32 in 100.
#[test]
fn known_strata_correct_who_took_part() {
    let oracle = joint("2", 4);
    let mut generator = ChaCha20Rng::seed_from_u64(47);
    let (runs, mut held, mut sum) = (600, 0, 0.0);
    for _ in 0..runs {
        let mut counts = oracle.empty_counts();
        for _ in 0..1_500 {
            let stratum = u32::from(generator.random::<f64>() >= 0.3);
            let yes = if stratum == 0 { 0.6 } else { 0.2 };
            let answer = u32::from(generator.random::<f64>() >= yes);
            let report = oracle
                .randomize(answer * 2 + stratum, &mut generator)
                .unwrap();
            oracle.accumulate(&report, &mut counts).unwrap();
        }
        let found = post_stratified(
            &*oracle,
            &counts,
            &cells(4),
            &[0.5, 0.5],
            Confidence::default(),
        );
        let found = found.unwrap().unwrap();
        assert!((found[0].share + found[1].share - 1.0).abs() < 1e-9);
        sum += found[0].share;
        let (low, high) = found[0].interval;
        held += i32::from(low <= 0.4 && 0.4 <= high);
    }
    let share = f64::from(held) / f64::from(runs);
    assert!((0.905..0.995).contains(&share), "{share}");
    let mean = sum / f64::from(runs);
    assert!((mean - 0.4).abs() < 0.01, "{mean}");
}

#[test]
fn strata_that_are_not_known_or_not_there_are_refused() {
    let oracle = joint("2", 4);
    let mut counts = oracle.empty_counts();
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    for _ in 0..500 {
        let report = oracle.randomize(0, &mut generator).unwrap();
        oracle.accumulate(&report, &mut counts).unwrap();
    }
    let adjusted =
        |known: &[f64]| post_stratified(&*oracle, &counts, &cells(4), known, Confidence::default());
    assert!(adjusted(&[0.5, 0.6]).is_err());
    assert!(adjusted(&[1.5, -0.5]).is_err());
    assert!(adjusted(&[0.2, 0.3, 0.5]).is_err());
    assert!(adjusted(&[]).is_err());
    // Nobody of the second stratum took part.
    assert_eq!(adjusted(&[0.5, 0.5]), Ok(None));
}

/// The median and a quarter of eleven levels, one in ten declining: the interval holds the true value at
/// least as often as it says, and grows narrower with more people.
#[test]
fn quantiles_are_held_by_their_intervals() {
    let oracle = joint("2", 12);
    let mut generator = ChaCha20Rng::seed_from_u64(48);
    // Levels 0 to 10, each with its number of people in 90; 10 more decline.
    let weights = [2, 2, 3, 4, 6, 9, 12, 18, 17, 10, 7, 10];
    let draw = |generator: &mut ChaCha20Rng| {
        let mut ticket = generator.random_range(0..100);
        (0..)
            .zip(weights)
            .find(|(_, weight)| {
                let found = ticket < *weight;
                ticket -= weight;
                found
            })
            .map_or(11, |(value, _)| value)
    };
    // Up to 6: 38 of 90; up to 7: 56. Up to 4: 17; up to 5: 26.
    for (n, widest) in [(600, 10), (6_000, 4)] {
        let (runs, mut held) = (200, [0; 2]);
        for _ in 0..runs {
            let mut counts = oracle.empty_counts();
            for _ in 0..n {
                let report = oracle
                    .randomize(draw(&mut generator), &mut generator)
                    .unwrap();
                oracle.accumulate(&report, &mut counts).unwrap();
            }
            let how = (Population::Sampled, Confidence::default());
            let found = quantiles(&*oracle, &counts, (11, &[0.5, 0.25]), how);
            let found = found.unwrap().unwrap();
            for ((one, truth), held) in found.iter().zip([7, 5]).zip(&mut held) {
                let (low, high) = one.interval;
                assert!(low <= one.value && one.value <= high);
                assert!(high - low <= widest, "{n}: {one:?}");
                *held += i32::from(low <= truth && truth <= high);
            }
        }
        for held in held {
            let share = f64::from(held) / f64::from(runs);
            assert!(share > 0.87, "{n}: {share}");
        }
    }
}
