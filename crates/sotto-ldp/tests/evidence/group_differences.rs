//! Differences between groups of values from the same reports: against the exact channel, against what
//! the groups say alone, and in simulated surveys.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Channel, Collector, Confidence, Counts, EstimateError, MECHANISMS, Mechanism, ShareEstimator,
    exact::Natural,
    intervals::Population,
    randomizers::{DirectEncoding, SubsetSelection, UnaryEncoding},
};

fn oracle(name: &str, epsilon: &str, values: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), values)
        .unwrap();
    mechanism.oracle(&parameters, values).unwrap()
}

/// A weight as a part of the whole.
fn ratio(weight: &Natural, total: &Natural) -> f64 {
    let bits = (0..u32::MAX)
        .find(|&bits| {
            let rest = total.shifted_right(bits).to_u64();
            rest.is_some_and(|rest| rest < 1 << 62)
        })
        .unwrap();
    let float = |number: &Natural| number.shifted_right(bits).to_u64().unwrap() as f64;
    float(weight) / float(total)
}

/// Mean and variance, report by report, of how many of the first `first` values a report supports, less
/// how many of the `second` after them.
fn moments<T: Channel + ShareEstimator>(
    oracle: &T,
    truth: u32,
    (first, second): (u32, u32),
) -> (f64, f64) {
    let total = oracle.row_total();
    let (mut mean, mut square) = (0.0, 0.0);
    for output in oracle.outputs() {
        let chance = ratio(&oracle.weight(truth, &output), &total);
        let supported = |values: std::ops::Range<u32>| {
            values
                .filter(|&value| oracle.supports(&output, value))
                .count() as f64
        };
        let apart = supported(0..first) - supported(first..first + second);
        mean += chance * apart;
        square += chance * apart * apart;
    }
    (mean, square - mean * mean)
}

fn agrees_with_its_channel<T: Channel + ShareEstimator>(oracle: &T) {
    let values = oracle.domain_size();
    for first in 1..values {
        for second in 1..=values - first {
            let variance = oracle.pair_variance(first, second).unwrap();
            let mut truths = vec![(0, variance.first), (first, variance.second)];
            if first + second < values {
                truths.push((values - 1, variance.neither));
            }
            for (truth, expected) in truths {
                let (_, found) = moments(oracle, truth, (first, second));
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{values} {first} {second} {truth}: {found} {expected}"
                );
            }
        }
    }
    assert!(oracle.pair_variance(0, 1).is_none());
    assert!(oracle.pair_variance(values, 1).is_none());
    assert!(oracle.pair_thirds(values, 1).is_none());
}

/// The joint third central moments, report by report, of how many of the first `first` values a report
/// supports, and how many of the `second` after them.
fn thirds<T: Channel + ShareEstimator>(
    oracle: &T,
    truth: u32,
    (first, second): (u32, u32),
) -> [f64; 4] {
    let total = oracle.row_total();
    let cases: Vec<_> = oracle
        .outputs()
        .map(|output| {
            let supported = |values: std::ops::Range<u32>| {
                values
                    .filter(|&value| oracle.supports(&output, value))
                    .count() as f64
            };
            let chance = ratio(&oracle.weight(truth, &output), &total);
            (
                chance,
                supported(0..first),
                supported(first..first + second),
            )
        })
        .collect();
    let mean = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        let terms = cases.iter().map(|&(chance, x, y)| chance * of(x, y));
        terms.sum()
    };
    let (x_mean, y_mean) = (mean(&|x, _| x), mean(&|_, y| y));
    [0, 1, 2, 3].map(|of_y| mean(&|x, y| (x - x_mean).powi(3 - of_y) * (y - y_mean).powi(of_y)))
}

fn thirds_agree_with_the_channel<T: Channel + ShareEstimator>(oracle: &T) {
    let values = oracle.domain_size();
    for first in 1..values {
        for second in 1..values - first {
            let expected = oracle.pair_thirds(first, second).unwrap();
            for (truth, expected) in [
                (0, expected.first),
                (first, expected.second),
                (values - 1, expected.neither),
            ] {
                let found = thirds(oracle, truth, (first, second));
                let apart = found
                    .iter()
                    .zip(expected)
                    .map(|(one, two)| (one - two).abs());
                assert!(
                    apart.fold(0.0, f64::max) < 1e-9,
                    "{values} {first} {second} {truth}: {found:?} {expected:?}"
                );
            }
        }
    }
}

#[test]
fn the_skewness_of_two_groups_is_that_of_the_exact_channel() {
    for epsilon in ["0.3", "1", "2.5"] {
        let epsilon = epsilon.parse().unwrap();
        for values in 3..8 {
            thirds_agree_with_the_channel(&DirectEncoding::new(&epsilon, values).unwrap());
            thirds_agree_with_the_channel(&SubsetSelection::new(&epsilon, values).unwrap());
        }
        for values in 3..6 {
            thirds_agree_with_the_channel(&UnaryEncoding::optimized(&epsilon, values).unwrap());
            thirds_agree_with_the_channel(&UnaryEncoding::symmetric(&epsilon, values).unwrap());
        }
    }
}

#[test]
fn the_variance_of_a_difference_is_that_of_the_exact_channel() {
    for epsilon in ["0.3", "1", "2.5"] {
        let epsilon = epsilon.parse().unwrap();
        for values in 2..8 {
            agrees_with_its_channel(&DirectEncoding::new(&epsilon, values).unwrap());
            agrees_with_its_channel(&SubsetSelection::new(&epsilon, values).unwrap());
        }
        for values in 2..6 {
            agrees_with_its_channel(&UnaryEncoding::optimized(&epsilon, values).unwrap());
            agrees_with_its_channel(&UnaryEncoding::symmetric(&epsilon, values).unwrap());
        }
    }
}

/// Of two values, f₁ − f₂ = 2f₁ − 1: the difference says what the share says.
#[test]
fn yes_less_no_is_twice_yes_less_one() {
    let coins = oracle("two-coins", "ln 3", 2);
    let counts = Counts::new(200, vec![90, 110]).unwrap();
    for population in [Population::Fixed, Population::Sampled] {
        let confidence = Confidence::default();
        let yes = coins
            .estimate_groups(&counts, &[vec![0]], population, confidence)
            .unwrap()[0];
        let found = coins
            .compare_groups(&counts, (&[0], &[1]), population, confidence)
            .unwrap();
        for (found, expected) in [
            (found.difference, 2.0 * yes.share - 1.0),
            (found.standard_error, 2.0 * yes.standard_error),
            (found.interval.0, 2.0 * yes.interval.0 - 1.0),
            (found.interval.1, 2.0 * yes.interval.1 - 1.0),
        ] {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let four = oracle("ss", "1", 4);
    let counts = Counts::new(10, vec![5; 4]).unwrap();
    let compare = |groups: (&[u32], &[u32])| {
        four.compare_groups(&counts, groups, Population::Fixed, Confidence::default())
    };
    assert!(compare((&[0, 1], &[2, 3])).is_ok());
    for groups in [(&[0, 1][..], &[1, 2][..]), (&[], &[1]), (&[0], &[])] {
        assert!(matches!(
            compare(groups),
            Err(EstimateError::NoGroups { .. })
        ));
    }
    assert!(matches!(
        compare((&[0], &[4])),
        Err(EstimateError::Outside(_))
    ));
    let none = four.compare_groups(
        &four.empty_counts(),
        (&[0], &[1]),
        Population::Fixed,
        Confidence::default(),
    );
    assert_eq!(none, Err(EstimateError::NoReports));
    for mechanism in MECHANISMS.iter().filter(|one| one.tells_groups()) {
        let oracle = oracle(mechanism.name(), "1", 4);
        let counts = oracle.stored_counts(9, vec![3; 4]).unwrap();
        let found = oracle.compare_groups(
            &counts,
            (&[0], &[1, 2]),
            Population::Fixed,
            Confidence::default(),
        );
        assert!(found.is_ok(), "{mechanism:?}");
    }
}

/// A thousand surveys each of 50, 400 and 3,000 people: the intervals of a sum and of a difference hold
/// between 94 and 98 times in 100, give or take five standard deviations of a thousand surveys, which is
/// exceeded by chance less often than once in a million. For a fixed crowd, and for a sampled one.
#[test]
fn intervals_hold_as_often_as_they_say() {
    const SURVEYS: u32 = 1_000;
    let shares = [0.45, 0.25, 0.15, 0.1, 0.05];
    let groups: (&[u32], &[u32]) = (&[0, 3], &[1]);
    let share_of = |crowd: &[f64], group: &[u32]| -> f64 {
        group.iter().map(|&value| crowd[value as usize]).sum()
    };
    let five = |level: f64| 5.0 * (level * (1.0 - level) / f64::from(SURVEYS)).sqrt();
    for name in ["grr", "ss", "oue"] {
        let oracle = oracle(name, "2", 5);
        for (n, population) in [
            (50_u32, Population::Sampled),
            (400, Population::Fixed),
            (400, Population::Sampled),
            (3_000, Population::Fixed),
        ] {
            let (mut sums, mut differences) = (0_u32, 0_u32);
            for survey in 0..SURVEYS {
                let mut generator = ChaCha20Rng::seed_from_u64(u64::from(survey));
                let mut counts = oracle.empty_counts();
                let mut crowd = [0.0; 5];
                for person in 0..n {
                    let at = match population {
                        Population::Sampled => generator.random::<f64>(),
                        Population::Fixed => (f64::from(person) + 0.5) / f64::from(n),
                    };
                    let mut up_to = 0.0;
                    let value = shares.iter().position(|share| {
                        up_to += share;
                        at < up_to
                    });
                    let value = value.unwrap_or(4);
                    crowd[value] += 1.0 / f64::from(n);
                    let report = oracle.randomize(value as u32, &mut generator).unwrap();
                    oracle.accumulate(&report, &mut counts).unwrap();
                }
                let truth = match population {
                    Population::Sampled => shares,
                    Population::Fixed => crowd,
                };
                let confidence = Confidence::default();
                let sum = oracle
                    .estimate_groups(&counts, &[groups.0.to_vec()], population, confidence)
                    .unwrap()[0];
                let found = oracle
                    .compare_groups(&counts, groups, population, confidence)
                    .unwrap();
                let (first, second) = (share_of(&truth, groups.0), share_of(&truth, groups.1));
                let holds = |(low, high): (f64, f64), truth| low <= truth && truth <= high;
                sums += u32::from(holds(sum.interval, first));
                differences += u32::from(holds(found.interval, first - second));
            }
            for (what, held) in [("sum", sums), ("difference", differences)] {
                let level = f64::from(held) / f64::from(SURVEYS);
                assert!(
                    level > 0.94 - five(0.94) && level < 0.98 + five(0.98),
                    "{name} {n} {population:?} {what}: {level}"
                );
            }
        }
    }
}
