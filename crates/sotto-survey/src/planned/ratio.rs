//! One number of another.

use sotto_ldp::float;

/// The share that `some` are of `all`; `all` is at least one.
pub(super) fn ratio(some: usize, all: usize) -> f64 {
    float(some as u64) / float(all as u64)
}
