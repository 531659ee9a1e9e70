//! `sotto submit`.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use rand::seq::SliceRandom as _;
use serde::Deserialize;
use sotto_api::{
    Outcome,
    client::{Client, ClientError},
};
use sotto_log as log;
use sotto_survey::{Identifier, InvalidIdentifier};
use thiserror::Error;

use super::ending::{failure, in_runtime, say_on_stdout};
use crate::{generator::generator, simulate::insist};

/// Hand in copies that were taken out of a kiosk as a file
///
/// A kiosk is a device on which several people answer, perhaps without network. Its copies are posted one after the
/// other in a drawn order. A copy that was handed in before, from the device or from a file, counts once.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  sotto submit sotto-copies-census.json --url http://127.0.0.1:8080

Exit code: 0 when every copy is counted, 1 when not, 2 for a wrong call.")]
pub(super) struct Submit {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The collector, such as http://127.0.0.1:8080
    #[arg(long, env = "SOTTO_URL")]
    url: String,
}

/// What a kiosk writes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CopiesFile {
    /// Says what kind of file it is.
    sotto: Kind,
    /// The id of the survey.
    survey: String,
    /// Each copy's body, to the byte.
    copies: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Copies,
}

/// Why copies were not handed in.
#[derive(Debug, Error)]
enum SubmitError {
    #[error("{file} cannot be read: {error}")]
    Unreadable { file: String, error: io::Error },
    #[error(
        "{file} is no file of copies, as a kiosk gives it by “Take them out as a file”: {error}"
    )]
    NoCopies {
        file: String,
        error: serde_json::Error,
    },
    #[error("the file names a survey that there cannot be: {0}")]
    Survey(#[from] InvalidIdentifier),
    #[error("this system gives no randomness, by which the order is drawn: {0}")]
    Randomness(#[from] rand::rngs::SysError),
    #[error(transparent)]
    Client(#[from] ClientError),
}

/// What became of copies.
#[derive(Debug, Default, PartialEq, Eq)]
struct HandedIn {
    counted: usize,
    counted_before: usize,
    /// Why each of the others was not taken.
    refused: Vec<String>,
}

impl HandedIn {
    fn note(&mut self, answer: Result<Outcome, ClientError>) -> Result<(), ClientError> {
        match answer {
            Ok(Outcome::Counted) => self.counted += 1,
            Ok(Outcome::CountedBefore) => self.counted_before += 1,
            Err(error) if error.is_temporary() => return Err(error),
            Err(error) => self.refused.push(error.to_string()),
        }
        Ok(())
    }

    fn sentence(&self) -> String {
        let accepted = self.counted + self.counted_before;
        let all = accepted + self.refused.len();
        format!(
            "{accepted} of {all} copies accepted: {} counted now, {} counted before. {} refused.",
            self.counted,
            self.counted_before,
            self.refused.len()
        )
    }
}

impl Submit {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            let mut handed_in = HandedIn::default();
            let ended = self.hand_in(&mut handed_in).await;
            let mut reasons = handed_in.refused.clone();
            reasons.sort();
            reasons.dedup();
            for reason in reasons {
                log::say(format_args!("refused: {reason}"));
            }
            match ended {
                Ok(()) => {
                    let said = say_on_stdout(&handed_in.sentence());
                    if handed_in.refused.is_empty() {
                        said
                    } else {
                        ExitCode::FAILURE
                    }
                }
                Err(error @ SubmitError::Client(_)) => {
                    log::say(handed_in.sentence());
                    failure(error)
                }
                Err(error) => failure(error),
            }
        })
    }

    async fn hand_in(&self, handed_in: &mut HandedIn) -> Result<(), SubmitError> {
        let CopiesFile {
            sotto: Kind::Copies,
            survey,
            mut copies,
        } = read(&self.file)?;
        let survey: Identifier = survey.parse()?;
        let client = Client::new(&self.url)?;
        copies.shuffle(&mut generator(None)?);
        for body in copies {
            handed_in.note(insist(&client, &survey, body).await)?;
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<CopiesFile, SubmitError> {
    let name = || file.display().to_string();
    let text = if file.as_os_str() == "-" {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(file)
    };
    let text = text.map_err(|error| SubmitError::Unreadable {
        file: name(),
        error,
    })?;
    serde_json::from_str(&text).map_err(|error| SubmitError::NoCopies {
        file: name(),
        error,
    })
}
