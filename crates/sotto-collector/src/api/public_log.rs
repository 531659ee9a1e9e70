//! The public log, for whoever checks what is given out.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use sotto_api::public_log::{LogEntry, LogProof};

use super::{
    ApiError, Context,
    asked::{Parameters, SentParameters, parameters},
    respond::json,
};

/// What never changes at its address.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// `GET /api/v1/log/checkpoint`.
#[utoipa::path(
    get,
    path = "/api/v1/log/checkpoint",
    tag = "trust",
    responses((
        status = 200,
        description = "The signed head of the log of every survey and issuing key that was served (c2sp.org/tlog-checkpoint). Its tiles and bundles of entries are at \
            `/api/v1/log/tile/…` as c2sp.org/tlog-tiles has it",
        body = String,
        content_type = "text/plain; charset=utf-8"
    )),
)]
pub(super) async fn read_checkpoint(
    State(context): State<Arc<Context>>,
) -> Result<Response, ApiError> {
    let head = context.catalog.log().head(&*context.storage).await?;
    Ok(text(head))
}

/// `GET /api/v1/log/key`.
#[utoipa::path(
    get,
    path = "/api/v1/log/key",
    tag = "trust",
    responses((
        status = 200,
        description = "The key that checks the head's signature (c2sp.org/signed-note)",
        body = String,
        content_type = "text/plain; charset=utf-8"
    )),
)]
pub(super) async fn read_log_key(
    State(context): State<Arc<Context>>,
) -> Result<Response, ApiError> {
    let key = context.catalog.log().verifier(&*context.storage).await?;
    Ok(text(format!("{key}\n")))
}

parameters! {
    /// Which line of the log to prove, and to whom.
    pub(super) struct ProofQuery {
        /// The line, as it is in the log
        #[param(max_length = 512)]
        line: String,
        /// How many lines the log had when the caller last looked
        #[param(minimum = 0)]
        since: Option<u64>,
    }
    "name a line of the log, such as \"line=sotto-survey-1 HASH VERSION PIN\", with HASH the SHA-256 of the survey's id in base64; \"since\", how many lines the log had when you last looked, may stand beside it, each once"
}

/// `GET /api/v1/log/proof?line=…`.
#[utoipa::path(
    get,
    path = "/api/v1/log/proof",
    tag = "trust",
    params(ProofQuery),
    responses((
        status = 200,
        description = "Proof that the line is in the log, and that the log only grew, checked against its signed head",
        body = LogProof,
    )),
)]
pub(super) async fn read_proof(
    State(context): State<Arc<Context>>,
    query: SentParameters<ProofQuery>,
) -> Result<Response, ApiError> {
    let query = query.read()?;
    let line = LogEntry::read(&query.line).ok_or(ApiError::MalformedQuery(ProofQuery::SENTENCE))?;
    let log = context.catalog.log();
    let since = query.since.unwrap_or(0);
    let proof = log.proof(&*context.storage, &line, since).await?;
    json(StatusCode::OK, &proof.ok_or(ApiError::UnknownLine)?)
}

/// `GET /api/v1/log/tile/{*path}`.
pub(super) async fn read_tile(
    State(context): State<Arc<Context>>,
    Path(path): Path<String>,
) -> Result<Response, ApiError> {
    let tile = context.catalog.log().tile(&*context.storage, &path).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CACHE_CONTROL, FOR_EVER),
    ];
    Ok((headers, tile.ok_or(ApiError::NoTile)?).into_response())
}

fn text(text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}
