//! The controls and frames that lessons share.

mod announcement;
mod big_type;
mod choice;
mod dots;
mod draw;
mod field;
mod figure;
mod people_rows;
mod playground;
mod print_button;
mod share_bars;
mod slider;
mod title;

pub(crate) use announcement::announced;
pub(crate) use big_type::BigType;
pub(crate) use choice::choice;
pub(crate) use dots::{Copies, CopyDots, PeopleDots, Scene, use_scenes};
pub(crate) use draw::{DrawNumber, after};
pub(crate) use field::{Field, field};
pub(crate) use figure::figure;
pub(crate) use people_rows::{PersonRow, people_rows};
pub(crate) use playground::{Playground, playground, press_button, use_play};
pub(crate) use print_button::print_button;
pub(crate) use share_bars::{LANE, ShareBar, bar, interval, share_bars};
pub(crate) use slider::{Slider, slider};
pub(crate) use title::set_title;
