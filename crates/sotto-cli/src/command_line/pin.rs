//! `sotto pin`.

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use sotto_api::{
    Access, PublishedHash, RelaySettings,
    client::{Client, ClientError},
};
use sotto_survey::{Identifier, InvalidIdentifier, Pin};
use thiserror::Error;

use super::{
    ending::{ended, failure, in_runtime, wrong_call},
    given_out::{GivenOutError, given_out},
    survey_text::SurveyText,
};
use crate::streams::StreamError;

/// Print the pin of a published survey: the hash of everything people are told before they answer
///
/// It covers the words in every language, options in their order, mechanisms, ε and integers, who may
/// answer, whether scrambled copies are kept one by one, and through which relay they come. A page that
/// names it takes no other survey: <sotto-survey pin="sha256-…">. Submissions, receipts and results tell
/// the same pin.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sotto pin census.json
  sotto pin census.json --access invites --keep-rows
  sotto pin census.json --relay https://relay.example/ --relay-seconds 30
  sotto pin http://127.0.0.1:8080/api/v1/surveys/census

Of a file, the pin is that of the survey as it is published with these settings; of an address, as it is published
there. Exit code: 0 when a pin was printed, 1 when not, 2 for a wrong call.")]
pub(super) struct PinArgs {
    /// The survey's file, or its address at a collector
    #[arg(value_name = "FILE|URL")]
    survey: String,
    /// Of a file: who may answer
    #[arg(long, value_name = "ACCESS", value_parser = access(), default_value = "open")]
    access: Access,
    /// Of a file: scrambled copies are kept one by one
    #[arg(long)]
    keep_rows: bool,
    /// Of a file: the address of the relay through which it is answered
    #[arg(long, value_name = "URL")]
    relay: Option<String>,
    /// For a file: devices send through the relay within this many seconds
    #[arg(long, value_name = "SECONDS", requires = "relay", default_value_t = RelaySettings::DEFAULT_SECONDS)]
    relay_seconds: u32,
}

fn access() -> impl TypedValueParser<Value = Access> {
    let find = |name: String| Access::ALL.into_iter().find(|one| one.name() == name);
    PossibleValuesParser::new(Access::ALL.map(Access::name))
        .map(move |name| find(name).unwrap_or_default())
}

#[derive(Debug, Error)]
enum PinError {
    #[error("{0} is not a survey's address: that is https://HOST/api/v1/surveys/ID")]
    Address(String),
    #[error("{0}")]
    Id(#[from] InvalidIdentifier),
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    GivenOut(#[from] GivenOutError),
}

impl PinArgs {
    pub(super) fn run(self) -> ExitCode {
        if self.survey.starts_with("http://") || self.survey.starts_with("https://") {
            return in_runtime(async {
                match published(&self.survey).await {
                    Ok(pin) => print(pin),
                    Err(error) => failure(error),
                }
            });
        }
        let seconds = self.relay_seconds;
        let relay = self.relay.map(|url| RelaySettings { url, seconds });
        if let Some(Err(error)) = relay.as_ref().map(RelaySettings::check) {
            return wrong_call(&format!("--relay: {error}"));
        }
        match SurveyText::read(Path::new(&self.survey)) {
            Ok(read) => {
                let hash = PublishedHash::new(&read.survey.compile());
                print(hash.pin_through(self.access, self.keep_rows, relay.as_ref()))
            }
            Err(error) => failure(format_args!("{}: {error}", self.survey)),
        }
    }
}

fn print(pin: Pin) -> ExitCode {
    let written = writeln!(io::stdout(), "{pin}");
    ended(written.map_err(StreamError::Write))
}

/// The pin of what a collector gives out, held against what it says.
async fn published(address: &str) -> Result<Pin, PinError> {
    let malformed = || PinError::Address(address.to_owned());
    let (base, id) = address
        .rsplit_once("/api/v1/surveys/")
        .ok_or_else(malformed)?;
    let id: Identifier = id.parse()?;
    Ok(given_out(&Client::new(base)?, &id).await?.pin)
}
