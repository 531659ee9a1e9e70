//! Exact arithmetic: natural numbers of any size and a lower bound of e^x, with integers alone.

mod exponential;
mod natural;

pub use exponential::{SCALE_BITS, exp_lower_bound, exp_lower_bound_of, ratio_lower_bound};
pub use natural::Natural;
