//! What a file became, whatever its format is.

use sotto_survey::Json;

use crate::{
    builder::{Builder, DraftPlace, Made},
    error::ImportError,
    report::{ImportLine, InternalKeys, Summary},
    tree::{FileTree, leftovers},
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

    /// The key of the name in a sentence.
    const fn key(self) -> &'static str {
        match self {
            Self::SurveyJs => "format-surveyjs",
            Self::XlsForm => "format-xlsform",
            Self::Qsf => "format-qsf",
            Self::LimeSurvey => "format-limesurvey",
            Self::Formbricks => "format-formbricks",
            Self::GoogleForms => "format-google-forms",
            Self::Typeform => "format-typeform",
        }
    }

    pub(super) fn broken(self, reason: impl Into<String>) -> ImportError {
        ImportError::Broken {
            format: self.key(),
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
    pub report: Vec<ImportLine>,
    /// Where in the draft what a line names is.
    places: Vec<DraftPlace>,
}

impl Imported {
    /// The draft as text for people to read.
    #[must_use]
    pub fn written(&self) -> String {
        // What was read as JSON, or made here, can be written.
        serde_json::to_string_pretty(&self.draft).unwrap_or_default()
    }

    /// The same for a program to read, without blanks.
    #[must_use]
    pub fn compact(&self) -> String {
        serde_json::to_string(&self.draft).unwrap_or_default()
    }

    /// The id of the question that a line means by what it names: of several that one became, the first.
    #[must_use]
    pub fn question_of(&self, what: &str) -> Option<&str> {
        let of_pointer = || {
            let index = what.strip_prefix("/questions/")?.split('/').next()?;
            self.places.get(index.parse::<usize>().ok()?)
        };
        let named = |is: &dyn Fn(&str) -> bool| {
            let mut places = self.places.iter();
            places.find(|place| place.names.iter().any(|name| is(name)))
        };
        // What a question is made into has its name, and more behind it.
        let is_part = |name: &str| {
            name.strip_prefix(what)
                .is_some_and(|rest| rest.starts_with(['_', '.', '#', ' ']))
        };
        let place = named(&|name| name == what)
            .or_else(of_pointer)
            .or_else(|| named(&is_part));
        place.map(|place| &*place.id)
    }
}

/// The end of every reader: what is left over is told, and the draft made.
pub(super) fn whole(
    format: Format,
    tree: &FileTree,
    mut builder: Builder,
    keys: InternalKeys,
    stem: &str,
) -> Result<Imported, ImportError> {
    builder.report.left_over(leftovers(tree), keys);
    let Made {
        draft,
        lines,
        pages,
        languages,
        serves,
        places,
    } = builder.finish(stem);
    let summary = Summary::new(&lines, pages, languages, serves);
    // Words alone are no survey: nobody is asked anything.
    if summary.questions == 0 {
        return Err(ImportError::Nothing { report: lines });
    }
    Ok(Imported {
        format,
        draft,
        summary,
        report: lines,
        places,
    })
}
