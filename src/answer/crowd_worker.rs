//! The Web Worker that simulates a crowd, from the page's side.

use serde::Serialize;
use sotto_crowd::{CrowdMessage, CrowdRequest};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use super::BASE;

/// What comes of a request.
pub(super) enum CrowdNews {
    /// The worker says so.
    Told(CrowdMessage),
    /// The worker cannot be started, or broke down.
    Broken,
}

/// A worker with one request; dropping it ends it at once, done or not.
pub(super) struct CrowdWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

impl CrowdWorker {
    /// Starts a worker on `request`.
    pub(super) fn start(request: CrowdRequest, tell: Callback<CrowdNews>) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&format!("{BASE}crowd-worker.js"), &options)?;
        let on_message = Closure::new({
            let (worker, tell) = (worker.clone(), tell.clone());
            let mut request = Some(request);
            move |event: MessageEvent| {
                let news = match serde_wasm_bindgen::from_value(event.data()) {
                    // What is sent before a worker is ready is lost.
                    Ok(CrowdMessage::Ready) => match request.take() {
                        Some(request) if send(&worker, &request).is_ok() => return,
                        Some(_) => CrowdNews::Broken,
                        None => return,
                    },
                    Ok(message) => CrowdNews::Told(message),
                    Err(_) => CrowdNews::Broken,
                };
                tell.emit(news);
            }
        });
        let on_error = Closure::new(move || tell.emit(CrowdNews::Broken));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

fn send(worker: &Worker, request: &CrowdRequest) -> Result<(), JsValue> {
    let message = request.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?;
    worker.post_message(&message)
}

impl Drop for CrowdWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
