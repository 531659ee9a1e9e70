//! The versions of a survey, and which of them are counted together.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::VersionView;

use super::super::{
    ApiError, Context, asked::NamedSurvey, credentials::Credentials, respond::json,
    results::may_read,
};

/// `GET /api/v1/surveys/{id}/versions`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/versions",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 200, description = "Every version, the newest first, and those whose counts are added to its own; for anyone who may read the results", body = Vec<VersionView>)),
)]
pub(in super::super) async fn list_versions(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    NamedSurvey(listed): NamedSurvey,
) -> Result<Response, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let versions: Vec<_> = listed.versions().cloned().collect();
    let views = versions.iter().rev().map(|version| {
        let earlier = listed.counted_with(version).earlier;
        VersionView {
            version: version.survey().version(),
            with: earlier.iter().map(|one| one.survey().version()).collect(),
        }
    });
    json(StatusCode::OK, &views.collect::<Vec<_>>())
}
