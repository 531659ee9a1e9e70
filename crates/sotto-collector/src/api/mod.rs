//! The HTTP API under `/api/v1`, and `/healthz`.

mod admission;
mod audit_log;
mod body;
mod credentials;
mod cross_tabs;
mod error;
mod exports;
#[cfg(feature = "fuzzing")]
pub mod foreign_bytes;
mod front;
mod health;
mod invites;
mod live;
mod metrics;
mod openapi;
mod origins;
mod respond;
mod results;
mod session;
mod setup;
mod submissions;
mod surveys;
mod tokens;

use std::{panic::resume_unwind, sync::Arc};

use axum::{
    Router,
    extract::Request,
    http::header,
    middleware::{self, Next},
    response::Response,
    routing::{any, get},
};
use tokio::sync::watch;
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) use error::ApiError;
pub(crate) use front::Front;
pub(crate) use metrics::own_router as metrics_router;

use crate::{
    access::Authenticator,
    catalog::Catalog,
    clock::Clock,
    eligibility::Eligibility,
    estimates::Turns,
    limits::Admission,
    metrics::Metrics,
    storage::{Storage, StorageError},
    transport::Gate,
    webhook::Targets,
    writer::Counter,
};

/// What every handler works with.
pub(crate) struct Context {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) catalog: Catalog,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) counter: Counter,
    pub(crate) admission: Arc<Admission>,
    pub(crate) metrics: Metrics,
    pub(crate) gate: Gate,
    /// Whether /metrics stands beside the API.
    pub(crate) shows_metrics: bool,
    pub(crate) authenticator: Authenticator,
    pub(crate) eligibility: Eligibility,
    /// Turns at results.
    pub(crate) estimating: Turns,
    /// Turns at cross-tabs.
    pub(crate) crossing: Turns,
    /// Where webhooks may lead.
    pub(crate) webhook_targets: Targets,
    /// Designers' changes take turns.
    pub(crate) changing: tokio::sync::Mutex<()>,
    /// Whether the collector speaks TLS itself.
    pub(crate) speaks_tls: bool,
    /// Becomes true when the collector stops; streams end then.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// The API's addresses. Whatever else lies under `/api` is a problem, never the site.
pub(crate) fn router(context: Arc<Context>) -> Router {
    let (router, document) = documented();
    let document: axum::body::Bytes = openapi::json(&document).into();
    let described = get(|| async move {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        (headers, document)
    });
    router
        .route("/api/v1/openapi.json", described)
        .route("/api", any(unknown_address))
        .route("/api/", any(unknown_address))
        .route("/api/{*rest}", any(unknown_address))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn(to_its_end))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&context),
            admission::admit,
        ))
        .layer(origins::open())
        .layer(middleware::from_fn_with_state(
            Arc::clone(&context),
            origins::hold,
        ))
        .with_state(context)
}

/// Every address of the API with its description. Whatever stands here is described; only the
/// description itself, and the refusals of every other address, are added without.
fn documented() -> (Router<Arc<Context>>, utoipa::openapi::OpenApi) {
    let (router, mut document) = OpenApiRouter::with_openapi(openapi::Document::openapi())
        .routes(routes!(surveys::read, surveys::delete))
        .routes(routes!(surveys::list, surveys::create))
        .routes(routes!(surveys::validate))
        .routes(routes!(surveys::publish_version))
        .routes(routes!(surveys::close))
        .routes(routes!(surveys::reopen))
        .routes(routes!(surveys::read_settings, surveys::change_settings))
        .routes(routes!(surveys::read_status))
        .routes(routes!(exports::results_csv))
        .routes(routes!(cross_tabs::read))
        .routes(routes!(exports::rows_csv))
        .routes(routes!(exports::rows_ndjson))
        .routes(routes!(exports::rows_parquet))
        .routes(routes!(submissions::submit))
        .routes(routes!(results::read))
        .routes(routes!(live::listen))
        .routes(routes!(setup::set_up))
        .routes(routes!(session::read, session::sign_in, session::sign_out))
        .routes(routes!(tokens::list, tokens::create))
        .routes(routes!(tokens::revoke))
        .routes(routes!(tokens::rotate))
        .routes(routes!(audit_log::read))
        .routes(routes!(invites::create, invites::read, invites::withdraw))
        .routes(routes!(invites::buy))
        .routes(routes!(health::check))
        .routes(routes!(health::ready))
        .routes(routes!(metrics::read))
        .split_for_parts();
    openapi::finish(&mut document);
    (router, document)
}

/// What changes something is done to its end, and noted, even if whoever asked for it has gone: nobody
/// can act unnoted by closing the connection in time.
async fn to_its_end(request: Request, next: Next) -> Result<Response, ApiError> {
    if request.method().is_safe() {
        return Ok(next.run(request).await);
    }
    match tokio::spawn(next.run(request)).await {
        Ok(response) => Ok(response),
        Err(error) => match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(_) => Err(StorageError::Stopping.into()),
        },
    }
}

async fn unknown_address() -> ApiError {
    ApiError::UnknownAddress
}

async fn method_not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}
