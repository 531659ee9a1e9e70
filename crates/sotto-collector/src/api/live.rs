//! Results as they change: server-sent events.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::HeaderName,
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, stream};
use tokio::{sync::watch, time::sleep};

use super::{
    ApiError, Context,
    credentials::Credentials,
    results::{ResultsQuery, Wanted, json, may_read, wanted},
    surveys::find,
};

/// Changes within this time are told together: four events a second at most.
const PAUSE: Duration = Duration::from_millis(250);
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

struct Listener {
    context: Arc<Context>,
    wanted: Wanted,
    changes: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
}

fn events(context: Arc<Context>, wanted: Wanted) -> impl Stream<Item = Result<Event, Infallible>> {
    let mut changes = wanted.published.changes();
    // The first event does not wait.
    changes.mark_changed();
    let listener = Listener {
        stopping: context.stopping.clone(),
        context,
        wanted,
        changes,
    };
    stream::unfold(
        (listener, Duration::ZERO),
        |(mut listener, pause)| async move {
            let event = listener.next(pause).await?;
            Some((Ok(event), (listener, PAUSE)))
        },
    )
}

impl Listener {
    /// The next event; `None` when the collector stops.
    async fn next(&mut self, mut pause: Duration) -> Option<Event> {
        loop {
            let changed = async {
                sleep(pause).await;
                self.changes.changed().await
            };
            tokio::select! {
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                changed = changed => changed.ok()?,
            }
            // A deleted survey has no more results.
            let id = self.wanted.published.survey().id().as_str();
            self.context.catalog.get(id)?;
            if let Ok(results) = json(&self.context, &self.wanted).await {
                return Some(Event::default().data(results));
            }
            // The storage may be back by the next time.
            self.changes.mark_changed();
            pause = PAUSE;
        }
    }
}
