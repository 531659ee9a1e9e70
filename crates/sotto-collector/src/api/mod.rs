//! The HTTP API under `/api/v1`, and `/healthz`.

mod error;
mod health;
mod live;
mod results;
mod submissions;
mod surveys;

use std::sync::Arc;

use axum::{
    Router,
    http::{HeaderName, Method, header},
    routing::{any, get, post},
};
use tokio::sync::watch;
use tower_http::cors::{Any, CorsLayer};

pub(crate) use error::ApiError;

use crate::{catalog::Catalog, storage::SqliteStorage, writer::Counter};

/// What every handler works with.
pub(crate) struct Context {
    pub(crate) catalog: Catalog,
    pub(crate) storage: SqliteStorage,
    pub(crate) counter: Counter,
    /// Becomes true when the collector stops; streams end then.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// The API's addresses. Whatever else lies under `/api` is a problem, never the site.
pub(crate) fn router(context: Arc<Context>) -> Router {
    let api = Router::new()
        .route("/v1/surveys/{id}", get(surveys::read))
        .route("/v1/surveys/{id}/submissions", post(submissions::submit))
        .route("/v1/surveys/{id}/results", get(results::read))
        .route("/v1/surveys/{id}/results/live", get(live::listen))
        .fallback(unknown_address)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(cors());
    Router::new()
        .route("/healthz", get(health::check))
        .method_not_allowed_fallback(method_not_allowed)
        // A nested router does not see its own trailing slash.
        .route("/api/", any(unknown_address))
        .nest("/api", api)
        .with_state(context)
}

/// A survey may be embedded in any page, so any page may read it and post to it. There is nothing
/// here that a browser would send credentials for.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER, HeaderName::from_static("allow")])
        .max_age(std::time::Duration::from_hours(24))
}

async fn unknown_address() -> ApiError {
    ApiError::UnknownAddress
}

async fn method_not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}
