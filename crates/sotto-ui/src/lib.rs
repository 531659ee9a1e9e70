#![doc = include_str!("../README.md")]

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
mod gap;
mod heading;
#[cfg(not(target_arch = "wasm32"))]
mod markup;
mod messages;
mod pair;
mod place_of;
#[cfg(feature = "qr")]
mod qr;
mod tag;
mod words;

pub use button::{button, empty_button};
pub use cut::cut;
pub use eye::{Eye, eye};
pub use gap::gap;
pub use heading::{empty_heading, heading};
#[cfg(not(target_arch = "wasm32"))]
pub use markup::markup;
pub use messages::{Messages, MessagesError};
pub use pair::pair;
pub use place_of::place_of;
#[cfg(feature = "qr")]
pub use qr::qr;
pub use tag::{Tag, tag};
pub use words::{Words, linked, reports_by_entry};
