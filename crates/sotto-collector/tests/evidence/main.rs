//! What the collector promises, checked from outside, over HTTP and against its files: one test
//! binary.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic where something is not as it ought to be"
)]

mod cors;
mod counting;
mod databases;
mod designers;
mod eligibility;
mod first_pages;
mod front;
mod hanging;
mod hardness;
mod harness;
mod live;
mod openapi;
mod operated;
mod origins;
mod patience;
mod published;
mod refusals;
mod relayed;
mod retries;
mod rooms;
mod site;
mod storage;
mod survey_schema;
mod temporary;
mod tls;
mod watching;
