//! Estimates as charts, tables and sentences. It reads results and knows nothing of where they come
//! from.

mod estimates;
pub mod marks;
mod reading;
mod scale;
mod words;

pub use estimates::{Estimates, EstimatesProps, category_title};
pub use reading::{Odds, Reading};
pub use scale::Scale;
pub use words::Words;
