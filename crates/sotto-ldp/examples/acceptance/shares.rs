//! Shares on Adult: mean squared errors over some surveys of all its people.

use std::error::Error;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Intervals, Mechanism, choose,
    maximum_likelihood::{Convergence, SupportSets, direct_encoding},
    norm_sub,
};

use crate::{Acceptance, adult::Adult};

/// Surveys of everybody; the mean of their errors has a relative deviation of about
/// √(2/(k − 1)/SURVEYS), some 6 % for 16 categories.
const SURVEYS: u64 = 40;

/// Mean squared errors over surveys: the mean and its standard error.
#[derive(Clone, Copy, Default)]
struct Errors {
    sum: f64,
    squares: f64,
}

impl Errors {
    fn add(&mut self, shares: &[f64], truth: &[u32]) {
        let people: f64 = truth.iter().copied().map(f64::from).sum();
        let errors = shares.iter().zip(truth);
        let errors = errors.map(|(share, &count)| (share - f64::from(count) / people).powi(2));
        let mean = errors.sum::<f64>() / length(truth);
        self.sum += mean;
        self.squares += mean * mean;
    }

    fn mean(&self) -> f64 {
        self.sum / surveys()
    }

    fn standard_error(&self) -> f64 {
        let mean = self.mean();
        ((self.squares / surveys() - mean * mean).max(0.0) / surveys()).sqrt()
    }

    /// Whether the mean is at most a figure, or above it by no more than three standard errors.
    fn at_most(&self, figure: f64) -> bool {
        self.mean() <= figure + 3.0 * self.standard_error()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a small number")]
const fn surveys() -> f64 {
    SURVEYS as f64
}

#[expect(clippy::cast_precision_loss, reason = "a small number")]
fn length(truth: &[u32]) -> f64 {
    truth.len() as f64
}

fn oracle(name: &str, epsilon: &str, values: u32) -> Result<Box<dyn Collector>, Box<dyn Error>> {
    let mechanism = Mechanism::named(name)?;
    let parameters = mechanism.parameters(&epsilon.parse()?, values)?;
    Ok(mechanism.oracle(&parameters, values)?)
}

/// Raw estimates, after Norm-Sub, and the likeliest.
fn errors(
    name: &str,
    epsilon: &str,
    truth: &[u32],
    likelihood: bool,
) -> Result<[Errors; 3], Box<dyn Error>> {
    let oracle = oracle(name, epsilon, u32::try_from(truth.len())?)?;
    let mut errors = [Errors::default(); 3];
    for seed in 0..SURVEYS {
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        let mut counts = oracle.empty_counts();
        let mut sets = SupportSets::of(&*oracle)?;
        for (value, &people) in (0..).zip(truth) {
            for _ in 0..people {
                let report = oracle.randomize(value, &mut generator)?;
                oracle.accumulate(&report, &mut counts)?;
                if likelihood && name != "grr" {
                    sets.add_report(&*oracle, &report)?;
                }
            }
        }
        let estimates = oracle.estimate(&counts, Intervals::default())?;
        let raw: Vec<_> = estimates.iter().map(|one| one.share).collect();
        errors[0].add(&raw, truth);
        errors[1].add(&norm_sub(&raw), truth);
        if likelihood {
            let shares = if name == "grr" {
                direct_encoding(&counts, oracle.support_probabilities_of(0)?)?
            } else {
                sets.maximum_likelihood(Convergence::default())?.shares
            };
            errors[2].add(&shares, truth);
        }
    }
    Ok(errors)
}

/// E[MSE] of unbiased estimates: (A + B/k)/n.
fn expected(name: &str, epsilon: &str, truth: &[u32]) -> Result<f64, Box<dyn Error>> {
    let precision = oracle(name, epsilon, u32::try_from(truth.len())?)?.precision()?;
    let people: f64 = truth.iter().copied().map(f64::from).sum();
    Ok((precision.constant + precision.slope / length(truth)) / people)
}

pub(crate) fn compare(adult: &Adult, acceptance: &mut Acceptance) -> Result<(), Box<dyn Error>> {
    let education = adult.counts(Adult::EDUCATION);
    let country = adult.counts(Adult::NATIVE_COUNTRY);
    let (_, ages) = adult.numbers(Adult::AGE)?;
    let ages: Vec<_> = ages.into_iter().filter(|&count| count > 0).collect();
    println!("\nMean squared errors on Adult, of {SURVEYS} surveys");
    // Published: the expected errors of grr, oue and ss; Norm-Sub and the likeliest after ss.
    for (what, truth, epsilon, raw, processed) in [
        (
            "education",
            &education,
            "0.5",
            [1.183e-3, 4.832e-4, 4.212e-4],
            [Some(3.2e-4), None],
        ),
        (
            "education",
            &education,
            "1",
            [1.895e-4, 1.150e-4, 9.785e-5],
            [Some(8.0e-5), Some(7.1e-5)],
        ),
        (
            "education",
            &education,
            "2",
            [2.030e-5, 2.416e-5, 1.776e-5],
            [Some(1.6e-5), None],
        ),
        (
            "native country",
            &country,
            "1",
            [4.614e-4, 1.138e-4, 1.071e-4],
            [None, Some(1.7e-5)],
        ),
        (
            "age",
            &ages,
            "1",
            [7.842e-4, 1.135e-4, 1.097e-4],
            [None, Some(6.0e-5)],
        ),
    ] {
        let what = format!("{what} {}, epsilon {epsilon}", truth.len());
        for (name, published) in ["grr", "oue", "ss"].into_iter().zip(raw) {
            let closed = expected(name, epsilon, truth)?;
            let agrees = (closed / published - 1.0).abs() < 1e-3;
            let title = format!("{what}, {name}: expected");
            acceptance.figure(&title, closed, &format!("{published:.3e}"), agrees);
            let found = errors(name, epsilon, truth, name == "ss")?;
            let ratio = found[0].mean() / closed;
            let within = (0.8..1.15).contains(&ratio);
            acceptance.figure(
                &format!("{what}, {name}: raw"),
                found[0].mean(),
                "0.8 to 1.15 of that",
                within,
            );
            if name != "ss" {
                continue;
            }
            for ((way, found), figure) in ["Norm-Sub", "likeliest"]
                .into_iter()
                .zip(&found[1..])
                .zip(processed)
            {
                let figure = figure.unwrap_or(published);
                let title = format!("{what}, ss: {way}");
                acceptance.figure(
                    &title,
                    found.mean(),
                    &format!("at most {figure:.1e}"),
                    found.at_most(figure),
                );
            }
        }
        if what.starts_with("native") {
            let found = errors("oue", epsilon, truth, false)?[1];
            let holds = found.at_most(2.7e-5);
            acceptance.figure(
                &format!("{what}, oue: Norm-Sub"),
                found.mean(),
                "at most 2.7e-5",
                holds,
            );
        }
        against_others(&what, epsilon, truth, acceptance)?;
    }
    Ok(())
}

/// `auto` against the raw estimates of what other libraries offer: the expected error, exactly, and
/// the measured one to within three standard errors of the difference.
fn against_others(
    what: &str,
    epsilon: &str,
    truth: &[u32],
    acceptance: &mut Acceptance,
) -> Result<(), Box<dyn Error>> {
    let chosen = choose(&epsilon.parse()?, u32::try_from(truth.len())?)?
        .mechanism
        .name();
    let (ours, expectation) = (
        errors(chosen, epsilon, truth, false)?[0],
        expected(chosen, epsilon, truth)?,
    );
    let (mut best, mut least) = (ours, f64::INFINITY);
    for name in ["grr", "sue", "oue", "olh", "she", "the", "hr"] {
        least = least.min(expected(name, epsilon, truth)?);
        let theirs = errors(name, epsilon, truth, false)?[0];
        if theirs.mean() < best.mean() {
            best = theirs;
        }
    }
    let title = |kind| format!("{what}, auto ({chosen}): {kind}");
    let limit = format!("at most {least:.3e}, the best");
    acceptance.figure(
        &title("expected"),
        expectation,
        &limit,
        expectation <= least,
    );
    let noise = 3.0 * ours.standard_error().hypot(best.standard_error());
    let limit = format!("at most {:.3e} + {noise:.1e}", best.mean());
    let holds = ours.mean() <= best.mean() + noise;
    acceptance.figure(&title("raw"), ours.mean(), &limit, holds);
    Ok(())
}
