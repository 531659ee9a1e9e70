//! Reading how many submissions came, hour by hour.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::SurveyArrivals;

use super::{ApiError, Context, credentials::Credentials, respond::json};

/// `GET /api/v1/arrivals`: what came to this collector since its start, in memory only.
#[utoipa::path(
    get,
    path = "/api/v1/arrivals",
    tag = "operation",
    security(("token" = []), ("session" = [])),
    responses((
        status = 200,
        description = "The submissions of the last week to each survey, in tens by the hour",
        body = Vec<SurveyArrivals>,
    )),
)]
pub(super) async fn read_arrivals(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    credentials.operator(&context).await?;
    json(
        StatusCode::OK,
        &context.arrivals.told(context.clock.moment()),
    )
}
