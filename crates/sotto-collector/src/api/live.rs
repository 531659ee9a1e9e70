//! Results as they change: server-sent events.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderName, header},
    response::IntoResponse,
};
use futures_util::{Stream, stream};
use tokio::{
    sync::watch,
    time::{Instant, Interval, MissedTickBehavior, interval_at, timeout},
};

use super::{
    ApiError, Context,
    asked::{NamedSurvey, SentParameters},
    credentials::Credentials,
    results::{ResultsQuery, ResultsRequest, may_read, wanted},
    unread::PendingBody,
};
use crate::{
    catalog::Listed,
    estimates::{ListenerPlace, ResultsJson, listen},
    limits::{Caller, StreamPlace},
};

const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How often it is looked whether a listener may still listen.
const LOOK: Duration = Duration::from_secs(1);

/// `GET /api/v1/surveys/{id}/results/live`: the same JSON as the results, at once and whenever
/// something has been counted.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results/live",
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
pub(super) async fn listen_to_results(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    credentials: Credentials,
    NamedSurvey(listed): NamedSurvey,
    query: SentParameters<ResultsQuery>,
) -> Result<impl IntoResponse, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let query = query.read()?;
    let wanted = wanted::<ResultsQuery>(&listed, query.confidence, [query.version, query.through])?;
    let place = context
        .streams
        .take(caller)
        .ok_or(ApiError::TooManyStreams)?;
    let listener = Listener::new(context, credentials, listed, wanted)?;
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
        // Proxies that collect a response before they pass it on would hold it for ever.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(events(listener, place))))
}

/// What is sent of an event.
enum Telling {
    /// Nothing: the next one is waited for.
    Nothing,
    /// The results are, which are one line.
    Results(PendingBody),
}

/// The events, as they are sent. All who listen share the bytes of the results, and whoever reads too
/// slowly has to listen again.
fn events(
    listener: Listener,
    place: StreamPlace,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> {
    let start = (listener, place, Telling::Nothing);
    stream::try_unfold(start, |(mut listener, place, telling)| async move {
        if let Telling::Results(mut reading) = telling {
            return Ok(Some(match reading.piece()? {
                Some(piece) => (piece, (listener, place, Telling::Results(reading))),
                None => (
                    Bytes::from_static(b"\n\n"),
                    (listener, place, Telling::Nothing),
                ),
            }));
        }
        let Ok(told) = timeout(KEEP_ALIVE, listener.next()).await else {
            let comment = Bytes::from_static(b":\n\n");
            return Ok(Some((comment, (listener, place, Telling::Nothing))));
        };
        let Some(told) = told else {
            return Ok(None);
        };
        let reading = listener.context.unread.begin(told.json);
        let mut reading = reading.map_err(std::io::Error::other)?;
        // Most events leave at once.
        let mut begin = b"data: ".to_vec();
        begin.extend_from_slice(&reading.piece()?.unwrap_or_default());
        let telling = if reading.is_over() {
            begin.extend_from_slice(b"\n\n");
            Telling::Nothing
        } else {
            Telling::Results(reading)
        };
        Ok(Some((Bytes::from(begin), (listener, place, telling))))
    })
}

/// Somebody who listens, and what must stay true while they do.
struct Listener {
    context: Arc<Context>,
    stopping: watch::Receiver<bool>,
    credentials: Credentials,
    /// The survey as it was when it was last looked whether they may listen.
    listed: Arc<Listed>,
    wanted: ResultsRequest,
    listening: ListenerPlace,
    looks: Interval,
    /// False while the storage cannot say so.
    may_read: bool,
    untold: Option<ResultsJson>,
}

impl Listener {
    fn new(
        context: Arc<Context>,
        credentials: Credentials,
        listed: Arc<Listed>,
        wanted: ResultsRequest,
    ) -> Result<Self, ApiError> {
        let mut looks = interval_at(Instant::now() + LOOK, LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (storage, turns, clock) = (&context.storage, &context.estimating, &context.clock);
        let versions = &wanted.versions;
        let listening = listen(versions, storage, wanted.with, turns, clock)?;
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
    async fn next(&mut self) -> Option<ResultsJson> {
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
                .get(self.wanted.versions.newest.survey().id().as_str())?;
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
        if !self.wanted.still_stands(listed) {
            return None;
        }
        match may_read(&self.context, &self.credentials, listed).await {
            Ok(()) => Some(true),
            Err(ApiError::Storage(_)) => Some(false),
            Err(_) => None,
        }
    }
}
