//! Where an export's survey, results and rows come from: a collector, or files.

use std::{fs, io, path::PathBuf};

use clap::Args;
use sotto_api::{
    WantedVersions,
    client::{Client, ClientError},
};
use sotto_export::{Contents, ExportError, Format, versions};
use sotto_ldp::Confidence;
use sotto_log as log;
use sotto_survey::{Identifier, Survey};
use thiserror::Error;

use super::super::{
    collector::{CollectorError, CollectorFlags},
    survey_text::{SurveyText, SurveyTextError},
};

/// Files that were taken from a collector before.
#[derive(Debug, Args)]
#[command(next_help_heading = "Without a collector")]
pub(super) struct FileFlags {
    /// The survey's file, as it was published
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    pub(super) file: Option<PathBuf>,

    /// Its results, as the API and `sotto results --format json` give them
    #[arg(long, value_name = "FILE", requires = "file")]
    results: Option<PathBuf>,

    /// Its noisy rows, as `--format ndjson` writes them
    #[arg(long, value_name = "FILE", requires = "file")]
    rows: Option<PathBuf>,
}

/// Why there is nothing to make an export of.
#[derive(Debug, Error)]
pub(super) enum SourceError {
    /// The flags do not say where from.
    #[error("{0}")]
    WrongCall(String),
    /// The survey's file gives no survey.
    #[error("{}: {error}", file.display())]
    Survey {
        file: PathBuf,
        error: SurveyTextError,
    },
    /// A file cannot be read.
    #[error("{}: it cannot be read: {error}", file.display())]
    Unreadable { file: PathBuf, error: io::Error },
    /// A file holds no results.
    #[error("{}: it holds no results of a survey: {error}", file.display())]
    NoResults {
        file: PathBuf,
        error: serde_json::Error,
    },
    /// The collector refused, or cannot be spoken to.
    #[error(transparent)]
    Collector(#[from] CollectorError),
    /// What was read does not fit together.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// There is no runtime.
    #[error("no connection can be made: {0}")]
    Runtime(io::Error),
}

impl From<ClientError> for SourceError {
    fn from(error: ClientError) -> Self {
        Self::Collector(error.into())
    }
}

impl FileFlags {
    /// Reads the files.
    pub(super) fn contents(&self, language: Option<&str>) -> Result<Contents, SourceError> {
        let Some(file) = &self.file else {
            return Err(SourceError::WrongCall(
                "name the survey's file with --file".to_owned(),
            ));
        };
        let read = SurveyText::read(file).map_err(|error| SourceError::Survey {
            file: file.clone(),
            error,
        })?;
        let results = self.results.as_ref().map(|file| {
            serde_json::from_slice(&bytes(file)?).map_err(|error| SourceError::NoResults {
                file: file.clone(),
                error,
            })
        });
        let rows = self.rows.as_ref().map(bytes).transpose()?;
        Ok(Contents::new(
            read.survey,
            results.transpose()?,
            rows,
            language,
        )?)
    }
}

fn bytes(file: &PathBuf) -> Result<Vec<u8>, SourceError> {
    fs::read(file).map_err(|error| SourceError::Unreadable {
        file: file.clone(),
        error,
    })
}

/// What is to be made; of no formats, all that can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExportRequest<'a> {
    pub(super) formats: &'a [Format],
    pub(super) language: Option<&'a str>,
    pub(super) versions: WantedVersions,
    pub(super) confidence: Confidence,
}

/// Asks the collector, and for no more than is needed.
pub(super) async fn from_collector(
    collector: &CollectorFlags,
    id: &Identifier,
    asked: ExportRequest<'_>,
) -> Result<Contents, SourceError> {
    let client = collector.client_signed_if_there_is_a_token()?;
    let survey = match asked.versions.newest() {
        None => client.survey(id).await?,
        Some(version) => client.survey_version(id, version).await?,
    };
    let everything = asked.formats.is_empty();
    let results = if everything || asked.formats.iter().any(|one| one.needs_results()) {
        Some(client.results(id, asked.versions, asked.confidence).await?)
    } else {
        None
    };
    let rows = if everything {
        rows_if_allowed(&client, &survey).await?
    } else if asked.formats.iter().any(|one| one.needs_rows()) {
        Some(client.rows(id, survey.version()).await?)
    } else {
        None
    };
    if let (Some(results), Some(_)) = (&results, &rows)
        && results.versions.len() > 1
    {
        log::say(format_args!(
            "the estimates are of {}, the rows of version {} alone: name another with --version",
            versions(results.version, &results.versions),
            survey.version()
        ));
    }
    Ok(Contents::new(survey, results, rows, asked.language)?)
}

/// Not every survey keeps rows, and not everybody may read them.
async fn rows_if_allowed(client: &Client, survey: &Survey) -> Result<Option<Vec<u8>>, SourceError> {
    match client.rows(survey.id(), survey.version()).await {
        Ok(rows) => Ok(Some(rows)),
        Err(ClientError::Problem(problem)) => {
            log::say(format_args!("no rows: {}", ClientError::Problem(problem)));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}
