//! `sotto check`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sotto_survey::Survey;

use super::{
    ending::{failure, say_on_stdout},
    pictures::Pictures,
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
    /// The folder in which its pictures lie: each is told as the survey's file names it
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
}

impl Check {
    pub(super) fn run(self) -> ExitCode {
        match SurveyText::to_publish(&self.file) {
            Ok(read) => {
                let survey = &read.survey;
                let pictures = match self.told(survey) {
                    Ok(told) => told,
                    Err(error) => return failure(error),
                };
                let reported = survey.reported_questions().count();
                let questions = if reported == 1 {
                    "question"
                } else {
                    "questions"
                };
                say_on_stdout(&format!(
                    "{} is a valid survey: \"{}\", version {}, {reported} {questions}.\n\
                     Somebody who answers it all loses at most ε = {} of privacy; the file declares {}.{}{pictures}",
                    self.file.display(),
                    survey.id(),
                    survey.version(),
                    survey.privacy_loss(),
                    survey.epsilon(),
                    nominal(survey),
                ))
            }
            // Whoever writes the survey needs the pictures' hashes before it is valid.
            Err(error) => failure(format_args!(
                "{}: {error}{}",
                self.file.display(),
                self.in_folder()
            )),
        }
    }

    /// What lies in the folder, if one was named, each on a line of its own; or why that cannot be told.
    fn in_folder(&self) -> String {
        let lines = self
            .pictures
            .as_deref()
            .map(|folder| match Pictures::in_folder(folder) {
                Ok(found) => found.lines(),
                Err(error) => vec![error.to_string()],
            });
        let below_each_other = [vec![String::new()], lines.unwrap_or_default()].concat();
        below_each_other.join("\n")
    }

    /// What lies in the folder, if one was named, and whether all that the survey names does.
    ///
    /// # Errors
    /// The words that say why not.
    fn told(&self, survey: &Survey) -> Result<String, String> {
        let Some(folder) = &self.pictures else {
            return Ok(String::new());
        };
        let found = Pictures::in_folder(folder).map_err(|error| error.to_string())?;
        let lines = found.lines();
        let named = found
            .of(survey)
            .map_err(|error| format!("{error}\n{}", lines.join("\n")))?;
        let count = named.len();
        Ok(format!(
            "\nAll pictures that it names lie in {}: {count}.\n{}",
            folder.display(),
            lines.join("\n")
        ))
    }
}

/// That what some questions cost is nominal, where the protection is a secret of each person's own.
fn nominal(survey: &Survey) -> String {
    let reported = survey.reported_questions();
    let by_secrets = reported.filter(|question| question.shape().own_secret().is_some());
    let names: Vec<_> = by_secrets
        .map(|question| format!("{:?}", question.id().as_str()))
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "\nOf {} the cost is nominal: it rests on a secret of each person's own, and holds only while nobody else knows it and it says nothing about the answer.",
        names.join(", ")
    )
}
