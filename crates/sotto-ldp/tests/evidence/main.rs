//! What the randomizers promise, checked from outside: one test binary.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic, and their figures are small"
)]

mod accuracy;
mod adult;
mod altered;
mod among;
mod black_box;
mod calibration;
mod central;
mod certificates;
mod closed_forms;
mod comparisons;
mod discovery;
mod distributions;
mod estimates;
mod estimation_mistakes;
mod fakes;
mod few_reports;
mod group_differences;
mod groups;
mod hostile_reports;
mod integers;
mod numbers;
mod own_secrets;
mod peer_estimates;
mod proofs;
mod property_tests;
mod published_mistakes;
mod ranking;
mod sketches;
mod waves;
mod words;
