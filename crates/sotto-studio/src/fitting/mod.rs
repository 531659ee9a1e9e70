//! "Make it fit": the designs in which a number of people knows every question to a wanted margin, each with what it
//! costs. Every design is an edit of the draft, and every figure is the planner's.

mod change;
mod figures;
mod search;

pub use change::Change;
pub(crate) use figures::people;
pub use figures::{Figures, figures};
pub use search::{Design, Fitting, best_plan};
