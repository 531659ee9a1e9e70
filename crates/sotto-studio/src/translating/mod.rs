//! A survey's texts in its other languages: what is missing, what is out of date since its source changed, what
//! comes back in a file, and what people read where something is missing.

mod gaps;
mod pseudo;
mod rows;
mod sources;
mod taking;
mod texts;

pub use gaps::{Gap, gaps};
pub use pseudo::stressed;
pub(crate) use pseudo::stressed_in;
pub use rows::{Row, State, own_rows, rows};
pub(crate) use rows::{all_rows, language_of_source};
pub use sources::Sources;
pub use taking::{Said, Taking, Unfit, take};
