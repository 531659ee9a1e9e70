//! The way out: what is kept on the device, and how it is posted.
//!
//! Only noisy material passes through here. Nothing in this module knows an answer.

mod backoff;
mod destination;
mod kept;
mod outcome;
mod posting;
mod storage;

pub use backoff::delay_milliseconds;
pub use destination::Destination;
pub use kept::Kept;
pub use outcome::Outcome;
use posting::post;
pub use storage::Outbox;
