//! What an operator's monitoring reads.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};

use super::{ApiError, Context};

/// `GET /metrics`, beside the API.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operation",
    responses((
        status = 200,
        description = "Coarse counters in the text format of Prometheus, at most a minute old",
        body = String,
        content_type = "text/plain; version=0.0.4"
    )),
)]
pub(super) async fn metrics(State(context): State<Arc<Context>>) -> Result<Response, ApiError> {
    if context.shows_metrics {
        Ok(page(&context).await)
    } else {
        Err(ApiError::UnknownAddress)
    }
}

/// The same on an address of its own, and nothing else.
pub(crate) fn own_router(context: Arc<Context>) -> Router {
    Router::new()
        .route(
            "/metrics",
            get(|State(context): State<Arc<Context>>| async move { page(&context).await }),
        )
        .with_state(context)
}

async fn page(context: &Context) -> Response {
    let now = context.clock.instant();
    let text = if let Some(page) = context.metrics.page(now) {
        page
    } else {
        let writable = context.storage.check_writing().await.is_ok();
        let unreadable = context.catalog.unreadable().count();
        context
            .metrics
            .make_page(now, context.gate.open(), writable, unreadable)
    };
    let headers = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}
