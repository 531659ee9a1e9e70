//! Shares of groups of values, and joint reports against separate ones: the figures that decide
//! which questions of a survey are linked.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Channel, Collector, Confidence, Counts, EstimateError, FrequencyOracle, Intervals, MECHANISMS,
    Mechanism, ShareEstimator, SupportProbabilities, choose_joint,
    cross_tabs::JointCounts,
    exact::Natural,
    groups::{crossed_variance_at_uniform, variance_at_uniform},
    intervals::Population,
    randomizers::{DirectEncoding, SubsetSelection, UnaryEncoding},
};

use crate::adult::SEX_AND_RACE;

fn oracle(name: &str, epsilon: &str, values: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), values)
        .unwrap();
    mechanism.oracle(&parameters, values).unwrap()
}

/// The joint report of a link: what `auto` takes.
fn joint(epsilon: &str, values: u32) -> Box<dyn Collector> {
    let epsilon = epsilon.parse().unwrap();
    let mechanism = choose_joint(&epsilon, values).unwrap().mechanism;
    let parameters = mechanism.parameters(&epsilon, values).unwrap();
    mechanism.oracle(&parameters, values).unwrap()
}

/// The values of the first question's category, row by row.
fn row(index: u32, columns: u32) -> Vec<u32> {
    (index * columns..(index + 1) * columns).collect()
}

#[expect(clippy::cast_sign_loss, reason = "no count is below 0")]
fn rounded(count: f64) -> u64 {
    count.round() as u64
}

/// Counts of n reports in which each value is supported as often as a uniform truth lets expect.
fn expected_counts(n: u64, support: SupportProbabilities, values: u32) -> Counts {
    let share = 1.0 / f64::from(values);
    let chance = support.of_other() + share * (support.of_truth() - support.of_other());
    let count = rounded(n as f64 * chance);
    Counts::new(n, vec![count; values as usize]).unwrap()
}

/// n·Var at a uniform truth, for sampled respondents: of a cell from two separate reports by the best
/// subset selection at ε/2 each, of a cell from one joint report, and of the first question's own
/// share from either.
#[test]
fn joint_reports_need_a_fraction_of_the_people() {
    for (sizes, epsilon, half, expected) in [
        ((2, 2), "1", "0.5", [19.45, 2.08, 4.17, 2.77]),
        ((2, 2), "2", "1", [1.96, 0.50, 1.17, 0.66]),
        ((2, 5), "2", "1", [3.52, 0.59, 1.17, 1.65]),
        ((3, 3), "2", "1", [3.18, 0.57, 1.68, 1.29]),
        ((5, 5), "1", "0.5", [101.8, 3.41, 10.05, 14.22]),
        ((5, 5), "2", "1", [6.18, 0.67, 2.45, 2.78]),
        ((5, 14), "2", "1", [7.92, 0.70, 2.45, 8.00]),
        ((5, 5), "4", "2", [0.30, 0.08, 0.51, 0.34]),
    ] {
        let cells = sizes.0 * sizes.1;
        let (first, second) = (oracle("ss", half, sizes.0), oracle("ss", half, sizes.1));
        let together = joint(epsilon, cells);
        let n = 1_000_000_000_000;
        let counts = expected_counts(n, together.support_probabilities().unwrap(), cells);
        let groups = [row(0, sizes.1)];
        let own = together
            .estimate_groups(&counts, &groups, Population::Sampled, Confidence::default())
            .unwrap();
        let found = [
            crossed_variance_at_uniform(&*first, &*second).unwrap(),
            variance_at_uniform(&*together).unwrap(),
            variance_at_uniform(&*first).unwrap(),
            own[0].standard_error.powi(2) * n as f64,
        ];
        for (index, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            let places = if expected > 100.0 { 0.051 } else { 0.0051 };
            assert!(
                (found - expected).abs() < places,
                "{sizes:?} at {epsilon}, figure {index}: {found}, not {expected}"
            );
        }
    }
}

/// The variance that separate reports are credited with is the one that their cross-tab states.
#[test]
fn separate_reports_are_compared_at_the_variance_of_their_cross_tab() {
    let (first, second) = (oracle("ss", "1", 3), oracle("ss", "1", 4));
    let n = 1_000_000_000_u64;
    let supported = |oracle: &dyn Collector| {
        let support = oracle.support_probabilities().unwrap();
        expected_counts(n, support, oracle.domain_size()).supports()[0]
    };
    let (a, b) = (supported(&*first), supported(&*second));
    // At a uniform truth the two questions are independent.
    let both = rounded(a as f64 * b as f64 / n as f64);
    let counts = JointCounts::new(n, vec![a; 3], vec![b; 4], vec![both; 12]).unwrap();
    let table = counts
        .estimate(
            &*first,
            &*second,
            Population::Sampled,
            Confidence::default(),
        )
        .unwrap();
    let found = table.cells()[0].standard_error.powi(2) * n as f64;
    let expected = crossed_variance_at_uniform(&*first, &*second).unwrap();
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
}

/// A weight as a part of the whole.
fn ratio(weight: &Natural, total: &Natural) -> f64 {
    let bits = (0..u32::MAX)
        .find(|&bits| {
            total
                .shifted_right(bits)
                .to_u64()
                .is_some_and(|rest| rest < 1 << 62)
        })
        .unwrap();
    let float = |number: &Natural| number.shifted_right(bits).to_u64().unwrap() as f64;
    float(weight) / float(total)
}

/// Mean and variance of how many of the first `size` values a report supports, report by report.
fn moments<T: Channel + FrequencyOracle>(oracle: &T, truth: u32, size: u32) -> (f64, f64) {
    let total = oracle.row_total();
    let (mut mean, mut square) = (0.0, 0.0);
    for output in oracle.outputs() {
        let chance = ratio(&oracle.weight(truth, &output), &total);
        let supported = (0..size).filter(|&value| oracle.supports(&output, value));
        let supported = supported.count() as f64;
        mean += chance * supported;
        square += chance * supported * supported;
    }
    (mean, square - mean * mean)
}

fn gap(support: SupportProbabilities) -> f64 {
    support.of_truth() - support.of_other()
}

fn agrees_with_its_channel<T: Channel + ShareEstimator>(oracle: &T) {
    let values = oracle.domain_size();
    let support = oracle.support_probabilities();
    for size in 1..values {
        let variance = oracle.group_variance(size).unwrap();
        for (truth, expected) in [(0, variance.inside), (values - 1, variance.outside)] {
            let (mean, found) = moments(oracle, truth, size);
            assert!(
                (found - expected).abs() < 1e-9,
                "{values} {size} {truth}: {found} {expected}"
            );
            let others = f64::from(size) * support.of_other();
            let is_inside = f64::from(u32::from(truth < size));
            assert!((mean - others - is_inside * gap(support)).abs() < 1e-9);
        }
        let precision = oracle.group_precision(size).unwrap();
        let at = |share| {
            let fixed = Population::Fixed;
            precision.variance(share, 1, fixed).unwrap() * gap(support) * gap(support)
        };
        assert!((at(0.0) - variance.outside).abs() < 1e-9);
        assert!((at(1.0) - variance.inside).abs() < 1e-9);
        let supported = oracle.outputs().map(|output| {
            let values = (0..size).filter(|&value| oracle.supports(&output, value));
            values.count()
        });
        let most = supported.max().unwrap() as f64;
        let expected = (most - f64::from(size) * support.of_other()) / gap(support);
        let found = oracle.greatest_group_share(size).unwrap();
        assert!((found - expected).abs() < 1e-9, "{values} {size}: {found}");
    }
    assert!(oracle.group_precision(0).is_err());
    assert!(oracle.group_precision(values).is_err());
    assert!(oracle.group_variance(0).is_none());
    assert!(oracle.group_variance(values).is_none());
}

#[test]
fn the_variance_of_a_group_is_that_of_the_exact_channel() {
    for epsilon in ["0.3", "1", "2.5"] {
        let epsilon = epsilon.parse().unwrap();
        for values in 2..9 {
            agrees_with_its_channel(&DirectEncoding::new(&epsilon, values).unwrap());
            agrees_with_its_channel(&SubsetSelection::new(&epsilon, values).unwrap());
        }
        for values in 2..6 {
            agrees_with_its_channel(&UnaryEncoding::optimized(&epsilon, values).unwrap());
            agrees_with_its_channel(&UnaryEncoding::symmetric(&epsilon, values).unwrap());
        }
    }
}

#[test]
fn exactly_those_that_say_so_tell_groups_apart() {
    for mechanism in MECHANISMS {
        let epsilon = "ln 3".parse().unwrap();
        let Ok(parameters) = mechanism.parameters(&epsilon, 4) else {
            // For two categories only.
            assert!(!mechanism.tells_groups(), "{mechanism:?}");
            continue;
        };
        let oracle = mechanism.oracle(&parameters, 4).unwrap();
        let mut counts = oracle.empty_counts();
        let mut generator = ChaCha20Rng::seed_from_u64(5);
        let report = oracle.randomize(2, &mut generator).unwrap();
        oracle.accumulate(&report, &mut counts).unwrap();
        let groups = |groups: &[Vec<u32>]| {
            let confidence = Confidence::default();
            oracle.estimate_groups(&counts, groups, Population::Fixed, confidence)
        };
        let found = groups(&[vec![0], vec![1, 3]]);
        if !mechanism.tells_groups() {
            assert_eq!(
                found,
                Err(EstimateError::NoGroups { values: 1 }),
                "{mechanism:?}"
            );
            continue;
        }
        // A group of one is a value.
        let alone = oracle.estimate(&counts, Intervals::default()).unwrap()[0];
        let found = found.unwrap()[0];
        assert!((found.share - alone.share).abs() < 1e-12);
        assert!((found.standard_error - alone.standard_error).abs() < 1e-12);
        assert!((found.interval.0 - alone.interval.0).abs() < 1e-9);
        assert!((found.interval.1 - alone.interval.1).abs() < 1e-9);
        assert!(matches!(groups(&[vec![4]]), Err(EstimateError::Outside(_))));
        assert!(matches!(
            groups(&[vec![]]),
            Err(EstimateError::NoGroups { .. })
        ));
        assert!(matches!(
            groups(&[vec![0, 1, 2, 3]]),
            Err(EstimateError::NoGroups { .. })
        ));
    }
}

/// Surveys of 2,000 people in the proportions of Adult, sex by race. Of 400 surveys and 7 groups of
/// the joint table the intervals hold as often as they say: 2,800 intervals, of which neighbours
/// share their reports, so that the margin is five deviations of 400 surveys (false alarm below
/// 10⁻⁶). The mean of the estimates is within five of its own standard errors.
#[test]
fn the_shares_of_each_question_are_found_in_joint_reports() {
    const SURVEYS: u32 = 400;
    let everybody: u32 = SEX_AND_RACE.iter().sum();
    let truth: Vec<u32> = (0..)
        .zip(SEX_AND_RACE)
        .flat_map(|(cell, people)| {
            let people = f64::from(people) * 2_000.0 / f64::from(everybody);
            std::iter::repeat_n(cell, rounded(people) as usize)
        })
        .collect();
    let n = truth.len() as f64;
    let mut groups: Vec<_> = (0..2).map(|sex| row(sex, 5)).collect();
    groups.extend((0..5).map(|race| vec![race, 5 + race]));
    let share =
        |group: &Vec<u32>| truth.iter().filter(|cell| group.contains(cell)).count() as f64 / n;
    for name in ["grr", "ss", "oue"] {
        let oracle = oracle(name, "1.5", 10);
        let (mut held, mut sums) = (0_u32, vec![0.0; groups.len()]);
        let mut errors = vec![0.0; groups.len()];
        for seed in 0..SURVEYS {
            let mut generator = ChaCha20Rng::seed_from_u64(seed.into());
            let mut counts = oracle.empty_counts();
            for &cell in &truth {
                let report = oracle.randomize(cell, &mut generator).unwrap();
                oracle.accumulate(&report, &mut counts).unwrap();
            }
            let found = oracle
                .estimate_groups(&counts, &groups, Population::Fixed, Confidence::default())
                .unwrap();
            for (index, (found, group)) in found.iter().zip(&groups).enumerate() {
                let (low, high) = found.interval;
                held += u32::from((low..=high).contains(&share(group)));
                sums[index] += found.share;
                errors[index] += found.standard_error;
            }
        }
        let level = f64::from(held) / (f64::from(SURVEYS) * groups.len() as f64);
        let margin = 5.0 * (0.95 * 0.05 / f64::from(SURVEYS)).sqrt();
        assert!((level - 0.95).abs() < margin, "{name}: {level}");
        for ((sum, error), group) in sums.iter().zip(&errors).zip(&groups) {
            let surveys = f64::from(SURVEYS);
            let apart = (sum / surveys - share(group)).abs();
            assert!(
                apart < 5.0 * error / surveys / surveys.sqrt(),
                "{name} {group:?}: {apart}"
            );
        }
    }
}
