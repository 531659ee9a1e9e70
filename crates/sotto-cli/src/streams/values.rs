//! What is read, whatever it is read from.

use super::{BadLine, StreamError};

/// What some programs write before a text: it is none of its words.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What an input holds, one after another.
pub(crate) trait InputValues {
    /// The line of the one that was read last, counted from 1.
    fn number(&self) -> u64;

    /// The next one without the white space around it.
    fn next(&mut self) -> Result<Option<&[u8]>, StreamError>;

    /// The error of the line that was read last.
    fn bad(&self, bad: BadLine) -> StreamError {
        StreamError::Line {
            line: self.number(),
            bad,
        }
    }
}
