//! The surveys that a token is for.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::SurveyView;

use super::super::{ApiError, Context, credentials::Credentials, respond::json};
use crate::{access::Permission, lessons, rooms};

/// `GET /api/v1/surveys`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    responses((status = 200, description = "The surveys that the token is for, by id; not those of rooms and lessons", body = Vec<SurveyView>)),
)]
pub(in super::super) async fn list_surveys(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    let actor = credentials.actor(&context).await?;
    let mut views = Vec::new();
    for (id, listed) in &*context.catalog.all() {
        let is_room = rooms::code_of(id).is_some();
        let current = listed.current();
        let is_designers = !is_room && !lessons::is_of_a_lesson(current.survey());
        if !is_designers || !actor.may(Permission::ReadResults, id) {
            continue;
        }
        let (minimum, now) = (listed.minimum_reports(current), context.clock.moment());
        let counted = listed.counted_with(current);
        let submissions = counted.told_submissions(&*context.storage, minimum, now);
        let submissions = submissions.await?;
        views.push(SurveyView {
            id: id.clone(),
            version: current.survey().version(),
            versions: listed
                .versions()
                .map(|published| published.survey().version())
                .collect(),
            title: current.survey().title().clone(),
            phase: listed
                .phase(&*context.storage, context.clock.moment())
                .await?,
            submissions,
        });
    }
    json(StatusCode::OK, &views)
}
