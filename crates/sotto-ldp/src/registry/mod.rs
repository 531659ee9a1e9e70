//! The registry: mechanisms by the plain names that survey files and the command line use.
//!
//! Each party has a table of its own, none of which refers to another, so that the linker leaves
//! out of a program what its party does not need: [`respondent`] perturbs, [`designer`] computes
//! published integers from ε, and [`collector`] counts and estimates. All are made from one
//! [`list`]: adding a mechanism takes its file in `randomizers/` or `numbers/randomizers/` and its
//! name in that list.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

#[macro_use]
mod list;
mod auto;
mod collector;
mod designer;
mod mechanism;
mod respondent;
mod waves;

pub use auto::{Choice, REPORT_BYTES, choose, choose_joint};
pub use mechanism::{Chances, ChannelKind, Domain, EstimatorKind, Mechanism};
pub use respondent::{LONGITUDINAL_MECHANISMS, MECHANISMS, NUMERIC_MECHANISMS};
pub use waves::choose_for_waves;
