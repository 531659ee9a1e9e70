//! Why there is no regression.

use sotto_ldp::{EstimateError, ImpossibleReport};
use thiserror::Error;

/// Why there is no regression.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RegressionError {
    /// Nobody has reported.
    #[error("there are no observations: a regression needs more than it has coefficients")]
    NoObservations,
    /// An observation is of another model.
    #[error("an observation has {found} {what} where the model has {expected}")]
    Length {
        /// What there are more or fewer of.
        what: &'static str,
        /// Of the model.
        expected: usize,
        /// Of the observation.
        found: usize,
    },
    /// A known predictor is not a number.
    #[error("a known predictor is {0}: it must be a finite number")]
    Known(f64),
    /// What was seen is impossible under every value, or its chances are none.
    #[error("what was seen of a value must be possible under some value, with chances from 0 on")]
    Impossible,
    /// A protected predictor needs values to tell apart, and there must not be too many combinations.
    #[error("protected predictors need at least 2 values each, and at most {most} combinations")]
    Combinations {
        /// The most combinations.
        most: usize,
    },
    /// The likelihood rises without end.
    #[error(
        "the outcome is separated: coefficient {coefficient} tells it without exception, so it has no bound. Leave the predictor out or join its values"
    )]
    Separated {
        /// Of which coefficient, counted from the intercept's 0.
        coefficient: usize,
    },
    /// Predictors cannot be told apart.
    #[error(
        "the predictors do not tell the coefficients apart: one follows from others, or too few reports are left for the noise"
    )]
    NotIdentified,
    /// The climb did not end.
    #[error("the likelihood was not at its maximum after {0} steps")]
    NotConverged(u32),
    /// A report is impossible.
    #[error(transparent)]
    Report(#[from] ImpossibleReport),
    /// The mechanism tells nothing.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}
