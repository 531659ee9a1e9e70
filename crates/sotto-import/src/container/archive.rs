//! Zip archives, within bounds on what they unpack to.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::error::Container;

/// What an entry may hold once it is unpacked: enough for a form, too little for a bomb.
const LONGEST: u64 = 16_777_216;

/// What all entries may hold together.
const LONGEST_TOGETHER: u64 = 33_554_432;

/// The most entries.
const MOST_ENTRIES: usize = 1_000;

/// The most tags of a part that a reader of workbooks holds as a whole.
const MOST_TAGS: usize = 1_600_000;

/// What an archive is.
#[derive(Debug)]
pub(crate) enum Packed {
    /// A workbook, whose parts are within bounds, and the part of it that holds macros.
    Workbook(Option<String>),
    /// The survey in LimeSurvey's archive, as XML.
    LimeSurvey(String),
    /// Something that is not read.
    Other(Container),
}

/// What an archive holds.
///
/// # Errors
/// When it cannot be read, or unpacks to too much.
pub(crate) fn packed(bytes: &[u8]) -> Result<Packed, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    if archive.len() > MOST_ENTRIES {
        return Err(format!("it has more than {MOST_ENTRIES} parts"));
    }
    let names: Vec<String> = { archive.file_names() }
        .filter_map(|name| Some(name.ok()?.into_owned()))
        .collect();
    let has = |name: &str| names.iter().any(|one| one.eq_ignore_ascii_case(name));
    if let Some(name) = names
        .iter()
        .find(|name| name.to_lowercase().ends_with(".lss"))
    {
        let mut text = String::new();
        let file = archive.by_name(name).map_err(|error| error.to_string())?;
        file.take(LONGEST + 1)
            .read_to_string(&mut text)
            .map_err(|error| error.to_string())?;
        if text.len() as u64 > LONGEST {
            return Err(too_long());
        }
        return Ok(Packed::LimeSurvey(text));
    }
    if has("xl/workbook.bin") {
        return Ok(Packed::Other(Container::BinaryWorkbook));
    }
    if names.iter().any(|name| name == "content.xml") {
        return Ok(Packed::Other(Container::OpenDocument));
    }
    if !has("xl/workbook.xml") && !names.iter().any(|name| name.ends_with("workbook.xml")) {
        return Ok(Packed::Other(Container::Archive));
    }
    check_parts(&mut archive)?;
    let is_macros = |name: &String| name.to_lowercase().ends_with("vbaproject.bin");
    Ok(Packed::Workbook(names.into_iter().find(is_macros)))
}

/// Unpacks every part once, so that none is more than it may be when it is read.
fn check_parts(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<(), String> {
    let mut together = 0;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| error.to_string())?;
        // A name that cannot be read is that of nothing that is.
        let name = file
            .name()
            .map(std::borrow::Cow::into_owned)
            .unwrap_or_default();
        let is_markup = [".xml", ".rels"].iter().any(|end| name.ends_with(end));
        let is_sheet = name.contains("worksheets/");
        let mut limited = file.take(LONGEST + 1);
        let (mut length, mut tags) = (0_u64, 0_usize);
        let mut declares = DoctypeScan::default();
        let mut buffer = [0; 16_384];
        loop {
            let read = limited
                .read(&mut buffer)
                .map_err(|error| error.to_string())?;
            let Some(part) = buffer.get(..read).filter(|part| !part.is_empty()) else {
                break;
            };
            length += part.len() as u64;
            tags += count(part, b'<');
            if is_markup && declares.sees(part) {
                return Err("it declares entities, which no workbook needs".to_owned());
            }
        }
        together += length;
        if length > LONGEST || together > LONGEST_TOGETHER {
            return Err(too_long());
        }
        if is_markup && !is_sheet && tags > MOST_TAGS {
            return Err("one of its parts has more than 1.6 million tags".to_owned());
        }
    }
    Ok(())
}

#[expect(
    clippy::naive_bytecount,
    reason = "a crate of its own would save a thousandth of a second"
)]
fn count(bytes: &[u8], sought: u8) -> usize {
    bytes.iter().filter(|byte| **byte == sought).count()
}

fn too_long() -> String {
    "what it holds is more than 16 MB once unpacked".to_owned()
}

/// Looks for `<!DOCTYPE` and `<!ENTITY`, also where they are cut.
#[derive(Debug, Default)]
struct DoctypeScan {
    tail: Vec<u8>,
}

impl DoctypeScan {
    fn sees(&mut self, part: &[u8]) -> bool {
        const WORDS: [&[u8]; 2] = [b"<!DOCTYPE", b"<!ENTITY"];
        self.tail.extend_from_slice(part);
        let found = WORDS.iter().any(|word| {
            self.tail
                .windows(word.len())
                .any(|window| window.eq_ignore_ascii_case(word))
        });
        let keep = self.tail.len().saturating_sub(16);
        self.tail.drain(..keep);
        found
    }
}
