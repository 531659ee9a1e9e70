//! Synthetic rows from estimates: what `sotto synthesize` reads, draws and compares. The mathematics is
//! sotto-ldp's; everything here is made from estimates, and knows no respondent.

mod comparison;
mod error;
mod rows;
mod source;
mod variable;

pub(crate) use self::{
    comparison::QueryComparison,
    rows::{RowFormat, SyntheticRows},
    source::KnownTables,
};
