//! Charts: bars with intervals on one scale, their legend and the same figures as a table.
//!
//! A drawing is hidden from screen readers: each row says in words what it shows, and the table holds
//! every figure. Only presentation attributes and classes are used, because the content security policy
//! forbids style attributes.

mod bars;
mod confidence;
mod legend;
mod marks;
mod scale;
mod table;

pub use bars::{Lane, Mark, Row, bars};
pub use confidence::TimesIn;
pub use legend::{Key, legend};
pub use marks::{reported, whisker};
pub use scale::Scale;
pub use table::{TableRow, table};
