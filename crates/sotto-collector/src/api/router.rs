//! Which handler answers at which address, and what stands before and behind them all.

use std::{panic::resume_unwind, sync::Arc};

use axum::{
    Router,
    extract::Request,
    http::header,
    middleware::{self, Next},
    response::Response,
    routing::{any, get},
};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ApiError, Context, admission, arrivals, audit_log, clock, completion_codes, cross_tabs,
    exports, gateway, health, invites, live, metrics, openapi, origins, pictures, pools,
    public_log, results, rooms, session, setup, submissions, sums,
    surveys::{self, lifecycle, list, publish, settings, status, validate, versions},
    tokens,
};
use crate::storage::StorageError;

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
        .route("/api/v1/log/tile/{*path}", get(public_log::read_tile))
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
/// description itself, the log's tiles, whose addresses have as many parts as they need, and the refusals
/// of every other address are added without.
fn documented() -> (Router<Arc<Context>>, utoipa::openapi::OpenApi) {
    let (router, mut document) = OpenApiRouter::with_openapi(openapi::ApiDocument::openapi())
        .routes(routes!(surveys::read_survey, lifecycle::delete_survey))
        .routes(routes!(list::list_surveys, publish::create_survey))
        .routes(routes!(validate::validate_survey))
        .routes(routes!(
            pictures::read_picture,
            pictures::keep_picture,
            pictures::delete_picture
        ))
        .routes(routes!(versions::list_versions, publish::publish_version))
        .routes(routes!(lifecycle::close_survey))
        .routes(routes!(lifecycle::reopen_survey))
        .routes(routes!(settings::read_settings, settings::change_settings))
        .routes(routes!(status::read_status))
        .routes(routes!(cross_tabs::read_cross_tabs))
        .routes(routes!(sums::read_sums))
        .routes(routes!(exports::file::read_export))
        .routes(routes!(submissions::submit))
        .routes(routes!(gateway::read_gateway_keys))
        .routes(routes!(gateway::take_encapsulated))
        .routes(routes!(results::read_results))
        .routes(routes!(live::listen_to_results))
        .routes(routes!(setup::set_up))
        .routes(routes!(
            session::read_session,
            session::sign_in,
            session::sign_out
        ))
        .routes(routes!(tokens::list_tokens, tokens::create_token))
        .routes(routes!(tokens::revoke_token))
        .routes(routes!(tokens::rotate_token))
        .routes(routes!(audit_log::read_audit_log))
        .routes(routes!(arrivals::read_arrivals))
        .routes(routes!(
            invites::create_invites,
            invites::read_invites,
            invites::withdraw_invites
        ))
        .routes(routes!(invites::check_invite))
        .routes(routes!(completion_codes::check_completion_codes))
        .routes(routes!(invites::buy_unlinkable_token))
        .routes(routes!(rooms::list_rooms, rooms::open_room))
        .routes(routes!(rooms::read_room, rooms::end_room))
        .routes(routes!(rooms::join_room))
        .routes(routes!(rooms::lead_room))
        .routes(routes!(rooms::listen_to_room))
        .routes(routes!(pools::open_pool))
        .routes(routes!(pools::read_pool, pools::end_pool))
        .routes(routes!(pools::add_to_pool))
        .routes(routes!(public_log::read_checkpoint))
        .routes(routes!(public_log::read_log_key))
        .routes(routes!(public_log::read_proof))
        .routes(routes!(clock::confirm_clock))
        .routes(routes!(health::check_health))
        .routes(routes!(health::ready))
        .routes(routes!(metrics::metrics))
        .split_for_parts();
    openapi::finish(&mut document);
    (router, document)
}

/// Finishes and notes every change, even if the client has gone: nobody can act unnoted by closing the
/// connection in time.
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
