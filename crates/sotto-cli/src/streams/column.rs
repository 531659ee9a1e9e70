//! One column of a table in CSV, row by row, in bounded memory.

use std::{
    cell::Cell,
    io::{self, BufRead, Read},
    rc::Rc,
};

use csv::{ByteRecord, ReaderBuilder};

use super::{
    BadLine, StreamError,
    values::{BYTE_ORDER_MARK, InputValues},
};

/// The most bytes of a row, beside those of the column itself.
const ROW: u64 = 1 << 20;

/// The cells of a column. The first row names the columns.
pub(crate) struct CsvColumn<R> {
    rows: csv::Reader<Bounded<R>>,
    row: ByteRecord,
    index: usize,
    line: u64,
    /// Bytes that may be read before the next row ends.
    left: Rc<Cell<u64>>,
    limit: u64,
    holds: &'static str,
}

impl<R: BufRead> CsvColumn<R> {
    /// The column of that name; `longest` is the most bytes that a cell may have.
    pub(crate) fn new(
        mut input: R,
        name: &str,
        longest: usize,
        holds: &'static str,
    ) -> Result<Self, StreamError> {
        let limit = ROW.saturating_add(longest as u64);
        let left = Rc::new(Cell::new(limit));
        let delimiter = delimiter_of(input.fill_buf().map_err(StreamError::Read)?, name);
        let rows = ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .from_reader(Bounded {
                input,
                left: Rc::clone(&left),
                held: false,
                ended: true,
            });
        let mut column = Self {
            rows,
            row: ByteRecord::new(),
            index: 0,
            line: 1,
            left,
            limit,
            holds,
        };
        let names = match column.rows.byte_headers() {
            Ok(names) => names.clone(),
            Err(error) => return Err(column.failed(error)),
        };
        let is_named = |cell: &[u8]| cell.trim_ascii() == name.as_bytes();
        let mut found = names.iter().enumerate().filter(|(_, cell)| is_named(cell));
        match (found.next(), found.next()) {
            (Some((index, _)), None) => column.index = index,
            (found, _) => {
                let (name, twice) = (name.chars().take(80).collect(), found.is_some());
                return Err(column.bad(if twice {
                    BadLine::ColumnTwice(name)
                } else {
                    BadLine::NoColumn(name)
                }));
            }
        }
        Ok(column)
    }

    fn failed(&self, error: csv::Error) -> StreamError {
        if self.left.get() == 0 {
            let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
            return self.bad(BadLine::TooLong(limit));
        }
        StreamError::Read(error.into())
    }
}

impl<R: BufRead> InputValues for CsvColumn<R> {
    fn number(&self) -> u64 {
        self.line
    }

    fn next(&mut self) -> Result<Option<&[u8]>, StreamError> {
        self.left.set(self.limit);
        match self.rows.read_byte_record(&mut self.row) {
            Ok(false) => return Ok(None),
            Ok(true) => {}
            Err(error) => {
                // The row that does not end is the one behind those that were read.
                self.line = self.rows.position().line();
                return Err(self.failed(error));
            }
        }
        // The line on which the row ends: its end has been read.
        self.line = self.rows.position().line().saturating_sub(1);
        let Some(cell) = self.row.get(self.index) else {
            return Err(self.bad(BadLine::ShortRow(self.index + 1)));
        };
        let cell = cell.trim_ascii();
        if cell.is_empty() {
            return Err(self.bad(BadLine::Empty(self.holds)));
        }
        Ok(Some(cell))
    }
}

/// What separates the names in the first row: the comma, unless only between semicolons or tabs, as
/// spreadsheets of many countries write them, the name stands for itself.
fn delimiter_of(start: &[u8], name: &str) -> u8 {
    let first = start
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    let first = first.strip_prefix(BYTE_ORDER_MARK).unwrap_or(first);
    let is_named = |cell: &[u8]| {
        let cell = cell.trim_ascii();
        let inner = cell
            .strip_prefix(b"\"")
            .and_then(|cell| cell.strip_suffix(b"\""));
        inner.unwrap_or(cell).trim_ascii() == name.as_bytes()
    };
    let stands = |delimiter: &u8| first.split(|byte| byte == delimiter).any(is_named);
    [b',', b';', b'\t'].into_iter().find(stands).unwrap_or(b',')
}

/// Every line with `\n` at its end, the last one too, so that lines can be counted; refuses to be read
/// further than is left.
struct Bounded<R> {
    input: R,
    left: Rc<Cell<u64>>,
    /// A `\r` has been read that may belong to the end of a line.
    held: bool,
    /// Whether the byte given last ended a line, or there was none.
    ended: bool,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 {
            return Err(io::Error::other("the row does not end"));
        }
        let most = usize::try_from(left)
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        let mut written = 0;
        while written == 0 && most > 0 {
            let available = self.input.fill_buf()?;
            if available.is_empty() {
                if !self.ended || self.held {
                    buffer[0] = b'\n';
                    written = 1;
                }
                self.held = false;
                break;
            }
            let mut used = 0;
            while used < available.len() && written < most {
                let byte = available[used];
                let held = std::mem::take(&mut self.held);
                if held && byte != b'\n' {
                    buffer[written] = b'\r';
                    written += 1;
                    continue;
                }
                used += 1;
                if byte == b'\r' {
                    self.held = true;
                } else {
                    buffer[written] = byte;
                    written += 1;
                }
            }
            self.input.consume(used);
        }
        if let Some(&last) = buffer[..written].last() {
            self.ended = last == b'\n';
        }
        self.left.set(left - written as u64);
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &[u8], name: &str) -> Result<Vec<(u64, String)>, String> {
        let mut column =
            CsvColumn::new(text, name, 16, "value").map_err(|error| error.to_string())?;
        let mut found = Vec::new();
        loop {
            let cell = match column.next().map_err(|error| error.to_string())? {
                Some(cell) => String::from_utf8_lossy(cell).into_owned(),
                None => return Ok(found),
            };
            found.push((column.number(), cell));
        }
    }

    #[test]
    fn cells_come_with_their_lines() {
        let text = "name,age\r\nAnn,\"4\"\r\n\"two\nlines\", 5 \n\n,6";
        let found = read(text.as_bytes(), "age").unwrap();
        // A row of two lines is found on the second.
        let expected = [(2, "4"), (4, "5"), (6, "6")];
        assert_eq!(found, expected.map(|(line, cell)| (line, cell.to_owned())));
        let windows = read(b"a,age\r\n\r\n1,2\r\n3,4\r", "age").unwrap();
        assert_eq!(windows, [(3, "2".to_owned()), (4, "4".to_owned())]);
        for table in [
            "name;age;town\nAnn;4;\"Ulm; old\"\n",
            "\u{feff}\"age\"\tb\n4\t5\n",
        ] {
            assert_eq!(
                read(table.as_bytes(), "age").unwrap(),
                [(2, "4".to_owned())]
            );
        }
        let marked = b"\xef\xbb\xbfage\n7\n";
        assert_eq!(read(marked, "age").unwrap(), [(2, "7".to_owned())]);
        assert_eq!(read(b"age\n", "age").unwrap(), []);
    }

    #[test]
    fn what_is_no_table_is_named() {
        for (text, words) in [
            ("a,b\n1,2\n", "line 1: there is no column"),
            ("", "line 1: there is no column"),
            ("age,age\n1,2\n", "line 1: several columns"),
            ("a,age\n1\n", "line 2: the row ends before column 2"),
            ("a,age\n1,\n", "line 2: "),
        ] {
            let said = read(text.as_bytes(), "age").unwrap_err();
            assert!(said.starts_with(words), "{text:?}: {said}");
        }
    }

    #[test]
    fn a_row_that_does_not_end_is_refused_before_memory_is() {
        let endless = io::BufReader::new(io::repeat(b'x'));
        let header = io::Cursor::new(b"age\n1\n\"".to_vec());
        let mut column = CsvColumn::new(header.chain(endless), "age", 16, "value").unwrap();
        assert_eq!(column.next().unwrap(), Some(&b"1"[..]));
        let said = column.next().unwrap_err().to_string();
        assert!(said.starts_with("line 3: the line is longer"), "{said}");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes, "a");
            let table = [b"a,b\n", &bytes[..]].concat();
            let _ = read(&table, "b");
        }
    }
}
