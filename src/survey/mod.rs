//! A survey as the respondent sees it: questions, review, sending, receipt.

mod failure;
mod form;
mod gestures;
mod receipt;
mod review;
mod scrambled_copy;
mod setting;
mod state;
mod view;

pub use gestures::{Gesture, listen};
pub use scrambled_copy::ScrambledCopy;
pub use setting::Setting;
pub use state::{Action, Failure, Screen, State};
pub use view::{Message, Properties, SurveyView};
