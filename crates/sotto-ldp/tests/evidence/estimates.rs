//! Randomize, count, estimate: the whole way, against the published figures of UCI Adult.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Confidence, Counts, Epsilon, Estimate, FrequencyOracle, Intervals, MECHANISMS, Mechanism,
    estimate,
    intervals::IntervalMethod,
    randomizers::{count_mean_sketch, sketch::SketchShape},
};

/// Occupations of UCI Adult, 30,718 answers without the missing.
const OCCUPATIONS: [u32; 14] = [
    3770, 9, 4099, 4066, 994, 1370, 2002, 3295, 149, 4140, 649, 3650, 928, 1597,
];

/// Races of UCI Adult, 32,561 answers.
const RACES: [u32; 5] = [311, 1039, 3124, 271, 27_816];

fn simulate(mechanism: &str, epsilon: &str, truth: &[u32], seed: u64) -> Vec<Estimate> {
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    let domain_size = u32::try_from(truth.len()).unwrap();
    let mechanism = Mechanism::named(mechanism).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), domain_size)
        .unwrap();
    let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
    let mut counts = oracle.empty_counts();
    for (value, &people) in (0..).zip(truth) {
        for _ in 0..people {
            let report = oracle.randomize(value, &mut generator).unwrap();
            oracle.accumulate(&report, &mut counts).unwrap();
        }
    }
    oracle.estimate(&counts, Intervals::default()).unwrap()
}

/// Repeats of a whole survey; every error in standard errors, and how many intervals hold.
fn errors(mechanism: &str, epsilon: &str, truth: &[u32], repeats: u64) -> (Vec<f64>, u32) {
    let people = f64::from(truth.iter().sum::<u32>());
    let mut errors = Vec::new();
    let mut held = 0;
    for seed in 0..repeats {
        for (estimate, &count) in simulate(mechanism, epsilon, truth, seed).iter().zip(truth) {
            let share = f64::from(count) / people;
            errors.push((estimate.share - share) / estimate.standard_error);
            held += u32::from(estimate.interval.0 <= share && share <= estimate.interval.1);
        }
    }
    (errors, held)
}

/// With fixed seeds, bounds that a correct estimator misses with a chance below 10⁻⁶: the mean of
/// N standardised errors within 5/√N, their mean square within 1 ± 5·√(2/N) widened by the
/// correlation between categories, and coverage within 5 deviations of 95 %.
fn assert_calibrated(mechanism: &str, epsilon: &str, truth: &[u32]) {
    let (errors, held) = errors(mechanism, epsilon, truth, 40);
    let n = errors.len() as f64;
    let mean = errors.iter().sum::<f64>() / n;
    let square = errors.iter().map(|error| error * error).sum::<f64>() / n;
    let coverage = f64::from(held) / n;
    assert!(mean.abs() < 5.0 / n.sqrt(), "{mechanism}: mean {mean}");
    assert!(
        (square - 1.0).abs() < 5.0 * (4.0 / n).sqrt(),
        "{mechanism}: square {square}"
    );
    let deviation = (0.95 * 0.05 * 2.0 / n).sqrt();
    assert!(
        (coverage - 0.95).abs() < 5.0 * deviation,
        "{mechanism}: coverage {coverage}"
    );
}

#[test]
fn occupation_by_direct_encoding() {
    assert_calibrated("direct-encoding", "2", &OCCUPATIONS);
}

#[test]
fn race_by_optimized_unary_encoding() {
    assert_calibrated("optimized-unary-encoding", "1", &RACES);
}

#[test]
fn over_fifty_by_two_coins() {
    assert_calibrated("two-coins", "ln 3", &[6_460, 26_101]);
}

#[test]
fn over_fifty_by_forced_response() {
    assert_calibrated("forced-response", "1", &[6_460, 26_101]);
}

#[test]
fn race_by_every_other_oracle() {
    // A sixth of the people: the seeds stay fixed and the errors standardised.
    let people = RACES.map(|count| count / 6);
    for (mechanism, epsilon) in [
        ("symmetric-unary-encoding", "2"),
        ("thresholding-histogram-encoding", "1"),
        ("summation-histogram-encoding", "1"),
        ("optimized-local-hashing", "1"),
        ("hadamard-response", "0.5"),
        ("subset-selection", "0.5"),
        ("projective-geometry-response", "2"),
    ] {
        assert_calibrated(mechanism, epsilon, &people);
    }
}

/// A sketch's hash functions are fixed, so its errors are not independent between surveys; its
/// standard errors allow for the worst collisions. 5.5 of them are missed with a chance of 4·10⁻⁸.
#[test]
fn sketches_come_within_their_standard_errors() {
    let people: u32 = OCCUPATIONS.iter().sum();
    for (mechanism, limit) in [
        ("count-mean-sketch", 0.02),
        ("hadamard-count-mean-sketch", 0.02),
        ("bloom-filter-encoding", 0.04),
    ] {
        let estimates = simulate(mechanism, "2", &OCCUPATIONS, 5);
        for (estimate, &count) in estimates.iter().zip(&OCCUPATIONS) {
            let error = estimate.share - f64::from(count) / f64::from(people);
            assert!(
                error.abs() < 5.5 * estimate.standard_error,
                "{mechanism}: {error}"
            );
            assert!(estimate.standard_error < limit, "{mechanism}");
        }
    }
}

/// FNV-1a of a word's bytes.
fn text_key(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Keys of words, of which there is no list.
#[test]
fn words_are_found_in_a_sketch() {
    let shape = SketchShape::DEFAULT;
    let epsilon: Epsilon = "3".parse().unwrap();
    let sketch = count_mean_sketch::with_shape(&epsilon, shape, 2).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(9);
    let mut sums = vec![0; shape.cells() as usize];
    let mut reports = 0;
    for (word, people) in [("bread", 3_000), ("milk", 1_000), ("cheese", 0)] {
        for _ in 0..people {
            let report = sketch.randomize_key(text_key(word), &mut generator);
            sketch.add_report(&report, &mut sums);
            reports += 1;
        }
    }
    for (word, share) in [("bread", 0.75), ("milk", 0.25), ("cheese", 0.0)] {
        let supporting = sketch.supporting(&sums, text_key(word));
        let counts = Counts::new(reports, vec![supporting]).unwrap();
        let support = FrequencyOracle::support_probabilities(&sketch);
        let found = estimate(&counts, support, Confidence::default()).unwrap()[0];
        // Noise of about 0.012 and collisions of at most 0.004: six deviations.
        assert!(
            (found.share - share).abs() < 0.08,
            "{word}: {}",
            found.share
        );
    }
}

#[test]
fn estimates_of_fixed_weight_reports_add_up_to_one() {
    for mechanism in ["direct-encoding", "subset-selection"] {
        let estimates = simulate(mechanism, "1", &RACES, 3);
        let sum: f64 = estimates.iter().map(|e| e.share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{mechanism}: {sum}");
    }
}

/// What planning goes by is what estimates come with, whatever the mechanism and whoever is asked.
#[test]
fn standard_errors_are_those_that_planning_uses() {
    for mechanism in MECHANISMS {
        let (epsilon, size) = match mechanism.name() {
            "two-coins" => ("ln 3", 2),
            "randomized-response" | "forced-response" => ("1", 2),
            _ => ("1", 6),
        };
        let parameters = mechanism
            .parameters(&epsilon.parse().unwrap(), size)
            .unwrap();
        let oracle = mechanism.oracle(&parameters, size).unwrap();
        let mut generator = ChaCha20Rng::seed_from_u64(4);
        let mut counts = oracle.empty_counts();
        for person in 0..300 {
            let report = oracle.randomize(person % size, &mut generator).unwrap();
            oracle.accumulate(&report, &mut counts).unwrap();
        }
        let precision = oracle.precision().unwrap();
        for method in IntervalMethod::ALL {
            let intervals = Intervals {
                method,
                ..Intervals::default()
            };
            // Of the first value: forced response has another precision for the second.
            let found = oracle.estimate(&counts, intervals).unwrap()[0];
            let share = found.share.clamp(0.0, 1.0);
            let planned = precision.variance(share, 300, method.population()).unwrap();
            let ratio = found.standard_error / planned.sqrt();
            assert!(
                (ratio - 1.0).abs() < 1e-9,
                "{mechanism:?} {method:?}: {ratio}"
            );
        }
    }
}
