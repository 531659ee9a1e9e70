//! Results as they change: server-sent events.

use std::{convert::Infallible, sync::Arc, time::Duration};

use super::{
    ApiError, Context,
    credentials::Credentials,
    results::{ResultsQuery, Wanted, may_read, wanted},
    surveys::find,
};
use crate::estimates::LiveResults;
use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::HeaderName,
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, stream};

const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// `GET /api/v1/surveys/{id}/results/live`: the same JSON as the results, at once and whenever
/// something has been counted.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results/live",
    operation_id = "listen_to_results",
    tag = "results",
    params(("id" = String, Path, description = "The survey's id"), ResultsQuery),
    responses((
        status = 200,
        description = "An event at once and whenever something has been counted; each one's data is Results in JSON",
        body = String,
        content_type = "text/event-stream"
    )),
)]
pub(super) async fn listen(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<ResultsQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let listed = find(&context, id)?;
    may_read(&context, &credentials, &listed).await?;
    let wanted = wanted(&listed, query)?;
    let events =
        Sse::new(events(context, wanted)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Proxies that collect a response before they pass it on would hold it for ever.
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((unbuffered, events))
}

/// Until the collector stops or the survey is deleted.
fn events(context: Arc<Context>, wanted: Wanted) -> impl Stream<Item = Result<Event, Infallible>> {
    let listening = LiveResults::listen(&wanted.published, &context.storage, wanted.with);
    let stopping = context.stopping.clone();
    stream::unfold(
        (listening, stopping),
        move |(mut listening, mut stopping)| {
            let (context, published) = (Arc::clone(&context), Arc::clone(&wanted.published));
            async move {
                let told = tokio::select! {
                    _ = stopping.wait_for(|stopping| *stopping) => return None,
                    told = listening.next() => told?,
                };
                // A deleted survey has no more results.
                context.catalog.get(published.survey().id().as_str())?;
                // Ours, so it is text.
                let event = Event::default().data(String::from_utf8_lossy(&told.json));
                Some((Ok(event), (listening, stopping)))
            }
        },
    )
}
