//! The live results of a server, by server-sent events.

mod events;
mod news;
mod with_token;

use std::{cell::RefCell, rc::Rc};

use gloo_timers::callback::Timeout;
use sotto_survey::Results;
use sotto_ui::Messages;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{EventSource, MessageEvent};
use yew::prelude::*;

use crate::json;
pub use news::LiveNews;
use with_token::ConnectionWithToken;

/// How the live results stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// Never connected yet.
    #[default]
    Opening,
    /// Results come as they are counted.
    Live,
    /// Lost, and being tried again.
    Lost,
    /// Not for whoever reads the page.
    Withheld,
}

impl Connection {
    /// Its name in texts and attributes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Live => "live",
            Self::Lost => "lost",
            Self::Withheld => "withheld",
        }
    }

    /// What it means for the figures of such results.
    #[must_use]
    pub fn sentence(self, results: Option<&Results>, words: &Messages) -> String {
        let step = results.map_or(1, |results| results.minimum_reports);
        if self == Self::Live && step > 1 {
            return words.fill("connection-live-in-steps", &[("step", &*words.whole(step))]);
        }
        words.text(&["connection-", self.name()].concat())
    }
}

/// How long to wait before a connection that is closed for good is made anew, in milliseconds.
const RECONNECT_AFTER: u32 = 3_000;

/// Where live results come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSource {
    /// The address of the event stream.
    pub url: String,
    /// The token of whoever reads it; without one, whoever is signed in.
    pub token: Option<String>,
}

/// Keeps a live connection to the source as long as there is one, and tells of it. A connection that is
/// closed is made anew.
#[hook]
pub fn use_live_results(source: Option<LiveSource>, tell: Callback<LiveNews>) {
    let attempt = use_state(|| 0_u32);
    let next = attempt.setter();
    use_effect_with((source, *attempt), move |(source, attempt)| {
        let attempt = *attempt;
        let again = Rc::new(RefCell::new(None::<Timeout>));
        let reconnect = Rc::clone(&again);
        let tell = Callback::from(move |news| {
            if matches!(news, LiveNews::Closed) {
                let next = next.clone();
                let timeout = Timeout::new(RECONNECT_AFTER, move || next.set(attempt + 1));
                *reconnect.borrow_mut() = Some(timeout);
            }
            tell.emit(news);
        });
        // It fails for a malformed URL only.
        let connection = source
            .as_ref()
            .and_then(|source| Live::connect(source, tell).ok());
        move || {
            drop(connection);
            // A timeout that is dropped does not fire.
            again.borrow_mut().take();
        }
    });
}

/// A live connection of either kind; dropping it closes it.
enum Live {
    SignedIn { _events: LiveResults },
    WithToken { _stream: ConnectionWithToken },
}

impl Live {
    fn connect(source: &LiveSource, tell: Callback<LiveNews>) -> Result<Self, JsValue> {
        let url = &source.url;
        Ok(match &source.token {
            None => Self::SignedIn {
                _events: LiveResults::connect(url, tell)?,
            },
            Some(token) => Self::WithToken {
                _stream: ConnectionWithToken::connect(url, token, tell)?,
            },
        })
    }
}

/// A live connection; dropping it closes it.
struct LiveResults {
    source: EventSource,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

impl LiveResults {
    /// Connects to the event stream at `url`; it fails when that is malformed.
    fn connect(url: &str, tell: Callback<LiveNews>) -> Result<Self, JsValue> {
        let source = EventSource::new(url)?;
        let on_open = Closure::new({
            let tell = tell.clone();
            move || tell.emit(LiveNews::Open)
        });
        let on_message = Closure::new({
            let tell = tell.clone();
            move |event: MessageEvent| {
                let text = event.data().as_string();
                if let Some(results) = text.and_then(|text| json::parse(&text)) {
                    tell.emit(LiveNews::Results(Rc::new(results)));
                }
            }
        });
        let on_error = Closure::new({
            let source = source.clone();
            move || {
                tell.emit(if source.ready_state() == EventSource::CLOSED {
                    LiveNews::Closed
                } else {
                    LiveNews::Lost
                });
            }
        });
        source.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        source.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        source.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Ok(Self {
            source,
            _on_open: on_open,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

impl Drop for LiveResults {
    fn drop(&mut self) {
        self.source.set_onopen(None);
        self.source.set_onmessage(None);
        self.source.set_onerror(None);
        self.source.close();
    }
}
