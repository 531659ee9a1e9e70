//! The first operator.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::{NewToken, Role, SetUp};

use super::{
    ApiError, Context,
    body::{SMALL, SentBody},
    respond::json,
    tokens::new_token,
};

/// `POST /api/v1/setup`: the first operator's token, in exchange for the setup token that the collector printed.
#[utoipa::path(
    post,
    path = "/api/v1/setup",
    tag = "access",
    request_body = SetUp,
    responses((status = 201, description = "The token, shown once", body = NewToken)),
)]
pub(super) async fn set_up(
    State(context): State<Arc<Context>>,
    body: SentBody,
) -> Result<Response, ApiError> {
    let members = "send \"setup_token\" and \"name\", and nothing else";
    let SetUp { setup_token, name } = body.json(SMALL, members).await?;
    let token = context
        .authenticator
        .set_up(&setup_token, name.into())
        .await?;
    context
        .audit_log
        .record(token.id.as_str(), "setup", None)
        .await?;
    json(StatusCode::CREATED, &new_token(&token, Role::Operator))
}
