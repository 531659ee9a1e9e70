//! How much of a file is held in memory: a few kilobytes can unpack to gigabytes, and a long file can be
//! nothing but separators.

use thiserror::Error;

/// More cells, values and rows than any survey has.
const MOST_PARTS: usize = 400_000;

/// More text than any survey has, in bytes.
const MOST_TEXT: usize = 8_388_608;

/// Why something is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum TooMuch {
    #[error(
        "it has more than {MOST_PARTS} cells or values; no survey has so many. Take out what is no question"
    )]
    Parts,
    #[error(
        "its cells hold more than 8 MB of text; no survey has so much. Take out what is no question"
    )]
    Text,
}

/// What may still be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    parts: usize,
    text: usize,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            parts: MOST_PARTS,
            text: MOST_TEXT,
        }
    }
}

impl Allowance {
    /// Room for a text, in a cell or a value of its own.
    pub(crate) fn take(&mut self, text: &str) -> Result<(), TooMuch> {
        self.parts = self.parts.checked_sub(1).ok_or(TooMuch::Parts)?;
        self.text = self.text.checked_sub(text.len()).ok_or(TooMuch::Text)?;
        Ok(())
    }
}

/// Whether separated text has few enough cells to be read.
pub(crate) fn check_cells(text: &str, separator: u8) -> Result<(), TooMuch> {
    // A reader holds the ends of all cells of a row, empty ones included.
    let cells = text.bytes().filter(|byte| *byte == separator).count();
    if cells > 4 * MOST_PARTS {
        return Err(TooMuch::Parts);
    }
    Ok(())
}
