//! Means and variances of known populations, in their own standard errors.

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::intervals::Population;
use sotto_ldp::{
    Collector, Confidence, Mechanism, NUMERIC_MECHANISMS,
    numbers::{Grid, Hybrid, MeanEstimate, OnGrid},
};

use super::{assert_standard, epsilon};

/// Hours worked, one in two of whom work 40: a spike, a body and two tails.
fn hours(respondent: u64) -> u32 {
    match respondent % 20 {
        0..=9 => 40,
        10..=14 => 35 + (respondent / 20 % 20) as u32,
        15..=17 => (respondent / 20 % 40) as u32,
        _ => 60 + (respondent / 20 % 41) as u32,
    }
}

fn grid_of_hours() -> Grid {
    Grid::new(0.into(), 100.into(), 1.into()).unwrap()
}

struct Calibration {
    mean: Vec<f64>,
    held: usize,
    variance: Vec<f64>,
}

/// Surveys of respondents drawn at random: the errors of estimates in standard errors.
fn calibrate(name: &str, text: &str, respondents: u32, surveys: u64) -> Calibration {
    let grid = grid_of_hours();
    let mechanism = Mechanism::for_numbers(name).unwrap();
    let parameters = mechanism.parameters(&epsilon(text), grid.cells()).unwrap();
    let randomizer = mechanism.oracle(&parameters, grid.cells()).unwrap();
    // `hours` repeats after 20·20·40·41 respondents.
    let period = 20 * 20 * 40 * 41_u64;
    let numbers = (0..period).map(|respondent| f64::from(hours(respondent)));
    let truth = numbers.clone().sum::<f64>() / period as f64;
    let spread = numbers.map(|number| (number - truth).powi(2)).sum::<f64>() / period as f64;
    let mut found = Calibration {
        mean: vec![],
        held: 0,
        variance: vec![],
    };
    for seed in 0..surveys {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut counts = randomizer.empty_counts();
        for _ in 0..respondents {
            let answer = hours(rng.next_u64() % period);
            let report = randomizer.randomize(answer, &mut rng).unwrap();
            randomizer.accumulate(&report, &mut counts).unwrap();
        }
        let estimate = randomizer
            .estimate_mean(&counts, &grid, (Population::Sampled, Confidence::default()))
            .unwrap();
        found
            .mean
            .push((estimate.mean - truth) / estimate.standard_error);
        found.held += usize::from(estimate.interval.0 <= truth && truth <= estimate.interval.1);
        if let Some(variance) = estimate.variance {
            found
                .variance
                .push((variance.variance - spread) / variance.standard_error);
        }
    }
    found
}

#[test]
fn means_and_variances_are_calibrated() {
    for (name, text) in [
        ("laplace", "1"),
        ("duchi", "0.5"),
        ("piecewise", "2"),
        ("hybrid", "1"),
        ("square-wave", "1"),
    ] {
        let surveys = 200;
        let found = calibrate(name, text, 500, surveys);
        assert_standard(&found.mean, 2.0, name);
        let coverage = found.held as f64 / surveys as f64;
        let deviation = (0.95 * 0.05 / surveys as f64).sqrt();
        assert!(
            (coverage - 0.95).abs() < 5.0 * deviation,
            "{name}: coverage {coverage}"
        );
        if name == "duchi" {
            assert!(found.variance.is_empty());
        } else {
            assert_standard(&found.variance, 4.0, &format!("variance by {name}"));
        }
    }
}

/// Everybody is at the minimum: an honest estimate falls below the range as often as within. Cut at
/// the range it is no longer unbiased: by many standard errors over 400 surveys.
#[test]
fn estimates_are_not_clipped() {
    let grid = grid_of_hours();
    let hybrid = OnGrid(Hybrid::new(&epsilon("1"), grid.cells()).unwrap());
    let mut rng = ChaCha20Rng::seed_from_u64(21);
    let (mut sum, mut clipped, mut deviations) = (0.0, 0.0, 0.0);
    let surveys = 400;
    for _ in 0..surveys {
        let estimate = survey_of(&hybrid, &grid, 0, 50, &mut rng);
        sum += estimate.mean;
        clipped += estimate.mean.max(0.0);
        deviations += estimate.standard_error.powi(2);
    }
    let n = f64::from(surveys);
    let deviation = deviations.sqrt() / n;
    assert!((sum / n).abs() < 5.0 * deviation, "{}", sum / n);
    assert!(clipped / n > 5.0 * deviation, "{}", clipped / n);
}

fn survey_of(
    hybrid: &dyn Collector,
    grid: &Grid,
    answer: u32,
    people: u32,
    rng: &mut ChaCha20Rng,
) -> MeanEstimate {
    let mut counts = hybrid.empty_counts();
    for _ in 0..people {
        let report = hybrid.randomize(answer, rng).unwrap();
        hybrid.accumulate(&report, &mut counts).unwrap();
    }
    hybrid
        .estimate_mean(&counts, grid, (Population::Sampled, Confidence::default()))
        .unwrap()
}

/// A single report says little, and its interval says so: it is wider than the whole range.
#[test]
fn one_report_has_an_honest_error() {
    let grid = grid_of_hours();
    for mechanism in NUMERIC_MECHANISMS {
        let parameters = mechanism.parameters(&epsilon("1"), grid.cells()).unwrap();
        let randomizer = mechanism.oracle(&parameters, grid.cells()).unwrap();
        let empty = randomizer.empty_counts();
        assert!(
            randomizer
                .estimate_mean(&empty, &grid, (Population::Sampled, Confidence::default()))
                .is_err()
        );
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        for cell in [0, 50, 100] {
            let mut counts = randomizer.empty_counts();
            let report = randomizer.randomize(cell, &mut rng).unwrap();
            randomizer.accumulate(&report, &mut counts).unwrap();
            let estimate = randomizer
                .estimate_mean(&counts, &grid, (Population::Sampled, Confidence::default()))
                .unwrap();
            let (low, high) = estimate.interval;
            assert!(high - low > 100.0, "{mechanism:?}: {estimate:?}");
            assert!(
                estimate.standard_error > 50.0,
                "{mechanism:?}: {estimate:?}"
            );
            assert!(estimate.variance.is_none());
        }
    }
}
