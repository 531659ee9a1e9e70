//! Posting a survey's aggregates to where its designer wants them. Never anything about a single
//! submission, and at a pace that does not tell when one came.

mod dispatch;
mod signature;
mod target;

pub(crate) use dispatch::Dispatcher;
pub(crate) use target::{TargetError, Targets};
