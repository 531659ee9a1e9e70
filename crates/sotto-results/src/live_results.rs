//! The live results of a server, by server-sent events.

use sotto_survey::Results;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{EventSource, MessageEvent};
use yew::Callback;

use super::json;

/// What a live connection tells.
pub enum LiveNews {
    /// It is open.
    Open,
    /// New results.
    Results(Results),
    /// It is lost, and the browser tries again by itself.
    Lost,
    /// It is lost for good: whoever wants results must connect anew.
    Closed,
}

/// A live connection; dropping it closes it.
pub struct LiveResults {
    source: EventSource,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

impl LiveResults {
    /// Connects to the event stream at `url`.
    ///
    /// # Errors
    /// When the URL is malformed.
    pub fn connect(url: &str, tell: Callback<LiveNews>) -> Result<Self, JsValue> {
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
                    tell.emit(LiveNews::Results(results));
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
