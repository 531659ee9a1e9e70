//! The few components that everything shares.

mod button;
mod eye;
mod heading;
mod pair;
mod tag;

pub use button::button;
pub use eye::{Eye, eye};
pub use heading::heading;
pub use pair::pair;
pub use tag::{Tag, tag};
