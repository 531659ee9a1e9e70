//! A file of any format, at one address.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use sotto_export::document;

use super::{
    super::{
        ApiError, Context,
        asked::{SentParameters, SurveyId, find},
        credentials::Credentials,
        respond::file,
        results::{made_of_results, may_read, wanted},
    },
    asked::{ExportQuery, NamedFormat},
    rows,
};

/// `GET /api/v1/surveys/{id}/exports/{format}`: a file of that format, the same as the command `sotto export` makes.
/// Those that are made of noisy rows (`rows`, `rows-labelled`, `reports`, `ndjson`, `parquet`, `sav`) are for
/// designers, all others for anyone who may read the results. In tables, texts that a spreadsheet would take for formulas
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
            (String = "application/octet-stream"),
            (String = "application/xml"),
            (Object = "application/ld+json"),
            (String = "text/plain"),
            (String = "application/x-ndjson"),
            (String = "application/vnd.apache.parquet"),
            (String = "application/x-spss-sav"),
        ),
    )),
)]
pub(in super::super) async fn read_export(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
    NamedFormat(format): NamedFormat,
    query: SentParameters<ExportQuery>,
) -> Result<Response, ApiError> {
    if format.needs_rows() {
        return rows::export((context, credentials), id, format, query).await;
    }
    let listed = find(&context, &id)?;
    may_read(&context, &credentials, &listed).await?;
    let query = query.read()?;
    let versions = [query.version, query.through];
    let wanted = wanted::<ExportQuery>(&listed, query.confidence, versions)?;
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
