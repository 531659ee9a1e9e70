//! Which program a file is from, and the one way in.

use super::{
    Format, Imported, formbricks, google_forms, limesurvey, lss, qsf, surveyjs, typeform, xlsform,
};
use crate::{
    container::{Packed, packed, read_xml},
    error::{Container, ImportError},
    tree::{FileTree, read_json},
};

/// The most bytes of a file.
const LONGEST: usize = 16_777_216;

/// Makes a draft of a file, of the format that is named or else seems to be its own. Where the file names
/// the survey nowhere, the draft is called by the file's own name.
///
/// # Errors
/// When nothing of it can be taken, and why.
pub fn import(bytes: &[u8], name: &str, format: Option<Format>) -> Result<Imported, ImportError> {
    if bytes.len() > LONGEST {
        return Err(ImportError::TooLong);
    }
    let stem = stem(name);
    if bytes.starts_with(b"PK\x03\x04") {
        return archived(bytes, stem);
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(ImportError::Container(Container::OldWorkbook));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(ImportError::Utf16);
    }
    let text = str::from_utf8(bytes).map_err(|_| ImportError::Encoding)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\0') {
        return Err(ImportError::Encoding);
    }
    let start = text.trim_start();
    if start.starts_with('<') {
        return xml(text, stem);
    }
    if start.starts_with(['{', '['])
        && !matches!(format, Some(Format::XlsForm | Format::LimeSurvey))
    {
        return json(text, stem, format);
    }
    match format {
        Some(Format::XlsForm) => xlsform::read_text(text, stem),
        Some(Format::LimeSurvey) => limesurvey::read_text(text, stem),
        Some(format) => Err(format.broken("it is no JSON: that begins with \"{\"")),
        None => guessed(start, text, stem),
    }
}

/// The file's name without folder and ending.
fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// Separated text tells what it is in its first line.
fn guessed(start: &str, text: &str, stem: &str) -> Result<Imported, ImportError> {
    let head = start.lines().next().unwrap_or_default().to_lowercase();
    let columns = |sign: char| -> Vec<&str> {
        head.split(sign)
            .map(|one| one.trim().trim_matches('"'))
            .collect()
    };
    if columns('\t').contains(&"class") {
        return limesurvey::read_text(text, stem);
    }
    for sign in [',', ';', '\t'] {
        let columns = columns(sign);
        if columns.contains(&"type") && columns.contains(&"name") {
            return Err(ImportError::Container(Container::Sheet));
        }
        if columns.contains(&"list_name") || columns.contains(&"form_title") {
            return Err(ImportError::Container(Container::OtherSheet));
        }
    }
    if matches!(&*head, "survey" | "| survey |" | "|survey|") {
        return xlsform::read_text(text, stem);
    }
    Err(ImportError::Unknown)
}

fn archived(bytes: &[u8], stem: &str) -> Result<Imported, ImportError> {
    let workbook = |reason: String| ImportError::Broken {
        format: "format-packed",
        reason,
    };
    match packed(bytes).map_err(workbook)? {
        Packed::Workbook(macros) => xlsform::read_workbook(bytes, macros.as_deref(), stem),
        Packed::LimeSurvey(text) => xml(&text, stem),
        Packed::Other(what) => Err(ImportError::Container(what)),
    }
}

fn xml(text: &str, stem: &str) -> Result<Imported, ImportError> {
    if !text.contains("LimeSurveyDocType") {
        let start: String = text.chars().take(2_000).collect();
        return Err(ImportError::Container(
            if start.contains("xforms") || start.contains(":html") {
                Container::XForm
            } else {
                Container::Xml
            },
        ));
    }
    let tree = read_xml(text).map_err(|reason| Format::LimeSurvey.broken(reason))?;
    lss::read(&tree, stem)
}

fn json(text: &str, stem: &str, format: Option<Format>) -> Result<Imported, ImportError> {
    // JSON has a quotation mark before a name, or no name.
    let within = text.trim_start().strip_prefix('{').map(str::trim_start);
    let begins_a_name = |sign: char| sign.is_alphabetic() || matches!(sign, '\'' | '_' | '$');
    if within.is_some_and(|within| within.starts_with(begins_a_name)) {
        return Err(ImportError::Container(Container::JavaScript));
    }
    let broken = |reason: String| format.unwrap_or(Format::SurveyJs).broken(reason);
    let tree = read_json(text).map_err(broken)?;
    let format = format.or_else(|| json_format(&tree));
    match format.ok_or(ImportError::Unknown)? {
        Format::Qsf => qsf::read(&tree, stem),
        Format::Formbricks => formbricks::read(&tree, stem),
        Format::GoogleForms => google_forms::read(&tree, stem),
        Format::Typeform => typeform::read(&tree, stem),
        Format::SurveyJs | Format::XlsForm | Format::LimeSurvey => surveyjs::read(&tree, stem),
    }
}

/// Which program wrote the JSON, by what only it writes.
fn json_format(tree: &FileTree) -> Option<Format> {
    let first_has = |list: &str, keys: &[&str]| {
        let mut all = tree.get(list).into_iter().flat_map(FileTree::peek_elements);
        all.any(|one| keys.iter().any(|key| one.get(key).is_some()))
    };
    if tree.get("SurveyElements").is_some() {
        return Some(Format::Qsf);
    }
    let survey = tree.get("data").unwrap_or(tree);
    if first_has("questions", &["headline"]) || formbricks::is_one(survey) {
        return Some(Format::Formbricks);
    }
    if first_has(
        "items",
        &[
            "questionItem",
            "questionGroupItem",
            "pageBreakItem",
            "textItem",
        ],
    ) || tree.get("formId").is_some()
    {
        return Some(Format::GoogleForms);
    }
    if tree.get("fields").is_some_and(FileTree::is_list) {
        return Some(Format::Typeform);
    }
    let is_surveyjs = ["pages", "elements", "questions"]
        .into_iter()
        .any(|key| tree.get(key).is_some_and(FileTree::is_list));
    is_surveyjs.then_some(Format::SurveyJs)
}
