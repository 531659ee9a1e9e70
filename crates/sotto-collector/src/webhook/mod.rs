//! Posting a survey's aggregates to where its designer wants them. Never anything about a single
//! submission, and never so often that the calls would tell when one came.

mod signature;
mod target;

pub(crate) use target::{TargetError, Targets};
