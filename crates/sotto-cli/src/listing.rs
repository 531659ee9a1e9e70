//! What people read at a terminal: lines, fields and tables with aligned columns.
//!
//! The one place that draws tables. What programs read is JSON or CSV, and is not made here.

use std::io::{self, BufWriter, Write};

use unicode_width::UnicodeWidthStr;

pub(crate) use sotto_export::figures::{count, decimals, level, percent};

/// A text that is put together, then written at once.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    text: String,
}

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alignment {
    /// Words.
    Left,
    /// Numbers, whose last digits stand below each other.
    Right,
}

/// Between two columns.
const GAP: &str = "  ";

impl Listing {
    /// A line; an empty one parts what is above from what is below.
    pub(crate) fn line(&mut self, text: &str) {
        self.text.push_str(&printable(text));
        self.text.push('\n');
    }

    /// Names on the left, what they stand for on the right.
    pub(crate) fn fields(&mut self, fields: &[(&str, String)]) {
        let rows = fields
            .iter()
            .map(|(name, value)| vec![(*name).to_owned(), value.clone()]);
        self.columns(
            &[Alignment::Left, Alignment::Left],
            &rows.collect::<Vec<_>>(),
        );
    }

    /// A table with a line below its head.
    pub(crate) fn table(&mut self, head: &[(&str, Alignment)], rows: &[Vec<String>]) {
        let sides: Vec<_> = head.iter().map(|(_, side)| *side).collect();
        let names: Vec<_> = head.iter().map(|(name, _)| (*name).to_owned()).collect();
        let column_width = |index: usize| {
            let cells = rows.iter().filter_map(|row| row.get(index));
            let widths = cells.chain(names.get(index)).map(|cell| width(cell));
            widths.max().unwrap_or(0)
        };
        let rule = (0..head.len()).map(|index| "─".repeat(column_width(index)));
        let mut all = vec![names.clone(), rule.collect()];
        all.extend(rows.iter().cloned());
        self.columns(&sides, &all);
    }

    fn columns(&mut self, sides: &[Alignment], rows: &[Vec<String>]) {
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().map(|cell| printable(cell)).collect())
            .collect();
        let widths: Vec<usize> = (0..sides.len())
            .map(|index| {
                let cells = rows.iter().filter_map(|row| row.get(index));
                cells.map(|cell| width(cell)).max().unwrap_or(0)
            })
            .collect();
        for row in &rows {
            let mut line = String::new();
            for ((cell, side), column) in row.iter().zip(sides).zip(&widths) {
                let filling = " ".repeat(column.saturating_sub(width(cell)));
                match side {
                    Alignment::Left => line.extend([cell, filling.as_str(), GAP]),
                    Alignment::Right => line.extend([filling.as_str(), cell, GAP]),
                }
            }
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    /// Writes all of it.
    pub(crate) fn write(&self, output: impl Write) -> io::Result<()> {
        let mut output = BufWriter::new(output);
        output.write_all(self.text.as_bytes())?;
        output.flush()
    }
}

/// The columns of a terminal that a text takes: a Chinese character takes two.
fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Names come from files, whose control characters would command the terminal.
fn printable(text: &str) -> String {
    let replace = |character: char| {
        if character.is_control() {
            '\u{fffd}'
        } else {
            character
        }
    };
    text.chars().map(replace).collect()
}

/// A ratio, which may be of any size: as [`decimals`] has it, but never so short that fewer than three of its
/// significant figures are left.
pub(crate) fn ratio(number: f64, error: f64) -> String {
    let written = decimals(number, error);
    let significant = written
        .bytes()
        .filter(u8::is_ascii_digit)
        .skip_while(|&digit| digit == b'0')
        .count();
    if number.abs() >= 1.0 || significant >= 3 || number.abs() <= f64::MIN_POSITIVE {
        return written;
    }
    // 0.0000004 rather than seven zeros.
    if number.abs() < 1e-4 {
        format!("{number:.2e}")
    } else {
        let places = (2.0 - number.abs().log10().floor()).clamp(2.0, 8.0);
        (2..=8_u8)
            .find(|&decimals| f64::from(decimals) >= places)
            .map_or(written, |decimals| {
                format!("{number:.*}", usize::from(decimals))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_keep_three_significant_figures() {
        for (number, error, expected) in [
            (2.347, 0.5, "2.3"),
            (0.012_34, 0.9, "0.0123"),
            (0.5, 0.9, "0.500"),
            (1.234e-7, 2e-7, "1.23e-7"),
            (1_234.4, 900.0, "1234"),
        ] {
            assert_eq!(ratio(number, error), expected);
        }
    }

    #[test]
    fn columns_are_aligned_by_what_a_terminal_shows() {
        let mut listing = Listing::default();
        let head = [("answer", Alignment::Left), ("share", Alignment::Right)];
        let rows =
            [["是", "7 %"], ["no\u{1b}[2J", "93 %"]].map(|row| row.map(str::to_owned).to_vec());
        listing.table(&head, &rows);
        let expected = "\
answer  share
──────  ─────
是        7 %
no\u{fffd}[2J   93 %
";
        assert_eq!(listing.text, expected);
    }

    #[test]
    fn fields_stand_below_each_other() {
        let mut listing = Listing::default();
        listing.fields(&[("reports", count(4997)), ("ε", "1".to_owned())]);
        assert_eq!(listing.text, "reports  4,997\nε        1\n");
    }
}
