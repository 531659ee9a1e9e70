//! Standard input to standard output, line by line, in constant memory: what `sotto randomize` and
//! `sotto estimate` do once it is clear what was asked for.

mod column;
mod error;
mod estimates;
mod input;
mod output;
mod progress;
mod protocol;
mod randomize;
mod sum;
mod values;

pub(crate) use error::{BadLine, StreamError};
pub(crate) use estimates::{EstimateOptions, ShareMethod, estimate};
pub(crate) use input::values;
pub(crate) use output::{PrintFormat, write_document};
pub(crate) use protocol::{CategoryNames, CategoryProtocol, NumberProtocol, StreamProtocol};
pub(crate) use randomize::randomize;
pub(crate) use sum::{NamedSum, Sum};
pub(crate) use values::InputValues;

/// Bytes that are read and written at once by commands over streams.
pub(crate) const BUFFER: usize = 1 << 18;
