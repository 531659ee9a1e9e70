//! Which program a file is from, and the one way in.

use sotto_survey::Json;

use crate::{error::ImportError, limesurvey, qsf, report::Line, surveyjs, xlsform};

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
    /// LimeSurvey's tab-separated text.
    LimeSurvey,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::SurveyJs, Self::XlsForm, Self::Qsf, Self::LimeSurvey];

    /// The name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SurveyJs => "surveyjs",
            Self::XlsForm => "xlsform",
            Self::Qsf => "qsf",
            Self::LimeSurvey => "limesurvey",
        }
    }
}

/// What a file became.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// What it was.
    pub format: Format,
    /// A draft: it may have faults still, such as texts that are missing in a language.
    pub draft: Json,
    /// What became of each thing in the file, in its order.
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

/// Makes a draft of a file, of the format that is named or else seems to be its own.
///
/// # Errors
/// When nothing of it can be taken, and why.
pub fn import(bytes: &[u8], format: Option<Format>) -> Result<Imported, ImportError> {
    if bytes.len() > LONGEST {
        return Err(ImportError::TooLong);
    }
    let is_archive = bytes.starts_with(b"PK\x03\x04");
    if is_archive && format.is_none_or(|format| format == Format::XlsForm) {
        return workbook(bytes);
    }
    let text = str::from_utf8(bytes).map_err(|_| ImportError::Encoding)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\0') {
        return Err(ImportError::Encoding);
    }
    let format = match format {
        Some(format) => format,
        None => guessed(text).ok_or(ImportError::Unknown)?,
    };
    let (draft, report) = match format {
        Format::SurveyJs => surveyjs::read(text)?,
        Format::Qsf => qsf::read(text)?,
        Format::LimeSurvey => limesurvey::read(text)?,
        Format::XlsForm => xlsform::read_text(text)?,
    };
    whole(format, draft, report)
}

#[cfg(feature = "xlsx")]
fn workbook(bytes: &[u8]) -> Result<Imported, ImportError> {
    let sheets = crate::workbook::sheets(bytes)?;
    let (draft, report) = xlsform::read(&sheets)?;
    whole(Format::XlsForm, draft, report)
}

#[cfg(not(feature = "xlsx"))]
fn workbook(_: &[u8]) -> Result<Imported, ImportError> {
    Err(ImportError::Workbook)
}

fn whole(format: Format, draft: Json, report: Vec<Line>) -> Result<Imported, ImportError> {
    let has_questions = match &draft {
        Json::Object(fields) => fields.iter().any(|(name, value)| {
            name == "questions" && matches!(value, Json::List(list) if !list.is_empty())
        }),
        _ => false,
    };
    if has_questions {
        Ok(Imported {
            format,
            draft,
            report,
        })
    } else {
        Err(ImportError::Nothing)
    }
}

fn guessed(text: &str) -> Option<Format> {
    let start = text.trim_start();
    if start.starts_with('{') {
        let is_qsf = text.contains("\"SurveyElements\"");
        return Some(if is_qsf {
            Format::Qsf
        } else {
            Format::SurveyJs
        });
    }
    let head = start.lines().next()?;
    if head.contains("class\t") || head.contains("\"class\"\t") {
        return Some(Format::LimeSurvey);
    }
    None
}
