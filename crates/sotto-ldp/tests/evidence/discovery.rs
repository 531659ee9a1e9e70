//! What is found among many options: the false-discovery rate, and how small a share is found, another way.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon, Mechanism, SupportProbabilities,
    discovery::{CHANCE, Discovery},
};

const OPTIONS: u64 = 10_000;
const RATE: f64 = 0.05;

/// What `auto` chooses for 10,000 options at ε = 2.
fn support() -> SupportProbabilities {
    let epsilon: Epsilon = "2".parse().unwrap();
    let mechanism = Mechanism::named("projective-geometry-response").unwrap();
    let parameters = mechanism.parameters(&epsilon, OPTIONS as u32).unwrap();
    let built = mechanism.oracle(&parameters, OPTIONS as u32).unwrap();
    built.support_probabilities_of(0).unwrap()
}

/// Pr\[Bin(n, chance) ≥ count\] by summing the masses, each from the one before.
fn tail(n: u64, count: u64, chance: f64) -> f64 {
    let ln_first: f64 = (1..=count)
        .map(|i| ((n - count + i) as f64 / i as f64).ln())
        .sum::<f64>()
        + count as f64 * chance.ln()
        + (n - count) as f64 * (-chance).ln_1p();
    let mut mass = ln_first.exp();
    let mut sum = 0.0;
    for at in count..=n {
        sum += mass;
        mass *= (n - at) as f64 / (at + 1) as f64 * chance / (1.0 - chance);
    }
    sum
}

/// The least share among 10,000 people, once more by plain sums and a search step by step.
#[test]
fn the_least_share_is_found_nine_times_in_ten() {
    let (p, q) = (support().of_truth(), support().of_other());
    let among = Discovery::new(support(), OPTIONS, RATE).unwrap();
    let people = 10_000;
    let strictest = (0..people)
        .find(|&count| {
            count as f64 > people as f64 * q && tail(people, count, q) <= RATE / OPTIONS as f64
        })
        .unwrap();
    let least = among.least_share(people).unwrap();
    let power = |share: f64| tail(people, strictest, q + share * (p - q));
    assert!((power(least) - CHANCE).abs() < 1e-6, "{}", power(least));
    // A share of 3.4 % is 4.0 standard errors there: alone, it is found in one of three surveys.
    assert!((0.045..0.052).contains(&least), "{least}");
    assert!((0.2..0.5).contains(&power(0.034)), "{}", power(0.034));
}

/// Below that number of reports not even an option that everybody chose is found nine times in ten.
#[test]
fn below_the_number_that_is_told_nothing_can_be_found() {
    let (p, q) = (support().of_truth(), support().of_other());
    let among = Discovery::new(support(), OPTIONS, RATE).unwrap();
    let needed = among.reports_needed().unwrap();
    let found = |people: u64| {
        let listed = (1..=people).find(|&count| tail(people, count, q) <= RATE / OPTIONS as f64);
        listed.is_some_and(|count| tail(people, count, p) >= CHANCE)
    };
    assert!(found(needed) && !found(needed - 1), "{needed}");
    assert!(among.least_share(needed - 1).is_none());
}

/// 300 surveys of 200 options, 8 of which people chose. By chance the share of false ones among those listed is above
/// the rate by six of its standard errors once in 10⁹; the seed is fixed. Every option of the least share is found nine times in ten:
/// below 0.9 by six standard errors as seldom.
#[test]
fn false_discoveries_are_as_rare_as_stated() {
    const VALUES: usize = 200;
    const SURVEYS: usize = 300;
    const PEOPLE: u64 = 2_000;
    let support = SupportProbabilities {
        truth: 1 << 31,
        other: 1 << 29,
        total: 1 << 32,
    };
    let (p, q) = (support.of_truth(), support.of_other());
    let among = Discovery::new(support, VALUES as u64, RATE).unwrap();
    let share = among.least_share(PEOPLE).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(12);
    let mut draw = |chance: f64| {
        (0..PEOPLE)
            .filter(|_| generator.random_bool(chance))
            .count() as u64
    };
    let (mut falsely, mut squares, mut rightly) = (0.0, 0.0, 0);
    for _ in 0..SURVEYS {
        let counts: Vec<_> = (0..VALUES)
            .map(|value| draw(if value < 8 { q + share * (p - q) } else { q }))
            .collect();
        let found = among.found(&counts, PEOPLE);
        let right = found.iter().filter(|value| **value < 8).count();
        let wrong = (found.len() - right) as f64 / found.len().max(1) as f64;
        falsely += wrong;
        squares += wrong * wrong;
        rightly += right;
    }
    let mean = falsely / SURVEYS as f64;
    let error = ((squares / SURVEYS as f64 - mean * mean) / SURVEYS as f64).sqrt();
    assert!(mean < RATE + 6.0 * error, "{mean} {error}");
    let each = rightly as f64 / (8 * SURVEYS) as f64;
    assert!(
        each > CHANCE - 6.0 * (0.09 / (8 * SURVEYS) as f64).sqrt(),
        "{each}"
    );
}

/// Nothing is found of nobody, and equal counts stand or fall together.
#[test]
fn edges_of_what_is_counted() {
    let support = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };
    let among = Discovery::new(support, 3, RATE).unwrap();
    assert_eq!(among.found(&[0, 0, 0], 0), Vec::<usize>::new());
    assert_eq!(among.found(&[], 10), Vec::<usize>::new());
    assert_eq!(among.found(&[100, 60, 60], 100), [0, 1, 2]);
    assert!(among.least_share(0).is_none());
    for rate in [0.0, 1.0, f64::NAN] {
        assert!(Discovery::new(support, 3, rate).is_err());
    }
}
