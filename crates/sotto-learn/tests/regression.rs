//! Regression through noise: 95 % intervals must hold the truth in 94 to 97 of 100 simulated studies.
//!
//! `SOTTO_REGRESSION_STUDIES` says how many studies; 1,000 by itself.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::unwrap_used,
    reason = "what fails here fails the test, and its figures are small"
)]

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Collector, Confidence, Mechanism};
use sotto_learn::regression::{Fitted, Model, Observation, RegressionError, Seen};

const STUDIES: u64 = 1000;

fn oracle(name: &str, epsilon: &str, size: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), size)
        .unwrap();
    mechanism.oracle(&parameters, size).unwrap()
}

/// Uniform between 0 and 1.
fn chance(rng: &mut ChaCha20Rng) -> f64 {
    f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

/// One study: respondents whose outcome follows the truth, seen through noise where there is any.
struct Study<'a> {
    respondents: u32,
    /// The intercept, a known predictor of the values −1, 0 and 1, and a predictor of two values.
    truth: [f64; 3],
    outcome: Option<&'a dyn Collector>,
    predictor: Option<&'a dyn Collector>,
}

impl Study<'_> {
    fn fit(&self, seed: u64) -> Result<Fitted, RegressionError> {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let look = |oracle: Option<&dyn Collector>, value: u32, rng: &mut ChaCha20Rng| match oracle
        {
            Some(oracle) => {
                let report = oracle.randomize(value, rng).unwrap();
                Seen::report(oracle, &report).unwrap()
            }
            None => Seen::value(value, 2),
        };
        let observations: Vec<_> = (0..self.respondents)
            .map(|index| {
                let known = f64::from(index % 3) - 1.0;
                let group = u32::from(chance(&mut rng) < 0.4);
                let [intercept, slope, difference] = self.truth;
                let odds = intercept + slope * known + difference * f64::from(group);
                let outcome = u32::from(chance(&mut rng) < 1.0 / (1.0 + (-odds).exp()));
                Observation {
                    known: vec![known],
                    outcome: look(self.outcome, outcome, &mut rng),
                    protected: vec![look(self.predictor, group, &mut rng)],
                }
            })
            .collect();
        Model::new(1, vec![2])?.fit(&observations)
    }

    /// How many of the studies' intervals hold each coefficient, in 100.
    fn coverage(&self) -> [f64; 3] {
        let studies =
            std::env::var("SOTTO_REGRESSION_STUDIES").map_or(STUDIES, |text| text.parse().unwrap());
        let mut held = [0.0; 3];
        for seed in 0..studies {
            let fitted = self.fit(seed).unwrap();
            for ((held, coefficient), truth) in
                held.iter_mut().zip(&fitted.coefficients).zip(self.truth)
            {
                let (low, high) = coefficient.interval(Confidence::default());
                *held += f64::from(u8::from(low <= truth && truth <= high));
            }
        }
        held.map(|held| 100.0 * held / studies as f64)
    }
}

fn assert_nominal(study: &Study<'_>) {
    for coverage in study.coverage() {
        assert!((94.0..=97.0).contains(&coverage), "{coverage}");
    }
}

#[test]
fn intervals_hold_when_the_outcome_is_protected() {
    let outcome = oracle("randomized-response", "2", 2);
    assert_nominal(&Study {
        respondents: 1200,
        truth: [-0.6, 0.7, 0.5],
        outcome: Some(&*outcome),
        predictor: None,
    });
}

#[test]
fn intervals_hold_when_a_predictor_is_protected() {
    let predictor = oracle("randomized-response", "2", 2);
    assert_nominal(&Study {
        respondents: 1200,
        truth: [-0.6, 0.7, 0.5],
        outcome: None,
        predictor: Some(&*predictor),
    });
}

#[test]
fn intervals_hold_when_both_are_protected() {
    let (outcome, predictor) = (oracle("rr", "2", 2), oracle("rr", "2.5", 2));
    assert_nominal(&Study {
        respondents: 2500,
        truth: [-0.6, 0.7, 0.5],
        outcome: Some(&*outcome),
        predictor: Some(&*predictor),
    });
}
