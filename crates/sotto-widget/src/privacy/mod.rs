//! What a respondent is told about the noise: who can see an answer, the odds, what they add up to
//! and what is not covered.
//!
//! Every number is computed from the survey's own parameters.

mod icon_array;
mod label;
mod loss;
mod odds;

pub use icon_array::icon_array;
pub use label::label;
pub use loss::{loss_of_two_copies, loss_with_earlier, total_loss};
pub use odds::odds;
