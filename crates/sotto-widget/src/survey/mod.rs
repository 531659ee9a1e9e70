//! A survey as the respondent sees it: questions, review, sending, receipt.

mod choosing;
#[cfg(feature = "whole")]
mod closing;
#[cfg(feature = "whole")]
mod counted_on;
mod failure;
mod first_drawing;
#[cfg(not(target_arch = "wasm32"))]
mod first_page;
mod form;
mod gestures;
mod group;
mod host_page;
mod label;
#[cfg(feature = "whole")]
mod pictures;
#[cfg(feature = "whole")]
mod piped;
mod questions;
mod receipt;
mod review;
mod scrambled_copy;
mod search;
mod searching;
mod sending;
mod setting;
mod state;
mod surroundings;
mod survey_view;
mod view;

pub(crate) use first_drawing::FirstDrawing;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use first_page::first_page;
pub(crate) use gestures::{UNFINISHED, listen};
use group::group;
pub(crate) use host_page::HostPage;
pub(crate) use scrambled_copy::ScrambledCopy;
pub(crate) use setting::Setting;
pub(crate) use state::{Action, Failure, Problem, Screen, State, Typed};
pub(crate) use surroundings::Surroundings;
pub(crate) use survey_view::{Message, Properties, SurveyView};
pub(crate) use view::first_drawing;
