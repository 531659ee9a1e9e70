//! What a widget must know before it asks anybody anything.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use base64ct::{Base64UrlUnpadded, Encoding};
use sotto_api::Status;

use super::super::{ApiError, Context, asked::NamedSurvey, respond::json};

/// `GET /api/v1/surveys/{id}/status`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/status",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 200, description = "Whether it collects", body = Status)),
)]
pub(in super::super) async fn read_status(
    State(context): State<Arc<Context>>,
    NamedSurvey(listed): NamedSurvey,
) -> Result<Response, ApiError> {
    let survey = listed.current().survey();
    let key = context.eligibility.published_key(&listed.terms()).await?;
    let status = Status {
        survey: survey.id().to_string(),
        version: survey.version(),
        phase: listed
            .phase(&*context.storage, context.clock.moment())
            .await?,
        opens: listed.settings().opens,
        closes: listed.settings().closes,
        access: listed.settings().access,
        keep_rows: listed.settings().keep_rows,
        relay: listed.settings().relay.clone(),
        pin: listed.pin(listed.current()),
        issuing_key: key.map(|key| Base64UrlUnpadded::encode_string(&key)),
    };
    json(StatusCode::OK, &status)
}
