//! A rehearsal: imagined people answer a survey that nobody has been asked yet, through the same
//! randomizers, counts and estimators as real ones, so that its designer sees the results beforehand.
//!
//! What each of them thinks is drawn by a [`Recipe`]; the same number draws the same people again.

mod beside;
mod chance;
mod course;
mod draw;
mod figures;
mod imagined;
#[cfg(test)]
mod known_truth;
mod people;
mod recipe;
mod shares;
mod sheet;
#[cfg(test)]
mod tests;
mod truth;

pub use course::{Rehearsal, RehearsalError};
pub use draw::{DrawMessage, DrawRequest, Drawn, draw};
pub use figures::{Figure, Spread};
pub use recipe::{MOST_IMAGINED, Minds, Recipe, Shape};
pub use shares::{Shares, SharesError};
pub use sheet::{Sheet, SheetError};
