//! Reading other programs' files for the studio: the program `import`, in a worker that is started when such a
//! file is opened, and ended when it is read.

use js_sys::{Array, Promise};
use sotto_studio::{ForeignFile, Reading};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// Who reads such files. `base` leads from the page to the site's folder.
#[must_use]
pub fn reader(base: &'static str) -> Callback<ForeignFile> {
    Callback::from(move |file: ForeignFile| {
        spawn_local(async move {
            let reading = read(base, &file).await;
            file.done.emit(reading.ok());
        });
    })
}

async fn read(base: &str, file: &ForeignFile) -> Result<Reading, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&[base, "import-worker.js"].concat(), &options)?;
    let told = Promise::new(&mut |done, failed| {
        worker.set_onmessage(Some(&done));
        worker.set_onerror(Some(&failed));
    });
    let bytes: &JsValue = file.bytes.as_ref();
    let (name, language) = (JsValue::from(&*file.name), JsValue::from(&*file.language));
    let request = Array::of3(bytes, &name, &language);
    let told = match worker.post_message(&request) {
        Ok(()) => JsFuture::from(told).await,
        Err(error) => Err(error),
    };
    worker.terminate();
    let event: MessageEvent = told?.dyn_into()?;
    Ok(serde_wasm_bindgen::from_value(event.data())?)
}
