//! Reading what was done with tokens.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::{EntryView, Moment};

use super::{
    ApiError, Context,
    asked::{SentParameters, parameters},
    credentials::Credentials,
    respond::json,
};
use crate::storage::AuditEntry;

/// Entries that are told at once.
const PAGE: u32 = 200;

parameters! {
    /// Which entries to tell.
    pub(super) struct LogQuery {
        /// Only entries before this one
        before: Option<i64>,
    }
    "the only parameter is \"before\", once, an entry's number"
}

fn view(entry: AuditEntry) -> EntryView {
    EntryView {
        entry: entry.entry,
        hour: Moment::of_seconds(entry.hour).to_string(),
        token: entry.token,
        act: entry.act,
        survey: entry.survey,
    }
}

/// `GET /api/v1/audit-log`.
#[utoipa::path(
    get,
    path = "/api/v1/audit-log",
    tag = "access",
    security(("token" = []), ("session" = [])),
    params(LogQuery),
    responses((status = 200, description = "200 acts at most, the latest first", body = Vec<EntryView>)),
)]
pub(super) async fn read_audit_log(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    query: SentParameters<LogQuery>,
) -> Result<Response, ApiError> {
    credentials.operator(&context).await?;
    let query = query.read()?;
    let entries = context.storage.audit_log(query.before, PAGE).await?;
    let entries: Vec<EntryView> = entries.into_iter().map(view).collect();
    json(StatusCode::OK, &entries)
}
