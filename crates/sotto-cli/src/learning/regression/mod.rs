//! A regression on a table of noisy rows: what `sotto regress` reads and prints. The mathematics is
//! sotto-ldp's.

mod columns;
mod fitted;
mod observations;

pub(crate) use self::{
    columns::RegressionOptions,
    observations::{OutcomeColumn, RegressionTable},
};
