//! Following a room: every snapshot is pushed to the page by server-sent events, or by long polling where a network
//! lets no streams pass. What is lost is found again, after a while that chance makes a little longer or shorter,
//! so that a whole class does not come back at the same moment.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo_timers::{callback::Timeout, future::TimeoutFuture};
use js_sys::{Math, Promise};
use sotto_api::RoomSnapshot;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{EventSource, MessageEvent};
use yew::prelude::*;

use super::client::{self, Refusal, Ticket};

/// After so long without a first event, a stream counts as held back, in milliseconds.
const FIRST_EVENT: u32 = 5_000;

/// The shortest and the longest time before the next try, in milliseconds.
const AGAIN: (f64, f64) = (500.0, 8_000.0);

/// What is known of a room.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum News {
    /// Nothing yet.
    Coming,
    /// It is so.
    Here(Rc<RoomSnapshot>),
    /// It was so; the connection is lost and being tried again.
    Lost(Rc<RoomSnapshot>),
    /// Never reached yet; it is tried again.
    Unreached(Refusal),
    /// It cannot be followed.
    Refused(Refusal),
}

impl News {
    /// The last snapshot.
    pub(super) const fn snapshot(&self) -> Option<&Rc<RoomSnapshot>> {
        match self {
            Self::Here(snapshot) | Self::Lost(snapshot) => Some(snapshot),
            Self::Coming | Self::Unreached(_) | Self::Refused(_) => None,
        }
    }
}

/// A page that follows a room, as long as it does.
struct Follower {
    alive: Cell<bool>,
    stream: RefCell<Option<EventSource>>,
    last: RefCell<Option<Rc<RoomSnapshot>>>,
    tell: UseStateSetter<News>,
}

impl Follower {
    fn here(&self, snapshot: RoomSnapshot) {
        if self.alive.get() {
            let snapshot = Rc::new(snapshot);
            *self.last.borrow_mut() = Some(Rc::clone(&snapshot));
            self.tell.set(News::Here(snapshot));
        }
    }

    fn lost(&self, refusal: Refusal) {
        if self.alive.get() {
            self.tell.set(match &*self.last.borrow() {
                Some(snapshot) => News::Lost(Rc::clone(snapshot)),
                None => News::Unreached(refusal),
            });
        }
    }

    fn last(&self) -> Option<Rc<RoomSnapshot>> {
        self.last.borrow().clone()
    }
}

/// Follows the room of a ticket, if there is one. `fresh` is a snapshot that the page has heard otherwise.
#[hook]
pub(super) fn use_room(base: &'static str, ticket: Option<Ticket>) -> News {
    let news = use_state_eq(|| News::Coming);
    use_effect_with(ticket, {
        let tell = news.setter();
        move |ticket| {
            let follower = Rc::new(Follower {
                alive: Cell::new(ticket.is_some()),
                stream: RefCell::default(),
                last: RefCell::default(),
                tell,
            });
            follower.tell.set(News::Coming);
            if let Some(ticket) = ticket.clone() {
                spawn_local(follow(base, ticket, Rc::clone(&follower)));
            }
            move || {
                follower.alive.set(false);
                if let Some(stream) = follower.stream.take() {
                    stream.close();
                }
            }
        }
    });
    (*news).clone()
}

async fn follow(base: &'static str, ticket: Ticket, follower: Rc<Follower>) {
    let mut streams_pass = true;
    let mut failures = 0;
    let mut member = kept::member(&ticket.code);
    let mut polling = false;
    while follower.alive.get() {
        let last = follower.last();
        let after = last.as_ref().filter(|_| polling).map(|last| &*last.tag);
        match client::read(base, &ticket, member.as_deref(), after).await {
            Ok(snapshot) => {
                failures = 0;
                kept::keep(&ticket.code, &snapshot.member);
                member = Some(snapshot.member.clone());
                follower.here(snapshot);
            }
            Err(refusal) if refusal.passes() => {
                follower.lost(refusal);
                TimeoutFuture::new(pause(failures)).await;
                failures += 1;
                polling = false;
                continue;
            }
            Err(refusal) => {
                if follower.alive.get() {
                    follower.tell.set(News::Refused(refusal));
                }
                return;
            }
        }
        polling = !streams_pass;
        if streams_pass && let Some(last) = follower.last() {
            let url = client::stream(base, &ticket.code, &last.member, &last.tag);
            streams_pass = listen(&url, &follower).await;
            // All of a class lose a collector together, and must not come back together.
            TimeoutFuture::new(pause(0)).await;
        }
    }
}

/// How long to wait after so many failures.
pub(super) fn pause(failures: i32) -> u32 {
    let (least, most) = AGAIN;
    let longest = (least * 2.0_f64.powi(failures)).min(most);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between half a second and eight"
    )]
    let time = (longest * (0.5 + Math::random())) as u32;
    time
}

/// Listens until the stream is closed. Whether streams pass here: false if nothing came through.
async fn listen(url: &str, follower: &Rc<Follower>) -> bool {
    let Ok(source) = EventSource::new(url) else {
        return false;
    };
    if !follower.alive.get() {
        source.close();
        return true;
    }
    *follower.stream.borrow_mut() = Some(source.clone());
    let heard = Rc::new(Cell::new(false));
    let mut end = None;
    let ended = Promise::new(&mut |resolve, _| end = Some(resolve));
    let Some(end) = end else { return false };
    let end = Rc::new(move || {
        // A promise's own function, which cannot fail.
        let _ = end.call0(&JsValue::NULL);
    });
    let on_open = Closure::<dyn FnMut()>::new({
        let heard = Rc::clone(&heard);
        move || heard.set(true)
    });
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new({
        let follower = Rc::clone(follower);
        move |event: MessageEvent| {
            if let Some(snapshot) = event
                .data()
                .as_string()
                .and_then(|text| client::parse(&text))
            {
                follower.here(snapshot);
            }
        }
    });
    let on_error = Closure::<dyn FnMut()>::new({
        let (follower, end) = (Rc::clone(follower), Rc::clone(&end));
        move || {
            follower.lost(Refusal::Unreachable);
            end();
        }
    });
    let held_back = Timeout::new(FIRST_EVENT, {
        let (heard, end) = (Rc::clone(&heard), Rc::clone(&end));
        move || {
            if !heard.get() {
                end();
            }
        }
    });
    source.set_onopen(Some(on_open.as_ref().unchecked_ref()));
    source.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    source.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    // It is only ever resolved.
    let _ = JsFuture::from(ended).await;
    drop(held_back);
    source.set_onopen(None);
    source.set_onmessage(None);
    source.set_onerror(None);
    source.close();
    follower.stream.take();
    heard.get()
}

/// What everybody in a room shares, kept in this window, so that a reload stays in a locked room; and what lets this
/// phone answer.
pub(super) mod kept {
    fn storage() -> Option<web_sys::Storage> {
        web_sys::window()?.session_storage().ok()?
    }

    fn key(code: &str) -> String {
        ["sotto room ", code].concat()
    }

    /// Under the survey's id: another room may have the same code some day.
    fn invite_key(survey: &str) -> String {
        ["sotto room invite ", survey].concat()
    }

    pub(in crate::room) fn invite(survey: &str) -> Option<String> {
        storage()?.get_item(&invite_key(survey)).ok()?
    }

    pub(in crate::room) fn keep_invite(survey: &str, invite: &str) {
        if let Some(storage) = storage() {
            // As below: a reload then joins anew.
            let _ = storage.set_item(&invite_key(survey), invite);
        }
    }

    pub(super) fn member(code: &str) -> Option<String> {
        storage()?.get_item(&key(code)).ok()?
    }

    pub(super) fn keep(code: &str, member: &str) {
        if let Some(storage) = storage() {
            // A storage that is full or forbidden keeps nothing, and a reload then joins anew.
            let _ = storage.set_item(&key(code), member);
        }
    }
}
