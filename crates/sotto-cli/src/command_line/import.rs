//! `sotto import`.

use std::{ffi::OsStr, fs, path::PathBuf, process::ExitCode};

use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use sotto_import::{Format, ImportError, ImportLine, Language};
use sotto_log as log;

use super::ending::{failure, say_on_stdout};

/// Make a survey of a file of another program: the survey on standard output, a report on standard error
///
/// The report says of everything in the file what became of it, why, and what to do instead: first in few words,
/// then question by question, then what many have in common. The survey is a draft: look through it, in the
/// studio or with `sotto check`, before you publish it.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The file: SurveyJS JSON, an XLSForm workbook, Qualtrics' QSF, LimeSurvey's .lss, .lsa or tab-separated
    /// text, or the JSON of Formbricks, Google Forms or Typeform
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// File format [default: guessed from the content]
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<From>,

    /// Where the survey is written [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The language of the report
    #[arg(long, value_name = "TAG", value_parser = language(), default_value = "en")]
    language: Language,
}

/// The languages of a report, by their tags.
fn language() -> impl TypedValueParser<Value = Language> {
    let tags = Language::ALL.map(Language::tag);
    PossibleValuesParser::new(tags).map(|tag| Language::of_tag(&tag))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    #[value(name = "surveyjs")]
    SurveyJs,
    #[value(name = "xlsform")]
    XlsForm,
    Qsf,
    #[value(name = "limesurvey")]
    LimeSurvey,
    Formbricks,
    GoogleForms,
    Typeform,
}

impl From {
    const fn format(self) -> Format {
        match self {
            Self::SurveyJs => Format::SurveyJs,
            Self::XlsForm => Format::XlsForm,
            Self::Qsf => Format::Qsf,
            Self::LimeSurvey => Format::LimeSurvey,
            Self::Formbricks => Format::Formbricks,
            Self::GoogleForms => Format::GoogleForms,
            Self::Typeform => Format::Typeform,
        }
    }
}

fn say_lines(lines: &[ImportLine], language: Language) {
    for line in lines {
        log::say(format_args!("{}", line.said(language)));
    }
}

impl Import {
    pub(super) fn run(self) -> ExitCode {
        let file = self.file.display();
        let bytes = match fs::read(&self.file) {
            Ok(bytes) => bytes,
            Err(error) => return failure(format_args!("{file} cannot be read: {error}")),
        };
        let name = self.file.file_name().map(OsStr::to_string_lossy);
        let format = self.from.map(From::format);
        let language = self.language;
        let imported = match sotto_import::import(&bytes, &name.unwrap_or_default(), format) {
            Ok(imported) => imported,
            Err(error) => {
                if let ImportError::Nothing { report } = &error {
                    say_lines(report, language);
                }
                let said = error.said(language);
                let hint = match error {
                    ImportError::Unknown => "; name its format with --from if you know it",
                    _ => "",
                };
                return failure(format_args!("{file}: {said}{hint}"));
            }
        };
        for line in imported.summary.said(language) {
            log::say(format_args!("{line}"));
        }
        say_lines(&imported.report, language);
        let Some(out) = self.out else {
            return say_on_stdout(&imported.written());
        };
        match fs::write(&out, imported.written() + "\n") {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failure(format_args!("{} cannot be written: {error}", out.display())),
        }
    }
}
