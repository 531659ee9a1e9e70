//! A survey as the respondent sees it: questions, review, sending, receipt.

mod failure;
mod first_drawing;
mod form;
mod gestures;
mod host_page;
mod label;
mod questions;
mod receipt;
mod review;
mod scrambled_copy;
mod search;
mod searching;
mod sending;
mod setting;
mod state;
mod view;

pub use first_drawing::FirstDrawing;
pub use gestures::{Gesture, listen};
pub use host_page::HostPage;
pub use scrambled_copy::ScrambledCopy;
pub use setting::Setting;
pub use state::{Action, Failure, Problem, Screen, State, Typed};
pub use view::{Message, Properties, SurveyView};
