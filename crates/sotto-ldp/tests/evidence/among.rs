//! Shares among some, and how they differ: against what direct encoding gives in closed form, and in
//! simulated surveys.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Confidence, Counts, Estimate, EstimateError, Mechanism, SupportProbabilities,
    among::{Reports, ValuesAmong},
    intervals::Population,
    significance::{LEAST, p_value},
};

/// Two questions of two answers, jointly: (smokes, over 50), (smokes, younger), (not, over 50), (not, younger).
const OVER_50_IF_SMOKING: ValuesAmong<'static> = ValuesAmong {
    values: &[0],
    whole: &[0, 1],
};
const OVER_50_IF_NOT: ValuesAmong<'static> = ValuesAmong {
    values: &[2],
    whole: &[2, 3],
};

fn oracle(name: &str, epsilon: &str) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism.parameters(&epsilon.parse().unwrap(), 4).unwrap();
    mechanism.oracle(&parameters, 4).unwrap()
}

/// Nearly without noise the share is the ratio of the counts, and its error that of asking directly.
#[test]
fn without_noise_it_is_the_ratio_of_counts() {
    let direct = oracle("grr", "16");
    let counts = Counts::new(1_000, vec![120, 280, 90, 510]).unwrap();
    let reports = Reports {
        oracle: &*direct,
        counts: &counts,
        population: Population::Sampled,
    };
    let confidence = Confidence::default();
    let found = reports.share_among(OVER_50_IF_SMOKING, confidence).unwrap();
    assert!((found.share - 0.3).abs() < 1e-4, "{found:?}");
    let error = (0.3_f64 * 0.7 / 400.0).sqrt();
    assert!((found.standard_error - error).abs() < 1e-4, "{found:?}");
    let apart = reports
        .compare_among(OVER_50_IF_SMOKING, OVER_50_IF_NOT, confidence)
        .unwrap();
    assert!((apart.difference - 0.15).abs() < 1e-4, "{apart:?}");
    // Who smokes and who does not are different people: the errors add up.
    let both = error.hypot((0.15_f64 * 0.85 / 600.0).sqrt());
    assert!((apart.standard_error - both).abs() < 1e-4, "{apart:?}");
}

/// Of 100 + 300 + 400 who gave 1, 2 or 3 stars, and 200 who gave none.
#[test]
fn without_noise_a_mean_is_that_of_those_who_gave_a_number() {
    let confidence = Confidence::default();
    for name in ["grr", "oue"] {
        let direct = oracle(name, "16");
        let counts = Counts::new(1_000, vec![100, 300, 400, 200]).unwrap();
        let reports = Reports {
            oracle: &*direct,
            counts: &counts,
            population: Population::Sampled,
        };
        let stars = [(0, 1.0), (1, 2.0), (2, 3.0)];
        let found = reports.mean_among(&stars, confidence).unwrap();
        let mean = 1_900.0 / 800.0;
        let of_one = |stars: f64, people: f64| people * (stars - mean) * (stars - mean);
        let square = (of_one(1.0, 100.0) + of_one(2.0, 300.0) + of_one(3.0, 400.0)) / 800.0;
        let error = (square / 800.0).sqrt();
        // Half of the bits of the other encoding are noise whatever ε is.
        if name == "grr" {
            assert!((found.share - mean).abs() < 1e-4, "{found:?}");
            assert!((found.standard_error - error).abs() < 1e-4, "{found:?}");
        }
        let all = [(0, 1.0), (1, 2.0), (2, 3.0), (3, 4.0)];
        let all = reports.mean_among(&all, confidence).unwrap();
        assert!(
            all.interval.0 < all.share && all.share < all.interval.1,
            "{all:?}"
        );
        if name == "grr" {
            assert!((all.share - 2.7).abs() < 1e-4, "{all:?}");
        }
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    let direct = oracle("grr", "1");
    let counts = Counts::new(40, vec![10, 10, 10, 10]).unwrap();
    let reports = Reports {
        oracle: &*direct,
        counts: &counts,
        population: Population::Fixed,
    };
    let confidence = Confidence::default();
    for (values, whole) in [
        (&[0][..], &[0, 1, 2, 3][..]),
        (&[], &[0, 1]),
        (&[0, 1], &[0, 1]),
    ] {
        let found = reports.share_among(ValuesAmong { values, whole }, confidence);
        let refused = matches!(found, Err(EstimateError::NoGroups { .. }));
        assert!(refused, "{values:?} {whole:?}: {found:?}");
    }
    for pair in [(&[][..], &[1][..]), (&[0], &[]), (&[0, 1], &[1, 2])] {
        let found = reports.ratio(pair, confidence);
        let refused = matches!(found, Err(EstimateError::NoGroups { .. }));
        assert!(refused, "{pair:?}: {found:?}");
    }
    let nobody = Counts::new(40, vec![2, 2, 18, 18]).unwrap();
    let reports = Reports {
        counts: &nobody,
        ..reports
    };
    assert_eq!(
        reports.share_among(OVER_50_IF_SMOKING, confidence),
        Err(EstimateError::PerhapsNobody)
    );
    let times = reports.ratio((&[0], &[1]), confidence);
    assert_eq!(times, Err(EstimateError::PerhapsNobody));
    // Many times as great, or any number of times more.
    let many = Counts::new(1_000, vec![440, 185, 188, 187]).unwrap();
    let reports = Reports {
        counts: &many,
        ..reports
    };
    let times = reports.ratio((&[0], &[1]), confidence);
    assert!(
        matches!(&times, Ok(found) if found.interval.1.is_none()),
        "{times:?}"
    );
}

/// The p-value is below 0.05 exactly where the interval of 0.95 leaves 0 out.
#[test]
fn a_p_value_says_what_the_interval_says() {
    let coins = oracle("grr", "2");
    for extra in (0..200).step_by(5) {
        let counts = Counts::new(1_000, vec![250 + extra, 250, 250, 250 - extra]).unwrap();
        let interval = |confidence| {
            let groups = (&[0][..], &[1][..]);
            let found = coins.compare_groups(&counts, groups, Population::Sampled, confidence);
            Some(found.ok()?.interval)
        };
        let p = p_value(0.0, interval).unwrap();
        let (low, high) = interval(Confidence::default()).unwrap();
        assert_eq!(p < 0.05, low > 0.0 || high < 0.0, "{extra}: {p}");
        assert!((LEAST..=1.0).contains(&p), "{extra}: {p}");
    }
    assert_eq!(p_value(0.0, |_| Some((1.0, 2.0))), Some(LEAST));
    assert_eq!(p_value(0.0, |_| None), None);
}

/// A thousand surveys each: the intervals of a share among some, of a difference, a mean and a ratio hold between 94 and 98
/// times in 100, give or take five standard deviations of a thousand surveys, which is exceeded by chance
/// less often than once in a million. Surveys in which there may be nobody among whom to count tell
/// nothing, and are not counted.
#[test]
fn intervals_hold_as_often_as_they_say() {
    const SURVEYS: u32 = 1_000;
    let shares = [0.15, 0.35, 0.1, 0.4];
    let five = |level: f64, of: u32| 5.0 * (level * (1.0 - level) / f64::from(of)).sqrt();
    for name in ["grr", "oue"] {
        let oracle = oracle(name, "3");
        for n in [50_u32, 400, 3_000] {
            let (mut told, mut held, mut apart_told, mut apart_held) = (0, 0, 0, 0);
            let (mut mean_told, mut mean_held) = (0, 0);
            let (mut ratio_told, mut ratio_held) = (0, 0);
            for survey in 0..SURVEYS {
                let mut generator = ChaCha20Rng::seed_from_u64(u64::from(survey));
                let mut counts = oracle.empty_counts();
                for _ in 0..n {
                    let at = generator.random::<f64>();
                    let mut up_to = 0.0;
                    let value = shares.iter().position(|share| {
                        up_to += share;
                        at < up_to
                    });
                    let value = value.unwrap_or(3) as u32;
                    let report = oracle.randomize(value, &mut generator).unwrap();
                    oracle.accumulate(&report, &mut counts).unwrap();
                }
                let reports = Reports {
                    oracle: &*oracle,
                    counts: &counts,
                    population: Population::Sampled,
                };
                let confidence = Confidence::default();
                let holds = |(low, high): (f64, f64), truth| low <= truth && truth <= high;
                if let Ok(found) = reports.share_among(OVER_50_IF_SMOKING, confidence) {
                    told += 1;
                    held += u32::from(holds(found.interval, 0.3));
                }
                // 1, 2 and 3 stars, and nobody else.
                let stars = [(0, 1.0), (1, 2.0), (2, 3.0)];
                if let Ok(mean) = reports.mean_among(&stars, confidence) {
                    mean_told += 1;
                    mean_held += u32::from(holds(mean.interval, 1.15 / 0.6));
                }
                let times = reports.ratio((&[1], &[0, 2]), confidence);
                if let Ok(found) = times {
                    ratio_told += 1;
                    let (low, high) = found.interval;
                    let truth = 0.35 / 0.25;
                    ratio_held += u32::from(holds((low, high.unwrap_or(f64::INFINITY)), truth));
                }
                let apart = reports.compare_among(OVER_50_IF_SMOKING, OVER_50_IF_NOT, confidence);
                if let Ok(found) = apart {
                    apart_told += 1;
                    apart_held += u32::from(holds(found.interval, 0.1));
                }
            }
            for (what, held, told) in [
                ("share", held, told),
                ("difference", apart_held, apart_told),
                ("mean", mean_held, mean_told),
                ("ratio", ratio_held, ratio_told),
            ] {
                assert!(told > SURVEYS / 2, "{name} {n} {what}: {told}");
                let level = f64::from(held) / f64::from(told);
                assert!(
                    level > 0.94 - five(0.94, told) && level < 0.98 + five(0.98, told),
                    "{name} {n} {what}: {level} of {told}"
                );
            }
        }
    }
}

/// Two of six values among five, by direct encoding; the sixth is declining.
const OF_SIX: ValuesAmong<'static> = ValuesAmong {
    values: &[0, 1],
    whole: &[0, 1, 2, 3, 4],
};

/// The chances that a report supports a value of the part, and another of the whole, by whether the truth is in
/// the part, in the rest of the whole, or outside.
fn chances(support: SupportProbabilities) -> [[f64; 2]; 3] {
    let (p, q) = (support.of_truth(), support.of_other());
    [[p + q, 3.0 * q], [2.0 * q, p + 2.0 * q], [2.0 * q, 3.0 * q]]
}

/// What chance do counts have, where each report supports a value of the part or of the rest with these chances:
/// by the count of the part, and of the rest.
fn masses(reports: &[[f64; 2]]) -> Vec<Vec<f64>> {
    let size = reports.len() + 1;
    let mut masses = vec![vec![0.0; size]; size];
    masses[0][0] = 1.0;
    for [part, rest] in reports {
        for one in (0..size).rev() {
            for other in (0..size).rev() {
                let below = if one > 0 { masses[one - 1][other] } else { 0.0 };
                let left = if other > 0 {
                    masses[one][other - 1]
                } else {
                    0.0
                };
                masses[one][other] =
                    masses[one][other] * (1.0 - part - rest) + below * part + left * rest;
            }
        }
    }
    masses
}

/// Every pair of counts, with what is told of them.
fn told(
    oracle: &dyn Collector,
    n: u64,
    population: Population,
    confidence: Confidence,
) -> Vec<(usize, usize, Estimate)> {
    let pairs = (0..=n).flat_map(|one| (0..=n - one).map(move |other| (one, other)));
    pairs
        .filter_map(|(one, other)| {
            let counts = Counts::new(n, vec![one, 0, other, 0, 0, n - one - other]).unwrap();
            let reports = Reports {
                oracle,
                counts: &counts,
                population,
            };
            let found = reports.share_among(OF_SIX, confidence).ok()?;
            Some((one as usize, other as usize, found))
        })
        .collect()
}

/// By sums over all counts: of ten and of thirty reports the interval of those who answer holds at least 94 times in
/// 100 where at least half of such surveys tell one, wherever the share is, however many decline, of exactly
/// those who reported and of a population. Nothing is left to chance.
#[test]
fn intervals_of_few_reports_hold_at_every_share() {
    let share = |part: u64, whole: u64| part as f64 / whole as f64;
    for epsilon in ["1", "2", "4", "6"] {
        let mechanism = Mechanism::named("grr").unwrap();
        let parameters = mechanism.parameters(&epsilon.parse().unwrap(), 6).unwrap();
        let oracle = mechanism.oracle(&parameters, 6).unwrap();
        let chances = chances(oracle.support_probabilities_of(0).unwrap());
        for n in [10_u64, 30] {
            for population in [Population::Fixed, Population::Sampled] {
                let told = told(&*oracle, n, population, Confidence::default());
                for answered in [n, n * 9 / 10, n / 2] {
                    for with in (0..=10).map(|tenth| answered * tenth / 10) {
                        let (truth, about) = (share(with, answered), share(answered, n));
                        let parts = [with, answered - with, n - answered];
                        let people: Vec<[f64; 2]> = match population {
                            Population::Fixed => chances
                                .into_iter()
                                .zip(parts)
                                .flat_map(|(one, people)| vec![one; people as usize])
                                .collect(),
                            Population::Sampled => {
                                let shares = [about * truth, about * (1.0 - truth), 1.0 - about];
                                let mixed = |index: usize| {
                                    let terms = chances.iter().zip(shares);
                                    terms.map(|(one, share)| one[index] * share).sum::<f64>()
                                };
                                vec![[mixed(0), mixed(1)]; n as usize]
                            }
                        };
                        let masses = masses(&people);
                        let (mut of_told, mut held) = (0.0, 0.0);
                        for (one, other, found) in &told {
                            let (low, high) = found.interval;
                            let mass = masses[*one][*other];
                            of_told += mass;
                            if low - 1e-9 <= truth && truth <= high + 1e-9 {
                                held += mass;
                            }
                        }
                        assert!(
                            of_told < 0.5 || held / of_told >= 0.94,
                            "ε {epsilon}, {n} {population:?}, {parts:?}: {held} of {of_told}"
                        );
                    }
                }
            }
        }
    }
}

/// The interval holds the estimate and something from 0 to 1, and that of a higher confidence holds it.
#[test]
fn intervals_grow_with_the_confidence() {
    let levels = [0.5, 0.9, 0.95, 0.999, 0.999_999_999];
    for epsilon in ["1", "4", "8"] {
        let mechanism = Mechanism::named("grr").unwrap();
        let parameters = mechanism.parameters(&epsilon.parse().unwrap(), 6).unwrap();
        let oracle = mechanism.oracle(&parameters, 6).unwrap();
        for population in [Population::Fixed, Population::Sampled] {
            let all =
                levels.map(|level| told(&*oracle, 10, population, Confidence::new(level).unwrap()));
            for pair in all.windows(2) {
                for (one, other, wide) in &pair[1] {
                    let (low, high) = wide.interval;
                    assert!(low <= wide.share && wide.share <= high, "{wide:?}");
                    assert!(low <= 1.0 && high >= 0.0, "{wide:?}");
                    // What is told at a higher confidence is told at a lower one.
                    let narrow = pair[0]
                        .iter()
                        .find(|found| (found.0, found.1) == (*one, *other));
                    let (from, to) = narrow.unwrap().2.interval;
                    assert!(
                        low <= from + 1e-9 && to <= high + 1e-9,
                        "ε {epsilon} {population:?} {one} {other}: {from} to {to}, {low} to {high}"
                    );
                }
            }
        }
    }
}
