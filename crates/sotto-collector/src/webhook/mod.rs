//! Posting a survey's aggregates to where its designer wants them, nothing below the survey's minimum
//! of reports, and at a pace that does not tell when a submission came. Who compares two calls sees
//! what was added between them, and that may be the noisy reports of one submission.

mod dispatch;
mod signature;
mod target;

pub(crate) use dispatch::Dispatcher;
pub(crate) use target::{TargetError, Targets};
