//! What surveys and submissions promise, checked from outside: one test binary.
#![allow(
    clippy::cast_precision_loss,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests may panic, and their figures are small"
)]

mod any_survey;
mod arms;
mod bare_numbers;
mod calendars;
mod census;
mod closing;
mod compiled;
mod declined_numbers;
mod declining;
mod edits;
mod estimates;
mod faults;
mod going_on;
mod inquiries;
mod layout;
mod links;
mod manual;
mod many_options;
mod not_asked;
mod nothing_chosen;
mod own_secret;
mod own_words;
mod pictures;
mod piping;
mod populations;
mod privacy;
mod ranking;
mod read_back;
mod results;
mod samples;
mod shared_links;
mod submissions;
mod surveys;
mod themes;
mod waves;
mod weak_protection;
mod whole_sets;
