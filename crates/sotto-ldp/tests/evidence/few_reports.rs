//! Intervals where reports are few and shares lie at the ends: by exact sums over all counts, so that no
//! false alarm is possible.

use sotto_ldp::{
    Confidence, Mechanism, SupportProbabilities,
    intervals::{IntervalMethod, Population},
};

const EPSILONS: [&str; 5] = ["0.5", "1", "ln 3", "2", "4"];

fn support(name: &str, epsilon: &str, values: u32) -> SupportProbabilities {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), values)
        .unwrap();
    let oracle = mechanism.oracle(&parameters, values).unwrap();
    oracle.support_probabilities_of(0).unwrap()
}

/// The masses of a binomial, by adding one trial after another.
fn binomial(trials: usize, chance: f64) -> Vec<f64> {
    let mut masses = vec![1.0];
    for _ in 0..trials {
        let mut next = vec![0.0; masses.len() + 1];
        for (count, mass) in masses.iter().enumerate() {
            next[count] += mass * (1.0 - chance);
            next[count + 1] += mass * chance;
        }
        masses = next;
    }
    masses
}

/// The chance of each count where that many of the respondents have the value.
fn counts_of(with: usize, reports: usize, support: SupportProbabilities) -> Vec<f64> {
    let of_with = binomial(with, support.of_truth());
    let of_others = binomial(reports - with, support.of_other());
    let mut masses = vec![0.0; reports + 1];
    for (one, mass) in of_with.iter().enumerate() {
        for (other, of_other) in of_others.iter().enumerate() {
            masses[one + other] += mass * of_other;
        }
    }
    masses
}

fn held(masses: &[f64], share: f64, intervals: &[(f64, f64)]) -> f64 {
    let holds = |(low, high): (f64, f64)| low - 1e-12 <= share && share <= high + 1e-12;
    let each = masses.iter().zip(intervals);
    each.filter(|(_, interval)| holds(**interval))
        .map(|(mass, _)| mass)
        .sum()
}

fn intervals(
    method: IntervalMethod,
    reports: usize,
    support: SupportProbabilities,
) -> Vec<(f64, f64)> {
    (0..=reports as u64)
        .map(|count| {
            method
                .interval(count, reports as u64, support, Confidence::default())
                .unwrap()
        })
        .collect()
}

/// The least coverage over all numbers of respondents who have the value.
fn least_of_respondents(
    method: IntervalMethod,
    reports: usize,
    support: SupportProbabilities,
) -> f64 {
    let intervals = intervals(method, reports, support);
    (0..=reports)
        .map(|with| {
            let masses = counts_of(with, reports, support);
            held(&masses, with as f64 / reports as f64, &intervals)
        })
        .fold(1.0, f64::min)
}

#[test]
fn intervals_of_exactly_the_respondents_hold_at_any_share() {
    for (name, values) in [("rr", 2), ("grr", 5), ("grr", 16), ("ss", 16), ("oue", 4)] {
        for epsilon in EPSILONS {
            let support = support(name, epsilon, values);
            for reports in [1, 2, 10, 30, 100] {
                let found = least_of_respondents(IntervalMethod::FixedPopulation, reports, support);
                assert!(
                    found >= 0.95 - 1e-9,
                    "{name} {values} at {epsilon}, {reports}: {found}"
                );
            }
        }
    }
}

/// What the score interval did, as another program computed it: the reason for the exact one.
#[test]
fn score_intervals_miss_where_reports_are_few() {
    for (epsilon, values, reports, expected) in [
        ("4", 5, 10, 0.807),
        ("4", 2, 10, 0.837),
        ("4", 2, 30, 0.887),
        ("1", 16, 10, 0.894),
    ] {
        let support = support("grr", epsilon, values);
        let found = least_of_respondents(IntervalMethod::Score, reports, support);
        assert!(
            (found - expected).abs() < 1e-3,
            "{values} at {epsilon}, {reports}: {found}"
        );
    }
}

/// The published least coverages of the exact interval, and its mean width cut to 0 to 1: at most one part in
/// twenty more than the score interval's.
#[test]
fn exactness_costs_little_width() {
    for (epsilon, values, reports, coverage, width, score) in [
        ("4", 5, 10, 0.967, 0.244, 0.233),
        ("4", 2, 30, 0.955, 0.096, 0.094),
        ("1", 16, 10, 0.977, 0.972, 0.943),
    ] {
        let support = support("grr", epsilon, values);
        let found = least_of_respondents(IntervalMethod::FixedPopulation, reports, support);
        assert!(
            (found - coverage).abs() < 2e-3,
            "{epsilon} {values}: {found}"
        );
        for (method, expected) in [
            (IntervalMethod::FixedPopulation, width),
            (IntervalMethod::Score, score),
        ] {
            let intervals = intervals(method, reports, support);
            let cut = |end: f64| end.clamp(0.0, 1.0);
            let of_counts = |with: usize| {
                let masses = counts_of(with, reports, support);
                let widths = masses.iter().zip(&intervals);
                widths
                    .map(|(mass, (low, high))| mass * (cut(*high) - cut(*low)))
                    .sum::<f64>()
            };
            let sum: f64 = (0..=reports).map(of_counts).sum();
            let found = sum / (reports + 1) as f64;
            assert!(
                (found / expected - 1.0).abs() < 0.02,
                "{method:?} {epsilon} {values}: {found}, not {expected}"
            );
        }
    }
}

#[test]
fn intervals_of_a_population_hold_at_any_share() {
    for (name, values) in [("rr", 2), ("grr", 5), ("oue", 16)] {
        for epsilon in EPSILONS {
            let support = support(name, epsilon, values);
            for reports in [1, 10, 30, 100] {
                let intervals =
                    intervals(IntervalMethod::of(Population::Sampled), reports, support);
                for share in [0.0, 0.01, 0.1, 0.5, 0.9, 0.99, 1.0] {
                    let chance =
                        support.of_other() + share * (support.of_truth() - support.of_other());
                    let found = held(&binomial(reports, chance), share, &intervals);
                    assert!(
                        found >= 0.95 - 1e-9,
                        "{name} at {epsilon}, {reports}: {found}"
                    );
                }
            }
        }
    }
}

/// Beyond a thousand reports the approximations take over, but not where few support a value: there a normal
/// approximation is worst, however many report.
#[test]
fn many_reports_of_a_rare_value_are_counted_exactly() {
    let rare = SupportProbabilities {
        truth: 900,
        other: 1,
        total: 5_000,
    };
    let confidence = Confidence::default();
    for count in [0, 3, 50] {
        let of = |method: IntervalMethod| method.interval(count, 5_000, rare, confidence).unwrap();
        assert_eq!(
            of(IntervalMethod::Sampled),
            of(IntervalMethod::ClopperPearson)
        );
        assert_ne!(
            of(IntervalMethod::FixedPopulation),
            of(IntervalMethod::Score)
        );
    }
    let of = |method: IntervalMethod| method.interval(2_000, 5_000, rare, confidence).unwrap();
    assert_eq!(of(IntervalMethod::Sampled), of(IntervalMethod::Wilson));
    assert_eq!(
        of(IntervalMethod::FixedPopulation),
        of(IntervalMethod::Score)
    );
}
