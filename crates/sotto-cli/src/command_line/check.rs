//! `sotto check`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use super::{
    ending::{failure, say_on_stdout},
    survey_text::SurveyText,
};

/// Check a survey's file: everything that is wrong with it at once, or what it costs respondents
///
/// Nothing is sent anywhere. `sotto publish` checks the same before it publishes.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The survey's file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Check {
    pub(super) fn run(self) -> ExitCode {
        match SurveyText::to_publish(&self.file) {
            Ok(read) => {
                let survey = &read.survey;
                let reported = survey.reported_questions().count();
                let questions = if reported == 1 {
                    "question"
                } else {
                    "questions"
                };
                say_on_stdout(&format!(
                    "{} is a valid survey: \"{}\", version {}, {reported} {questions}.\n\
                     Somebody who answers it all loses at most ε = {} of privacy; the file declares {}.",
                    self.file.display(),
                    survey.id(),
                    survey.version(),
                    survey.privacy_loss(),
                    survey.epsilon(),
                ))
            }
            Err(error) => failure(format_args!("{}: {error}", self.file.display())),
        }
    }
}
