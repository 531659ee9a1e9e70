//! Intervals for sampled respondents, the whole way through the oracles: who is asked is drawn
//! too, then randomized, counted and estimated.

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Intervals, Mechanism, comparison::difference, intervals::IntervalMethod,
};

/// Shares of the population in sixteenths.
const POPULATION: [usize; 4] = [10, 4, 2, 0];

fn oracle(name: &str) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism.parameters(&"1".parse().unwrap(), 4).unwrap();
    mechanism.oracle(&parameters, 4).unwrap()
}

/// The counts of `respondents` people drawn from the population.
fn survey(
    oracle: &dyn Collector,
    respondents: u32,
    generator: &mut ChaCha20Rng,
) -> sotto_ldp::Counts {
    let people: Vec<u32> = (0..)
        .zip(POPULATION)
        .flat_map(|(value, sixteenths)| vec![value; sixteenths])
        .collect();
    let mut counts = oracle.empty_counts();
    for _ in 0..respondents {
        let person = (generator.next_u64() >> 60) as usize;
        let report = oracle.randomize(people[person], generator).unwrap();
        oracle.accumulate(&report, &mut counts).unwrap();
    }
    counts
}

fn share(value: usize) -> f64 {
    POPULATION[value] as f64 / 16.0
}

/// How many of `surveys` surveys have intervals that hold, for each value and for all at once.
fn coverage(
    oracle: &dyn Collector,
    intervals: Intervals,
    respondents: u32,
    surveys: u32,
) -> ([f64; 4], f64) {
    let mut generator = ChaCha20Rng::seed_from_u64(31);
    let (mut each, mut all) = ([0.0; 4], 0.0);
    for _ in 0..surveys {
        let counts = survey(oracle, respondents, &mut generator);
        let estimates = oracle.estimate(&counts, intervals).unwrap();
        let held: Vec<bool> = estimates
            .iter()
            .enumerate()
            .map(|(value, one)| one.interval.0 <= share(value) && share(value) <= one.interval.1)
            .collect();
        for (sum, &held) in each.iter_mut().zip(&held) {
            *sum += f64::from(u8::from(held)) / f64::from(surveys);
        }
        all += f64::from(u8::from(held.iter().all(|&held| held))) / f64::from(surveys);
    }
    (each, all)
}

/// The least coverage that a correct 95 % interval shows in `surveys` surveys but with a
/// probability of 10⁻⁷ (5.2 deviations).
fn least(surveys: u32) -> f64 {
    0.95 - 5.2 * (0.95 * 0.05 / f64::from(surveys)).sqrt()
}

#[test]
fn clopper_and_pearson_hold_for_every_oracle_and_few_respondents() {
    for name in ["grr", "ss", "oue", "sue", "hr", "olh", "pgr"] {
        let oracle = oracle(name);
        for (respondents, surveys) in [(10, 1_000), (150, 600)] {
            let intervals = Intervals {
                method: IntervalMethod::ClopperPearson,
                ..Intervals::default()
            };
            let (each, _) = coverage(&*oracle, intervals, respondents, surveys);
            for found in each {
                assert!(found >= least(surveys), "{name} {respondents}: {found}");
            }
        }
    }
}

#[test]
fn wilson_is_close_to_its_level() {
    for name in ["grr", "oue", "hr"] {
        let intervals = Intervals {
            method: IntervalMethod::Wilson,
            ..Intervals::default()
        };
        let (each, _) = coverage(&*oracle(name), intervals, 300, 600);
        for found in each {
            // Within 5.2 deviations of 95 %, and 1 % for Wilson's own oscillation around its level.
            let slack = 0.95 - least(600) + 0.01;
            assert!((found - 0.95).abs() < slack, "{name}: {found}");
        }
    }
}

#[test]
fn simultaneous_intervals_hold_at_once_and_single_ones_do_not() {
    for name in ["grr", "oue"] {
        for method in [IntervalMethod::ClopperPearson, IntervalMethod::Wilson] {
            let of = |simultaneous| {
                let intervals = Intervals {
                    method,
                    simultaneous,
                    ..Intervals::default()
                };
                coverage(&*oracle(name), intervals, 200, 600).1
            };
            assert!(of(true) >= least(600) - 0.01, "{name} {method:?}");
            // 0.95⁴ = 0.81 for four independent intervals.
            assert!(of(false) < 0.9, "{name} {method:?}");
        }
    }
}

/// A sample is not a population: with little noise the interval for those who reported misses the
/// population's share far too often, and the test can tell.
#[test]
fn an_interval_for_the_respondents_is_none_for_the_population() {
    let mechanism = Mechanism::named("grr").unwrap();
    let parameters = mechanism.parameters(&"5".parse().unwrap(), 4).unwrap();
    let oracle = mechanism.oracle(&parameters, 4).unwrap();
    let of = |method| {
        let intervals = Intervals {
            method,
            ..Intervals::default()
        };
        coverage(&*oracle, intervals, 300, 600).0[0]
    };
    assert!(of(IntervalMethod::FixedPopulation) < 0.6);
    assert!(of(IntervalMethod::ClopperPearson) >= least(600));
}

/// Two groups drawn from the same population do not differ: 0 lies inside as often as promised.
#[test]
fn groups_that_do_not_differ_are_not_told_apart() {
    for (name, method) in [
        ("grr", IntervalMethod::ClopperPearson),
        ("oue", IntervalMethod::Wilson),
        ("ss", IntervalMethod::Wilson),
    ] {
        let oracle = oracle(name);
        let mut generator = ChaCha20Rng::seed_from_u64(37);
        let mut intervals = Intervals {
            method,
            ..Intervals::default()
        };
        if method == IntervalMethod::ClopperPearson {
            intervals.confidence = intervals.confidence.simultaneous(2);
        }
        let surveys = 600;
        let mut held = [0.0; 4];
        for _ in 0..surveys {
            let first = survey(&*oracle, 80, &mut generator);
            let second = survey(&*oracle, 120, &mut generator);
            let first = oracle.estimate(&first, intervals).unwrap();
            let second = oracle.estimate(&second, intervals).unwrap();
            for (held, (first, second)) in held.iter_mut().zip(first.iter().zip(&second)) {
                let one = difference(first, second, method);
                let inside = one.interval.0 <= 0.0 && 0.0 <= one.interval.1;
                *held += f64::from(u8::from(inside)) / f64::from(surveys);
            }
        }
        for held in held {
            assert!(held >= least(surveys) - 0.01, "{name}: {held}");
        }
    }
}
