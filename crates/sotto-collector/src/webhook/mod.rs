//! Posting a survey's aggregates to where its designer wants them. Never anything about a single
//! submission, and never so often that the calls would tell when one came.

mod dispatch;
mod signature;
mod target;

pub(crate) use dispatch::Dispatcher;
pub(crate) use target::{TargetError, Targets};
