//! Translations as a table: a row for each text, under a first row that names the columns.

use std::collections::BTreeSet;

use super::{
    error::{TranslationError, TranslationWhy},
    table::{FileText, LeftText, Progress, TranslationFile, TranslationTable},
};
use crate::bounds::{Allowance, check_cells};

/// The columns beside those of the two languages.
const KEY: &str = "key";
const PLACE: &str = "where";
const STATE: &str = "state";

/// What a spreadsheet takes for the beginning of a formula.
const FORMULAS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet would compute it, apart from apostrophes before it.
fn is_formula(text: &str) -> bool {
    let text = text.trim_start_matches('\'').trim_start_matches(' ');
    text.starts_with(FORMULAS)
}

/// A text as a cell that is not computed: an apostrophe stands before it.
fn guarded(text: &str) -> String {
    if is_formula(text) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// The text of such a cell. Spreadsheets end a line within one as their machine does.
fn plain(cell: &str) -> String {
    let cell = match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest) => rest,
        _ => cell,
    };
    cell.replace("\r\n", "\n")
}

pub(super) fn written(table: &TranslationTable) -> Result<Vec<u8>, TranslationError> {
    let failed = |error: &dyn std::fmt::Display| TranslationError::Broken {
        key: None,
        reason: error.to_string(),
    };
    let mut writer = csv::WriterBuilder::new()
        .quote_style(csv::QuoteStyle::Always)
        .terminator(csv::Terminator::CRLF)
        // The mark by which spreadsheets tell UTF-8.
        .from_writer("\u{feff}".as_bytes().to_vec());
    let (from, into) = (table.source.as_str(), table.target.as_str());
    let head = [KEY, PLACE, from, into, STATE];
    writer.write_record(head).map_err(|error| failed(&error))?;
    for text in &table.texts {
        let texts = [&text.place, &text.source, &text.target].map(|text| guarded(text));
        let [place, source, target] = &texts;
        let row = [
            text.key.as_str(),
            place,
            source,
            target,
            text.progress.name(),
        ];
        writer.write_record(row).map_err(|error| failed(&error))?;
    }
    writer.into_inner().map_err(|error| failed(&error))
}

/// What parts the cells, and where the table begins: behind what Excel writes to say the same.
fn beginning(text: &str) -> Option<(u8, &str)> {
    let first = text.lines().next()?;
    let table = if first.trim_matches('"').starts_with("sep=") {
        let (_, table) = text.split_once('\n')?;
        table
    } else {
        text
    };
    let rest = table.trim_start_matches('"').get(KEY.len()..)?;
    let is_key = { table.trim_start_matches('"').get(..KEY.len())? }.eq_ignore_ascii_case(KEY);
    let separator = *rest.trim_start_matches('"').as_bytes().first()?;
    (is_key && matches!(separator, b',' | b';' | b'\t')).then_some((separator, table))
}

/// Whether a column's name is the tag of a language.
fn is_tag(name: &str) -> bool {
    let mut parts = name.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !name.eq_ignore_ascii_case(KEY)
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// Where the columns are.
struct CsvColumns {
    source: usize,
    target: usize,
    state: Option<usize>,
    tags: [String; 2],
    count: usize,
    unread: Vec<String>,
}

impl CsvColumns {
    fn of(head: &csv::StringRecord) -> Option<Self> {
        let names: Vec<&str> = head.iter().map(str::trim).collect();
        let mut tags = { names.iter().enumerate().skip(1) }.filter(|(_, name)| is_tag(name));
        let (source, from) = tags.next()?;
        let (target, into) = tags.next()?;
        let at = |wanted: &str| {
            names
                .iter()
                .position(|name| name.eq_ignore_ascii_case(wanted))
        };
        let (place, state) = (at(PLACE), at(STATE));
        let read = [Some(0), Some(source), Some(target), place, state];
        let unread = names.iter().enumerate();
        let unread =
            unread.filter(|(index, name)| !read.contains(&Some(*index)) && !name.is_empty());
        Some(Self {
            source,
            target,
            state,
            tags: [(*from).to_owned(), (*into).to_owned()],
            count: names.len(),
            unread: unread.map(|(_, name)| (*name).to_owned()).collect(),
        })
    }
}

/// The language that a table is translated into, from its first row.
pub(super) fn target_in(text: &str) -> Option<String> {
    let (separator, table) = beginning(text)?;
    let head = rows(table.lines().next()?, separator).ok()?;
    let [_, target] = CsvColumns::of(head.first()?)?.tags;
    Some(target)
}

fn rows(table: &str, separator: u8) -> Result<Vec<csv::StringRecord>, TranslationError> {
    check_cells(table, separator).map_err(|_| TranslationError::TooMuch)?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(table.as_bytes());
    let mut room = Allowance::default();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| TranslationError::Broken {
            key: None,
            reason: error.to_string(),
        })?;
        for cell in &record {
            room.take(cell).map_err(|_| TranslationError::TooMuch)?;
        }
        rows.push(record);
    }
    Ok(rows)
}

/// Reads a table, of whose encoding the name is given where that is not Unicode.
pub(super) fn read(
    text: &str,
    legacy: Option<&'static str>,
) -> Result<TranslationFile, TranslationError> {
    let (separator, table) = beginning(text).ok_or(TranslationError::Unknown)?;
    let rows = rows(table, separator)?;
    // Every quotation mark that opens a cell is closed, and one within it stands twice.
    if table.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
        let last = rows.last().and_then(|row| row.get(0));
        return Err(TranslationError::Half(last.map(str::to_owned)));
    }
    let (head, rows) = rows.split_first().ok_or(TranslationError::Unknown)?;
    let columns = CsvColumns::of(head).ok_or(TranslationError::Columns)?;
    let [source, target] = columns.tags.clone();
    let mut file = TranslationFile {
        survey: None,
        source,
        target,
        legacy,
        unread: columns.unread.clone(),
        texts: Vec::new(),
        left: Vec::new(),
    };
    let mut seen = BTreeSet::new();
    for (index, row) in rows.iter().enumerate() {
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let key = row.get(0).unwrap_or_default().trim();
        // Empty cells behind the last column are no cells.
        let is_whole =
            row.len() >= columns.count && row.iter().skip(columns.count).all(str::is_empty);
        let why = if key.is_empty() {
            Some(TranslationWhy::NoKey)
        } else if !is_whole {
            Some(TranslationWhy::Cells)
        } else if !seen.insert(key) {
            Some(TranslationWhy::Twice)
        } else {
            None
        };
        if let Some(why) = why {
            let key = if key.is_empty() {
                // The first row has the columns' names.
                (index + 2).to_string()
            } else {
                key.to_owned()
            };
            file.left.push(LeftText { key, why });
            continue;
        }
        let state = columns.state.and_then(|state| row.get(state));
        file.texts.push(FileText {
            key: key.to_owned(),
            source: row.get(columns.source).map(plain),
            target: row.get(columns.target).map(plain).unwrap_or_default(),
            is_done: state
                .is_some_and(|state| state.trim().eq_ignore_ascii_case(Progress::Done.name())),
        });
    }
    Ok(file)
}
