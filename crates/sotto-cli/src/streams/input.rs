//! What is read: lines of bounded length, or the cells of a column, with the numbers of their lines.

use std::io::{BufRead, Read};

use super::{
    BadLine, StreamError,
    column::CsvColumn,
    values::{BYTE_ORDER_MARK, InputValues},
};

/// One on each line, or in a column of a table.
pub(crate) fn values<'a>(
    input: impl BufRead + 'a,
    column: Option<&str>,
    longest: usize,
    holds: &'static str,
) -> Result<Box<dyn InputValues + 'a>, StreamError> {
    Ok(match column {
        None => Box::new(InputLines::new(input, longest, holds)),
        Some(name) => Box::new(CsvColumn::new(input, name, longest, holds)?),
    })
}

/// The lines of an input; memory holds one of them at a time.
pub(crate) struct InputLines<R> {
    input: R,
    text: Vec<u8>,
    number: u64,
    /// The most bytes a line may have.
    longest: usize,
    /// What each line must hold, for messages.
    holds: &'static str,
}

impl<R: BufRead> InputLines<R> {
    pub(crate) const fn new(input: R, longest: usize, holds: &'static str) -> Self {
        Self {
            input,
            text: Vec::new(),
            number: 0,
            longest,
            holds,
        }
    }
}

impl<R: BufRead> InputValues for InputLines<R> {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Result<Option<&[u8]>, StreamError> {
        self.text.clear();
        let limit = self.longest as u64 + 1;
        let mut bounded = self.input.by_ref().take(limit);
        let read = bounded
            .read_until(b'\n', &mut self.text)
            .map_err(StreamError::Read)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.text.last() != Some(&b'\n') && read > self.longest {
            return Err(self.bad(BadLine::TooLong(self.longest)));
        }
        let text = match self.text.strip_prefix(BYTE_ORDER_MARK) {
            Some(text) if self.number == 1 => text,
            _ => &self.text,
        };
        let text = text.trim_ascii();
        if text.is_empty() {
            return Err(self.bad(BadLine::Empty(self.holds)));
        }
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let mut lines = InputLines::new(text.as_bytes(), 5, "value");
        let mut found = Vec::new();
        while let Some(line) = lines.next().map_err(|error| error.to_string())? {
            found.push(String::from_utf8(line.to_vec()).unwrap());
        }
        Ok(found)
    }

    #[test]
    fn lines_end_as_on_every_system() {
        assert_eq!(read("").unwrap(), [""; 0]);
        assert_eq!(read("a\nb").unwrap(), ["a", "b"]);
        assert_eq!(read("\u{feff}a\nb").unwrap(), ["a", "b"]);
        assert_eq!(read("a\r\n b \n").unwrap(), ["a", "b"]);
        assert_eq!(read("12345\n12345").unwrap(), ["12345", "12345"]);
    }

    #[test]
    fn a_line_without_end_or_content_is_named() {
        assert!(read("a\n123456\n").unwrap_err().starts_with("line 2: "));
        assert!(read("a\n12345678901").unwrap_err().starts_with("line 2: "));
        assert!(read("a\n\nb").unwrap_err().starts_with("line 2: "));
    }
}
