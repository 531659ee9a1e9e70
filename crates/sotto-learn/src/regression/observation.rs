//! What is seen of a respondent.

use sotto_ldp::{Collector, Report};

use super::error::RegressionError;

/// What is seen of a value: how likely it is under each value that it may have. Only proportions
/// count.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    likelihoods: Vec<f64>,
}

impl Seen {
    /// The value itself, of so many.
    #[must_use]
    pub fn value(value: u32, values: u32) -> Self {
        let likelihood = |one| f64::from(u8::from(one == value));
        Self {
            likelihoods: (0..values).map(likelihood).collect(),
        }
    }

    /// A report, drawn by that oracle.
    ///
    /// # Errors
    /// When the oracle can never have produced it, or its reports tell nothing.
    pub fn report(oracle: &dyn Collector, report: &Report) -> Result<Self, RegressionError> {
        let ratios = oracle.likelihood_ratios();
        let mut likelihoods = vec![1.0; oracle.domain_size() as usize];
        for (value, level) in oracle.likelier_values(report)? {
            let ratio = ratios.get((level as usize).saturating_sub(1));
            if let (Some(likelihood), Some(ratio)) = (likelihoods.get_mut(value as usize), ratio) {
                *likelihood = *ratio;
            }
        }
        Self::likelihoods(likelihoods)
    }

    /// The chance of what was seen under each value, of any channel: of a forced response, (q*, p*) for
    /// a yes and (1 − q*, 1 − p*) for a no.
    ///
    /// # Errors
    /// When a chance is negative or no number, or all are 0.
    pub fn likelihoods(likelihoods: Vec<f64>) -> Result<Self, RegressionError> {
        let fits = likelihoods.iter().all(|one| *one >= 0.0 && one.is_finite());
        if fits && likelihoods.iter().any(|one| *one > 0.0) {
            Ok(Self { likelihoods })
        } else {
            Err(RegressionError::Impossible)
        }
    }

    /// The same of a value whose values are counted the other way round: what was the last is 0.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.likelihoods.reverse();
        self
    }

    pub(super) fn of(&self) -> &[f64] {
        &self.likelihoods
    }
}

/// A respondent.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The known predictors.
    pub known: Vec<f64>,
    /// What is seen of the outcome: no is value 0, yes 1.
    pub outcome: Seen,
    /// What is seen of each protected predictor.
    pub protected: Vec<Seen>,
}
