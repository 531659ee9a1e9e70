//! What the pages ask of a room's collector.

use js_sys::JSON;
use serde::{Serialize, de::DeserializeOwned};
use sotto_api::{
    JoinedRoom, OpenedPool, OpenedRoom, PoolKey, PoolRequest, PoolView, RoomAct, RoomRequest,
    RoomSnapshot,
};
use sotto_ui::http::{self, Call};

/// By what somebody is in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    /// The room's code.
    pub(super) code: String,
    /// What leads it.
    pub(super) presenter: Option<String>,
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The collector cannot be reached, or cannot do it just now.
    Unreachable,
    /// There is no collector here.
    NoCollector,
    /// There is no such room.
    Unknown,
    /// The room is locked.
    Locked,
    /// It has had as many phones or rounds as a room takes.
    Full,
    /// There is no such pool.
    UnknownPool,
    /// The room cannot be added to the pool.
    NotForPool,
    /// The pool has had as many classes as a pool takes.
    PoolFull,
    /// It is led by another secret.
    NotPresenter,
    /// Something is wrong with the question.
    Question,
    /// Too many were opened, or too many codes tried.
    TooMany,
}

impl Refusal {
    /// The name of its sentence among the words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "trouble-unreachable",
            Self::NoCollector => "trouble-no-collector",
            Self::Unknown => "trouble-unknown",
            Self::Locked => "trouble-locked",
            Self::Full => "trouble-full",
            Self::UnknownPool => "trouble-unknown-pool",
            Self::NotForPool => "trouble-not-for-pool",
            Self::PoolFull => "trouble-pool-full",
            Self::NotPresenter => "trouble-not-presenter",
            Self::Question => "trouble-question",
            Self::TooMany => "trouble-too-many",
        }
    }

    /// The name of its sentence on a phone, which meets few of them.
    pub(super) const fn name_on_phone(self) -> &'static str {
        match self {
            Self::Unreachable | Self::Unknown | Self::Locked | Self::TooMany => self.name(),
            Self::Full => "no-place",
            Self::NoCollector
            | Self::UnknownPool
            | Self::NotForPool
            | Self::PoolFull
            | Self::NotPresenter
            | Self::Question => "no-rooms-here",
        }
    }

    /// What a status and a body say together.
    pub(super) fn of(status: u16, body: &str) -> Self {
        let is = |kind: &str| body.contains(&["urn:sotto:problem:", kind, "\""].concat());
        match status {
            404 if is("unknown-room") => Self::Unknown,
            403 if is("room-locked") => Self::Locked,
            409 if is("room-full") => Self::Full,
            404 if is("unknown-pool") => Self::UnknownPool,
            409 if is("not-for-pool") => Self::NotForPool,
            409 if is("pool-full") => Self::PoolFull,
            403 if is("forbidden") => Self::NotPresenter,
            400 | 413 | 422 => Self::Question,
            429 => Self::TooMany,
            404 | 405 | 501 => Self::NoCollector,
            _ => Self::Unreachable,
        }
    }

    /// Whether the same may succeed by itself later.
    pub(super) const fn passes(self) -> bool {
        matches!(self, Self::Unreachable | Self::TooMany)
    }
}

/// Reads JSON by the browser's parser.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_wasm_bindgen::from_value(JSON::parse(text).ok()?).ok()
}

fn json(value: &impl Serialize) -> Option<String> {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    let value = value.serialize(&plain).ok()?;
    JSON::stringify(&value).ok()?.as_string()
}

async fn ask(
    url: &str,
    method: &str,
    bearer: Option<&str>,
    body: Option<&str>,
) -> Result<String, Refusal> {
    let bearer = bearer.map(|secret| ["Bearer ", secret].concat());
    let headers: Vec<_> = bearer
        .iter()
        .map(|bearer| ("authorization", &**bearer))
        .collect();
    let call = Call {
        method,
        headers: &headers,
        body,
    };
    let answer = http::ask(url, call, None).await;
    let (status, text) = answer.map_err(|_| Refusal::Unreachable)?;
    if (200..300).contains(&status) {
        Ok(text)
    } else {
        Err(Refusal::of(status, &text))
    }
}

fn rooms(base: &str, rest: &str) -> String {
    [base, "api/v1/rooms", rest].concat()
}

/// Opens a room.
pub(super) async fn open(base: &str, request: &RoomRequest) -> Result<OpenedRoom, Refusal> {
    let body = json(request).ok_or(Refusal::Question)?;
    let answer = ask(&rooms(base, ""), "POST", None, Some(&body)).await?;
    parse(&answer).ok_or(Refusal::NoCollector)
}

/// The room as it is, or once it is not as `after` says any more.
pub(super) async fn read(
    base: &str,
    ticket: &Ticket,
    member: Option<&str>,
    after: Option<&str>,
) -> Result<RoomSnapshot, Refusal> {
    let known = [("member", member), ("after", after)];
    let known = known
        .into_iter()
        .filter_map(|(name, value)| Some([name, "=", value?].concat()));
    let query: Vec<_> = known.collect();
    let url = rooms(base, &["/", &ticket.code, "?", &query.join("&")].concat());
    let answer = ask(&url, "GET", ticket.presenter.as_deref(), None).await?;
    parse(&answer).ok_or(Refusal::NoCollector)
}

/// Joins a room: what lets this phone answer.
pub(super) async fn join(base: &str, code: &str) -> Result<JoinedRoom, Refusal> {
    let url = rooms(base, &["/", code, "/members"].concat());
    let answer = ask(&url, "POST", None, None).await?;
    parse(&answer).ok_or(Refusal::NoCollector)
}

/// The address of a room's stream.
pub(super) fn stream(base: &str, code: &str, member: &str, after: &str) -> String {
    let rest = ["/", code, "/live?member=", member, "&after=", after].concat();
    rooms(base, &rest)
}

/// Does something in a room.
pub(super) async fn act(
    base: &str,
    ticket: &Ticket,
    act: RoomAct,
) -> Result<RoomSnapshot, Refusal> {
    let body = json(&act).ok_or(Refusal::Question)?;
    let url = rooms(base, &["/", &ticket.code, "/acts"].concat());
    let answer = ask(&url, "POST", ticket.presenter.as_deref(), Some(&body)).await?;
    parse(&answer).ok_or(Refusal::NoCollector)
}

/// Ends a room.
pub(super) async fn end(base: &str, ticket: &Ticket) -> Result<(), Refusal> {
    let url = rooms(base, &["/", &ticket.code].concat());
    let ended = ask(&url, "DELETE", ticket.presenter.as_deref(), None).await;
    ended.map(drop)
}

/// Opens a pool.
pub(super) async fn open_pool(base: &str, request: &PoolRequest) -> Result<OpenedPool, Refusal> {
    let body = json(request).ok_or(Refusal::Question)?;
    let url = [base, "api/v1/pools"].concat();
    let answer = ask(&url, "POST", None, Some(&body)).await?;
    parse(&answer).ok_or(Refusal::NoCollector)
}

fn pool(base: &str) -> String {
    [base, "api/v1/pool"].concat()
}

/// What the pool of a key tells.
pub(super) async fn read_pool(base: &str, key: &str) -> Result<PoolView, Refusal> {
    let answer = ask(&pool(base), "GET", Some(key), None).await?;
    parse(&answer).ok_or(Refusal::NoCollector)
}

/// Ends the pool of a key.
pub(super) async fn end_pool(base: &str, key: &str) -> Result<(), Refusal> {
    let ended = ask(&pool(base), "DELETE", Some(key), None).await;
    ended.map(drop)
}

/// Adds what a room has revealed to the pool of a key.
pub(super) async fn add_to_pool(
    base: &str,
    ticket: &Ticket,
    key: &str,
) -> Result<PoolView, Refusal> {
    let body = json(&PoolKey {
        key: key.to_owned(),
    });
    let body = body.ok_or(Refusal::NotForPool)?;
    let url = rooms(base, &["/", &ticket.code, "/pool"].concat());
    let answer = ask(&url, "POST", ticket.presenter.as_deref(), Some(&body)).await?;
    parse(&answer).ok_or(Refusal::NoCollector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_what_the_collector_says() {
        let problem = |kind: &str| format!("{{\"type\":\"urn:sotto:problem:{kind}\"}}");
        for (status, kind, refusal) in [
            (404, "unknown-room", Refusal::Unknown),
            (403, "room-locked", Refusal::Locked),
            (409, "room-full", Refusal::Full),
            (404, "unknown-pool", Refusal::UnknownPool),
            (409, "not-for-pool", Refusal::NotForPool),
            (409, "pool-full", Refusal::PoolFull),
            (403, "forbidden", Refusal::NotPresenter),
            (422, "invalid-survey", Refusal::Question),
            (429, "too-many-requests", Refusal::TooMany),
            (503, "unavailable", Refusal::Unreachable),
            (404, "unknown-address", Refusal::NoCollector),
        ] {
            assert_eq!(
                Refusal::of(status, &problem(kind)),
                refusal,
                "{status} {kind}"
            );
        }
        assert_eq!(Refusal::of(404, "<!doctype html>"), Refusal::NoCollector);
    }
}
