//! Signing a browser in and out, for the studio.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use sotto_api::{SessionView, SignIn};

use super::{
    ApiError, Context,
    body::{SMALL, SentBody},
    credentials::{Credentials, cookie, is_same_origin, is_secure},
    respond::{json, nothing},
};
use crate::access::{AccessError, Actor, SessionSecret, SurveyScope};

fn view(actor: Actor, secret: &SessionSecret) -> SessionView {
    SessionView {
        token: actor.token.to_string(),
        role: actor.role,
        surveys: match actor.surveys {
            SurveyScope::All => None,
            SurveyScope::These(ids) => Some(ids.into_iter().collect()),
        },
        csrf: secret.csrf().reveal(),
    }
}

/// `POST /api/v1/session`: a cookie that scripts cannot read and other sites cannot send.
#[utoipa::path(
    post,
    path = "/api/v1/session",
    tag = "access",
    request_body = SignIn,
    responses((status = 201, description = "Signed in, with a cookie", body = SessionView)),
)]
pub(super) async fn sign_in(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    headers: HeaderMap,
    body: SentBody,
) -> Result<Response, ApiError> {
    // Nobody is to be signed in by another's page.
    if !is_same_origin(&headers) {
        return Err(ApiError::CrossSite);
    }
    let members = "send \"token\", and nothing else";
    let SignIn { token } = body.json(SMALL, members).await?;
    let caller = credentials.caller.ok_or(AccessError::Unknown)?;
    let signed_in = context.authenticator.sign_in(caller, &token).await?;
    let view = view(signed_in.actor, &signed_in.secret);
    let mut response = json(StatusCode::CREATED, &view)?;
    let secure = is_secure(&headers, &context);
    set_cookie(
        &mut response,
        &cookie(&signed_in.secret.reveal(), signed_in.seconds, secure),
    );
    Ok(response)
}

/// `GET /api/v1/session`: who is signed in, for a page that was loaded again.
#[utoipa::path(
    get,
    path = "/api/v1/session",
    tag = "access",
    security(("session" = [])),
    responses((status = 200, description = "Who is signed in", body = SessionView)),
)]
pub(super) async fn read_session(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    let secret = credentials.session().ok_or(AccessError::Unknown)?;
    let actor = context.authenticator.by_session(secret).await?;
    json(StatusCode::OK, &view(actor, secret))
}

/// `DELETE /api/v1/session`.
#[utoipa::path(
    delete,
    path = "/api/v1/session",
    tag = "access",
    security(("session" = [])),
    responses((status = 204, description = "Signed out")),
)]
pub(super) async fn sign_out(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let secret = credentials.session().ok_or(AccessError::Unknown)?;
    if credentials.has_token() {
        context.authenticator.by_session(secret).await?;
    } else {
        credentials.actor(&context).await?;
    }
    context.authenticator.sign_out(secret).await?;
    let mut response = nothing();
    set_cookie(&mut response, &cookie("", 0, is_secure(&headers, &context)));
    Ok(response)
}

fn set_cookie(response: &mut Response, cookie: &str) {
    // Base64url and fixed words: it always is a header's value.
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
}
