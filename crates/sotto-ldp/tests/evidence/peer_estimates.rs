//! Estimates beside those of pure-ldp 1.2.0 and multi-freq-ldpy 0.2.5 from the same noisy reports:
//! peer_estimates.json, made once by benches/peers/estimates.py.
//!
//! Where their estimator is ours they must agree to 10⁻⁹ with the textbook's p and q, and to 10⁻⁸
//! with the integer weights, which are p and q rounded to 2⁻³² of them. Where it is not:
//! - multi-freq-ldpy sets negative estimates to 0 and divides by the sum. That is Norm-Mul: ours
//!   agree after it, and only then. (It calls the result an estimate; it is biased.)
//! - Its summation divides by the sum of all components in place of n: Norm-Mul again.
//! - Local hashing: theirs takes q = 1/g for random hash functions; our family is balanced, and its
//!   exact q* is below 1/g. So their reports cannot come from ours.
//! - Count mean sketches: theirs takes any two values to collide with chance 1/m under random hash
//!   functions of its own; the sums of one mean nothing to the other.
//! - pure-ldp's RAPPOR fits a regression under a penalty, which shrinks estimates; ours inverts.
//! - pure-ldp's thresholding rounds θ to four digits, as ours does; given p and q it is the one
//!   estimator that unary encoding is tested with here.
//! - pure-ldp's longitudinal oracles do not exist, and multi-freq-ldpy's chained direct encoding has
//!   the calibration that published_mistakes.rs is about.

use sotto_ldp::{
    Confidence, Counts, Intervals, Mechanism, Report, SupportProbabilities, estimate,
    post_processing::norm_mul,
};

use serde::Deserialize;

#[derive(Deserialize)]
struct Figures {
    people: u64,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    mechanism: String,
    epsilon: f64,
    /// The reports that add to each of our sums.
    #[serde(default)]
    sums: Vec<u64>,
    /// Of summation: the sum of each component, in steps of 1/256.
    #[serde(default)]
    components: Vec<i64>,
    #[serde(rename = "pure-ldp")]
    pure_ldp: Option<Vec<f64>>,
    #[serde(rename = "multi-freq-ldpy")]
    multi_freq_ldpy: Option<Vec<f64>>,
}

const VALUES: u32 = 8;

fn figures() -> Figures {
    serde_json::from_str(include_str!("peer_estimates.json")).unwrap()
}

/// p* and q* of the textbook, in parts of 2⁵³.
fn textbook(mechanism: &str, epsilon: f64) -> SupportProbabilities {
    let (e, k) = (epsilon.exp(), f64::from(VALUES));
    let (p, q) = match mechanism {
        "direct-encoding" => (e / (e + k - 1.0), 1.0 / (e + k - 1.0)),
        "symmetric-unary-encoding" => {
            let p = e.sqrt() / (e.sqrt() + 1.0);
            (p, 1.0 - p)
        }
        "optimized-unary-encoding" => (0.5, 1.0 / (e + 1.0)),
        "hadamard-response" => (e / (e + 1.0), 0.5),
        "subset-selection" => {
            let w = (k / (e + 1.0)).round().max(1.0);
            let total = w * e + k - w;
            let q = ((w - 1.0) * w * e + (k - w) * w) / ((k - 1.0) * total);
            (w * e / total, q)
        }
        _ => panic!("{mechanism} is no pure protocol"),
    };
    let total = 1_u64 << 53;
    #[expect(clippy::cast_sign_loss, reason = "a chance is not negative")]
    let parts = |chance: f64| (chance * total as f64).round() as u64;
    SupportProbabilities {
        truth: parts(p),
        other: parts(q),
        total,
    }
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64, context: &str) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() < tolerance,
            "{context}: {found}, not {expected}"
        );
    }
}

/// Holds our unbiased estimates against both peers'.
fn assert_agree(ours: &[f64], case: &Case, tolerance: f64) {
    let context = format!("{} at {}", case.mechanism, case.epsilon);
    if let Some(theirs) = &case.pure_ldp {
        assert_near(ours, theirs, tolerance, &format!("{context}, pure-ldp"));
    }
    if let Some(theirs) = &case.multi_freq_ldpy {
        let context = format!("{context}, multi-freq-ldpy");
        let normalised = norm_mul(ours);
        assert_near(&normalised, theirs, tolerance, &context);
    }
}

#[test]
fn pure_protocols_are_estimated_as_the_peers_do() {
    let figures = figures();
    let mut compared = 0;
    for case in &figures.cases {
        if case.sums.is_empty() {
            continue;
        }
        let mechanism = Mechanism::named(&case.mechanism).unwrap();
        let epsilon = case.epsilon.to_string().parse().unwrap();
        let parameters = mechanism.parameters(&epsilon, VALUES).unwrap();
        let oracle = mechanism.oracle(&parameters, VALUES).unwrap();
        let counts = oracle
            .stored_counts(figures.people, case.sums.clone())
            .unwrap();
        let shares = |estimates: Vec<sotto_ldp::Estimate>| -> Vec<f64> {
            estimates.iter().map(|estimate| estimate.share).collect()
        };
        let shipped = oracle.estimate(&counts, Intervals::default()).unwrap();
        assert_agree(&shares(shipped), case, 1e-8);
        let supports = Counts::new(
            figures.people,
            oracle.decode(&counts).unwrap().supports().to_vec(),
        );
        let support = textbook(&case.mechanism, case.epsilon);
        let by_formula = estimate(&supports.unwrap(), support, Confidence::default()).unwrap();
        assert_agree(&shares(by_formula), case, 1e-9);
        compared += 1;
    }
    assert_eq!(compared, 14);
}

/// Reports with the same sums of components: as equal as they can be.
#[test]
fn summation_is_estimated_as_the_peers_do() {
    let figures = figures();
    let summations = figures
        .cases
        .iter()
        .filter(|case| !case.components.is_empty());
    for case in summations {
        #[expect(clippy::cast_sign_loss, reason = "an epsilon is positive")]
        let micros = (case.epsilon * 1e6) as u64;
        let oracle = Mechanism::named(&case.mechanism)
            .unwrap()
            .oracle(&[micros, 256], VALUES)
            .unwrap();
        let Report::Bits(longest) = oracle.longest_report() else {
            panic!("bits");
        };
        let width = longest.len() / VALUES as usize;
        let offset = 1_i64 << (8 * width - 1);
        let people = figures.people.cast_signed();
        let reports: Vec<_> = (0..people)
            .map(|person| {
                let component = |&sum: &i64| {
                    let more = i64::from(person < sum.rem_euclid(people));
                    let cell = sum.div_euclid(people) + more + offset;
                    cell.to_le_bytes()[..width].to_vec()
                };
                let bytes = case.components.iter().flat_map(component).collect();
                oracle.prove(Report::Bits(bytes)).unwrap()
            })
            .collect();
        let reports: Vec<_> = reports.iter().collect();
        let mut counts = oracle.empty_counts();
        oracle.accumulate_all(&reports, &mut counts).unwrap();
        let estimates = oracle.estimate(&counts, Intervals::default()).unwrap();
        let ours: Vec<f64> = estimates.iter().map(|estimate| estimate.share).collect();
        assert_agree(&ours, case, 1e-9);
    }
}
