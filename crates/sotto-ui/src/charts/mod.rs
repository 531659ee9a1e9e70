//! Charts: rows of bars, dots and intervals, curves, scatter plots, histograms, dot plots, heat tables, icon arrays and
//! trees of chances, with their scales, legends and tables.
//!
//! A drawing is hidden from screen readers: words beside it say what it shows, and a table holds every
//! figure. Only presentation attributes and classes are used, because the content security policy
//! forbids style attributes. Colours come from the tokens that a page sets for its classes.

mod bars;
mod chance_tree;
mod confidence;
mod curves;
mod dot_plot;
mod ends;
mod heat_table;
mod histogram;
mod icon_array;
mod legend;
mod marks;
mod scale;
mod scatter;
mod table;

pub use bars::{BarRow, Lane, Mark, bars};
pub use chance_tree::{Branch, chance_tree};
pub use confidence::TimesIn;
pub use curves::{Curve, curves};
pub use dot_plot::{dot_plot, low_dot_plot};
pub use ends::ends;
pub use heat_table::{HeatCell, HeatRow, heat_table};
pub use histogram::{Bin, histogram};
pub use icon_array::icon_array;
pub use legend::{Key, legend};
pub use marks::{reported, whisker};
pub use scale::Scale;
pub use scatter::scatter;
pub use table::{TableRow, open_table, table};
