//! Tokens: only operators make, see and revoke them.

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::StatusCode,
    response::Response,
};
use sotto_api::{Moment, NewToken, Role, TokenRequest, TokenView};

use super::{
    ApiError, Context,
    body::{SMALL, SentBody},
    credentials::Credentials,
    respond::{json, nothing},
};
use crate::{
    access::{Grant, SurveyScope, Token, TokenId},
    storage::StoredToken,
};

/// The most surveys that a token names.
const MAX_SURVEYS: usize = 1_000;
const MAX_DAYS: u32 = 36_525;

/// What is told of a token that has just been made.
pub(super) fn new_token(token: &Token, role: Role) -> NewToken {
    NewToken {
        id: token.id.to_string(),
        role,
        token: token.reveal(),
    }
}

fn view(stored: StoredToken) -> TokenView {
    let date = |day| Moment::of_day(day).date();
    TokenView {
        id: stored.id,
        name: stored.name,
        role: stored.role,
        surveys: stored.surveys,
        created: date(stored.created_day),
        expires: stored.expires_day.map(date),
    }
}

/// `GET /api/v1/tokens`.
#[utoipa::path(
    get,
    path = "/api/v1/tokens",
    tag = "access",
    security(("token" = []), ("session" = [])),
    responses((status = 200, description = "Every token, without its secret", body = Vec<TokenView>)),
)]
pub(super) async fn list_tokens(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    credentials.operator(&context).await?;
    let tokens = context.storage.tokens().await?;
    let tokens: Vec<TokenView> = tokens.into_iter().map(view).collect();
    json(StatusCode::OK, &tokens)
}

/// `POST /api/v1/tokens`.
#[utoipa::path(
    post,
    path = "/api/v1/tokens",
    tag = "access",
    security(("token" = []), ("session" = [])),
    request_body = TokenRequest,
    responses((status = 201, description = "The token, shown once", body = NewToken)),
)]
pub(super) async fn create_token(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    body: SentBody,
) -> Result<Response, ApiError> {
    let operator = credentials.operator(&context).await?;
    let members = "a token has a \"name\", a \"role\", \"surveys\" and \"days\"";
    let request: TokenRequest = body.json(SMALL, members).await?;
    let wrong = |sentence: &str| Err(ApiError::MalformedBody(sentence.to_owned()));
    let surveys = match request.surveys {
        None => SurveyScope::All,
        Some(_) if request.role == Role::Operator => {
            return wrong("an operator is one for all surveys: leave \"surveys\" out");
        }
        Some(ids) if ids.len() > MAX_SURVEYS => {
            return wrong("a token names 1000 surveys at most: leave \"surveys\" out for all");
        }
        Some(ids) => SurveyScope::These(ids.iter().map(ToString::to_string).collect()),
    };
    if request
        .days
        .is_some_and(|days| !(1..=MAX_DAYS).contains(&days))
    {
        return wrong("\"days\" is from 1 to 36525, or null");
    }
    let grant = Grant {
        name: request.name.into(),
        role: request.role,
        surveys,
        days: request.days,
    };
    let (token, _) = context.authenticator.create(grant).await?;
    let act = format!("token.create {}", token.id);
    context.record(&operator, &act, None).await?;
    json(StatusCode::CREATED, &new_token(&token, request.role))
}

/// `POST /api/v1/tokens/{id}/rotate`.
#[utoipa::path(
    post,
    path = "/api/v1/tokens/{id}/rotate",
    tag = "access",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The token's id")),
    responses((status = 200, description = "The token with another secret, shown once; the old one stops working, and browsers are signed out", body = NewToken)),
)]
pub(super) async fn rotate_token(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let actor = credentials.actor(&context).await?;
    let id = token_id(id)?;
    // Whoever holds a token may change its secret.
    if actor.token != id {
        credentials.operator(&context).await?;
    }
    let stored = context.storage.token(id.as_str()).await?;
    let role = stored.and_then(|stored| Role::named(&stored.role));
    let token = context.authenticator.rotate(&id).await?;
    let (token, role) = token.zip(role).ok_or(ApiError::UnknownToken)?;
    let act = format!("token.rotate {id}");
    context.record(&actor, &act, None).await?;
    json(StatusCode::OK, &new_token(&token, role))
}

/// `DELETE /api/v1/tokens/{id}`.
#[utoipa::path(
    delete,
    path = "/api/v1/tokens/{id}",
    tag = "access",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The token's id")),
    responses((status = 204, description = "It no longer works")),
)]
pub(super) async fn revoke_token(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let operator = credentials.operator(&context).await?;
    let id = token_id(id)?;
    if !context.authenticator.revoke(&id).await? {
        let known = context.storage.token(id.as_str()).await?.is_some();
        return Err(if known {
            ApiError::LastOperator
        } else {
            ApiError::UnknownToken
        });
    }
    let act = format!("token.revoke {id}");
    context.record(&operator, &act, None).await?;
    Ok(nothing())
}

fn token_id(id: Result<Path<String>, PathRejection>) -> Result<TokenId, ApiError> {
    id.ok()
        .and_then(|Path(id)| id.parse().ok())
        .ok_or(ApiError::UnknownToken)
}
