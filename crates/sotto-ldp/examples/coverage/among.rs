//! Shares among those who answer, drawn report by report; the rival is Fieller's interval, which was told before.

use std::error::Error;

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Confidence, Estimate, EstimateError, Mechanism,
    among::{Reports, ValuesAmong},
    fieller,
    intervals::Population,
};

use crate::{
    EPSILONS, Table,
    drawn::{ANSWERS, Answer, Held, POPULATIONS, crowd, of_draws},
};

/// Those of the other groups, and one near an end, where few reports look like all of one answer.
const NEAR_AN_END: (&str, [f64; 6], Answer) =
    ("nine in ten alike", [0.9, 0.0, 0.1, 0.0, 0.0, 0.0], |rng| {
        2 * u32::from(rng.random_range(0..10) < 1)
    });

/// Two of six values among five; the sixth is declining.
const PART: ValuesAmong<'static> = ValuesAmong {
    values: &[0, 1],
    whole: &[0, 1, 2, 3, 4],
};

/// Of one kind of interval: the least coverage and where, and the widths, cut to 0 to 1, and how many they are of.
struct Found {
    least: (f64, &'static str),
    widths: (f64, f64),
}

/// Two of six values among five.
pub(crate) fn among(table: &mut Table) -> Result<(), Box<dyn Error>> {
    println!("\nShares among those who answer: least coverage over answers");
    for name in ["grr", "ss", "oue"] {
        for reports in [10, 30, 100, 1_000] {
            for epsilon in EPSILONS {
                for (population, whom) in POPULATIONS {
                    let [ours, rival] = found(table, (name, epsilon), reports, population)?;
                    let what = format!("among by {name}, {whom}, {reports} reports, ε {epsilon}");
                    table.line(&what, ours.least.0, true, &beside(&ours, &rival));
                }
            }
        }
    }
    Ok(())
}

fn beside(ours: &Found, rival: &Found) -> String {
    if ours.widths.1 == 0.0 {
        return "not counted: fewer than half of such surveys tell one".to_owned();
    }
    let [width, other] = [ours, rival].map(|found| found.widths.0 / found.widths.1);
    format!(
        "{}; width {width:.3}; Fieller {:.1} %, width {other:.3} ({:+.1} %)",
        ours.least.1,
        100.0 * rival.least.0,
        100.0 * (width / other - 1.0)
    )
}

fn found(
    table: &Table,
    (name, epsilon): (&str, &str),
    reports: u32,
    population: Population,
) -> Result<[Found; 2], Box<dyn Error>> {
    let mechanism = Mechanism::named(name)?;
    let oracle = mechanism.oracle(&mechanism.parameters(&epsilon.parse()?, 6)?, 6)?;
    let draws = of_draws(table, reports);
    let mut found = [(); 2].map(|()| Found {
        least: (1.0, ""),
        widths: (0.0, 0.0),
    });
    for (what, shares, answer) in ANSWERS.into_iter().chain([NEAR_AN_END]) {
        let mut generator = ChaCha20Rng::seed_from_u64(u64::from(reports));
        let mut held: [Held; 2] = Default::default();
        let mut widths = [0.0; 2];
        for _ in 0..draws {
            let (truth, counts) = crowd(&*oracle, reports, answer, &mut generator)?;
            let share = |value: usize| match population {
                Population::Fixed => f64::from(truth[value]) / f64::from(reports),
                Population::Sampled => shares[value],
            };
            let truth = (share(0) + share(1)) / (1.0 - share(5));
            let reports = Reports {
                oracle: &*oracle,
                counts: &counts,
                population,
            };
            // Where perhaps nobody answered, nothing is told; what is told all the same in less than half of
            // such surveys is told because chance made many answer.
            let Ok(ours) = reports.share_among(PART, Confidence::default()) else {
                continue;
            };
            let both = [Some(ours), by_fieller(reports)?];
            for ((one, held), width) in both.iter().flatten().zip(&mut held).zip(&mut widths) {
                held.add(one.interval, truth);
                let (low, high) = one.interval;
                *width += high.clamp(0.0, 1.0) - low.clamp(0.0, 1.0);
            }
        }
        for ((found, held), width) in found.iter_mut().zip(&held).zip(widths) {
            if held.told <= f64::from(draws) / 2.0 {
                continue;
            }
            found.widths = (found.widths.0 + width, found.widths.1 + held.told);
            if held.share() < found.least.0 {
                found.least = (held.share(), what);
            }
        }
    }
    Ok(found)
}

fn by_fieller(reports: Reports<'_>) -> Result<Option<Estimate>, EstimateError> {
    let confidence = Confidence::default();
    let rest = [2, 3, 4];
    let groups = [PART.values, &rest, PART.whole].map(<[u32]>::to_vec);
    let (oracle, counts, population) = (reports.oracle, reports.counts, reports.population);
    let each = oracle.estimate_groups(counts, &groups, population, confidence)?;
    let pair = (PART.values, &rest[..]);
    let apart = oracle.compare_groups(counts, pair, population, confidence)?;
    let variances: Vec<f64> = each.iter().map(|one| one.standard_error.powi(2)).collect();
    let [first, other, both] = variances[..] else {
        return Ok(None);
    };
    let covariance = (first + other - apart.standard_error.powi(2)) / 2.0;
    Ok(fieller::ratio(
        (each[0].share, first),
        (each[2].share, both),
        first + covariance,
        confidence.standard_deviations(),
    ))
}
