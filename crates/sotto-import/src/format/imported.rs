//! What a file became, whatever its format is.

use sotto_survey::Json;

use crate::{
    builder::{Builder, Made},
    error::ImportError,
    report::{InternalKeys, Line, Summary},
    tree::{Tree, leftovers},
};

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

    pub(super) fn broken(self, reason: impl Into<String>) -> ImportError {
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

/// The end of every reader: what is left over is told, and the draft made.
pub(super) fn whole(
    format: Format,
    tree: &Tree,
    mut builder: Builder,
    keys: InternalKeys,
    stem: &str,
) -> Result<Imported, ImportError> {
    builder.report.left_over(leftovers(tree), keys);
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
