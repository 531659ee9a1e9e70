//! Pools: opening, reading and ending them, and adding a room to one. What a pool is stands in `crate::rooms`.

use std::sync::Arc;

use axum::{Extension, extract::State, http::StatusCode, response::Response};
use sotto_api::{OpenedPool, PoolKey, PoolRequest, PoolView};

use super::{
    ApiError, Context,
    body::{SMALL, SentBody},
    credentials::Credentials,
    respond::{json, nothing},
    rooms::{RoomCode, named},
};
use crate::limits::Caller;

const MEMBERS: &str = "the members are \"question\", with \"title\" and \"options\", and \"days\" until the pool ends";
const KEY: &str = "the only member is \"key\", the pool's key";

/// `POST /api/v1/pools`.
#[utoipa::path(
    post,
    path = "/api/v1/pools",
    tag = "rooms",
    request_body = PoolRequest,
    responses((status = 201, description = "The pool's key, and when it ends", body = OpenedPool)),
)]
pub(super) async fn open_pool(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    body: SentBody,
) -> Result<Response, ApiError> {
    let request: PoolRequest = body.json(SMALL, MEMBERS).await?;
    let too_many = ApiError::TooManyRequests;
    context
        .admission
        .may_open_a_room(caller)
        .map_err(too_many)?;
    let opened: OpenedPool = context.rooms.open_pool(request).await?;
    json(StatusCode::CREATED, &opened)
}

/// `GET /api/v1/pool`: that of the key.
#[utoipa::path(
    get,
    path = "/api/v1/pool",
    tag = "rooms",
    security(("pool" = [])),
    responses((status = 200, description = "The sums of all classes that were added", body = PoolView)),
)]
pub(super) async fn read_pool(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    let told: PoolView = context.rooms.read_pool(credentials.bearer()).await?;
    json(StatusCode::OK, &told)
}

/// `DELETE /api/v1/pool`: that of the key.
#[utoipa::path(
    delete,
    path = "/api/v1/pool",
    tag = "rooms",
    security(("pool" = [])),
    responses((status = 204, description = "The pool and all that was added to it are deleted")),
)]
pub(super) async fn end_pool(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    context.rooms.end_pool(credentials.bearer()).await?;
    Ok(nothing())
}

/// `POST /api/v1/rooms/{code}/pool`: what the room has revealed is added to the pool that it was opened for.
#[utoipa::path(
    post,
    path = "/api/v1/rooms/{code}/pool",
    tag = "rooms",
    security(("presenter" = [])),
    params(("code" = String, Path, description = "The room's code")),
    request_body = PoolKey,
    responses((status = 200, description = "The pool with the room's counts", body = PoolView)),
)]
pub(super) async fn add_to_pool(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    credentials: Credentials,
    RoomCode(code): RoomCode,
    body: SentBody,
) -> Result<Response, ApiError> {
    let PoolKey { key } = body.json(SMALL, KEY).await?;
    let (code, _) = named(&context, caller, &code).await?;
    let added = context.rooms.add_to_pool(&code, credentials.bearer(), &key);
    let told: PoolView = added.await?;
    json(StatusCode::OK, &told)
}
