//! Reading a data set row by row: separated by commas, semicolons, tabs or spaces.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use clap::ValueEnum;
use csv::{ByteRecord, ReaderBuilder, Trim};

/// How much of the file is looked at to find its separator.
const SAMPLE: u64 = 64 * 1024;

/// What stands between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Separator {
    /// Whichever of the others stands on every line
    Auto,
    /// A comma
    #[value(name = ",", alias = "comma")]
    Comma,
    /// A semicolon
    #[value(name = ";", alias = "semicolon")]
    Semicolon,
    /// A tab
    #[value(alias = "\t")]
    Tab,
    /// Any number of spaces
    #[value(name = "space", alias = " ")]
    Spaces,
}

/// A row of a data set.
pub(crate) struct Record {
    /// The line on which it begins, counted from 1; if blank lines stand before it, the first of
    /// them. [`DataTable::line`] looks behind them.
    line: u64,
    /// The number of bytes of the file before it and those blank lines.
    pub(crate) offset: u64,
    /// Trimmed.
    pub(crate) cells: ByteRecord,
}

/// The rows of a file; blank lines are passed over.
pub(crate) struct DataTable {
    rows: Records,
    /// The same file, to look at an offset again.
    again: File,
    /// The length of the file in bytes.
    pub(crate) length: u64,
}

enum Records {
    Csv(csv::Reader<File>),
    Spaces {
        lines: BufReader<File>,
        line: u64,
        offset: u64,
    },
}

impl DataTable {
    /// Opens a file.
    pub(crate) fn open(path: &Path, separator: Separator) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let delimiter = match separator {
            Separator::Auto => {
                let mut sample = Vec::new();
                (&mut file).take(SAMPLE).read_to_end(&mut sample)?;
                file.rewind()?;
                delimiter_of(&sample)
            }
            Separator::Comma => Some(b','),
            Separator::Semicolon => Some(b';'),
            Separator::Tab => Some(b'\t'),
            Separator::Spaces => None,
        };
        let length = file.metadata()?.len();
        let rows = match delimiter {
            Some(delimiter) => Records::Csv(
                ReaderBuilder::new()
                    .delimiter(delimiter)
                    .has_headers(false)
                    .flexible(true)
                    .trim(Trim::All)
                    .from_reader(file),
            ),
            None => Records::Spaces {
                lines: BufReader::new(file),
                line: 0,
                offset: 0,
            },
        };
        let again = File::open(path)?;
        Ok(Self {
            rows,
            again,
            length,
        })
    }

    /// The line on which a row begins, as an editor counts.
    pub(crate) fn line(&self, row: &Record) -> io::Result<u64> {
        let mut text = BufReader::new(&self.again);
        text.seek(SeekFrom::Start(row.offset))?;
        let mut line = row.line;
        for byte in text.bytes() {
            match byte? {
                b'\n' => line += 1,
                b'\r' => {}
                _ => break,
            }
        }
        Ok(line)
    }

    /// The next row that is not blank.
    pub(crate) fn next_row(&mut self) -> io::Result<Option<Record>> {
        loop {
            let row = self.rows.next()?;
            let is_blank =
                |row: &Record| row.cells.iter().all(<[u8]>::is_empty) && row.cells.len() < 2;
            if !row.as_ref().is_some_and(is_blank) {
                return Ok(row);
            }
        }
    }
}

impl Records {
    fn next(&mut self) -> io::Result<Option<Record>> {
        match self {
            Self::Csv(reader) => {
                let mut cells = ByteRecord::new();
                if !reader.read_byte_record(&mut cells)? {
                    return Ok(None);
                }
                let (line, offset) = cells
                    .position()
                    .map_or((0, 0), |position| (position.line(), position.byte()));
                Ok(Some(Record {
                    line,
                    offset,
                    cells,
                }))
            }
            Self::Spaces {
                lines,
                line,
                offset,
            } => {
                let mut text = Vec::new();
                let begin = *offset;
                let read = lines.read_until(b'\n', &mut text)?;
                if read == 0 {
                    return Ok(None);
                }
                *line += 1;
                *offset += read as u64;
                let cells = text
                    .split(u8::is_ascii_whitespace)
                    .filter(|cell| !cell.is_empty());
                Ok(Some(Record {
                    line: *line,
                    offset: begin,
                    cells: cells.collect(),
                }))
            }
        }
    }
}

/// The delimiter that stands on every line of the sample, of several the most frequent; `None`
/// where only spaces do.
fn delimiter_of(sample: &[u8]) -> Option<u8> {
    let lines: Vec<_> = sample
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.trim_ascii().is_empty())
        .take(20)
        .collect();
    let fewest = |separator: u8| {
        let on_line = |line: &&[u8]| line.split(|&byte| byte == separator).count() - 1;
        lines.iter().map(on_line).min().unwrap_or(0)
    };
    // Of several that are as frequent the last is taken.
    let best = [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|&one| fewest(one));
    match best.filter(|&one| fewest(one) > 0) {
        None if fewest(b' ') > 0 => None,
        found => found.or(Some(b',')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, separator: Separator) -> Vec<(u64, Vec<String>)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        std::fs::write(&path, text).unwrap();
        let mut table = DataTable::open(&path, separator).unwrap();
        let mut rows = Vec::new();
        while let Some(row) = table.next_row().unwrap() {
            let cell = |cell: &[u8]| String::from_utf8(cell.to_vec()).unwrap();
            let cells = row.cells.iter().map(cell).collect();
            rows.push((table.line(&row).unwrap(), cells));
        }
        rows
    }

    #[test]
    fn every_separator_is_found_out() {
        for text in [
            "a, b, c\n1, 2, 3\n\n",
            "a;b;c\n1;2;3\n \n",
            "a\tb\tc\n1\t2\t3",
            "a  b c\n 1 2   3 \n",
            "\"a\",b,c\r\n1,\" 2 \",3\r\n",
        ] {
            let found = rows(text, Separator::Auto);
            let cells: Vec<Vec<&str>> = found
                .iter()
                .map(|(_, cells)| cells.iter().map(String::as_str).collect())
                .collect();
            assert_eq!(cells, [["a", "b", "c"], ["1", "2", "3"]], "{text:?}");
        }
    }

    #[test]
    fn lines_are_those_of_an_editor() {
        let lines = |text, separator| {
            let found = rows(text, separator);
            found.into_iter().map(|(line, _)| line).collect::<Vec<_>>()
        };
        assert_eq!(
            lines("a,b\n\n\nc,d\n\"e\ne\",f\ng,h\n", Separator::Auto),
            [1, 4, 5, 7]
        );
        let windows = "a,b\r\n\r\n\r\nc,d\r\ne,f\r\n";
        assert_eq!(lines(windows, Separator::Auto), [1, 4, 5]);
        assert_eq!(lines("\n\na,b\n \nc,d", Separator::Auto), [3, 5]);
        assert_eq!(lines("a b\n\n\nc d\n", Separator::Spaces), [1, 4]);
    }

    #[test]
    fn rows_may_differ_in_length() {
        assert_eq!(
            rows("a,b\n1\n1,2,3\n", Separator::Comma)
                .iter()
                .map(|(_, cells)| cells.len())
                .collect::<Vec<_>>(),
            [2, 1, 3]
        );
    }
}
