//! The whole system, as people meet it: one test binary. Each test has its own collector, its own
//! database and its own browser.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic"
)]

mod accessibility;
mod bad_input;
mod crowd;
mod embedding;
mod faults;
mod firefox;
mod invites;
mod keyboard;
mod origins;
mod parts;
mod paths;
mod questions;
mod respondent;
mod simulate;
mod site;
mod states;
mod types;
mod waves;
mod wire;
