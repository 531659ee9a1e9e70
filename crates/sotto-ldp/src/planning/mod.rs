//! Before a survey: how many respondents, how narrow, at which ε, and what fakes could do.
//!
//! - [`Planner`]: respondents for a margin, a margin for respondents; with
//!   [`least_epsilon`], an ε for both.
//! - [`MeanPlanner`]: the same for the mean of numbers.
//! - [`manipulation`]: what a report that follows no mechanism weighs.
//!
//! Margins are normal approximations at the true variance, as planning goes; the intervals that
//! are shown afterwards ([`crate::intervals`]) are not. All numbers are of *reports of the
//! question*: where each respondent reports m of d questions, it takes d/m times as many respondents.

pub mod composition;
pub mod deniability;
pub mod designs;
pub mod manipulation;
mod means;
mod precision;
pub mod shuffling;

pub use means::MeanPlanner;
pub use precision::{ASKED_DIRECTLY, Planner, least_epsilon};

use thiserror::Error;

use crate::{estimation::EstimateError, kernel::MechanismError};

/// Why a plan cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlanningError {
    /// A margin is not usable.
    #[error(
        "a margin of {0} is impossible: it must be above 0 and at most 1, such as 0.03 for 3 points"
    )]
    Margin(f64),
    /// A margin of a mean is wider than all answers.
    #[error(
        "a margin of {margin} is impossible: it must be above 0 and at most {range}, the distance of the least and the greatest answer"
    )]
    MarginOfMean {
        /// The margin asked for.
        margin: f64,
        /// The greatest answer less the least.
        range: f64,
    },
    /// Numbers cannot be spread like that.
    #[error(
        "a spread of {spread} is impossible: the standard deviation of the answers is from 0 to {most}, half of their range"
    )]
    Spread {
        /// The standard deviation given.
        spread: f64,
        /// Half of the range.
        most: f64,
    },
    /// Nobody is asked.
    #[error("there are no respondents: plan with at least one")]
    NoRespondents,
    /// More respondents would be needed than can be counted.
    #[error(
        "more than 9007199254740992 respondents would be needed: choose a wider margin or a larger epsilon"
    )]
    TooManyRespondents,
    /// Values collide under the hash functions, whatever the number of respondents.
    #[error(
        "no number of respondents gives a margin of {margin}: values that share hash functions' columns leave {least:.6}; choose a wider margin, or a mechanism without hash functions"
    )]
    Collisions {
        /// The margin asked for.
        margin: f64,
        /// The margin without any noise.
        least: f64,
    },
    /// No ε gives that margin.
    #[error(
        "no epsilon up to 20 gives a margin of {margin} with {respondents} respondents: ask more people or choose a wider margin"
    )]
    OutOfReach {
        /// The margin asked for.
        margin: f64,
        /// The respondents there are.
        respondents: u64,
    },
    /// The share or the protocol is none.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
    /// The mechanism does not serve the domain.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
}

fn check_margin(margin: f64) -> Result<f64, PlanningError> {
    if margin > 0.0 && margin <= 1.0 {
        Ok(margin)
    } else {
        Err(PlanningError::Margin(margin))
    }
}
