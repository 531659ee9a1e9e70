//! Which program a file is from, and the one way in.

mod formbricks;
mod google_forms;
mod limesurvey;
mod lss;
mod qsf;
mod surveyjs;
mod typeform;
mod xlsform;

use sotto_survey::Json;

use crate::{
    builder::{Builder, Made},
    container::{Packed, packed, read_xml},
    error::ImportError,
    report::{Class, Line, Summary},
    tree::{Tree, leftovers, read_json},
};

/// The most bytes of a file.
const LONGEST: usize = 16_777_216;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SurveyJS's JSON.
    SurveyJs,
    /// XLSForm, as ODK and KoboToolbox have it: a workbook, or its sheets in one file of text.
    XlsForm,
    /// Qualtrics' QSF.
    Qsf,
    /// LimeSurvey's structure (`.lss`), archive (`.lsa`) or tab-separated text.
    LimeSurvey,
    /// Formbricks' JSON.
    Formbricks,
    /// A form as Google's Forms API gives it.
    GoogleForms,
    /// A form as Typeform's Create API gives it.
    Typeform,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 7] = [
        Self::SurveyJs,
        Self::XlsForm,
        Self::Qsf,
        Self::LimeSurvey,
        Self::Formbricks,
        Self::GoogleForms,
        Self::Typeform,
    ];

    /// The name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SurveyJs => "surveyjs",
            Self::XlsForm => "xlsform",
            Self::Qsf => "qsf",
            Self::LimeSurvey => "limesurvey",
            Self::Formbricks => "formbricks",
            Self::GoogleForms => "google-forms",
            Self::Typeform => "typeform",
        }
    }

    /// The name in a sentence.
    const fn title(self) -> &'static str {
        match self {
            Self::SurveyJs => "SurveyJS JSON",
            Self::XlsForm => "an XLSForm",
            Self::Qsf => "QSF",
            Self::LimeSurvey => "a LimeSurvey survey",
            Self::Formbricks => "Formbricks JSON",
            Self::GoogleForms => "Google Forms JSON",
            Self::Typeform => "Typeform JSON",
        }
    }

    fn broken(self, reason: impl Into<String>) -> ImportError {
        ImportError::Broken {
            format: self.title(),
            reason: reason.into(),
        }
    }
}

/// What a file became.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// What it was.
    pub format: Format,
    /// A draft: publish it once you looked through it.
    pub draft: Json,
    /// What became of it, in few words.
    pub summary: Summary,
    /// What became of each thing in the file: question by question, then what many have in common.
    pub report: Vec<Line>,
}

impl Imported {
    /// The draft as text.
    #[must_use]
    pub fn written(&self) -> String {
        // What was read as JSON, or made here, can be written.
        serde_json::to_string_pretty(&self.draft).unwrap_or_default()
    }
}

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
        return Err(ImportError::Container(
            "an old or a protected workbook (.xls): save it as an Excel workbook (.xlsx) without a password",
        ));
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
            return Err(ImportError::Container(
                "one sheet of an XLSForm as separated text: give the whole workbook (.xlsx), whose other sheets have the options",
            ));
        }
        if columns.contains(&"list_name") || columns.contains(&"form_title") {
            return Err(ImportError::Container(
                "one sheet of an XLSForm as separated text, and not that of the questions: give the whole workbook (.xlsx)",
            ));
        }
    }
    if matches!(&*head, "survey" | "| survey |" | "|survey|") {
        return xlsform::read_text(text, stem);
    }
    Err(ImportError::Unknown)
}

fn archived(bytes: &[u8], stem: &str) -> Result<Imported, ImportError> {
    let workbook = |reason: String| ImportError::Broken {
        format: "a workbook or an archive",
        reason,
    };
    match packed(bytes).map_err(workbook)? {
        Packed::Workbook => xlsform::read_workbook(bytes, stem),
        Packed::LimeSurvey(text) => xml(&text, stem),
        Packed::Other(what) => Err(ImportError::Container(what)),
    }
}

fn xml(text: &str, stem: &str) -> Result<Imported, ImportError> {
    if !text.contains("LimeSurveyDocType") {
        let start: String = text.chars().take(2_000).collect();
        return Err(ImportError::Container(
            if start.contains("xforms") || start.contains(":html") {
                "an XForm: give the XLSForm workbook (.xlsx) that it was made of"
            } else {
                "XML, and no LimeSurvey survey (.lss): export the survey from its program in one of the formats that are read"
            },
        ));
    }
    let tree = read_xml(text).map_err(|reason| Format::LimeSurvey.broken(reason))?;
    lss::read(&tree, stem)
}

fn json(text: &str, stem: &str, format: Option<Format>) -> Result<Imported, ImportError> {
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
fn json_format(tree: &Tree) -> Option<Format> {
    let first_has = |list: &str, keys: &[&str]| {
        let mut all = tree.get(list).into_iter().flat_map(Tree::peek_elements);
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
    if tree.get("fields").is_some_and(Tree::is_list) {
        return Some(Format::Typeform);
    }
    let is_surveyjs = ["pages", "elements", "questions"]
        .into_iter()
        .any(|key| tree.get(key).is_some_and(Tree::is_list));
    is_surveyjs.then_some(Format::SurveyJs)
}

/// The end of every reader: what is left over is told, and the draft made.
fn whole(
    format: Format,
    tree: &Tree,
    mut builder: Builder,
    class: fn(&str) -> Class,
    stem: &str,
) -> Result<Imported, ImportError> {
    builder.report.left_over(leftovers(tree), class);
    let Made {
        draft,
        lines,
        questions,
        pages,
        languages,
        serves,
    } = builder.finish(stem);
    if questions == 0 {
        return Err(ImportError::Nothing { report: lines });
    }
    let summary = Summary::new(&lines, pages, languages, serves);
    Ok(Imported {
        format,
        draft,
        summary,
        report: lines,
    })
}
