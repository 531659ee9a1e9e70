//! `sotto compile`.

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Args;

use super::{
    ending::{ended, failure},
    survey_text::SurveyText,
};
use crate::streams::StreamError;

/// Compile a survey's file into the small form that the widget reads
///
/// For a page that serves a survey itself: <sotto-survey src="census.sotto">. A collector compiles what
/// is published there. What the file leaves open is computed, as when it is published.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  sotto compile census.json --out census.sotto")]
pub(super) struct Compile {
    /// The survey's file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where to write; standard output unless given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Compile {
    pub(super) fn run(self) -> ExitCode {
        let compiled = match SurveyText::read(&self.file) {
            Ok(read) => read.survey.compile(),
            Err(error) => return failure(format_args!("{}: {error}", self.file.display())),
        };
        let Some(out) = self.out else {
            let written = io::stdout().write_all(&compiled);
            return ended(written.map_err(StreamError::Write));
        };
        match std::fs::write(&out, compiled) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failure(format_args!("{} cannot be written: {error}", out.display())),
        }
    }
}
