//! The climb to maximum likelihood, and the errors of what it finds.

use std::collections::BTreeMap;

use sotto_ldp::Confidence;

use super::{
    error::RegressionError,
    matrix::Symmetric,
    model::Model,
    observation::{Observation, Seen},
};

/// A coefficient of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// On the scale of log odds.
    pub estimate: f64,
    /// From the observed information: of sampling and of the noise.
    pub standard_error: f64,
}

impl Coefficient {
    /// The interval by normal approximation.
    #[must_use]
    pub fn interval(self, confidence: Confidence) -> (f64, f64) {
        let reach = confidence.standard_deviations() * self.standard_error;
        (self.estimate - reach, self.estimate + reach)
    }
}

/// A model of greatest likelihood.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The intercept, the known predictors, then the values of each protected one but its first.
    pub coefficients: Vec<Coefficient>,
    /// The share of each combination of the protected predictors' values; the first predictor's value
    /// changes fastest.
    pub combinations: Vec<f64>,
    /// Natural, but for a constant.
    pub log_likelihood: f64,
    /// Steps of the climb.
    pub steps: u32,
}

/// More steps than any climb that ends has taken.
const MOST_STEPS: u32 = 2000;

/// A coefficient of so many log odds for a standard deviation of its predictor is no estimate.
const SEPARATED: f64 = 8.0;

/// Of the parameters that are climbed: β, then the logarithm of each combination's share over the
/// first's.
struct ModelPoint {
    beta: Vec<f64>,
    shares: Vec<f64>,
}

/// What all observations say at a point.
struct Ground {
    log_likelihood: f64,
    score: Vec<f64>,
    /// Observed: that of the complete data less what is missing (Louis 1982).
    information: Symmetric,
    /// That of the complete data, in β alone: what a step of expectation maximisation solves.
    complete: Symmetric,
    /// The expected share of each combination, given what is seen.
    expected: Vec<f64>,
}

impl Model {
    /// The coefficients under which what is seen is likeliest.
    ///
    /// Steps of expectation maximisation, with one Newton step for the logistic part, are replaced by
    /// Newton steps of the observed likelihood where these climb: near the maximum they do, and EM
    /// alone would need the more steps the more the noise hides.
    ///
    /// # Errors
    /// When there are too few observations, one is of another model, or they do not tell the coefficients.
    pub fn fit(&self, observations: &[Observation]) -> Result<Fitted, RegressionError> {
        observations.iter().try_for_each(|one| self.check(one))?;
        if observations.len() <= self.coefficients() {
            return Err(RegressionError::NoObservations);
        }
        let count = u32::try_from(self.combinations()).map_or(1.0, f64::from);
        let mut point = ModelPoint {
            beta: vec![0.0; self.coefficients()],
            shares: vec![1.0 / count; self.combinations()],
        };
        let patterns = patterns(observations);
        let mut ground = self.ground(&patterns, &point);
        for steps in 1..=MOST_STEPS {
            let newton = ground.information.solve(&ground.score);
            if let Some(step) = &newton {
                let decrement: f64 = step.iter().zip(&ground.score).map(|(a, b)| a * b).sum();
                if decrement < 1e-10 {
                    // The last step is too small to be seen in the likelihood, not in the point.
                    point = point.moved(step);
                    ground = self.ground(&patterns, &point);
                    return fitted(&patterns, &point, &ground, steps);
                }
            }
            let tried = newton.and_then(|step| {
                let there = point.moved(&step);
                let ground_there = self.ground(&patterns, &there);
                let climbs = ground_there.log_likelihood > ground.log_likelihood;
                climbs.then_some((there, ground_there))
            });
            (point, ground) = match tried {
                Some(higher) => higher,
                None => self.expectation_maximization(&patterns, &point, &ground)?,
            };
            if point.beta.iter().any(|one| !one.is_finite()) {
                return Err(RegressionError::NotIdentified);
            }
        }
        refuse_separation(&patterns, &point)?;
        Err(RegressionError::NotConverged(MOST_STEPS))
    }

    fn ground(&self, patterns: &[Pattern<'_>], point: &ModelPoint) -> Ground {
        let (length, combinations) = (self.coefficients(), self.combinations());
        let all = length + combinations - 1;
        let mut ground = Ground {
            log_likelihood: 0.0,
            score: vec![0.0; all],
            information: Symmetric::zero(all),
            complete: Symmetric::zero(length),
            expected: vec![0.0; combinations],
        };
        let mut rows = vec![0.0; length * combinations];
        let mut weights = vec![[0.0; 2]; combinations];
        let mut chances = vec![0.0; combinations];
        let (mut score, mut mean) = (vec![0.0; all], vec![0.0; all]);
        for &Pattern { observation, count } in patterns {
            let mut total = 0.0;
            for combination in 0..combinations {
                let row = &mut rows[combination * length..(combination + 1) * length];
                self.design(&observation.known, combination, row);
                let odds: f64 = row.iter().zip(&point.beta).map(|(x, b)| x * b).sum();
                let chance = 1.0 / (1.0 + (-odds).exp());
                chances[combination] = chance;
                let seen = point.shares[combination] * self.likelihood(observation, combination);
                let outcome = observation.outcome.of();
                // 1 − chance loses its digits where the odds are great.
                let against = 1.0 / (1.0 + odds.exp());
                weights[combination] = [seen * against * outcome[0], seen * chance * outcome[1]];
                total += weights[combination].iter().sum::<f64>();
            }
            // Nothing that is possible has no likelihood, except beyond what a float can tell.
            let total = total.max(f64::MIN_POSITIVE);
            ground.log_likelihood += count * total.ln();
            mean.fill(0.0);
            for combination in 0..combinations {
                let row = &rows[combination * length..(combination + 1) * length];
                let chance = chances[combination];
                for (yes, weight) in [0.0, 1.0].into_iter().zip(weights[combination]) {
                    let weight = weight / total;
                    if weight <= 0.0 {
                        continue;
                    }
                    ground.expected[combination] += count * weight;
                    for (slope, x) in score.iter_mut().zip(row) {
                        *slope = (yes - chance) * x;
                    }
                    for other in 1..combinations {
                        let here = f64::from(u8::from(other == combination));
                        score[length + other - 1] = here - point.shares[other];
                    }
                    let curvature = count * weight * chance * (1.0 - chance);
                    ground.complete.add_outer(curvature, row);
                    ground.information.add_outer(-count * weight, &score);
                    for (sum, slope) in mean.iter_mut().zip(&score) {
                        *sum += weight * slope;
                    }
                }
            }
            ground.information.add_outer(count, &mean);
            for (sum, slope) in ground.score.iter_mut().zip(&mean) {
                *sum += count * slope;
            }
        }
        let people = ground.expected.iter().sum::<f64>();
        for row in 0..length {
            for column in 0..length {
                let cell = ground.complete.at(row, column);
                ground.information.add(row, column, cell);
            }
        }
        for row in 1..combinations {
            let share = point.shares[row];
            let (at, own) = (length + row - 1, people * share);
            ground.information.add(at, at, own);
            for column in 1..combinations {
                let product = people * share * point.shares[column];
                ground.information.add(at, length + column - 1, -product);
            }
        }
        ground
    }

    /// One step of expectation maximisation, shortened until it climbs.
    fn expectation_maximization(
        &self,
        patterns: &[Pattern<'_>],
        point: &ModelPoint,
        ground: &Ground,
    ) -> Result<(ModelPoint, Ground), RegressionError> {
        let slopes = &ground.score[..self.coefficients()];
        let step = ground.complete.solve(slopes);
        let Some(mut step) = step else {
            refuse_separation(patterns, point)?;
            return Err(RegressionError::NotIdentified);
        };
        let people: f64 = ground.expected.iter().sum();
        let shares: Vec<_> = ground.expected.iter().map(|sum| sum / people).collect();
        loop {
            let beta = point.beta.iter().zip(&step).map(|(b, s)| b + s);
            let there = ModelPoint {
                beta: beta.collect(),
                shares: shares.clone(),
            };
            let found = self.ground(patterns, &there);
            let length: f64 = step.iter().map(|one| one.abs()).sum();
            if found.log_likelihood >= ground.log_likelihood || length < 1e-12 {
                return Ok((there, found));
            }
            for one in &mut step {
                *one /= 2.0;
            }
        }
    }
}

fn fitted(
    patterns: &[Pattern<'_>],
    point: &ModelPoint,
    ground: &Ground,
    steps: u32,
) -> Result<Fitted, RegressionError> {
    refuse_separation(patterns, point)?;
    let variances = ground.information.inverse_diagonal();
    let variances = variances.ok_or(RegressionError::NotIdentified)?;
    let coefficients = point.beta.iter().zip(variances);
    Ok(Fitted {
        coefficients: coefficients
            .map(|(&estimate, variance)| Coefficient {
                estimate,
                standard_error: variance.sqrt(),
            })
            .collect(),
        combinations: point.shares.clone(),
        log_likelihood: ground.log_likelihood,
        steps,
    })
}

/// Whether some coefficient has gone where no data lead. The intercept goes along with a predictor that tells
/// the outcome, so that it is named only where no predictor has gone far.
fn refuse_separation(patterns: &[Pattern<'_>], point: &ModelPoint) -> Result<(), RegressionError> {
    let effects = point.beta.iter().enumerate().map(|(index, beta)| {
        let known = index.checked_sub(1);
        let spread = known.and_then(|known| spread(patterns, known));
        (index, beta.abs() * spread.unwrap_or(1.0))
    });
    let effects: Vec<_> = effects.collect();
    if effects.iter().all(|(_, effect)| *effect <= SEPARATED) {
        return Ok(());
    }
    let predictors = effects.iter().skip(1);
    let greatest = predictors.max_by(|one, other| one.1.total_cmp(&other.1));
    let coefficient = greatest
        .filter(|(_, effect)| *effect > SEPARATED / 4.0)
        .map_or(0, |(index, _)| *index);
    Err(RegressionError::Separated { coefficient })
}

/// Observations that are the same, and how many.
#[derive(Clone, Copy)]
struct Pattern<'a> {
    observation: &'a Observation,
    count: f64,
}

/// Each different observation once.
fn patterns(observations: &[Observation]) -> Vec<Pattern<'_>> {
    let mut found: BTreeMap<Vec<u64>, Pattern<'_>> = BTreeMap::new();
    for observation in observations {
        let seen = [&observation.outcome]
            .into_iter()
            .chain(&observation.protected);
        let numbers = seen.flat_map(Seen::of).chain(&observation.known);
        let key = numbers.map(|number| number.to_bits()).collect();
        let pattern = found.entry(key).or_insert(Pattern {
            observation,
            count: 0.0,
        });
        pattern.count += 1.0;
    }
    found.into_values().collect()
}

/// The standard deviation of a known predictor.
fn spread(patterns: &[Pattern<'_>], known: usize) -> Option<f64> {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for pattern in patterns {
        let number = *pattern.observation.known.get(known)?;
        count += pattern.count;
        sum += pattern.count * number;
        squares += pattern.count * number * number;
    }
    let mean = sum / count;
    (count > 0.0).then(|| (squares / count - mean * mean).max(0.0).sqrt())
}

impl ModelPoint {
    fn moved(&self, step: &[f64]) -> Self {
        let (beta, logs) = step.split_at(self.beta.len());
        let grown = self.shares.iter().enumerate().map(|(index, share)| {
            let log = index.checked_sub(1).map_or(0.0, |index| logs[index]);
            share * log.clamp(-5.0, 5.0).exp()
        });
        let grown: Vec<_> = grown.collect();
        let total: f64 = grown.iter().sum();
        Self {
            beta: self.beta.iter().zip(beta).map(|(b, s)| b + s).collect(),
            shares: grown.iter().map(|share| share / total).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(x: f64, yes: u32) -> Observation {
        Observation {
            known: vec![x],
            outcome: Seen::value(yes, 2),
            protected: Vec::new(),
        }
    }

    fn table(cells: [[u32; 2]; 2]) -> Vec<Observation> {
        let mut observations = Vec::new();
        for (x, counts) in [0.0, 1.0].into_iter().zip(cells) {
            for (yes, count) in (0..).zip(counts) {
                observations.extend((0..count).map(|_| known(x, yes)));
            }
        }
        observations
    }

    /// Of a table of two by two the coefficient is the logarithm of the odds ratio, and its variance
    /// the sum of the cells' reciprocals (Woolf 1955).
    #[test]
    fn without_noise_it_is_the_odds_ratio() {
        let fitted = Model::new(1, vec![]).unwrap();
        let fitted = fitted.fit(&table([[30, 10], [15, 25]])).unwrap();
        let [intercept, slope] = [0, 1].map(|index| fitted.coefficients[index]);
        assert!((intercept.estimate - (10.0_f64 / 30.0).ln()).abs() < 1e-6);
        assert!((slope.estimate - (25.0_f64 * 30.0 / (15.0 * 10.0)).ln()).abs() < 1e-6);
        let variance = 1.0 / 30.0 + 1.0 / 10.0 + 1.0 / 15.0 + 1.0 / 25.0;
        assert!((slope.standard_error - f64::sqrt(variance)).abs() < 1e-6);
    }

    /// With an intercept alone the chance is (λ̂ − q)/(p − q), and its error λ̂(1 − λ̂)/n/(p − q)²,
    /// on the scale of log odds (Warner 1965).
    #[test]
    fn with_noise_it_is_the_closed_form() {
        let (p, q, n, yes) = (0.75, 0.25, 400.0, 140_u32);
        let observation = |yes: bool| {
            let likelihoods = if yes {
                vec![q, p]
            } else {
                vec![1.0 - q, 1.0 - p]
            };
            Observation {
                known: Vec::new(),
                outcome: Seen::likelihoods(likelihoods).unwrap(),
                protected: Vec::new(),
            }
        };
        let all: Vec<_> = (0..400).map(|index| observation(index < yes)).collect();
        let fitted = Model::new(0, vec![]).unwrap().fit(&all).unwrap();
        let found = fitted.coefficients[0];
        let lambda = f64::from(yes) / n;
        let share: f64 = (lambda - q) / (p - q);
        assert!((found.estimate - (share / (1.0 - share)).ln()).abs() < 1e-5);
        let error = (lambda * (1.0 - lambda) / n).sqrt() / (p - q);
        let error = error / (share * (1.0 - share));
        assert!(
            (found.standard_error - error).abs() < 1e-4,
            "{found:?} {error}"
        );
    }

    #[test]
    fn what_tells_nothing_is_refused() {
        let model = Model::new(1, vec![]).unwrap();
        let fit = |cells| model.fit(&table(cells));
        assert_eq!(fit([[1, 1], [0, 0]]), Err(RegressionError::NoObservations));
        // Everybody with x = 1 says yes.
        assert_eq!(
            fit([[30, 10], [0, 25]]),
            Err(RegressionError::Separated { coefficient: 1 })
        );
        // Nearly everybody has x = 0 and says no, so that the intercept goes far, too: x is to blame.
        assert_eq!(
            fit([[3_000, 0], [0, 25]]),
            Err(RegressionError::Separated { coefficient: 1 })
        );
        // x never varies.
        assert_eq!(fit([[30, 10], [0, 0]]), Err(RegressionError::NotIdentified));
        let mut bad = table([[9, 9], [9, 9]]);
        bad[3].known = vec![f64::NAN];
        assert!(matches!(model.fit(&bad), Err(RegressionError::Known(_))));
        bad[3].known = vec![1.0, 2.0];
        assert!(matches!(
            model.fit(&bad),
            Err(RegressionError::Length { .. })
        ));
        assert!(Model::new(0, vec![1]).is_err() && Model::new(0, vec![100, 100]).is_err());
        for none in [vec![0.0, 0.0], vec![-1.0, 1.0], vec![f64::NAN, 1.0]] {
            assert_eq!(Seen::likelihoods(none), Err(RegressionError::Impossible));
        }
    }
}
