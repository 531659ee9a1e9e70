//! Why nothing can be learned.

use sotto_ldp::{
    CountsError, EstimateError, ImpossibleReport, MechanismError, OutsideDomain,
    numbers::{SeveralDesignError, SeveralError},
};
use thiserror::Error;

/// Why nothing can be learned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LearningError {
    /// There is nothing to tell apart.
    #[error("there are {0} classes: a classifier tells at least two apart")]
    Classes(u32),
    /// There is nothing to tell them apart by.
    #[error("there are no features: a classifier needs at least one beside the class")]
    NoFeatures,
    /// A feature has no values.
    #[error("feature {feature} has no values: it needs at least one")]
    NoValues {
        /// The feature, counted from 0.
        feature: usize,
    },
    /// A feature and the class have more joint values than can be counted.
    #[error(
        "feature {feature} has {values} values and the class {classes}: their joint values cannot be counted"
    )]
    TooManyValues {
        /// The feature, counted from 0.
        feature: usize,
        /// Its values.
        values: u32,
        /// The classes.
        classes: u32,
    },
    /// An example has values of fewer or more features.
    #[error("an example has {found} features where there are {expected}")]
    Length {
        /// Features of the schema.
        expected: usize,
        /// Features of the example.
        found: usize,
    },
    /// A report is of an input that there is not.
    #[error("a report is of input {input}, and there are {inputs}")]
    Input {
        /// The input, counted from 0.
        input: u32,
        /// How many there are.
        inputs: usize,
    },
    /// Some fold would be empty.
    #[error(
        "{rows} rows cannot be divided into {folds} folds: there must be at least 2, and a row for each"
    )]
    Folds {
        /// The rows.
        rows: usize,
        /// The folds.
        folds: usize,
    },
    /// Nobody has reported any input.
    #[error("there are no reports: learning needs at least one")]
    NoReports,
    /// The recipe needs the class reported by itself.
    #[error(
        "this recipe takes the classes from a report of their own, which is not among the inputs"
    )]
    NoClassReport,
    /// No way of reporting numbers has that name.
    #[error("there is no way {0:?}: use laplace, piecewise, one-number or joint")]
    UnknownWay(String),
    /// Several numbers cannot be reported together.
    #[error(transparent)]
    Several(#[from] SeveralDesignError),
    /// Several numbers do not fit.
    #[error(transparent)]
    SeveralAnswers(#[from] SeveralError),
    /// A value is outside its feature or class.
    #[error(transparent)]
    Outside(#[from] OutsideDomain),
    /// The mechanism does not serve an input.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// A report is impossible.
    #[error(transparent)]
    Impossible(#[from] ImpossibleReport),
    /// Counts do not fit.
    #[error(transparent)]
    Counts(#[from] CountsError),
    /// An input cannot be estimated.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}
