//! What can be wrong with a parameter, a value, a report or a count; each says what would be right.

use thiserror::Error;

/// Why a text or a float is not a decimal that is kept exactly.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecimalError {
    /// It is not written as a decimal.
    #[error("\"{0}\" is not a number: write digits such as \"40\", \"-3\" or \"2.5\"")]
    Unreadable(String),
    /// It has more decimals than are kept exactly.
    #[error("\"{text}\" has more than {decimals} decimals: write at most {decimals}")]
    TooFine {
        /// The text.
        text: String,
        /// How many decimals are kept.
        decimals: usize,
    },
    /// It is beyond what is kept exactly.
    #[error("\"{0}\" is too large: write a number from -1000000000 to 1000000000")]
    TooLarge(String),
    /// The float does not stand for a number of millionths.
    #[error("the number must be from -1000000000 to 1000000000, and have at most six decimals")]
    NotDecimal,
}

/// Why something cannot be a privacy parameter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpsilonError {
    /// It is neither a decimal number nor `ln` of one.
    #[error(
        "epsilon \"{0}\" is not a number: write a decimal such as \"1\" or \"0.5\", or \"ln 3\", or \"ln 5/2\""
    )]
    Unreadable(String),
    /// It has more decimals than are kept exactly.
    #[error("epsilon \"{0}\" has more than six decimals: write at most six")]
    TooFine(String),
    /// It is zero or negative, or the logarithm of at most one.
    #[error("epsilon \"{0}\" is not above zero: write a number from 0.000001 to 20")]
    NotPositive(String),
    /// It is so large that answers would not be protected and weights would overflow.
    #[error("epsilon \"{0}\" is too large: write a number from 0.000001 to 20")]
    TooLarge(String),
}

/// A value that is not among those the randomizer was built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("value {value} is outside the domain: it must be below {domain_size}")]
pub struct OutsideDomain {
    /// The value that was given.
    pub value: u32,
    /// The number of values; they are counted from 0.
    pub domain_size: u32,
}

impl OutsideDomain {
    /// Of a set with none or more values than the mechanism takes.
    pub(crate) fn of_set(values: &[u32]) -> Self {
        Self {
            value: u32::try_from(values.len()).unwrap_or(u32::MAX),
            domain_size: 2,
        }
    }

    /// Returns the value if it is one of the domain.
    ///
    /// # Errors
    /// When it is not below `domain_size`.
    pub fn check(value: u32, domain_size: u32) -> Result<u32, Self> {
        if value < domain_size {
            Ok(value)
        } else {
            Err(Self { value, domain_size })
        }
    }
}

/// A report that the mechanism can never produce.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImpossibleReport {
    /// The form belongs to another mechanism.
    #[error("the report is {found}, but this mechanism sends {expected}")]
    WrongForm {
        /// What this mechanism sends.
        expected: &'static str,
        /// What came.
        found: &'static str,
    },
    /// The index is beyond the domain.
    #[error("the report is index {index}, but it must be below {domain_size}")]
    IndexOutOfRange {
        /// The index that came.
        index: u32,
        /// The number of values.
        domain_size: u32,
    },
    /// The bit string is too short or too long.
    #[error("the report has {found} bytes, but must have {expected}")]
    WrongLength {
        /// Bytes expected.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// The set has too few or too many values.
    #[error("the report lists {found} indices, but must list {expected}")]
    WrongCount {
        /// Indices expected.
        expected: usize,
        /// Indices found.
        found: usize,
    },
    /// The set's values are not in order, or one is listed twice.
    #[error("the report's indices must rise, but {index} does not exceed the one before it")]
    NotRising {
        /// The index that came out of order.
        index: u32,
    },
    /// A hash function or an entry that no report uses, since it would tell nothing.
    #[error("the report's seed or entry is {found}, but must be from 1 to {greatest}")]
    SeedOutOfRange {
        /// The one that came.
        found: u32,
        /// The greatest there is.
        greatest: u32,
    },
    /// It was proven for another mechanism, or for another domain.
    #[error("the report was read for another mechanism: read it for the one that counts it")]
    OtherMechanism,
    /// The counts that it should be added to are another mechanism's.
    #[error("the report cannot be counted: {0}")]
    Counts(CountsError),
    /// A bit behind the last value is set.
    #[error("the report sets bits behind its {domain_size} values; those must be zero")]
    PaddingSet {
        /// The number of values.
        domain_size: u32,
    },
}

/// Why a mechanism cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MechanismError {
    /// No mechanism has that name.
    #[error("there is no mechanism \"{name}\": use one of {known}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The collector's table lacks a mechanism that the respondent's has.
    #[error("nothing here counts the reports of {0}: it can only perturb")]
    NoCollector(&'static str),
    /// The domain is too small or too large.
    #[error("{mechanism} needs from {minimum} to {maximum} categories, not {found}")]
    DomainSize {
        /// The mechanism's name.
        mechanism: &'static str,
        /// The least number of categories.
        minimum: u32,
        /// The greatest number of categories.
        maximum: u32,
        /// The number asked for.
        found: u32,
    },
    /// A survey in waves needs two layers, and no other survey has any.
    #[error(
        "a survey in waves perturbs in two layers, at two epsilons: use one of {known}, or auto, in place of \"{name}\""
    )]
    NotForWaves {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The published integers of two layers follow from two ε.
    #[error(
        "{0} needs two epsilons, one of all waves and one of each: use it in a survey in waves"
    )]
    NeedsTwoEpsilons(&'static str),
    /// A mechanism has no cell for those who decline a number.
    #[error(
        "{0} cannot tell in one report who declined a number: use hybrid, square-wave, piecewise or duchi"
    )]
    NeverDeclined(&'static str),
    /// `auto` found no mechanism for the domain.
    #[error("no mechanism serves {0} categories: ask for from 2 to 1048576")]
    NoneServes(u32),
    /// Two fair coins have one ε only.
    #[error(
        "two-coins always costs ln 3: write \"epsilon\": \"ln 3\", or use randomized-response for {0}"
    )]
    TwoCoinsCostLnThree(String),
    /// The published integers do not describe this mechanism.
    #[error("the weights of {mechanism} are wrong: {reason}")]
    Weights {
        /// The mechanism's name.
        mechanism: &'static str,
        /// What they must be.
        reason: &'static str,
    },
}

/// Refuses a domain size that a mechanism does not serve.
pub(crate) fn check_domain_size(
    mechanism: &'static str,
    (minimum, maximum): (u32, u32),
    found: u32,
) -> Result<(), MechanismError> {
    if (minimum..=maximum).contains(&found) {
        Ok(())
    } else {
        Err(MechanismError::DomainSize {
            mechanism,
            minimum,
            maximum,
            found,
        })
    }
}

/// Refuses published integers that are not a mechanism's unless that holds.
pub(crate) fn check_weights(
    mechanism: &'static str,
    holds: bool,
    reason: &'static str,
) -> Result<(), MechanismError> {
    if holds {
        Ok(())
    } else {
        Err(MechanismError::Weights { mechanism, reason })
    }
}

/// Why counts cannot have come from reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CountsError {
    /// A value is supported by more reports than there are.
    #[error(
        "value {value} has {count} reports in its support, but there are only {reports} reports"
    )]
    MoreThanReports {
        /// The value.
        value: usize,
        /// Its count.
        count: u64,
        /// The number of reports.
        reports: u64,
    },
    /// The sums are another mechanism's.
    #[error("these counts have {found} sums, but this mechanism keeps {expected}")]
    Sums {
        /// Sums that the mechanism keeps.
        expected: usize,
        /// Sums found.
        found: usize,
    },
    /// Two counts over different domains cannot be added.
    #[error("counts over {left} values cannot be added to counts over {right}")]
    DifferentDomains {
        /// Values on one side.
        left: usize,
        /// Values on the other.
        right: usize,
    },
}

/// Why something is not a confidence level.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a confidence of {0} is impossible: it must lie between 0 and 1, such as 0.95")]
pub struct ConfidenceError(pub f64);
