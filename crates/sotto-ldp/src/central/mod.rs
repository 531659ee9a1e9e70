//! The central model, for comparison and for publishing: a trusted curator holds the true answers
//! and adds noise once, to the counts.
//!
//! Here ε protects against those who see what is *published*, not against the curator. Neighbouring
//! data sets differ by one person who takes part or does not. These run in lessons, beside the same
//! question asked with local privacy, and where a designer publishes a result from metadata that is
//! not private to begin with; never on a respondent's answers, which no curator here ever holds.

mod above_threshold;
mod accounting;
mod all_or_noise;
mod approximate;
mod clipped_sum;
mod counts;
mod discrete_gaussian;
mod renyi;
mod row_chain;
mod selection;
mod smooth_median;
mod synthetic;

pub use above_threshold::AboveThreshold;
pub use accounting::{ZeroConcentrated, advanced_composition, most_releases};
pub use all_or_noise::AllOrNoise;
pub use approximate::textbook_gaussian_deviation;
pub use clipped_sum::ClippedSum;
pub use counts::CentralCounts;
pub use discrete_gaussian::DiscreteGaussian;
pub use renyi::Renyi;
pub use row_chain::RowChain;
pub use selection::Selection;
pub use smooth_median::SmoothMedian;
pub use synthetic::Marginal;

use thiserror::Error;

/// Why nothing can be published.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum CentralError {
    /// There is nothing to count.
    #[error("there are no counts: publish at least one")]
    NoCounts,
    /// δ is not a probability.
    #[error("a delta of {0} is impossible: it must lie between 0 and 1, such as 0.05")]
    Delta(f64),
    /// ε is positive, but too small.
    #[error("an epsilon below 0.000001 publishes nothing but noise: write at least 0.000001")]
    Epsilon,
    /// A person would change no count, or too many to keep the noise exact.
    #[error("a sensitivity of {0} is impossible: a person changes from 1 to 1000000000 counts")]
    Sensitivity(u64),
    /// A variance is zero, or its parts are too large to keep the noise exact.
    #[error(
        "a variance of {numerator}/{denominator} is impossible: both parts must be from 1 to 1073741824"
    )]
    Variance {
        /// Its numerator.
        numerator: u64,
        /// Its denominator.
        denominator: u64,
    },
    /// A Rényi divergence has no such order.
    #[error("an order of {0} is impossible: it must be above 1, such as 2")]
    Order(f64),
    /// A median needs one number in the middle.
    #[error("{0} people are impossible here: it must be an odd number up to 10000")]
    People(usize),
    /// δ = 2·e^(−rarity) would be no small chance.
    #[error("a rarity of {0} is impossible: it must be from 1 to 1000, such as 15")]
    Rarity(u32),
    /// Noise that is no multiple of what one person adds.
    #[error("a noise multiplier of {0} is impossible: it must be above 0, such as 1")]
    Multiplier(f64),
    /// A table's lines are not of one length, or not as many as the answers of the table before.
    #[error(
        "the tables do not fit together: lines must be equally long, and as many as the answers before"
    )]
    Table,
    /// A share is not a finite number, or no chance.
    #[error("share {0} is not a finite number, or no chance above 0 and at most 1")]
    Share(usize),
}
