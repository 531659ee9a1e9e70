//! `sotto import`.

use std::{fs, path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum};
use sotto_collector::log;
use sotto_import::Format;

use super::ending::{failure, say_on_stdout};

/// Make a survey of a file of another program: the survey on standard output, a report on standard error
///
/// The report says of everything in the file what became of it, why, and what to do instead. The survey is a
/// draft: look through it, in the studio or with `sotto check`, before you publish it.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The file: SurveyJS JSON, an XLSForm workbook, Qualtrics' QSF, or LimeSurvey's tab-separated text
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Which of them it is [default: what it seems to be]
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<From>,
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
}

impl From {
    const fn format(self) -> Format {
        match self {
            Self::SurveyJs => Format::SurveyJs,
            Self::XlsForm => Format::XlsForm,
            Self::Qsf => Format::Qsf,
            Self::LimeSurvey => Format::LimeSurvey,
        }
    }
}

impl Import {
    pub(super) fn run(self) -> ExitCode {
        let file = self.file.display();
        let bytes = match fs::read(&self.file) {
            Ok(bytes) => bytes,
            Err(error) => return failure(format_args!("{file} cannot be read: {error}")),
        };
        match sotto_import::import(&bytes, self.from.map(From::format)) {
            Ok(imported) => {
                for line in &imported.report {
                    log::say(format_args!("{line}"));
                }
                say_on_stdout(&imported.written())
            }
            Err(error) => failure(format_args!("{file}: {error}")),
        }
    }
}
