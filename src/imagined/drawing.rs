//! The worker that draws imagined people, from the page's side.

use serde::Serialize;
use sotto_crowd::rehearsal::{DrawMessage, DrawRequest};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker with one request; dropping it ends it at once, done or not.
pub(super) struct Drawing {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

impl Drawing {
    /// Starts a worker on the request. `base` leads from the page to the site's folder. `tell` hears `None` of a worker
    /// that broke down.
    ///
    /// # Errors
    /// When the browser starts no worker.
    pub(super) fn start(
        base: &str,
        request: &DrawRequest,
        tell: impl Fn(Option<DrawMessage>) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&[base, "imagined-worker.js"].concat(), &options)?;
        let on_message = Closure::new({
            let tell = tell.clone();
            move |event: MessageEvent| tell(serde_wasm_bindgen::from_value(event.data()).ok())
        });
        let on_error = Closure::new(move || tell(None));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let plain = serde_wasm_bindgen::Serializer::json_compatible();
        worker.post_message(&request.serialize(&plain)?)?;
        Ok(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}

impl Drop for Drawing {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
