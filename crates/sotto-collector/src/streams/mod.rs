//! Standard input to standard output, line by line, in constant memory: what `sotto randomize` and
//! `sotto estimate` do once it is clear what was asked for.

mod error;
mod estimates;
mod input;
mod output;
mod progress;
mod protocol;
mod randomize;

pub(crate) use error::{BadLine, StreamError};
pub(crate) use estimates::{EstimateOptions, estimate, has_likelihood};
pub(crate) use input::Lines;
pub(crate) use output::{Format, write_document};
pub(crate) use protocol::{Categories, CategoryProtocol, NumberProtocol, Protocol};
pub(crate) use randomize::randomize;

/// Mechanisms whose variance does not follow from their support probabilities alone:
/// sums of noise, and sketches, whose values collide.
pub(crate) const HAS_MORE_NOISE: [&str; 3] = [
    "summation-histogram-encoding",
    "count-mean-sketch",
    "hadamard-count-mean-sketch",
];
