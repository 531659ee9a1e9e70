//! The whole system, as people meet it: one test binary. Each test has its own collector, its own
//! database and its own browser.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic"
)]

mod accessibility;
mod arms;
mod back;
mod bad_input;
mod class;
mod classroom;
mod clearing;
mod closing;
mod controls;
mod counted_lessons;
mod crossing;
mod crowd;
mod crowds_in_lessons;
mod dates;
mod dialog;
mod documents;
mod embedding;
mod engines;
mod every_language;
mod faults;
mod finding;
mod firefox;
mod first_frame;
mod first_touch;
mod foreign_pages;
mod frames;
mod histories;
mod imagined;
mod integrity;
mod invites;
mod keyboard;
mod kiosk;
mod languages;
mod layout;
mod lessons;
mod loading;
mod log;
mod offline;
mod origins;
mod own_codes;
mod own_secret;
mod paths;
mod phones;
mod pictures;
mod pinned;
mod piping;
mod policies;
mod prerendered;
mod programs;
mod publishing;
mod questions;
mod relay;
mod respondent;
mod results;
mod second_tries;
mod shapes;
mod showing;
mod simulate;
mod site;
mod states;
mod studio;
mod taking_over;
mod themes;
mod translations;
mod types;
mod versions;
mod waves;
mod wire;
