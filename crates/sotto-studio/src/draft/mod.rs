//! A survey that is being written, whatever state it is in.

mod given_code;
mod place;
mod question;
mod shared;
mod survey;
mod tree;
mod written;

pub use given_code::GivenCode;
pub use place::{Groups, List, Place, Setting, Ways, Words};
pub use question::QuestionDraft;
pub use shared::SharedSurvey;
pub use survey::Draft;
pub(crate) use tree::{list_in, list_of, member, member_mut, remove, set, text_of, texts_in};
