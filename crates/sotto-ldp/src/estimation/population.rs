//! Whom an estimate is about.

pub use crate::kernel::Population;
