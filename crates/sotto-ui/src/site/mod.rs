//! What the pages of the site share. The widget uses nothing of it.

mod address;
mod frame;
mod language_list;
mod loading;

pub use address::{LANGUAGES, Languages, every, opened_in, parameter, preferred, site_language};
pub use frame::{Frame, FrameProps, Spoken, SpokenFrame, SpokenFrameProps};
pub use language_list::language_list;
pub use loading::{Loading, use_words};
