//! Noisy rows as a system file of SPSS (.sav), which SPSS, PSPP, R and Python read with all its labels.
//!
//! The format is not published; it is written as the developers' guide of PSPP describes it, without compression, with
//! texts in UTF-8. Texts longer than 255 bytes would take several variables each: their columns are left out, and stand
//! in the other formats. The file holds no time.

use sotto_survey::Survey;

use super::{
    labels::{DOCUMENT_LINE, cut, document, on_one_line, variables, warning},
    rows::{Heading, Written},
};

/// The widest text of a variable, in bytes.
const WIDEST: usize = 255;
/// In bytes.
const LONGEST_VARIABLE_LABEL: usize = 255;
/// In bytes.
const LONGEST_VALUE_LABEL: usize = 120;
/// Everything in a row takes a multiple of so many bytes.
const ELEMENT: usize = 8;
/// What stands for a number that is missing.
const MISSING: f64 = -f64::MAX;

/// A file that is written as rows come.
pub(super) struct SavFile {
    headings: Vec<Heading>,
    /// Whether it has room for each of them.
    kept: Vec<bool>,
    /// What was not yet taken.
    written: Bytes,
}

impl SavFile {
    /// The file of a survey with these columns and so many rows.
    pub(super) fn new(headings: Vec<Heading>, survey: &Survey, rows: u64) -> Self {
        let names = variables(headings.iter().map(|one| one.name.as_str()));
        let kept: Vec<bool> = headings
            .iter()
            .map(|one| one.whole || one.width <= WIDEST)
            .collect();
        let columns: Vec<_> = headings
            .iter()
            .zip(&names)
            .zip(&kept)
            .filter(|(_, kept)| **kept)
            .map(|(column, _)| column)
            .collect();
        let mut file = Bytes::default();
        // More than the format can count are as many as there are.
        file.header(
            &columns,
            survey.id().as_str(),
            i32::try_from(rows).unwrap_or(-1),
        );
        for (number, (heading, _)) in (1..).zip(&columns) {
            file.variable(number, heading);
        }
        let mut index = 1;
        for (heading, _) in &columns {
            file.value_labels(heading, index);
            index += elements(heading);
        }
        file.document(&warning(survey));
        file.machine();
        file.display(&columns);
        file.long_names(&columns);
        file.extension((20, 1), b"UTF-8");
        file.int(999);
        file.int(0);
        Self {
            headings,
            kept,
            written: file,
        }
    }

    /// Adds a row, with a cell for each column.
    pub(super) fn push(&mut self, cells: &[Written]) {
        let columns = self.headings.iter().zip(&self.kept).zip(cells);
        for ((heading, _), cell) in columns.filter(|((_, kept), _)| **kept) {
            self.written.cell(heading, cell);
        }
    }

    /// What was written since it was last asked.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.written.0)
    }
}

type SavVariable<'a> = (&'a Heading, &'a String);

/// How many elements of a row a column takes.
fn elements(heading: &Heading) -> i32 {
    if heading.whole {
        1
    } else {
        // No more than 32.
        i32::try_from(heading.width.div_ceil(ELEMENT)).unwrap_or(i32::MAX)
    }
}

/// The name of at most eight letters that every variable has beside its own.
fn short_name(number: i32) -> String {
    format!("V{number:07}")
}

/// What is written, in the order of bytes that it says.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn int(&mut self, number: i32) {
        self.0.extend(number.to_le_bytes());
    }

    fn float(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    /// A text in a field of so many bytes, with spaces behind it.
    fn text(&mut self, text: &str, width: usize) {
        let text = cut(text, width);
        self.0.extend(text.as_bytes());
        self.0.resize(self.0.len() + width - text.len(), b' ');
    }

    fn length(&mut self, length: usize) {
        // Of texts and lists whose length is bounded far below.
        self.int(i32::try_from(length).unwrap_or(i32::MAX));
    }

    fn cell(&mut self, heading: &Heading, cell: &Written) {
        if heading.whole {
            let number = match cell {
                Written::Whole(number) => f64::from(*number),
                Written::Text(_) | Written::Nothing => MISSING,
            };
            return self.float(number);
        }
        let text = match cell {
            Written::Text(text) => text.as_str(),
            Written::Whole(_) | Written::Nothing => "",
        };
        self.text(text, heading.width.next_multiple_of(ELEMENT));
    }

    fn header(&mut self, columns: &[SavVariable<'_>], survey: &str, cases: i32) {
        self.text("$FL2", 4);
        self.text("@(#) SPSS DATA FILE - sotto", 60);
        self.int(2);
        self.int(columns.iter().map(|(heading, _)| elements(heading)).sum());
        // No compression, no weights.
        self.int(0);
        self.int(0);
        self.int(cases);
        self.float(100.0);
        self.text("01 Jan 00", 9);
        self.text("00:00:00", 8);
        self.text(survey, 64);
        self.text("", 3);
    }

    fn variable(&mut self, number: i32, heading: &Heading) {
        // Numbers of eight digits, or texts of a width.
        let width = i32::try_from(heading.width).unwrap_or(0);
        let (kind, format) = if heading.whole {
            (0, 5 << 16 | 8 << 8)
        } else {
            (width, 1 << 16 | width << 8)
        };
        let label = on_one_line(&heading.label);
        let label = cut(&label, LONGEST_VARIABLE_LABEL);
        for field in [2, kind, 1, 0, format, format] {
            self.int(field);
        }
        self.text(&short_name(number), 8);
        self.length(label.len());
        self.text(label, label.len().next_multiple_of(4));
        for _ in 1..elements(heading) {
            for field in [2, -1, 0, 0, 0, 0] {
                self.int(field);
            }
            self.text("", 8);
        }
    }

    /// The labels of the codes of the variable whose first element has that index, counted from 1.
    fn value_labels(&mut self, heading: &Heading, index: i32) {
        if heading.values.is_empty() {
            return;
        }
        self.int(3);
        self.length(heading.values.len());
        for (code, label) in (0_u32..).zip(&heading.values) {
            let label = on_one_line(label);
            let label = cut(&label, LONGEST_VALUE_LABEL);
            self.float(code.into());
            // At most 120.
            self.0.push(u8::try_from(label.len()).unwrap_or(0));
            let width = (1 + label.len()).next_multiple_of(ELEMENT) - 1;
            self.text(label, width);
        }
        for field in [4, 1, index] {
            self.int(field);
        }
    }

    /// What SPSS shows with DISPLAY DOCUMENTS.
    fn document(&mut self, text: &str) {
        let lines = document(text);
        self.int(6);
        self.length(lines.len());
        for line in &lines {
            self.text(line, DOCUMENT_LINE);
        }
    }

    fn extension(&mut self, (kind, size): (i32, usize), bytes: &[u8]) {
        self.int(7);
        self.int(kind);
        self.length(size);
        self.length(bytes.len() / size);
        self.0.extend(bytes);
    }

    /// How numbers and characters are to be read.
    fn machine(&mut self) {
        let mut integers = Self::default();
        // Version 1.0.0, any machine, IEEE 754, compression 1, little end first, UTF-8.
        for field in [1, 0, 0, -1, 1, 1, 2, 65_001] {
            integers.int(field);
        }
        self.extension((3, 4), &integers.0);
        let mut floats = Self::default();
        for field in [MISSING, f64::MAX, MISSING.next_up()] {
            floats.float(field);
        }
        self.extension((4, 8), &floats.0);
    }

    /// Codes are names of categories; texts and other numbers, too.
    fn display(&mut self, columns: &[SavVariable<'_>]) {
        let mut display = Self::default();
        for (heading, _) in columns {
            let right = i32::from(heading.whole);
            for field in [1, 8, right] {
                display.int(field);
            }
        }
        self.extension((11, 4), &display.0);
    }

    fn long_names(&mut self, columns: &[SavVariable<'_>]) {
        let names = (1..).zip(columns);
        let names = names
            .map(|(number, (_, name))| format!("{}={name}", short_name(number)))
            .collect::<Vec<_>>()
            .join("\t");
        self.extension((13, 1), names.as_bytes());
    }
}
