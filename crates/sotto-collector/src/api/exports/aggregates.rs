//! Aggregates as a table.

use std::sync::Arc;

use axum::{extract::State, response::Response};

use super::super::{
    ApiError, Context,
    asked::{Asked, Named},
    credentials::Credentials,
    respond::file,
    results::{ResultsQuery, made_of_results, may_read, wanted},
};
use crate::exports::aggregates_csv;

/// `GET /api/v1/surveys/{id}/results.csv`: the results, one line for each estimate. Texts that a
/// spreadsheet would take for formulas begin with an apostrophe.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results.csv",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), ResultsQuery),
    responses((status = 200, description = "One line for each estimate", body = String, content_type = "text/csv")),
)]
pub(in super::super) async fn export_results_csv(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    Named(listed): Named,
    query: Asked<ResultsQuery>,
) -> Result<Response, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let wanted = wanted(&listed, &query.read()?)?;
    let table = made_of_results(&context, &wanted, "results.csv".to_owned(), |results| {
        Ok(aggregates_csv(results)?)
    });
    let table = table.await?;
    let survey = wanted.versions.newest.survey();
    let (survey, version) = (survey.id(), survey.version());
    let name = format!("{survey}-{version}-results.csv");
    Ok(file(
        &name,
        "text/csv; charset=utf-8; header=present",
        context.unread.body(table)?,
    ))
}
