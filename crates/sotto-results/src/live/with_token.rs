//! A live connection for the holder of a token: the same stream as an `EventSource` reads, by `fetch`,
//! because an `EventSource` sends no headers.

use std::rc::Rc;

use js_sys::{Reflect, Uint8Array};
use sotto_survey::Results;
use sotto_ui::http;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal, ReadableStreamDefaultReader};
use yew::Callback;

use super::{events::Events, news::LiveNews};
use crate::json;

/// A connection; dropping it ends it.
pub(super) struct ConnectionWithToken(AbortController);

impl ConnectionWithToken {
    /// Connects to the event stream at `url`.
    pub(super) fn connect(
        url: &str,
        token: &str,
        tell: Callback<LiveNews>,
    ) -> Result<Self, JsValue> {
        let ending = AbortController::new()?;
        let signal = ending.signal();
        let (url, token) = (url.to_owned(), token.to_owned());
        spawn_local(async move {
            // What broke it does not matter here: whoever connects again is told why it is refused.
            let _ = read(&url, &token, &signal, &tell).await;
            if !signal.aborted() {
                tell.emit(LiveNews::Closed);
            }
        });
        Ok(Self(ending))
    }
}

impl Drop for ConnectionWithToken {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Reads until the stream ends; `None` when it breaks, too.
async fn read(
    url: &str,
    token: &str,
    signal: &AbortSignal,
    tell: &Callback<LiveNews>,
) -> Option<()> {
    let response = http::get_as(Some(token), url, Some(signal)).await.ok()?;
    if !response.ok() {
        return None;
    }
    let reader: ReadableStreamDefaultReader = response.body()?.get_reader().dyn_into().ok()?;
    tell.emit(LiveNews::Open);
    let mut events = Events::default();
    loop {
        let piece = JsFuture::from(reader.read()).await.ok()?;
        if signal.aborted() {
            return None;
        }
        if Reflect::get(&piece, &"done".into()).ok()?.is_truthy() {
            return Some(());
        }
        let bytes: Uint8Array = Reflect::get(&piece, &"value".into())
            .ok()?
            .dyn_into()
            .ok()?;
        for event in events.take(&bytes.to_vec()) {
            if let Some(results) = json::parse::<Results>(&event) {
                tell.emit(LiveNews::Results(Rc::new(results)));
            }
        }
    }
}
