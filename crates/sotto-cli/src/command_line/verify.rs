//! `sotto verify`.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use sotto_api::{
    client::{Client, ClientError},
    public_log::{HeadError, LogHead, LogVerifier},
};
use sotto_survey::{Identifier, Pin};
use thiserror::Error;

use super::{
    ending::{failure, in_runtime, say_on_stdout},
    given_out::{GivenOutError, given_out},
    log_reading::{LogFindings, LogReadingError, Sought, read_log},
};

/// Check a collector's public log: that it only grew, and that it has what the collector serves
///
/// A collector writes every survey that it serves, by its pin, and every key that it sells tokens under
/// into a log that can only grow. Anyone who was shown a different survey from everybody else finds it in the log, or
/// sees that it is not there. The whole log is read, in memory that does not grow with it, and its tree computed
/// from its lines.
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
    /// A survey to look up in the log, as it is served now; may be given several times
    #[arg(long = "survey", value_name = "ID")]
    surveys: Vec<Identifier>,
    /// The log's key, if you have it from somebody you trust; else it is asked of the collector
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// File of the earlier reading; this one replaces it
    #[arg(long, value_name = "FILE")]
    reading: Option<PathBuf>,
    /// The most lines to read: a log that claims more is not read at all
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    at_most: u64,
}

#[derive(Debug, Error)]
enum VerifyError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Head(#[from] HeadError),
    #[error(transparent)]
    Log(#[from] LogReadingError),
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
    #[error(
        "{id}, version {version}, is served with the pin {pin}, which is not in the log: it is hidden from those who read that"
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
        // What is given out stands in the log before it is, so the log is looked at afterwards.
        let mut sought = Vec::new();
        for id in &self.surveys {
            let status = given_out(&client, id).await?;
            sought.push(Sought::new(id.clone(), status));
        }
        let file = self.reading.as_deref();
        let reading = file
            .map(|file| EarlierReading::of(file, &verifier))
            .transpose()?;
        let signed = client.log_checkpoint().await?;
        let head = verifier.read(&signed)?;
        if let Some(reading) = &reading {
            reading.check_size(&head, &signed)?;
        }
        let earlier = reading.as_ref().and_then(|one| one.before.as_ref());
        let earlier = earlier.map(|before| before.size);
        let log = read_log(&client, &head, self.at_most, earlier, &sought).await?;
        let mut told = vec![format!(
            "{}: {}, signed by {}",
            verifier.name(),
            lines(head.size),
            verifier.key()
        )];
        if let Some(reading) = &reading {
            told.push(reading.compare(log.earlier_root, &head, &signed)?);
        }
        for (sought, found) in sought.iter().zip(&log.found) {
            told.push(look_up(sought, found)?);
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

/// An earlier reading, and the file in which it lies.
struct EarlierReading<'a> {
    file: &'a Path,
    /// None at the first time.
    before: Option<LogHead>,
}

impl<'a> EarlierReading<'a> {
    fn of(file: &'a Path, verifier: &LogVerifier) -> Result<Self, VerifyError> {
        let before = match fs::read_to_string(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            read => Some(read.map_err(|error| unread(file, error))?),
        };
        let head = before.map(|signed| verifier.read(&signed)).transpose();
        let before = head.map_err(|error| VerifyError::Reading {
            file: file.to_owned(),
            error,
        })?;
        Ok(Self { file, before })
    }

    /// Whether the log has fewer lines now.
    fn check_size(&self, head: &LogHead, signed: &str) -> Result<(), VerifyError> {
        match &self.before {
            Some(before) if before.size > head.size => Err(VerifyError::Shrunk {
                file: self.file.to_owned(),
                before: before.size,
                now: head.size,
                signed: signed.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Holds the log against it: `root` is that of as many lines as it has.
    fn compare(
        &self,
        root: Option<[u8; 32]>,
        head: &LogHead,
        signed: &str,
    ) -> Result<String, VerifyError> {
        let file = self.file.display();
        let Some(before) = &self.before else {
            return Ok(format!("First reading, kept in {file}"));
        };
        if root != Some(before.root) {
            return Err(VerifyError::Forked {
                file: self.file.to_owned(),
                before: before.size,
                signed: signed.to_owned(),
            });
        }
        let new = match head.size - before.size {
            0 => "none is new".to_owned(),
            1 => "1 is new".to_owned(),
            new => format!("{new} are new"),
        };
        Ok(format!(
            "It has all lines of the reading in {file} ({}); {new}",
            before.size
        ))
    }
}

/// Where what is given out of a survey stands in the log, and what else the log has of it.
fn look_up(sought: &Sought, found: &LogFindings) -> Result<String, VerifyError> {
    let Sought { id, status, .. } = sought;
    let Some(line) = found.line else {
        return Err(VerifyError::Hidden {
            id: id.clone(),
            version: status.version,
            pin: status.pin,
        });
    };
    if !found.has_key {
        return Err(VerifyError::HiddenKey { id: id.clone() });
    }
    let others = found.others.iter().map(|one| format!("\n  {one}"));
    let others: String = others.collect();
    let pin = status.pin;
    let mut told = format!(
        "{id}, version {}: {pin} is in line {}",
        status.version,
        line + 1
    );
    if !others.is_empty() {
        told.push_str("; the log also has this survey as it was served in other versions, with other settings, or to somebody else:");
        told.push_str(&others);
    }
    if found.more > 0 {
        told.extend(["\n  and ", &lines(found.more), " more"]);
    }
    Ok(told)
}
