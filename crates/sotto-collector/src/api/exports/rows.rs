//! Noisy rows, in the order drawn at random in which they lie, without times or ids. They are read
//! and sent on some at a time.

use std::sync::Arc;

use axum::{body::Body, response::Response};
use futures_util::stream;
use sotto_export::{Columns, Format, ReportRow, RowWriter, row_writer};

use super::{
    super::{
        ApiError, Context,
        asked::{Parameters, SentParameters, find},
        credentials::Credentials,
        respond::file,
        surveys::version,
    },
    asked::ExportQuery,
};
use crate::{
    access::Permission,
    catalog::Listed,
    estimates::{Published, Step},
    log,
    storage::{GivenRows, Storage, StorageError, SurveyKey},
};

/// Rows that are read at once.
const PAGE: u32 = 2_000;

/// Rows in one of their formats.
pub(super) async fn export(
    (context, credentials): (Arc<Context>, Credentials),
    id: String,
    format: Format,
    query: SentParameters<ExportQuery>,
) -> Result<Response, ApiError> {
    let actor = credentials
        .may(&context, Permission::ExportRows, &id)
        .await?;
    let listed = find(&context, &id)?;
    let query = query.read()?;
    if query.through.is_some() || query.confidence.is_some() {
        return Err(ApiError::MalformedQuery(ExportQuery::SENTENCE));
    }
    let published = version(&listed, query.version)?;
    let survey = published.survey();
    let languages = query.languages(survey)?;
    let (given, rows) = given_rows(&context, &listed, published).await?;
    let columns = Arc::new(Columns::of(survey, languages.first()));
    let writer = row_writer(format, survey, &columns, rows)?;
    let act = format!("rows.export {format}");
    context.record(&actor, &act, Some(&id)).await?;
    let name = format.file_name(survey);
    let reader = RowsReader {
        survey: published.stored().key,
        given,
        columns,
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
    Ok(file(&name, format.media_type(), Body::from_stream(body)))
}

/// Which rows are given out, and how many, to whomever: those of the submissions that results tell, in steps of their own. None
/// of a survey without rows, and of one with fewer than its minimum.
pub(in super::super) async fn given_rows(
    context: &Context,
    listed: &Listed,
    published: &Published,
) -> Result<(GivenRows, u64), ApiError> {
    let (storage, survey) = (&*context.storage, published.stored().key);
    let minimum = listed.minimum_reports(published);
    let step = Step::of(minimum, context.clock.moment());
    let given = if step.tells_each() {
        GivenRows::ALL
    } else {
        published.told_submissions(storage, step).await?;
        storage.give_rows(survey, minimum).await?
    };
    let rows = storage.noisy_row_count(survey, given).await?;
    if rows >= minimum {
        return Ok((given, rows));
    }
    let all = storage.noisy_row_count(survey, GivenRows::ALL).await?;
    Err(if all == 0 && !listed.settings().keep_rows {
        ApiError::RowsNotKept
    } else {
        ApiError::TooFewReports
    })
}

struct RowsReader {
    survey: SurveyKey,
    given: GivenRows,
    columns: Arc<Columns>,
    storage: Arc<dyn Storage>,
    writer: Box<dyn RowWriter>,
    /// After the row of this key is read on.
    after: Option<[u8; 16]>,
    ended: bool,
}

impl RowsReader {
    /// The next bytes of the file; `None` at its end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        while !self.ended {
            let (survey, given, after) = (self.survey, self.given, self.after);
            let page = self.storage.noisy_rows(survey, given, after, PAGE).await?;
            let rows = page
                .iter()
                .map(|row| ReportRow::of_list(&row.reports, &self.columns))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|_| StorageError::Damaged)?;
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
