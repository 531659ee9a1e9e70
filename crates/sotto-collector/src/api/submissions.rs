//! Taking submissions.

use std::sync::Arc;

use axum::{
    Extension,
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use sotto_survey::{Submission, SubmissionFile};

use super::{ApiError, Context, body, surveys::find};
use crate::{catalog::Listed, limits::Caller, metrics::Event, settings::Phase, storage::Outcome};

/// The greatest body, in bytes. Beyond it nothing is read.
pub(super) const MAX_BODY: usize = 64 * 1024;

pub(super) const MEMBERS: &str =
    "a submission has no other fields than \"version\", \"report_id\", \"reports\" and \"invite\"";

/// `POST /api/v1/surveys/{id}/submissions`: 201 when counted, 200 when it was counted before.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/submissions",
    operation_id = "submit",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id")),
    request_body = super::openapi::SubmissionSchema,
    responses(
        (status = 201, description = "Counted; it is durable", body = super::openapi::ReceiptSchema),
        (status = 200, description = "Counted before, with the same reports", body = super::openapi::ReceiptSchema),
    ),
)]
pub(super) async fn submit(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let listed = find(&context, id)?;
    take(&context, &listed, caller, &headers, body).await
}

/// Holds a submission against its survey, and counts it.
pub(super) async fn take(
    context: &Context,
    listed: &Listed,
    caller: Caller,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let published = listed.current();
    let mut file: SubmissionFile = body::read_json(headers, body, MAX_BODY, MEMBERS).await?;
    let invite = file.invite.take();
    let submission = Submission::check(file, published.survey())?;
    match listed.phase(&*context.storage).await? {
        Phase::Open => {}
        Phase::NotYetOpen => return Err(ApiError::NotYetOpen),
        Phase::Closed => return Err(ApiError::NotCollecting),
        Phase::Full => return Err(ApiError::Full),
    }
    let invite = context
        .eligibility
        .check(&listed.terms(), invite.as_deref(), caller)
        .await?;
    let keep_row = listed.settings().keep_rows;
    let counted = context
        .counter
        .count(published, submission, invite, keep_row);
    let outcome = counted.await?;
    context.metrics.count(match outcome {
        Outcome::Counted => Event::Counted,
        _ => Event::NotCounted,
    });
    let (status, outcome) = match outcome {
        Outcome::Counted => (StatusCode::CREATED, r#"{"outcome":"counted"}"#),
        Outcome::CountedBefore => (StatusCode::OK, r#"{"outcome":"counted-before"}"#),
        Outcome::IdReused => return Err(ApiError::ReportIdReused),
        Outcome::InviteSpent => return Err(ApiError::InviteSpent),
        Outcome::NotCollecting => return Err(ApiError::NotCollecting),
    };
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((status, headers, outcome).into_response())
}
