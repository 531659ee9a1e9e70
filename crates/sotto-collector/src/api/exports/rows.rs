//! Noisy rows, in the order drawn at random in which they lie, without times or ids. They are read
//! and sent on some at a time.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::stream;

use super::super::{
    ApiError, Context, audit_log,
    credentials::Credentials,
    surveys::{VersionQuery, find_named, name, version},
};
use crate::{
    access::Permission,
    catalog::{Listed, Published},
    exports::{Column, CsvRows, NdjsonRows, ParquetRows, Row, RowError, RowWriter, columns},
    log,
    storage::{Storage, SurveyKey},
};

/// Rows that are read at once.
const PAGE: u32 = 2_000;

type Id = Result<Path<String>, PathRejection>;
type VersionAsked = Result<Query<VersionQuery>, QueryRejection>;

/// `GET /api/v1/surveys/{id}/rows.csv`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/rows.csv",
    operation_id = "export_rows_csv",
    tag = "results",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((status = 200, description = "A column for each part of a question, reports in JSON", body = String, content_type = "text/csv")),
)]
pub(in super::super) async fn rows_csv(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Id,
    query: VersionAsked,
) -> Result<Response, ApiError> {
    export(context, credentials, id, query, "csv", |columns| {
        Ok(Box::new(CsvRows::new(columns)?))
    })
    .await
}

/// `GET /api/v1/surveys/{id}/rows.ndjson`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/rows.ndjson",
    operation_id = "export_rows_ndjson",
    tag = "results",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((status = 200, description = "A JSON object on each line", body = String, content_type = "application/x-ndjson")),
)]
pub(in super::super) async fn rows_ndjson(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Id,
    query: VersionAsked,
) -> Result<Response, ApiError> {
    export(context, credentials, id, query, "ndjson", |columns| {
        Ok(Box::new(NdjsonRows::new(columns)))
    })
    .await
}

/// `GET /api/v1/surveys/{id}/rows.parquet`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/rows.parquet",
    operation_id = "export_rows_parquet",
    tag = "results",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((status = 200, description = "A column for each part of a question: whole numbers where reports are indices, else JSON", body = String, content_type = "application/vnd.apache.parquet")),
)]
pub(in super::super) async fn rows_parquet(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Id,
    query: VersionAsked,
) -> Result<Response, ApiError> {
    export(context, credentials, id, query, "parquet", |columns| {
        Ok(Box::new(ParquetRows::new(columns)?))
    })
    .await
}

async fn export(
    context: Arc<Context>,
    credentials: Credentials,
    id: Id,
    query: VersionAsked,
    extension: &str,
    writer: impl FnOnce(&[Column]) -> Result<Box<dyn RowWriter>, RowError>,
) -> Result<Response, ApiError> {
    let id = name(id)?;
    let actor = credentials
        .may(&context, Permission::ExportRows, &id)
        .await?;
    let listed = find_named(&context, &id)?;
    let Query(query) = query.map_err(|_| {
        ApiError::MalformedQuery("the only parameter is \"version\", once, a number such as 1")
    })?;
    let published = version(&listed, query.asked())?;
    check_rows(&context, &listed, published).await?;
    let columns = columns(published.survey());
    let writer = writer(&columns)?;
    let act = format!("rows.export {extension}");
    audit_log::record(&context, &actor.token, &act, Some(&id)).await?;
    let file = format!("{id}-{}.{extension}", published.survey().version());
    let headers = [
        (header::CONTENT_TYPE, writer.media_type().to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        // An id needs no escaping.
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{file}\""),
        ),
    ];
    let reader = Reader {
        survey: published.stored().key,
        columns: columns.len(),
        storage: Arc::clone(&context.storage),
        writer,
        place: None,
        ended: false,
    };
    let body = stream::unfold(reader, |mut reader| async move {
        match reader.next().await {
            Ok(Some(bytes)) => Some((Ok(bytes), reader)),
            Ok(None) => None,
            Err(error) => {
                // The answer has begun: it can only be broken off, which the reader notices.
                log::say(&error);
                reader.ended = true;
                Some((
                    Err(std::io::Error::other("the rows cannot be read")),
                    reader,
                ))
            }
        }
    });
    Ok((headers, Body::from_stream(body)).into_response())
}

/// Whether there are rows, and as many as the survey's minimum.
pub(in super::super) async fn check_rows(
    context: &Context,
    listed: &Listed,
    published: &Published,
) -> Result<(), ApiError> {
    let rows = context
        .storage
        .noisy_row_count(published.stored().key)
        .await?;
    if rows == 0 && !listed.settings().keep_rows {
        return Err(ApiError::RowsNotKept);
    }
    if rows < listed.minimum_reports(published) {
        return Err(ApiError::TooFewReports);
    }
    Ok(())
}

struct Reader {
    survey: SurveyKey,
    columns: usize,
    storage: Arc<dyn Storage>,
    writer: Box<dyn RowWriter>,
    /// After this place is read on.
    place: Option<[u8; 16]>,
    ended: bool,
}

impl Reader {
    /// The next bytes of the file; `None` at its end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        while !self.ended {
            let page = self
                .storage
                .noisy_rows(self.survey, self.place, PAGE)
                .await?;
            let rows = page
                .iter()
                .map(|row| Row::read(&row.reports, self.columns))
                .collect::<Result<Vec<_>, _>>()?;
            let mut bytes = self.writer.write(&rows)?;
            if let Some(last) = page.last() {
                self.place = Some(last.place);
            } else {
                bytes.append(&mut self.writer.finish()?);
                self.ended = true;
            }
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }
}
