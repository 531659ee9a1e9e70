//! What the pages of the site share. The widget uses nothing of it.

mod address;
mod frame;
mod loading;

pub use address::{every, parameter};
pub use frame::{Frame, FrameProps};
pub use loading::{Loading, use_words};
