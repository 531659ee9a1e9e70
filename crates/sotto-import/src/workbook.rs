//! Workbooks: the sheets of an .xlsx, as texts. Formulas are not computed: what was shown last is taken.

use std::{
    borrow::Cow,
    io::{Cursor, Read},
};

use zip::ZipArchive;

use crate::{
    bounds::Room,
    error::ImportError,
    tables::{Cells, MOST_ROWS},
    xlsform::Sheets,
};

/// What an entry may hold once it is unpacked: enough for a form, too little for a bomb.
const LONGEST_ENTRY: u64 = 16_777_216;

/// More columns than any form has.
const MOST_COLUMNS: usize = 1_000;

pub(crate) fn sheets(bytes: &[u8]) -> Result<Sheets, ImportError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let shared = match entry(&mut archive, "xl/sharedStrings.xml") {
        Ok(text) => elements(&text, "si").map(texts).collect(),
        // A workbook without texts has none.
        Err(_) => Vec::new(),
    };
    let workbook = entry(&mut archive, "xl/workbook.xml")?;
    let links = entry(&mut archive, "xl/_rels/workbook.xml.rels")?;
    let mut found = Sheets::new();
    let mut room = Room::default();
    for tag in tags(&workbook, "sheet").take(20) {
        let name = attribute(tag, "name").unwrap_or_default().to_lowercase();
        if !matches!(&*name, "survey" | "choices" | "settings") {
            continue;
        }
        let link = attribute(tag, "r:id").unwrap_or_default();
        let target = tags(&links, "Relationship")
            .find(|tag| attribute(tag, "Id").is_some_and(|id| id == link))
            .and_then(|tag| attribute(tag, "Target"));
        let Some(target) = target else { continue };
        let path = match target.strip_prefix('/') {
            Some(whole) => whole.to_owned(),
            None => format!("xl/{target}"),
        };
        let sheet = entry(&mut archive, &path)?;
        found.insert(name, rows(&sheet, &shared, &mut room)?);
    }
    Ok(found)
}

fn broken(reason: &dyn std::fmt::Display) -> ImportError {
    ImportError::Broken {
        format: "a workbook",
        reason: reason.to_string(),
    }
}

/// An entry's text, unless it is longer than any form.
fn entry(archive: &mut ZipArchive<Cursor<&[u8]>>, path: &str) -> Result<String, ImportError> {
    let file = archive.by_name(path).map_err(|error| broken(&error))?;
    let mut text = String::new();
    let mut limited = file.take(LONGEST_ENTRY + 1);
    limited
        .read_to_string(&mut text)
        .map_err(|error| broken(&error))?;
    if text.len() as u64 > LONGEST_ENTRY {
        return Err(broken(&"what it holds is more than 16 MB once unpacked"));
    }
    if text.contains("<!DOCTYPE") || text.contains("<!ENTITY") {
        return Err(broken(&"it declares entities, which no workbook needs"));
    }
    Ok(text)
}

fn rows(sheet: &str, shared: &[String], room: &mut Room) -> Result<Vec<Cells>, ImportError> {
    let mut rows = Vec::new();
    for row in elements(sheet, "row") {
        if rows.len() > MOST_ROWS {
            return Err(broken(&format!("it has more than {MOST_ROWS} rows")));
        }
        let mut cells = Cells::new();
        let mut next = 0;
        for (tag, inside) in with_tags(row.1, "c") {
            let column = attribute(tag, "r").map_or(next, |name| column(&name));
            next = column + 1;
            if column >= MOST_COLUMNS {
                continue;
            }
            let value = elements(inside, "v")
                .next()
                .map(|(_, value)| unescaped(value));
            let text = match attribute(tag, "t").as_deref() {
                Some("s") => {
                    let index = value.and_then(|value| value.parse::<usize>().ok());
                    let shared = index.and_then(|index| shared.get(index));
                    shared.map(|text| Cow::Borrowed(text.as_str()))
                }
                Some("inlineStr") => Some(texts(("", inside)).into()),
                Some("b") => value.map(|value| if value == "1" { "true" } else { "false" }.into()),
                _ => value.map(Cow::Owned),
            };
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                room.take(&text).map_err(|error| broken(&error))?;
                cells.push((column, text.into_owned()));
            }
        }
        rows.push(cells);
    }
    Ok(rows)
}

/// The index of a cell's column: of "AB12" that of AB.
fn column(name: &str) -> usize {
    let letters = name.bytes().take_while(u8::is_ascii_uppercase).take(4);
    let number = letters.fold(0, |number, letter| {
        number * 26 + usize::from(letter - b'A') + 1
    });
    number.saturating_sub(1)
}

/// All texts in an element, one behind the other.
fn texts((_, inside): (&str, &str)) -> String {
    let parts = elements(inside, "t").map(|(_, text)| unescaped(text));
    parts.collect()
}

/// The tags of that name.
fn tags<'a>(xml: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    with_tags(xml, name).map(|(tag, _)| tag)
}

fn elements<'a>(xml: &'a str, name: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    with_tags(xml, name)
}

/// The elements of that name, which never stand in one another here: each one's tag, and what is inside.
fn with_tags<'a>(xml: &'a str, name: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let mut rest = xml;
    std::iter::from_fn(move || {
        loop {
            let open = rest.find('<')?;
            let after = rest.get(open + 1..)?;
            let (tag, inside) = after.split_once('>')?;
            rest = inside;
            let is_it = tag.strip_prefix(name).is_some_and(|rest| {
                rest.is_empty() || rest.starts_with([' ', '/', '\n', '\r', '\t'])
            });
            if !is_it {
                continue;
            }
            if tag.ends_with('/') {
                return Some((tag, ""));
            }
            let end = format!("</{name}>");
            let (inside, after) = inside.split_once(&*end)?;
            rest = after;
            return Some((tag, inside));
        }
    })
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let at = tag.find(&format!(" {name}=\""))?;
    let value = tag.get(at + name.len() + 3..)?.split('"').next()?;
    Some(unescaped(value))
}

fn unescaped(text: &str) -> String {
    let known = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#10;", "\n"),
        ("&amp;", "&"),
    ];
    let mut text = text.to_owned();
    for (entity, plain) in known {
        text = text.replace(entity, plain);
    }
    text
}
