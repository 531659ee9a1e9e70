//! What comes before every request to the API: whose it is, for the limits, and then nobody's.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};

use axum::{
    extract::{Request, State},
    http::{HeaderName, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{ApiError, Context};
use crate::{limits::Caller, metrics::MetricEvent, transport::Peer};

/// What tells who a respondent is and what nobody behind this needs.
const NOBODYS_BUSINESS: [HeaderName; 6] = [
    header::USER_AGENT,
    header::REFERER,
    header::FORWARDED,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("from"),
];

/// Holds the request to the limits, and takes from it what could end in a record by mistake. What
/// remains is a [`crate::limits::Caller`], a number of today.
pub(super) async fn admit(
    State(context): State<Arc<Context>>,
    mut request: Request,
    next: Next,
) -> Response {
    let caller = match caller(&context, &mut request) {
        Ok(caller) => caller,
        Err(error) => return noted(&context, error.into_response()),
    };
    for name in NOBODYS_BUSINESS {
        request.headers_mut().remove(name);
    }
    request.extensions_mut().insert(caller);
    noted(&context, next.run(request).await)
}

/// Whose request it is.
///
/// # Errors
/// When they have asked too often.
pub(super) fn caller(context: &Context, request: &mut Request) -> Result<Caller, ApiError> {
    let peer = request.extensions_mut().remove::<Peer>();
    // Only a test that has no connection has no peer.
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |Peer(address)| address);
    let admitted = context.admission.admit(peer, request.headers());
    admitted.map_err(ApiError::TooManyRequests)
}

/// The response, after it was counted for those who watch the collector.
pub(super) fn noted(context: &Context, response: Response) -> Response {
    context.metrics.count(match response.status() {
        status if status.is_server_error() => MetricEvent::Failed,
        StatusCode::TOO_MANY_REQUESTS => MetricEvent::Limited,
        status if status.is_client_error() => MetricEvent::Refused,
        _ => MetricEvent::Answered,
    });
    response
}
