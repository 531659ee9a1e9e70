//! Amplification by shuffling: what the anonymous pile of all reports tells about one person.
//!
//! Where nobody sees who sent a report, from where, when and in which order, each report hides among
//! the others, and the pile is (ε, δ)-differentially private in the central sense with an ε far
//! below that of one report. **It holds only under that assumption**: it is shown beside the local
//! ε, as an extra, never in its place. Two piles that differ in one person's answer are compared, by
//! one report each of one question; δ is the probability of losing more.
//!
//! Feldman, McMillan and Talwar, "Hiding Among the Clones" (FOCS 2021): every other report is, with
//! probability e^−ε₀, drawn from the even mixture of the two distributions that are to be told
//! apart, a *clone*.
//!
//! For lessons and learning: no program here shows it, because no collector here shuffles.

mod clones;
mod closed_form;

pub use clones::numeric;
pub use closed_form::closed_form;

use thiserror::Error;

/// Why amplification cannot be stated.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ShufflingError {
    /// There are no reports to shuffle.
    #[error("there are no reports: a pile needs at least one")]
    NoReports,
    /// δ is not a probability.
    #[error("a delta of {0} is impossible: it must lie between 0 and 1, such as 0.000001")]
    Delta(f64),
    /// The closed form does not hold for so great an ε with so few reports.
    #[error(
        "the closed form holds for an epsilon of at most {greatest} with that many reports and that delta, not for {epsilon}"
    )]
    TooFewReports {
        /// The ε of one report.
        epsilon: f64,
        /// The greatest that the number of reports allows.
        greatest: f64,
    },
}

fn check(reports: u64, delta: f64) -> Result<(), ShufflingError> {
    if !(delta > 0.0 && delta < 1.0) {
        Err(ShufflingError::Delta(delta))
    } else if reports == 0 {
        Err(ShufflingError::NoReports)
    } else {
        Ok(())
    }
}
