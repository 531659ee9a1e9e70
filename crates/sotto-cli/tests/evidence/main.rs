//! What the command `sotto` promises, checked from outside, as a process: one test binary.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic where something is not as it ought to be"
)]

mod backups;
mod classify;
mod command_line;
mod crashes;
mod demo;
mod disk;
mod documents;
mod export;
mod learned_survey;
mod memory;
mod plans;
mod publishing;
mod real_crowd;
mod regress;
mod rooms;
mod simulate;
mod singling_out;
mod streams;
mod submit;
mod survey_plans;
mod synthesize;
mod verify;
mod walk_through;

// What the collector's own tests stand on.
#[path = "../../../sotto-collector/tests/evidence/databases.rs"]
#[allow(dead_code, reason = "the collector's tests use the rest")]
mod databases;
#[path = "../../../sotto-collector/tests/evidence/harness.rs"]
#[allow(dead_code, reason = "the collector's tests use the rest")]
mod harness;
#[path = "../../../sotto-collector/tests/evidence/patience.rs"]
#[allow(dead_code, reason = "the collector's tests use the rest")]
mod patience;
#[path = "../../../sotto-collector/tests/evidence/temporary.rs"]
mod temporary;
