//! Completion codes of people's own: what a device gets with its receipt, and what a designer has checked.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use base64ct::{Base64UrlUnpadded, Encoding};
use sotto_api::{CheckedCodes, CodesCheck, EvaluationView, unlinkable::Evaluation};

use super::{
    ApiError, Context, asked::NamedSurvey, body::SentBody, credentials::Credentials, respond::json,
};
use crate::access::Permission;

/// The greatest body, in bytes: a thousand codes, each with as much around it as it has itself.
const MAX_BODY: usize = 96 * 1024;

/// `POST /api/v1/surveys/{id}/completion-codes/check`: which codes the survey has given, whatever its version was.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/completion-codes/check",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    request_body = CodesCheck,
    responses((
        status = 200,
        description = "What is known of each code, in their order; nothing is kept of having asked",
        body = CheckedCodes
    )),
)]
pub(super) async fn check_completion_codes(
    State(context): State<Arc<Context>>,
    NamedSurvey(listed): NamedSurvey,
    credentials: Credentials,
    body: SentBody,
) -> Result<Response, ApiError> {
    let survey = listed.current().survey().id().as_str();
    credentials.may(&context, Permission::Edit, survey).await?;
    let members = "the only member is \"codes\", a list of texts";
    let CodesCheck { codes } = body.json(MAX_BODY, members).await?;
    if !(1..=CodesCheck::MOST).contains(&codes.len()) {
        let words = format!("\"codes\" must hold from 1 to {} codes", CodesCheck::MOST);
        return Err(ApiError::MalformedBody(words));
    }
    let key = context.eligibility.key_of_codes(&listed.terms()).await?;
    let turn = context.designing.take().await?;
    let checked = turn.work(move |in_turn| key.check(in_turn, &codes));
    let codes = checked.await?.1;
    json(StatusCode::OK, &CheckedCodes { codes })
}

/// RFC 9497's evaluation as it is sent.
pub(super) fn evaluation_view(evaluation: &Evaluation) -> EvaluationView {
    EvaluationView {
        evaluated: Base64UrlUnpadded::encode_string(&evaluation.element),
        proof: Base64UrlUnpadded::encode_string(&evaluation.proof),
    }
}
