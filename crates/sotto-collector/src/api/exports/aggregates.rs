//! Aggregates as a table.

use std::sync::Arc;

use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::header,
    response::{IntoResponse, Response},
};

use super::super::{
    ApiError, Context,
    credentials::Credentials,
    results::{ResultsQuery, made_of_results, may_read, wanted},
    surveys::find,
};
use crate::exports::aggregates_csv;

/// `GET /api/v1/surveys/{id}/results.csv`: the results, one line for each estimate. Texts that a
/// spreadsheet would take for formulas begin with an apostrophe.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results.csv",
    operation_id = "export_results_csv",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), ResultsQuery),
    responses((status = 200, description = "One line for each estimate", body = String, content_type = "text/csv")),
)]
pub(in super::super) async fn results_csv(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<ResultsQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let listed = find(&context, id)?;
    may_read(&context, &credentials, &listed).await?;
    let wanted = wanted(&listed, query)?;
    let table = made_of_results(&context, &wanted, aggregates_csv).await??;
    let survey = wanted.published.survey();
    let (survey, version) = (survey.id(), survey.version());
    let headers = [
        (
            header::CONTENT_TYPE,
            "text/csv; charset=utf-8; header=present".to_owned(),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            // An id needs no escaping.
            format!("attachment; filename=\"{survey}-{version}-results.csv\""),
        ),
    ];
    Ok((headers, table).into_response())
}
