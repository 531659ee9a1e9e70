//! Values in, reports out.

use std::io::{BufRead, Write};

use rand::CryptoRng;

use super::{BadLine, StreamError, StreamProtocol, progress::LineProgress, values};

/// Draws the report of each line's value, or of each in a column of a table, in their order.
pub(crate) fn randomize(
    protocol: &StreamProtocol,
    column: Option<&str>,
    input: impl BufRead,
    mut output: impl Write,
    rng: &mut dyn CryptoRng,
) -> Result<(), StreamError> {
    let mut lines = values(input, column, protocol.longest_value(), "value")?;
    let mut progress = LineProgress::new();
    let mut one = |line: &[u8]| {
        let index = protocol.index_of(line)?;
        protocol
            .oracle()
            .randomize(index, rng)
            .map_err(BadLine::from)
    };
    let ended = loop {
        let drawn = match lines.next() {
            Ok(Some(line)) => one(line),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        match drawn {
            Ok(report) => writeln!(output, "{report}").map_err(StreamError::Write)?,
            Err(bad) => break Err(lines.bad(bad)),
        }
        progress.add(1);
    };
    // Reports of the lines before a bad one are given all the same.
    output.flush().map_err(StreamError::Write)?;
    ended
}
