//! What every page of Sotto is made of: elements and controls, the words and numbers of the reader's
//! language, odds, charts, `fetch` and the browser's randomness.
//!
//! It knows surveys from sotto-survey and nothing of its users: neither the widget nor the results nor
//! the site. It must stay small enough for the widget, which every respondent downloads.
//!
//! ```
//! use sotto_ui::charts::Scale;
//!
//! // The shortest scale that holds 13 percent ends at 20.
//! let scale = Scale::holding([0.1, 0.13]);
//! assert_eq!(scale.x(0.1), "50.000%");
//! ```

pub mod charts;
pub mod http;
pub mod language;
pub mod number_text;
pub mod odds;
pub mod randomness;
pub mod site;

mod button;
mod cut;
mod eye;
mod heading;
#[cfg(not(target_arch = "wasm32"))]
mod markup;
mod messages;
mod pair;
mod place_of;
mod tag;
mod words;

pub use button::{button, empty_button};
pub use cut::cut;
pub use eye::{Eye, eye};
pub use heading::{empty_heading, heading};
#[cfg(not(target_arch = "wasm32"))]
pub use markup::markup;
pub use messages::{Messages, MessagesError};
pub use pair::pair;
pub use place_of::place_of;
pub use tag::{Tag, tag};
pub use words::{Words, linked, reports_by_entry};
