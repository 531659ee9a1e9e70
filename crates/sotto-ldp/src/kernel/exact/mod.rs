//! Exact arithmetic: natural numbers of any size, a lower bound of e^x, bounds of ln x, and the
//! digits of chances made of them, with integers alone.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

mod exponential;
mod exponential_chance;
mod logarithm;
mod natural;

pub use exponential::{
    MAX_EXPONENT_MICROS, SCALE_BITS, exp_lower_bound, exp_lower_bound_of, ratio_lower_bound,
};
pub(crate) use exponential_chance::ExponentialChance;
pub(crate) use logarithm::ln_micros_between;
pub use natural::Natural;
