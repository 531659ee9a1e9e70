//! Results as they change: server-sent events.

use std::{convert::Infallible, sync::Arc, time::Duration};

use super::{
    ApiError, Context,
    credentials::Credentials,
    results::{ResultsQuery, Wanted, may_read, wanted},
    surveys::{find, version},
};
use crate::{
    catalog::Listed,
    estimates::{Listening, LiveResults, Told},
};
use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::HeaderName,
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, stream};
use tokio::{
    sync::watch,
    time::{Instant, Interval, MissedTickBehavior, interval_at},
};

const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How often it is looked whether a listener may still listen.
const LOOK: Duration = Duration::from_secs(1);

/// `GET /api/v1/surveys/{id}/results/live`: the same JSON as the results, at once and whenever
/// something has been counted.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results/live",
    operation_id = "listen_to_results",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), ResultsQuery),
    responses((
        status = 200,
        description = "An event at once and whenever something has been counted; each one's data is Results in JSON. It ends when the same request would be answered otherwise: ask again, and the answer says why",
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
    let listener = Listener::new(context, credentials, listed, wanted)?;
    let events = Sse::new(events(listener)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Proxies that collect a response before they pass it on would hold it for ever.
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((unbuffered, events))
}

fn events(listener: Listener) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(listener, |mut listener| async move {
        let told = listener.next().await?;
        // Ours, so it is text.
        let event = Event::default().data(String::from_utf8_lossy(&told.json));
        Some((Ok(event), listener))
    })
}

/// Somebody who listens, and what must stay true while they do.
struct Listener {
    context: Arc<Context>,
    stopping: watch::Receiver<bool>,
    credentials: Credentials,
    /// The survey as it was when it was last looked whether they may listen.
    listed: Arc<Listed>,
    wanted: Wanted,
    listening: Listening,
    looks: Interval,
    /// False while the storage cannot say so.
    may_read: bool,
    untold: Option<Told>,
}

impl Listener {
    fn new(
        context: Arc<Context>,
        credentials: Credentials,
        listed: Arc<Listed>,
        wanted: Wanted,
    ) -> Result<Self, ApiError> {
        let mut looks = interval_at(Instant::now() + LOOK, LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (storage, turns) = (&context.storage, &context.estimating);
        let listening = LiveResults::listen(&wanted.published, storage, wanted.with, turns)?;
        Ok(Self {
            stopping: context.stopping.clone(),
            listening,
            context,
            credentials,
            listed,
            wanted,
            looks,
            may_read: true,
            untold: None,
        })
    }

    /// The next results; `None` when the collector stops or the request would be answered otherwise
    /// by now.
    async fn next(&mut self) -> Option<Told> {
        loop {
            let is_time = tokio::select! {
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                _ = self.looks.tick() => true,
                told = self.listening.next() => {
                    self.untold = Some(told?);
                    false
                }
            };
            let listed = self
                .context
                .catalog
                .get(self.wanted.published.survey().id().as_str())?;
            if is_time || !Arc::ptr_eq(&listed, &self.listed) {
                self.may_read = self.still_may_read(&listed).await?;
                self.listed = listed;
            }
            if self.may_read
                && let Some(told) = self.untold.take()
            {
                return Some(told);
            }
        }
    }

    /// Whether the same results may be read; `None`: not any more.
    async fn still_may_read(&self, listed: &Listed) -> Option<bool> {
        let published = version(listed, self.wanted.named).ok()?;
        // Another of the same id and version is another survey, or one that was closed for good.
        let is_same = Arc::ptr_eq(published, &self.wanted.published)
            && listed.minimum_reports(published) == self.wanted.with.minimum;
        if !is_same {
            return None;
        }
        match may_read(&self.context, &self.credentials, listed).await {
            Ok(()) => Some(true),
            Err(ApiError::Storage(_)) => Some(false),
            Err(_) => None,
        }
    }
}
