//! Submissions that come through a relay (Oblivious HTTP, RFC 9458): the relay knows from where they come and
//! cannot read them, the collector reads them and knows nothing but the relay.

use std::{io::Cursor, sync::Arc};

use axum::{
    Extension,
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use bhttp::{Message, Mode};
use sotto_survey::Problem;

use super::{
    ApiError, Context,
    asked::find,
    body::{SentBody, read},
    origins::SURVEYS,
    submissions::{self, MAX_BODY},
};
use crate::{gateway::GatewayError, limits::Caller};

/// The kind of an encapsulated request.
pub(crate) const REQUEST: &str = "message/ohttp-req";
/// The kind of an encapsulated answer.
pub(crate) const RESPONSE: &str = "message/ohttp-res";
const KEYS: &str = "application/ohttp-keys";

/// The problem that RFC 9458 (5.3) has for a key that is not known any more.
const KEY_PROBLEM: &str = "https://iana.org/assignments/http-problem-types#ohttp-key";

/// The greatest encapsulated request, in bytes: the greatest submission, with room for what stands around it and
/// what fills it up.
pub(crate) const MAX_ENCAPSULATED: usize = MAX_BODY + 6 * 1024;

/// Answers are filled up to a multiple of this, in bytes, so that their length does not tell what they say. All
/// but those that name a hundred questions have the same.
const STEP: usize = 1024;

/// `GET /api/v1/ohttp/keys`.
#[utoipa::path(
    get,
    path = "/api/v1/ohttp/keys",
    tag = "respondents",
    responses((
        status = 200,
        description = "The key to which a submission is encrypted that comes through a relay (RFC 9458)",
        body = String,
        content_type = "application/ohttp-keys"
    )),
)]
pub(super) async fn read_gateway_keys(
    State(context): State<Arc<Context>>,
) -> Result<Response, ApiError> {
    let told = context.gateway.told().await?;
    let headers = [
        (header::CONTENT_TYPE, KEYS),
        // Every device is to have the same.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, told).into_response())
}

/// `POST /api/v1/ohttp`: takes what a relay passes on.
#[utoipa::path(
    post,
    path = "/api/v1/ohttp",
    tag = "respondents",
    request_body(
        content = String,
        content_type = "message/ohttp-req",
        description = "An encapsulated request (RFC 9458) to `POST /api/v1/surveys/{id}/submissions`, in binary HTTP (RFC 9292)"
    ),
    responses((
        status = 200,
        description = "The encapsulated answer, whatever it says",
        body = String,
        content_type = "message/ohttp-res"
    )),
)]
pub(super) async fn take_encapsulated(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let (head, body) = request.into_parts();
    let bytes = read_encapsulated(&head.headers, body).await?;
    let (inner, seal) = match context.gateway.open(&bytes).await {
        Ok(opened) => opened,
        Err(GatewayError::Key) => return Ok(unknown_key()),
        Err(error) => return Err(error.into()),
    };
    let answer = match submit(&context, caller, &inner).await {
        Ok(answer) => answer,
        Err(error) => error.into_response(),
    };
    let sealed = seal
        .encapsulate(&binary(answer).await?)
        .map_err(|_| GatewayError::Unusable)?;
    let headers = [
        (header::CONTENT_TYPE, RESPONSE),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, sealed).into_response())
}

/// The bytes of an encapsulated request, which says that it is one.
pub(crate) async fn read_encapsulated(headers: &HeaderMap, sent: Body) -> Result<Bytes, ApiError> {
    let kind = headers.get(header::CONTENT_TYPE);
    if kind.map(HeaderValue::as_bytes) != Some(REQUEST.as_bytes()) {
        return Err(ApiError::NotEncapsulated);
    }
    read(sent, MAX_ENCAPSULATED).await
}

/// Counts the submission that was encapsulated.
async fn submit(context: &Context, caller: Caller, inner: &[u8]) -> Result<Response, ApiError> {
    let InnerRequest { survey, body } = InnerRequest::read(inner)?;
    let listed = find(context, &survey)?;
    submissions::take(context, &listed, caller, body).await
}

/// A request as it was encapsulated.
pub(crate) struct InnerRequest {
    survey: String,
    body: SentBody,
}

impl InnerRequest {
    /// Reads a request in binary HTTP. Of its headers, nothing goes further than the kind of the body.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ApiError> {
        let malformed = || {
            let wrong = "what was encapsulated must be one whole request in binary HTTP (RFC 9292), and zeros behind it";
            ApiError::MalformedBody(wrong.to_owned())
        };
        let mut rest = Cursor::new(bytes);
        let message = Message::read_bhttp(&mut rest).map_err(|_| malformed())?;
        let rest = usize::try_from(rest.position())
            .ok()
            .and_then(|place| bytes.get(place..))
            .unwrap_or_default();
        let control = message.control();
        if rest.iter().any(|&byte| byte != 0)
            || !message.trailer().is_empty()
            || !control.is_request()
        {
            return Err(malformed());
        }
        if control.method() != Some(b"POST") {
            return Err(ApiError::UnknownAddress);
        }
        let survey = control
            .path()
            .and_then(|path| str::from_utf8(path).ok()?.strip_prefix(SURVEYS))
            .and_then(|path| path.strip_suffix("/submissions"))
            .ok_or(ApiError::UnknownAddress)?
            .to_owned();
        let mut headers = HeaderMap::new();
        let kind = message.header().get(b"content-type");
        if let Some(kind) = kind.and_then(|kind| HeaderValue::from_bytes(kind).ok()) {
            headers.insert(header::CONTENT_TYPE, kind);
        }
        let body = SentBody::new(&headers, Body::from(message.content().to_vec()));
        Ok(Self { survey, body })
    }
}

/// An answer in binary HTTP, filled up with zeros.
async fn binary(answer: Response) -> Result<Vec<u8>, ApiError> {
    let (head, body) = answer.into_parts();
    // Each is one that was made here, and short.
    let body = to_bytes(body, MAX_BODY)
        .await
        .map_err(|_| GatewayError::Unusable)?;
    let status =
        bhttp::StatusCode::try_from(head.status.as_u16()).map_err(|_| GatewayError::Unusable)?;
    let mut message = Message::response(status);
    if let Some(kind) = head.headers.get(header::CONTENT_TYPE) {
        message.put_header("content-type", kind.as_bytes());
    }
    message.write_content(&body);
    let mut bytes = Vec::new();
    message
        .write_bhttp(Mode::KnownLength, &mut bytes)
        .map_err(|_| GatewayError::Unusable)?;
    bytes.resize(bytes.len().next_multiple_of(STEP), 0);
    Ok(bytes)
}

/// Said in the clear, for there is nothing to encrypt to.
fn unknown_key() -> Response {
    let problem = Problem {
        type_uri: KEY_PROBLEM.to_owned(),
        title: "Oblivious HTTP key configuration not acceptable".to_owned(),
        status: StatusCode::BAD_REQUEST.as_u16(),
        detail: GatewayError::Key.to_string(),
    };
    // Four plain fields always become JSON.
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let headers = [
        (header::CONTENT_TYPE, "application/problem+json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (StatusCode::BAD_REQUEST, headers, body).into_response()
}
