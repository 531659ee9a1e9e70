//! Answers in JSON.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::ApiError;
use crate::storage::StorageError;

/// A JSON answer that no cache keeps.
pub(super) fn json(status: StatusCode, body: &impl Serialize) -> Result<Response, ApiError> {
    // Every number in it is finite, every key a string.
    let body = serde_json::to_vec(body).map_err(|_| StorageError::Damaged)?;
    Ok(json_bytes(status, body))
}

/// An answer that is JSON already.
pub(super) fn json_bytes(status: StatusCode, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, body).into_response()
}

/// A file to keep, under a name that needs no escaping.
pub(super) fn file(name: &str, media_type: &'static str, body: impl IntoResponse) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, &disposition),
    ];
    (headers, body).into_response()
}

/// Done, and nothing to tell.
pub(super) fn nothing() -> Response {
    (
        StatusCode::NO_CONTENT,
        [(header::CACHE_CONTROL, "no-store")],
    )
        .into_response()
}
