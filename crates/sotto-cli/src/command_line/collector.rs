//! The collector that a command speaks to, and the token by which it is known there.

use std::{fs, io, path::PathBuf};

use clap::Args;
use sotto_api::client::{Client, ClientError};
use thiserror::Error;

/// The flags of commands that speak to a collector.
#[derive(Clone, Debug, Args)]
pub(super) struct CollectorFlags {
    /// The collector, such as http://127.0.0.1:8080
    #[arg(long, env = "SOTTO_URL")]
    url: String,

    /// A file with your token; without it, the token is taken from the environment
    /// variable `SOTTO_TOKEN`
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

/// The environment variable that holds a token. A token is never a flag: other people on the machine
/// can read the flags of a running program.
const TOKEN: &str = "SOTTO_TOKEN";

/// Why a collector cannot be spoken to.
#[derive(Debug, Error)]
pub(super) enum CollectorError {
    /// The file with the token cannot be read.
    #[error("{} cannot be read: {error}", file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no token.
    #[error(
        "this needs a token: put it into the environment variable {TOKEN} or into a file, and name the file with --token-file (`sotto token` makes one)"
    )]
    NoToken,
    /// The address or the token is wrong, or the collector refused.
    #[error(transparent)]
    Client(#[from] ClientError),
}

impl CollectorFlags {
    /// Those of a command that may do without a collector.
    pub(super) const fn new(url: String, token_file: Option<PathBuf>) -> Self {
        Self { url, token_file }
    }

    /// A client that sends no token.
    pub(super) fn client(&self) -> Result<Client, CollectorError> {
        Ok(Client::new(&self.url)?)
    }

    /// A client with the token.
    pub(super) fn signed_client(&self) -> Result<Client, CollectorError> {
        let token = self.token()?.ok_or(CollectorError::NoToken)?;
        Ok(self.client()?.with_token(&token)?)
    }

    /// A client with the token, if there is one.
    pub(super) fn client_signed_if_there_is_a_token(&self) -> Result<Client, CollectorError> {
        let client = self.client()?;
        Ok(match self.token()? {
            Some(token) => client.with_token(&token)?,
            None => client,
        })
    }

    fn token(&self) -> Result<Option<String>, CollectorError> {
        let found = match &self.token_file {
            Some(file) => Some(read_secret(file)?),
            None => std::env::var(TOKEN).ok(),
        };
        let token = found.map(|text| text.trim().to_owned());
        Ok(token.filter(|token| !token.is_empty()))
    }
}

/// A secret from a file, or from standard input if the file is called `-`.
pub(super) fn read_secret(file: &PathBuf) -> Result<String, CollectorError> {
    let text = if file.as_os_str() == "-" {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(file)
    };
    text.map_err(|error| CollectorError::File {
        file: file.clone(),
        error,
    })
}
