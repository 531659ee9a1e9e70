//! A survey as the respondent sees it: questions, review, sending, receipt.

mod failure;
mod form;
mod receipt;
mod review;
mod setting;
mod state;
mod view;

pub use setting::Setting;
pub use state::{Action, Failure, ScrambledCopy, Screen, State};
pub use view::{Properties, SurveyView};
