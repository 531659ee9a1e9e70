//! The way out: what is kept on the device, and how it is posted.
//!
//! Only noisy material passes through here. Nothing in this module knows an answer.

mod backoff;
mod destination;
mod kept;
mod outcome;
mod posting;
mod storage;

pub(crate) use backoff::delay_milliseconds;
pub(crate) use destination::Destination;
pub(crate) use kept::Kept;
pub(crate) use outcome::Outcome;
pub(crate) use posting::post;
pub(crate) use storage::Outbox;
