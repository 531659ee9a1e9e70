//! `sotto verify`.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use sotto_api::{
    client::{Client, ClientError},
    public_log::{
        HeadError, LogEntry, LogHead, LogTree, LogVerifier, TreeError, entries_of_bundle,
    },
};
use sotto_survey::{Identifier, Pin};
use thiserror::Error;

use super::{
    ending::{failure, in_runtime, say_on_stdout},
    given_out::{GivenOutError, given_out},
};

/// Check a collector's public log: that it only grew, and that it has what the collector gives out
///
/// A collector writes every survey that it gives out, by its pin, and every key that it sells tokens under
/// into a log that can only grow. Whoever was shown another survey than everybody else has it in the log, or
/// sees that it is not there. The whole log is read, and its tree computed from its lines.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sotto verify https://surveys.example.org
  sotto verify https://surveys.example.org --survey census --reading census-log.txt

A reading is the head of the log, signed by the collector. FILE is made at the first time; from then on
the log must have all that stood in it. Whether two people are shown the same log they see when each
verifies with a copy of the other's reading. Two signed heads prove what is wrong: keep the old one.

Exit code: 0 when all is as it should be, 1 when not, 2 for a wrong call.")]
pub(super) struct Verify {
    /// The collector, such as http://127.0.0.1:8080
    #[arg(value_name = "URL")]
    url: String,
    /// A survey to look up in the log, as it is given out now; may stand several times
    #[arg(long = "survey", value_name = "ID")]
    surveys: Vec<Identifier>,
    /// The log's key, if you have it from somebody you trust; else it is asked of the collector
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Where an earlier reading lies, and this one is put
    #[arg(long, value_name = "FILE")]
    reading: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum VerifyError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Head(#[from] HeadError),
    #[error(transparent)]
    Tree(#[from] TreeError),
    #[error(transparent)]
    GivenOut(#[from] GivenOutError),
    #[error("{}: {error}", file.display())]
    File { file: PathBuf, error: io::Error },
    #[error(
        "{} is a reading of another log: {error}. If the collector has a new key, its operator has to say why", file.display()
    )]
    Reading { file: PathBuf, error: HeadError },
    #[error(
        "the log has {now} lines, and had {before} at the reading in {}: lines were taken out of it. Keep that reading: it is signed. This is the head now:\n{signed}", file.display()
    )]
    Shrunk {
        file: PathBuf,
        before: u64,
        now: u64,
        signed: String,
    },
    #[error(
        "the log's first {before} lines are not those of the reading in {}: it was rewritten, or different people are shown different logs. Keep that reading: it is signed, and so is the head now, which it contradicts:\n{signed}", file.display()
    )]
    Forked {
        file: PathBuf,
        before: u64,
        signed: String,
    },
    #[error("the log's lines {path} cannot be read: the collector gave something else")]
    Bundle { path: String },
    #[error(
        "the log's lines do not add up to the head that the collector signed: it shows other lines than it signed for"
    )]
    Altered,
    #[error(
        "{id}, version {version}, is given out with the pin {pin}, which is not in the log: it is hidden from whoever reads that"
    )]
    Hidden {
        id: Identifier,
        version: u32,
        pin: Pin,
    },
    #[error(
        "the key under which {id} sells tokens is not in the log: it may have been made for you alone"
    )]
    HiddenKey { id: Identifier },
}

impl Verify {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            match self.verify().await {
                Ok(told) => say_on_stdout(&told.join("\n")),
                Err(error) => failure(error),
            }
        })
    }

    async fn verify(&self) -> Result<Vec<String>, VerifyError> {
        let client = Client::new(&self.url)?;
        let key = match &self.key {
            Some(key) => key.clone(),
            None => client.log_key().await?,
        };
        let verifier = LogVerifier::new(key.trim())?;
        let signed = client.log_checkpoint().await?;
        let head = verifier.read(&signed)?;
        let tree = whole_log(&client, &head).await?;
        let mut told = vec![format!(
            "{}: {}, signed by {}",
            verifier.name(),
            lines(head.size),
            verifier.key()
        )];
        if let Some(file) = &self.reading {
            told.push(since(file, &verifier, &tree, &signed)?);
        }
        for id in &self.surveys {
            told.push(look_up(&client, id, &tree).await?);
        }
        if let Some(file) = &self.reading {
            fs::write(file, &signed).map_err(|error| unread(file, error))?;
        }
        Ok(told)
    }
}

fn unread(file: &Path, error: io::Error) -> VerifyError {
    let file = file.to_owned();
    VerifyError::File { file, error }
}

fn lines(number: u64) -> String {
    match number {
        1 => "1 line".to_owned(),
        number => format!("{number} lines"),
    }
}

/// Every line of the log, which add up to its head.
async fn whole_log(client: &Client, head: &LogHead) -> Result<LogTree, VerifyError> {
    let mut tree = LogTree::default();
    for (path, width) in LogTree::bundles(head.size) {
        let bundle = client.log_tile(&path).await?;
        let entries =
            entries_of_bundle(&bundle, width).ok_or_else(|| VerifyError::Bundle { path })?;
        for entry in entries {
            tree.push(entry)?;
        }
    }
    if tree.root(head.size)? == head.root {
        Ok(tree)
    } else {
        Err(VerifyError::Altered)
    }
}

/// Holds the log against an earlier reading.
fn since(
    file: &Path,
    verifier: &LogVerifier,
    tree: &LogTree,
    signed: &str,
) -> Result<String, VerifyError> {
    let reading = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(format!("First reading, kept in {}", file.display()));
        }
        read => read.map_err(|error| unread(file, error))?,
    };
    let before = verifier
        .read(&reading)
        .map_err(|error| VerifyError::Reading {
            file: file.to_owned(),
            error,
        })?;
    if before.size > tree.size() {
        return Err(VerifyError::Shrunk {
            file: file.to_owned(),
            before: before.size,
            now: tree.size(),
            signed: signed.to_owned(),
        });
    }
    if tree.root(before.size)? != before.root {
        return Err(VerifyError::Forked {
            file: file.to_owned(),
            before: before.size,
            signed: signed.to_owned(),
        });
    }
    let new = match tree.size() - before.size {
        0 => "none is new".to_owned(),
        1 => "1 is new".to_owned(),
        new => format!("{new} are new"),
    };
    let file = file.display();
    Ok(format!(
        "All lines of the reading in {file} stand in it ({}); {new}",
        before.size
    ))
}

/// Looks up what is given out of a survey.
async fn look_up(client: &Client, id: &Identifier, tree: &LogTree) -> Result<String, VerifyError> {
    let status = given_out(client, id).await?;
    let position = |entry: &LogEntry| tree.entries().iter().position(|one| one == entry);
    let entry = LogEntry::survey(id.as_str(), status.version, &status.pin);
    let Some(line) = position(&entry) else {
        return Err(VerifyError::Hidden {
            id: id.clone(),
            version: status.version,
            pin: status.pin,
        });
    };
    if let Some(key) = &status.issuing_key
        && position(&LogEntry::issuing_key(id.as_str(), key)).is_none()
    {
        return Err(VerifyError::HiddenKey { id: id.clone() });
    }
    let others = tree
        .entries()
        .iter()
        .filter(|one| one.is_of(id.as_str()) && **one != entry);
    let others: Vec<String> = others.map(|one| format!("\n  {one}")).collect();
    let pin = status.pin;
    let mut told = format!(
        "{id}, version {}: {pin} stands in line {}",
        status.version,
        line + 1
    );
    if !others.is_empty() {
        told.push_str("; of this survey, the log has as well what was given out in other versions, with other settings, or to somebody else:");
        told.push_str(&others.concat());
    }
    Ok(told)
}
