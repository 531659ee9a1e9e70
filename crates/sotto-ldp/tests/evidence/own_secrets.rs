//! Questions by an own secret, corrected by an anchor: bias, coverage and fit by exact sums over both counts.

use sotto_ldp::{
    Confidence, SupportProbabilities,
    careless::{FALSE_ALARM, Fit, Supported, corrected, fit},
};

fn masses(trials: u64, chance: f64) -> Vec<f64> {
    // By the ratio of neighbours from the mode outwards, then normed: no mass is lost to underflow.
    let odds = chance / (1.0 - chance);
    let falls = |&count: &u64| (trials - count) as f64 / (count + 1) as f64 * odds <= 1.0;
    let mode = (0..trials).find(falls).unwrap_or(trials);
    let mut all = vec![0.0; trials as usize + 1];
    all[mode as usize] = 1.0;
    for count in mode..trials {
        let ratio = (trials - count) as f64 / (count + 1) as f64 * odds;
        all[count as usize + 1] = all[count as usize] * ratio;
    }
    for count in (0..mode).rev() {
        let ratio = (count + 1) as f64 / (trials - count) as f64 / odds;
        all[count as usize] = all[count as usize + 1] * ratio;
    }
    let sum: f64 = all.iter().sum();
    all.into_iter().map(|mass| mass / sum).collect()
}

struct Seen {
    bias: f64,
    coverage: f64,
    told: f64,
}

/// Over all pairs of counts, weighed by their chances, where people are asked the two questions in arms.
fn summed(
    people: u64,
    support: SupportProbabilities,
    (share, known, careless): (f64, f64, f64),
) -> Seen {
    let (p, q) = (support.of_truth(), support.of_other());
    let said = |share: f64| (1.0 - careless) * (q + share * (p - q)) + careless / 2.0;
    let (asked, anchor) = (masses(people, said(share)), masses(people, said(known)));
    let of = |count: usize| Supported {
        count: count as u64,
        reports: people,
        support,
    };
    let (mut sum, mut held, mut told) = (0.0, 0.0, 0.0);
    for (count, mass) in asked.iter().enumerate().filter(|(_, mass)| **mass > 1e-9) {
        for (known_count, other) in anchor.iter().enumerate().filter(|(_, mass)| **mass > 1e-9) {
            let chance = mass * other;
            let found = corrected(of(count), (of(known_count), known), Confidence::default());
            let Some(found) = found.unwrap() else {
                continue;
            };
            told += chance;
            sum += chance * (found.yes.share - share);
            let (low, high) = found.yes.interval;
            if low <= share && share <= high {
                held += chance;
            }
        }
    }
    Seen {
        bias: sum / told,
        coverage: held / told,
        told,
    }
}

const QUARTER: SupportProbabilities = SupportProbabilities {
    truth: 3,
    other: 1,
    total: 4,
};
const THREE_TWENTIETHS: SupportProbabilities = SupportProbabilities {
    truth: 17,
    other: 3,
    total: 20,
};

/// One in five careless and a true 5 %, which without a correction reads as 14 %: exact sums, no false alarm.
#[test]
fn one_in_five_careless_leave_no_bias_and_the_interval_holds() {
    for people in [200, 1_000] {
        for support in [QUARTER, THREE_TWENTIETHS] {
            let seen = summed(people, support, (0.05, 0.0, 0.2));
            assert!(seen.bias.abs() < 0.01, "{people}: bias {}", seen.bias);
            assert!(seen.coverage > 0.93, "{people}: coverage {}", seen.coverage);
            assert!(seen.told > 0.99, "{people}: told {}", seen.told);
        }
    }
}

/// Whatever the share, the anchor's known share and the carelessness.
#[test]
fn other_shares_and_anchors_hold_too() {
    for share in [0.0, 0.3, 1.0] {
        for known in [0.0, 0.1, 1.0] {
            for careless in [0.0, 0.4] {
                let seen = summed(600, QUARTER, (share, known, careless));
                let at = format!("{share} {known} {careless}");
                assert!(seen.bias.abs() < 0.01, "{at}: bias {}", seen.bias);
                assert!(seen.coverage > 0.93, "{at}: coverage {}", seen.coverage);
            }
        }
    }
}

/// Where nobody seems to have read the anchor, no number is told; nor of nothing, nor by half a share.
#[test]
fn what_cannot_be_corrected_is_not() {
    let of = |count, reports| Supported {
        count,
        reports,
        support: QUARTER,
    };
    let level = Confidence::default();
    assert_eq!(
        corrected(of(30, 100), (of(50, 100), 0.0), level).unwrap(),
        None
    );
    for (asked, anchor) in [
        (of(1, 1), of(0, 1)),
        (of(30, 99), of(300, 1_000)),
        (of(300, 1_000), of(30, 99)),
    ] {
        assert_eq!(corrected(asked, (anchor, 0.0), level).unwrap(), None);
    }
    for (asked, anchor, known) in [
        (of(0, 0), of(1, 4), 0.0),
        (of(1, 4), of(0, 0), 0.0),
        (of(5, 4), of(1, 4), 0.0),
        (of(1, 4), of(1, 4), 0.5),
        (of(1, 4), of(1, 4), 1.5),
    ] {
        assert!(corrected(asked, (anchor, known), level).is_err());
    }
}

/// Exact: at the edge of what fits the alarm is as seldom as it says, and a habit of saying one thing is seen.
#[test]
fn a_habit_that_nothing_explains_is_seen() {
    for people in [10, 100, 1_000] {
        for (chance, known) in [
            (0.25, None),
            (0.75, None),
            (0.25, Some(0.0)),
            (0.5, Some(0.0)),
        ] {
            let alarms: f64 = masses(people, chance)
                .iter()
                .enumerate()
                .filter(|(count, _)| {
                    let said = Supported {
                        count: *count as u64,
                        reports: people,
                        support: QUARTER,
                    };
                    fit(said, known).unwrap() != Fit::Fits
                })
                .map(|(_, mass)| mass)
                .sum();
            assert!(
                alarms <= FALSE_ALARM,
                "{people} {chance} {known:?}: {alarms}"
            );
        }
    }
    let of = |count| Supported {
        count,
        reports: 1_000,
        support: QUARTER,
    };
    assert_eq!(fit(of(900), None).unwrap(), Fit::TooOften);
    assert_eq!(fit(of(100), None).unwrap(), Fit::TooSeldom);
    // Of an anchor that is true of nobody, careless people come no further than one half.
    assert_eq!(fit(of(600), Some(0.0)).unwrap(), Fit::TooOften);
    assert_eq!(fit(of(400), Some(0.0)).unwrap(), Fit::Fits);
}
