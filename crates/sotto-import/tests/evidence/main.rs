//! What importing promises: one test binary.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic where something is not as it ought to be"
)]

mod bad_input;
mod conditions;
mod golden;
mod kinds;
mod made;
mod silence;
mod translations;
