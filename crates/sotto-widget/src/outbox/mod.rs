//! The way out: what is kept on the device, and how it is posted.
//!
//! Only noisy material passes through here. Nothing in this module knows an answer.

mod backoff;
mod kept;
mod outcome;
mod posting;
mod storage;

pub use backoff::delay_milliseconds;
pub use kept::Kept;
pub use outcome::Outcome;
pub use posting::post;
pub use storage::Outbox;
