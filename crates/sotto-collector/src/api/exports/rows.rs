//! Noisy rows, in the order drawn at random in which they lie, without times or ids. They are read
//! and sent on some at a time.

use std::sync::Arc;

use axum::{body::Body, extract::State, response::Response};
use futures_util::stream;

use super::super::{
    ApiError, Context,
    asked::{Asked, SurveyId, find},
    credentials::Credentials,
    respond::file,
    surveys::{VersionQuery, version},
};
use crate::{
    access::Permission,
    catalog::Listed,
    estimates::{Published, Step},
    exports::{Column, CsvRows, NdjsonRows, ParquetRows, ReportRow, RowError, RowWriter, columns},
    log,
    storage::{GivenRows, Storage, SurveyKey},
};

/// Rows that are read at once.
const PAGE: u32 = 2_000;

/// `GET /api/v1/surveys/{id}/rows.csv`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/rows.csv",
    tag = "results",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((status = 200, description = "A column for each part of a question, reports in JSON", body = String, content_type = "text/csv")),
)]
pub(in super::super) async fn export_rows_csv(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: SurveyId,
    query: Asked<VersionQuery>,
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
    tag = "results",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((status = 200, description = "A JSON object on each line", body = String, content_type = "application/x-ndjson")),
)]
pub(in super::super) async fn export_rows_ndjson(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: SurveyId,
    query: Asked<VersionQuery>,
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
    tag = "results",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((status = 200, description = "A column for each part of a question: whole numbers where reports are indices, else JSON", body = String, content_type = "application/vnd.apache.parquet")),
)]
pub(in super::super) async fn export_rows_parquet(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: SurveyId,
    query: Asked<VersionQuery>,
) -> Result<Response, ApiError> {
    export(context, credentials, id, query, "parquet", |columns| {
        Ok(Box::new(ParquetRows::new(columns)?))
    })
    .await
}

async fn export(
    context: Arc<Context>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
    query: Asked<VersionQuery>,
    extension: &str,
    writer: impl FnOnce(&[Column]) -> Result<Box<dyn RowWriter>, RowError>,
) -> Result<Response, ApiError> {
    let actor = credentials
        .may(&context, Permission::ExportRows, &id)
        .await?;
    let listed = find(&context, &id)?;
    let query = query.read()?;
    let published = version(&listed, query.asked())?;
    let given = given_rows(&context, &listed, published).await?;
    let columns = columns(published.survey());
    let writer = writer(&columns)?;
    let act = format!("rows.export {extension}");
    context.record(&actor, &act, Some(&id)).await?;
    let name = format!("{id}-{}.{extension}", published.survey().version());
    let media_type = writer.media_type();
    let reader = Reader {
        survey: published.stored().key,
        given,
        columns: columns.len(),
        storage: Arc::clone(&context.storage),
        writer,
        after: None,
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
    Ok(file(&name, media_type, Body::from_stream(body)))
}

/// Which rows are given out, to whomever: those of the submissions that results tell, in steps of their own. None
/// of a survey without rows, and of one with fewer than its minimum.
pub(in super::super) async fn given_rows(
    context: &Context,
    listed: &Listed,
    published: &Published,
) -> Result<GivenRows, ApiError> {
    let (storage, survey) = (&*context.storage, published.stored().key);
    let minimum = listed.minimum_reports(published);
    let step = Step::of(minimum, context.clock.moment());
    let given = if step.tells_each() {
        GivenRows::ALL
    } else {
        published.told_submissions(storage, step).await?;
        storage.give_rows(survey, minimum).await?
    };
    if storage.noisy_row_count(survey, given).await? >= minimum {
        return Ok(given);
    }
    let all = storage.noisy_row_count(survey, GivenRows::ALL).await?;
    Err(if all == 0 && !listed.settings().keep_rows {
        ApiError::RowsNotKept
    } else {
        ApiError::TooFewReports
    })
}

struct Reader {
    survey: SurveyKey,
    given: GivenRows,
    columns: usize,
    storage: Arc<dyn Storage>,
    writer: Box<dyn RowWriter>,
    /// After the row of this key is read on.
    after: Option<[u8; 16]>,
    ended: bool,
}

impl Reader {
    /// The next bytes of the file; `None` at its end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        while !self.ended {
            let (survey, given, after) = (self.survey, self.given, self.after);
            let page = self.storage.noisy_rows(survey, given, after, PAGE).await?;
            let rows = page
                .iter()
                .map(|row| ReportRow::read(&row.reports, self.columns))
                .collect::<Result<Vec<_>, _>>()?;
            let mut bytes = self.writer.write(&rows)?;
            if let Some(last) = page.last() {
                self.after = Some(last.key);
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
