//! The few components that everything shares.

mod eye;
mod heading;

pub use eye::{Eye, eye};
pub use heading::heading;
