//! Which pages may speak with a survey: those of the origins that its settings name, or all.
//!
//! A browser keeps a page from reading what was not meant for it, but it may send. So a page of an
//! origin that is not named is refused here, whatever its browser does.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use sotto_api::Origin;
use tower_http::cors::{Any, CorsLayer};

use super::{ApiError, Context, credentials::is_same_origin};

pub(super) const SURVEYS: &str = "/api/v1/surveys/";

/// What any page may do with a survey whose settings name no origins. There is nothing here for
/// which a browser would send credentials to another origin.
pub(super) fn open() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER, HeaderName::from_static("allow")])
        .max_age(std::time::Duration::from_hours(24))
}

/// What [`open`] adds to the answer of a request that is no preflight.
pub(super) fn open_answer(headers: &mut HeaderMap) {
    let exposed = HeaderValue::from_static("retry-after,allow");
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    let everybody = HeaderValue::from_static("*");
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, everybody);
}

/// Holds pages to the survey's list, if it has one. Programs, which send no origin, are no pages.
pub(super) async fn hold(
    State(context): State<Arc<Context>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().strip_prefix(SURVEYS);
    let id = path.and_then(|rest| rest.split('/').next());
    if id.is_some_and(|id| id.contains('%')) {
        // No id needs escaping. The router would read it, and find a survey that was not held here.
        return ApiError::UnknownSurvey.into_response();
    }
    let listed = id.and_then(|id| context.catalog.get(id));
    let Some(origins) = listed
        .as_ref()
        .and_then(|one| one.settings().origins.as_ref())
    else {
        return next.run(request).await;
    };
    let origin = request.headers().get(header::ORIGIN).cloned();
    let named = origin.as_ref().filter(|origin| is_named(origin, origins));
    let mut response = if origin.is_none() || named.is_some() || is_same_origin(request.headers()) {
        next.run(request).await
    } else {
        ApiError::OriginNotAllowed.into_response()
    };
    allow_only(response.headers_mut(), named.cloned());
    response
}

fn is_named(origin: &HeaderValue, origins: &[Origin]) -> bool {
    origins
        .iter()
        .any(|named| origin.as_bytes() == named.as_str().as_bytes())
}

/// In place of "everybody", the one that asked, or nobody.
fn allow_only(headers: &mut HeaderMap, origin: Option<HeaderValue>) {
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    match origin {
        Some(origin) => {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        }
        None => {
            headers.remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
        }
    }
}
