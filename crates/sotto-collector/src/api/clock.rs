//! An operator's word that the clock is right.

use std::sync::Arc;

use axum::{extract::State, response::Response};

use super::{ApiError, Context, credentials::Credentials, respond::nothing};

/// `POST /api/v1/clock/confirm`: what is due by the clock is erased from now on.
#[utoipa::path(
    post,
    path = "/api/v1/clock/confirm",
    tag = "operation",
    security(("token" = []), ("session" = [])),
    responses((status = 204, description = "Noted. If the clock had jumped ahead by more than a day, or the collector was off that long, what is due is erased within the hour")),
)]
pub(super) async fn confirm_clock(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    let actor = credentials.operator(&context).await?;
    context.believed_clock.believe().await?;
    context.record(&actor, "clock.confirm", None).await?;
    Ok(nothing())
}
