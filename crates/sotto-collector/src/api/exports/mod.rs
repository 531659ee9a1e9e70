//! What can be taken away from a survey: every format of `sotto-export`, at an address each.

pub(super) mod rows;

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, Path, State},
    http::request::Parts,
    response::Response,
};
use serde::Deserialize;
use sotto_export::{Format, Languages, document};
use sotto_survey::Survey;

use super::{
    ApiError, Context,
    asked::{Asked, Parameters, SurveyId, find, parameters},
    credentials::Credentials,
    respond::file,
    results::{ResultsQuery, made_of_results, may_read, wanted},
};

parameters! {
    /// What may be asked of an export.
    pub(super) struct ExportQuery {
        /// The language of labels where there is room for one, such as en; the survey's first unless given
        language: Option<String>,
        /// How sure the intervals are; 0.95 unless given. Not of noisy rows
        #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
        confidence: Option<f64>,
        /// A version alone; of noisy rows the one that collects unless given
        #[param(minimum = 1)]
        version: Option<u32>,
        /// A version, with the counts of those before it that fit; the one that collects unless given. Not of noisy
        /// rows
        #[param(minimum = 1)]
        through: Option<u32>,
    }
    "the parameters are \"language\", one of the survey's, such as en, \"confidence\", a number between 0 and 1, both excluded, such as 0.95, and either \"version\", a version alone, such as 1, or \"through\", a version with those before it that fit; each once, and of noisy rows \"language\" and \"version\" alone"
}

impl ExportQuery {
    /// The languages of labels.
    fn languages(&self, survey: &Survey) -> Result<Languages, ApiError> {
        let languages = Languages::of(survey, self.language.as_deref());
        languages.map_err(|_| ApiError::MalformedQuery(Self::SENTENCE))
    }
}

/// The format that a path names.
pub(super) struct Named(Format);

/// What of a path names a format.
#[derive(Deserialize)]
struct OfFormat {
    format: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let named = Path::from_request_parts(parts, state).await;
        // A path that is not UTF-8 does not name a format either.
        let format = named.map_or_else(|_| String::new(), |Path(OfFormat { format })| format);
        Ok(Self(format.parse()?))
    }
}

/// `GET /api/v1/surveys/{id}/exports/{format}`: a file of that format, the same as the command `sotto export` makes.
/// Those that are made of noisy rows (`rows`, `rows-labelled`, `reports`, `ndjson`, `parquet`, `sav`) are for
/// designers, all others for whoever may read the results. In tables, texts that a spreadsheet would take for formulas
/// begin with an apostrophe.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/exports/{format}",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(
        ("id" = String, Path, description = "The survey's id"),
        ("format" = String, Path, description = "The format's name, as `sotto export --format` has it, such as `csv`, `xlsx`, `report` or `rows`"),
        ExportQuery,
    ),
    responses((
        status = 200,
        description = "The file",
        content(
            (String = "text/csv"),
            (Object = "application/json"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            (String = "text/html"),
            (String = "application/xml"),
            (Object = "application/ld+json"),
            (String = "text/plain"),
            (String = "application/x-ndjson"),
            (String = "application/vnd.apache.parquet"),
            (String = "application/x-spss-sav"),
        ),
    )),
)]
pub(super) async fn read_export(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
    Named(format): Named,
    query: Asked<ExportQuery>,
) -> Result<Response, ApiError> {
    if format.needs_rows() {
        return rows::export((context, credentials), id, format, query).await;
    }
    let listed = find(&context, &id)?;
    may_read(&context, &credentials, &listed).await?;
    let query = query.read()?;
    let of_results = ResultsQuery {
        confidence: query.confidence,
        version: query.version,
        through: query.through,
    };
    let wanted = wanted(&listed, &of_results).map_err(|error| match error {
        ApiError::MalformedQuery(_) => ApiError::MalformedQuery(ExportQuery::SENTENCE),
        error => error,
    })?;
    let newest = Arc::clone(&wanted.versions.newest);
    let languages = query.languages(newest.survey())?;
    let what = format!("export {format} {}", languages.first());
    let name = format.file_name(newest.survey());
    let made = made_of_results(&context, &wanted, what, move |results| {
        Ok(document(
            format,
            newest.survey(),
            Some(results),
            &languages,
        )?)
    });
    let made = made.await?;
    Ok(file(&name, format.media_type(), context.unread.body(made)?))
}
