//! The recipe that travels with the data: with which probability a report supports each category, how many
//! reports do, and scripts that make our estimates and standard errors of these numbers again.
//!
//! Nothing here estimates: the scripts do, and say so if they come to other figures than ours.

mod channels;
mod python;
mod r;

pub(super) use self::{channels::json as channels, python::script as python, r::script as r};
