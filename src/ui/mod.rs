//! The few components that everything shares.

mod button;
mod eye;
mod heading;
mod pair;
mod tag;

pub use button::{button, empty_button};
pub use eye::{Eye, eye};
pub use heading::{empty_heading, heading};
pub use pair::pair;
pub use tag::{Tag, tag};
