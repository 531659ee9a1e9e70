//! Expectation maximisation for the weights of a mixture, with a bound that tells when to stop.

use crate::kernel::float;

/// When the climb ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Convergence {
    /// At the maximum: when the log-likelihood (natural, of all reports together) is certainly no
    /// further below it than `tolerance`, or after `steps`.
    Maximum {
        /// How far below is near enough; 0.01 is far within the noise.
        tolerance: f64,
        /// The greatest number of steps.
        steps: u32,
    },
    /// At the first distribution, on the path from the uniform one, that explains the reports as
    /// well as any within the noise: when the log-likelihood is within (k − 1)/8 of its maximum, or
    /// after `steps`. (By Wilks' theorem the true distribution itself lies about (k − 1)/2 below.)
    /// What is left to climb fits the noise, and its squared error is greater: on Adult's native
    /// country at ε = 1 it is 2.8·10⁻⁵ at the maximum and 1.7·10⁻⁵ here.
    WithinNoise {
        /// The greatest number of steps.
        steps: u32,
    },
}

impl Default for Convergence {
    /// Within the noise, which has the smaller error.
    fn default() -> Self {
        Self::WithinNoise { steps: 20_000 }
    }
}

/// A distribution of high likelihood.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The share of each value: at least 0, together 1.
    pub shares: Vec<f64>,
    /// Evaluations of the likelihood that were made.
    pub steps: u32,
    /// The log-likelihood is certainly no further below its maximum than this.
    pub gap: f64,
    /// Whether the criterion was met; if not, more steps are needed.
    pub converged: bool,
}

/// Climbs from the uniform distribution.
///
/// `gradient(f, g)` writes g_v = (1/n)·Σ_y n_y·Pr\[y|v\] / Σ_u f_u·Pr\[y|u\], which is the
/// derivative of the mean log-likelihood, and gives the log-likelihood but for a constant.
/// f_v ← f_v·g_v is the step of expectation maximisation. The log-likelihood is concave in f, so its
/// maximum is at most n·(max g − 1) above (Cover 1984, theorem 1; Lindsay 1983).
pub(super) fn climb(
    values: usize,
    reports: f64,
    convergence: Convergence,
    gradient: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Fit {
    let count = float(values as u64);
    let mut climb = Climb {
        gradient,
        reports,
        shares: vec![1.0 / count; values],
        slopes: vec![0.0; values],
        steps: 0,
        log_likelihood: 0.0,
    };
    match convergence {
        Convergence::Maximum { tolerance, steps } => {
            let gap = climb.ascend(tolerance, steps);
            climb.fit(gap, gap <= tolerance)
        }
        Convergence::WithinNoise { steps } => {
            let noise = (count - 1.0) / 8.0;
            let gap = climb.ascend(noise / 10.0, steps);
            if gap > noise / 10.0 {
                return climb.fit(gap, false);
            }
            let enough = climb.log_likelihood - noise;
            climb.shares.fill(1.0 / count);
            let mut gap = climb.evaluate();
            while climb.log_likelihood < enough && climb.steps < steps {
                climb.step();
                gap = climb.evaluate();
            }
            let converged = climb.log_likelihood >= enough;
            climb.fit(gap, converged)
        }
    }
}

struct Climb<G> {
    gradient: G,
    reports: f64,
    shares: Vec<f64>,
    slopes: Vec<f64>,
    steps: u32,
    log_likelihood: f64,
}

impl<G: FnMut(&[f64], &mut [f64]) -> f64> Climb<G> {
    /// Reads likelihood and slopes at the current shares; gives the bound on what is left to climb.
    fn evaluate(&mut self) -> f64 {
        self.log_likelihood = (self.gradient)(&self.shares, &mut self.slopes);
        self.steps += 1;
        let steepest = self.slopes.iter().copied().fold(0.0, f64::max);
        (self.reports * (steepest - 1.0)).max(0.0)
    }

    fn step(&mut self) {
        for (share, slope) in self.shares.iter_mut().zip(&self.slopes) {
            *share *= slope;
        }
        normalise(&mut self.shares);
    }

    /// Two steps are followed by an extrapolation along them (SQUAREM, Varadhan and Roland 2008),
    /// which is undone where it has lowered the likelihood.
    fn ascend(&mut self, tolerance: f64, steps: u32) -> f64 {
        let mut gap = self.evaluate();
        while gap > tolerance && self.steps < steps {
            let first = self.shares.clone();
            self.step();
            gap = self.evaluate();
            if gap <= tolerance || self.steps >= steps {
                break;
            }
            let second = self.shares.clone();
            let reached = self.log_likelihood;
            self.step();
            if let Some(further) = extrapolated(&first, &second, &self.shares) {
                let third = std::mem::replace(&mut self.shares, further);
                gap = self.evaluate();
                if self.log_likelihood >= reached {
                    continue;
                }
                self.shares = third;
            }
            gap = self.evaluate();
        }
        gap
    }

    fn fit(self, gap: f64, converged: bool) -> Fit {
        Fit {
            shares: self.shares,
            steps: self.steps,
            gap,
            converged,
        }
    }
}

/// Where three points on a path seem to lead; `None` where that is not a step forward.
fn extrapolated(first: &[f64], second: &[f64], third: &[f64]) -> Option<Vec<f64>> {
    let (mut moved, mut bent) = (0.0, 0.0);
    for ((a, b), c) in first.iter().zip(second).zip(third) {
        moved += (b - a) * (b - a);
        bent += (c - 2.0 * b + a) * (c - 2.0 * b + a);
    }
    let length = (moved / bent).sqrt();
    if !length.is_finite() || length <= 1.0 {
        return None;
    }
    let at = |((a, b), c): ((&f64, &f64), &f64)| {
        let further = a + 2.0 * length * (b - a) + length * length * (c - 2.0 * b + a);
        // A share never reaches 0 exactly: from there it could not come back.
        further.max(0.1 * c)
    };
    let mut point: Vec<_> = first.iter().zip(second).zip(third).map(at).collect();
    normalise(&mut point);
    Some(point)
}

fn normalise(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    for share in shares {
        *share /= sum;
    }
}
