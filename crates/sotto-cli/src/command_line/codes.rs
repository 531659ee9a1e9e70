//! `sotto codes`.

use std::{
    io::{self, Read as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use serde::Serialize;
use sotto_api::{CodeState, client::ClientError};
use sotto_survey::Identifier;
use thiserror::Error;

use super::{
    collector::{CollectorError, CollectorFlags},
    document_format::DocumentFormat,
    ending::{ended, failure, in_runtime},
};
use crate::listing::{Alignment, Listing, count};

/// Check the completion codes that people hand in to be paid
///
/// Of a survey whose file says "own-code" under "closing": each person gets a code of their own once their answers have
/// arrived. Whoever checks it learns that its holder has answered, and not which answers are theirs.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  sotto codes census codes.txt --url http://127.0.0.1:8080 --token-file designer.token

  given       somebody who answered got this code
  repeated    it stands in the file before
  unknown     this survey gave it to nobody
  unreadable  it is no completion code, such as 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ

Exit code: 0 when every code was given, 1 when one was not or nothing could be checked, 2 for a wrong call.")]
pub(super) struct Codes {
    /// The survey's id
    #[arg(value_name = "ID")]
    survey: Identifier,

    /// The file, with one code on each line; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    collector: CollectorFlags,

    /// A table to be read, or one JSON document [default: table on a terminal]
    #[arg(long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

/// Why no code was checked.
#[derive(Debug, Error)]
enum CodesError {
    #[error("{file} cannot be read: {error}")]
    Unreadable { file: String, error: io::Error },
    #[error("{0} has no code in it: write one on each line")]
    Empty(String),
    #[error(transparent)]
    Collector(#[from] CollectorError),
    #[error(transparent)]
    Client(#[from] ClientError),
}

/// A code as it was handed in, and what is known of it.
#[derive(Debug, Serialize)]
struct CheckedCode {
    code: String,
    state: CodeState,
}

impl Codes {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            let checked = match self.check().await {
                Ok(checked) => checked,
                Err(error) => return failure(error),
            };
            let format = DocumentFormat::or_by_reader(self.format);
            let printed = format.print(&checked, || listing(&checked));
            let all_given = checked.iter().all(|one| one.state == CodeState::Given);
            if printed.is_ok() && !all_given {
                ExitCode::FAILURE
            } else {
                ended(printed)
            }
        })
    }

    async fn check(&self) -> Result<Vec<CheckedCode>, CodesError> {
        let client = self.collector.signed_client()?;
        let codes = read(&self.file)?;
        let states = client.check_codes(&self.survey, &codes).await?;
        let checked =
            { codes.into_iter().zip(states) }.map(|(code, state)| CheckedCode { code, state });
        Ok(checked.collect())
    }
}

/// The codes of a file, one on each line.
fn read(file: &Path) -> Result<Vec<String>, CodesError> {
    let name = file.display().to_string();
    let unreadable = |error| CodesError::Unreadable {
        file: name.clone(),
        error,
    };
    let mut text = String::new();
    if file == Path::new("-") {
        io::stdin().read_to_string(&mut text).map_err(unreadable)?;
    } else {
        text = std::fs::read_to_string(file).map_err(unreadable)?;
    }
    // Spreadsheets begin a file so.
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let codes: Vec<_> = lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    if codes.is_empty() {
        return Err(CodesError::Empty(name));
    }
    Ok(codes)
}

const fn name(state: CodeState) -> &'static str {
    match state {
        CodeState::Given => "given",
        CodeState::Repeated => "repeated",
        CodeState::Unknown => "unknown",
        CodeState::Unreadable => "unreadable",
    }
}

fn listing(checked: &[CheckedCode]) -> Listing {
    let mut listing = Listing::default();
    let head = [("code", Alignment::Left), ("", Alignment::Left)];
    let rows = checked
        .iter()
        .map(|one| vec![one.code.clone(), name(one.state).to_owned()]);
    listing.table(&head, &rows.collect::<Vec<_>>());
    let of = |state| checked.iter().filter(|one| one.state == state).count() as u64;
    listing.line("");
    listing.line(&format!(
        "{} given, {} repeated, {} unknown, {} unreadable.",
        count(of(CodeState::Given)),
        count(of(CodeState::Repeated)),
        count(of(CodeState::Unknown)),
        count(of(CodeState::Unreadable)),
    ));
    listing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_a_line_and_all_are_summed() {
        let checked = [
            ("0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ", CodeState::Given),
            (
                "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ",
                CodeState::Repeated,
            ),
            ("C1K2X9", CodeState::Unreadable),
        ];
        let checked = checked.map(|(code, state)| CheckedCode {
            code: code.to_owned(),
            state,
        });
        let mut text = Vec::new();
        listing(&checked).write(&mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "code\n\
             ───────────────────────────────────────  ──────────\n\
             0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ  given\n\
             0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ  repeated\n\
             C1K2X9                                   unreadable\n\
             \n\
             1 given, 1 repeated, 0 unknown, 1 unreadable.\n"
        );
        for state in [
            CodeState::Given,
            CodeState::Repeated,
            CodeState::Unknown,
            CodeState::Unreadable,
        ] {
            assert_eq!(serde_json::to_value(state).unwrap(), name(state));
        }
    }

    #[test]
    fn a_file_holds_a_code_on_each_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("codes.txt");
        std::fs::write(&file, "\u{feff}a b\r\n\n  c\n").unwrap();
        assert_eq!(read(&file).unwrap(), ["a b", "c"]);
        std::fs::write(&file, " \n").unwrap();
        let error = read(&file).unwrap_err().to_string();
        assert!(
            error.ends_with("has no code in it: write one on each line"),
            "{error}"
        );
        std::fs::write(&file, [255, 0]).unwrap();
        assert!(matches!(read(&file), Err(CodesError::Unreadable { .. })));
    }
}
