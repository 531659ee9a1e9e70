//! The Web Worker that simulates crowds, from the page's side.

use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::protocol::{CrowdMessage, CrowdRequest};

/// What comes of a request.
pub enum CrowdNews {
    /// The worker says so.
    Told(CrowdMessage),
    /// The worker cannot be started, or broke down.
    Broken,
}

/// A worker with some requests, one after the other; dropping it ends it at once, done or not.
pub struct CrowdWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

impl CrowdWorker {
    /// Starts a worker on the requests. `base` leads from the page to the site's folder. `tell` hears of every
    /// request, and nothing more once one of them has failed.
    ///
    /// # Errors
    /// When the browser starts no worker.
    pub fn start(
        base: &str,
        requests: impl IntoIterator<Item = CrowdRequest, IntoIter: 'static>,
        tell: impl Fn(CrowdNews) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&[base, "crowd-worker.js"].concat(), &options)?;
        let on_message = Closure::new({
            let (worker, tell) = (worker.clone(), tell.clone());
            let mut requests = requests.into_iter();
            move |event: MessageEvent| {
                let message = serde_wasm_bindgen::from_value(event.data());
                // What is sent before a worker is ready is lost.
                let is_free = matches!(message, Ok(CrowdMessage::Ready | CrowdMessage::Done(_)));
                match message {
                    Ok(CrowdMessage::Ready) => {}
                    Ok(message) => tell(CrowdNews::Told(message)),
                    Err(_) => tell(CrowdNews::Broken),
                }
                if is_free
                    && let Some(request) = requests.next()
                    && send(&worker, &request).is_err()
                {
                    tell(CrowdNews::Broken);
                }
            }
        });
        let on_error = Closure::new(move || tell(CrowdNews::Broken));
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
