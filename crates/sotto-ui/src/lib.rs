//! What every page of Sotto is made of: tags and controls, words and numbers in the reader's language,
//! reading and posting by the browser's `fetch`, and its randomness.
//!
//! It knows surveys by sotto-survey and nothing of who uses it: not the widget, not the results, not
//! the site. It is small enough for the widget, which every respondent downloads.

pub mod charts;
pub mod http;
pub mod language;
pub mod number_text;
pub mod odds;
pub mod randomness;

mod button;
mod eye;
mod heading;
mod messages;
mod pair;
mod tag;
mod words;

pub use button::{button, empty_button};
pub use eye::{Eye, eye};
pub use heading::{empty_heading, heading};
pub use messages::{Messages, MessagesError};
pub use pair::pair;
pub use tag::{Tag, tag};
pub use words::Words;
