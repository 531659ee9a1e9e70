//! Rooms: opening, joining, leading, listing and ending them. What a room is stands in `crate::rooms`.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Extension,
    extract::{FromRequestParts, Path, State},
    http::{HeaderMap, HeaderName, StatusCode, request::Parts},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, stream};
use sotto_api::{JoinedRoom, OpenedRoom, RoomAct, RoomRequest, RoomSnapshot, RoomView};
use tokio::time::timeout;

use super::{
    ApiError, Context,
    asked::{SentParameters, parameters},
    body::{SMALL, SentBody},
    credentials::Credentials,
    respond::{json, json_bytes, nothing},
};
use crate::{
    access::AccessError,
    limits::{Caller, StreamPlace},
    rooms::{InRoom, ReadRoom, RoomError, ToldRoom, read_code},
    storage::StorageError,
};

/// What is sent where nothing changes: proxies end connections that say nothing.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How long a request that names what it has seen waits for something new.
const LONG_POLL: Duration = Duration::from_secs(25);

const MEMBERS: &str = "the members are \"questions\", each with \"title\" and \"options\", and \"pool\", the key of one, if there is one";
const ACTS: &str = "send one act, such as {\"step\":\"open\"}, {\"ask\":0} or {\"lock\":true}";

parameters! {
    /// What a request to a room says behind the question mark.
    pub(super) struct RoomQuery {
        /// The tag of the snapshot that is known: the response waits for another one, for 25 seconds at most
        after: Option<String>,
        /// The member "member" of an earlier snapshot, which a locked room asks for
        member: Option<String>,
    }
    "the only parameters are \"after\" and \"member\""
}

impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> Self {
        Self::Room(error)
    }
}

/// A code in a path, as somebody typed it. There need not be such a room.
pub(super) struct RoomCode(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for RoomCode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let code = Path::from_request_parts(parts, state).await;
        // A path that is not UTF-8 names no room either.
        code.map(|Path(code)| Self(code))
            .map_err(|_| RoomError::Unknown.into())
    }
}

/// `POST /api/v1/rooms`.
#[utoipa::path(
    post,
    path = "/api/v1/rooms",
    tag = "rooms",
    request_body = RoomRequest,
    responses((status = 201, description = "The room, and what leads it", body = OpenedRoom)),
)]
pub(super) async fn open_room(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    body: SentBody,
) -> Result<Response, ApiError> {
    let request: RoomRequest = body.json(SMALL, MEMBERS).await?;
    let too_many = ApiError::TooManyRequests;
    context
        .admission
        .may_open_a_room(caller)
        .map_err(too_many)?;
    let opened: OpenedRoom = context.rooms.open(request).await?;
    json(StatusCode::CREATED, &opened)
}

/// The room of a path. Whoever names one that is not there has tried a wrong code, at whichever address.
pub(super) async fn named(
    context: &Context,
    caller: Caller,
    code: &str,
) -> Result<(String, ReadRoom), ApiError> {
    let found = match read_code(code) {
        Some(code) => context.rooms.read(&code).await.map(|found| (code, found)),
        None => Err(RoomError::Unknown),
    };
    found.map_err(|error| match error {
        // A right code is let in whatever wrong ones came from the same school.
        RoomError::Unknown => match context.admission.tried_a_wrong_code(caller) {
            Ok(()) => RoomError::Unknown.into(),
            Err(wait) => ApiError::TooManyRequests(wait),
        },
        error => error.into(),
    })
}

/// The room of a path, if the request may know of it.
async fn inside(
    context: &Context,
    caller: Caller,
    credentials: &Credentials,
    code: &str,
    member: Option<&str>,
) -> Result<String, ApiError> {
    let (code, found) = named(context, caller, code).await?;
    if found.room.admits(member, credentials.bearer()) {
        Ok(code)
    } else {
        Err(RoomError::Locked.into())
    }
}

/// `GET /api/v1/rooms`.
#[utoipa::path(
    get,
    path = "/api/v1/rooms",
    tag = "rooms",
    security(("token" = []), ("session" = [])),
    responses((status = 200, description = "Every room, by code", body = Vec<RoomView>)),
)]
pub(super) async fn list_rooms(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    credentials.operator(&context).await?;
    json(StatusCode::OK, &context.rooms.list().await?)
}

/// `POST /api/v1/rooms/{code}/members`: each member answers once a round.
#[utoipa::path(
    post,
    path = "/api/v1/rooms/{code}/members",
    tag = "rooms",
    params(("code" = String, Path, description = "The room's code")),
    responses((status = 201, description = "What lets one phone answer, each round once", body = JoinedRoom)),
)]
pub(super) async fn join_room(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    RoomCode(code): RoomCode,
) -> Result<Response, ApiError> {
    let (code, found) = named(&context, caller, &code).await?;
    let joined: JoinedRoom = context.rooms.join(&code, found).await?;
    json(StatusCode::CREATED, &joined)
}

/// `GET /api/v1/rooms/{code}`: for phones whose network lets no streams pass.
#[utoipa::path(
    get,
    path = "/api/v1/rooms/{code}",
    tag = "rooms",
    security((), ("presenter" = [])),
    params(("code" = String, Path, description = "The room's code"), RoomQuery),
    responses((status = 200, description = "What everybody in the room sees", body = RoomSnapshot)),
)]
pub(super) async fn read_room(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    credentials: Credentials,
    RoomCode(code): RoomCode,
    query: SentParameters<RoomQuery>,
) -> Result<Response, ApiError> {
    let RoomQuery { after, member } = query.read()?;
    let code = inside(&context, caller, &credentials, &code, member.as_deref()).await?;
    let told = context.rooms.now(&code).await?;
    let told = match after {
        Some(after) if *after == *told.tag => {
            let mut stopping = context.stopping.clone();
            let mut listening = context.rooms.listen(&code);
            let newer = async {
                loop {
                    match listening.next().await {
                        Some(newer) if *newer.tag == *after => {}
                        other => return other,
                    }
                }
            };
            tokio::select! {
                _ = stopping.wait_for(|stopping| *stopping) => told,
                newer = timeout(LONG_POLL, newer) => match newer {
                    Ok(Some(newer)) => newer,
                    Ok(None) => return Err(RoomError::Unknown.into()),
                    Err(_) => told,
                },
            }
        }
        _ => told,
    };
    Ok(json_bytes(StatusCode::OK, told.json))
}

/// `GET /api/v1/rooms/{code}/live`.
#[utoipa::path(
    get,
    path = "/api/v1/rooms/{code}/live",
    tag = "rooms",
    security((), ("presenter" = [])),
    params(("code" = String, Path, description = "The room's code"), RoomQuery),
    responses((
        status = 200,
        description = "An event at once and whenever the room changes, twice a second at most; its id is the snapshot's tag, its data RoomSnapshot in JSON. It ends when the room does: ask again, and the answer says so",
        body = String,
        content_type = "text/event-stream"
    )),
)]
pub(super) async fn listen_to_room(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    credentials: Credentials,
    RoomCode(code): RoomCode,
    query: SentParameters<RoomQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let RoomQuery { after, member } = query.read()?;
    let code = inside(&context, caller, &credentials, &code, member.as_deref()).await?;
    let seen = headers
        .get("last-event-id")
        .and_then(|tag| tag.to_str().ok())
        .map(str::to_owned);
    let place = context
        .streams
        .take(caller)
        .ok_or(ApiError::TooManyStreams)?;
    let listening = context.rooms.listen(&code);
    let events = events(&context, listening, place, seen.or(after));
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Proxies that collect a response before they pass it on would hold it for ever.
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((unbuffered, events))
}

/// Snapshots that have not been seen, until the room ends or the collector stops.
fn events(
    context: &Context,
    listening: InRoom,
    place: StreamPlace,
    seen: Option<String>,
) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let stopping = context.stopping.clone();
    let start = (listening, place, stopping, seen);
    stream::unfold(
        start,
        |(mut listening, place, mut stopping, mut seen)| async move {
            loop {
                let ToldRoom { tag, json } = tokio::select! {
                    _ = stopping.wait_for(|stopping| *stopping) => return None,
                    told = listening.next() => told?,
                };
                if seen.take().as_deref() == Some(&*tag) {
                    continue;
                }
                // Ours, so it is text.
                let event = Event::default()
                    .id(tag)
                    .data(String::from_utf8_lossy(&json));
                return Some((Ok(event), (listening, place, stopping, seen)));
            }
        },
    )
}

/// `POST /api/v1/rooms/{code}/acts`.
#[utoipa::path(
    post,
    path = "/api/v1/rooms/{code}/acts",
    tag = "rooms",
    security(("presenter" = [])),
    params(("code" = String, Path, description = "The room's code")),
    request_body = RoomAct,
    responses((status = 200, description = "The room after it", body = RoomSnapshot)),
)]
pub(super) async fn lead_room(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    credentials: Credentials,
    RoomCode(code): RoomCode,
    body: SentBody,
) -> Result<Response, ApiError> {
    let act: RoomAct = body.json(SMALL, ACTS).await?;
    let (code, _) = named(&context, caller, &code).await?;
    context.rooms.lead(&code, credentials.bearer(), act).await?;
    let told = context.rooms.now(&code).await?;
    Ok(json_bytes(StatusCode::OK, told.json))
}

/// `DELETE /api/v1/rooms/{code}`: for its presenter, and for operators.
#[utoipa::path(
    delete,
    path = "/api/v1/rooms/{code}",
    tag = "rooms",
    security(("presenter" = []), ("token" = []), ("session" = [])),
    params(("code" = String, Path, description = "The room's code")),
    responses((status = 204, description = "The room and all that was counted in it are deleted")),
)]
pub(super) async fn end_room(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    credentials: Credentials,
    RoomCode(code): RoomCode,
) -> Result<Response, ApiError> {
    let (code, is_led) = match named(&context, caller, &code).await {
        Ok((code, found)) => (code, found.room.is_led_by(credentials.bearer())),
        // Nobody leads what cannot be read.
        Err(ApiError::Room(RoomError::Storage(StorageError::Room { code, .. }))) => (code, false),
        Err(error) => return Err(error),
    };
    if is_led {
        context.rooms.delete(&code).await?;
        return Ok(nothing());
    }
    let actor = credentials.operator(&context).await;
    let actor = actor.map_err(|error| match error {
        ApiError::Access(AccessError::Unknown) => RoomError::NotPresenter.into(),
        error => error,
    })?;
    context.rooms.delete(&code).await?;
    // What is noted stays, and of a room nothing does.
    context.record(&actor, "room.end", None).await?;
    Ok(nothing())
}
