//! What surveys and submissions promise, checked from outside: one test binary.
#![allow(
    clippy::cast_precision_loss,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic, and their figures are small"
)]

mod any_survey;
mod census;
mod estimates;
mod faults;
mod manual;
mod nothing_chosen;
mod privacy;
mod results;
mod samples;
mod submissions;
mod surveys;
mod waves;
