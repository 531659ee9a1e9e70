//! Reading and writing other programs' files for the studio: the program `import`, in a worker that is started when
//! there is such a file, and ended when it is done.

use js_sys::{Array, Promise};
use serde::de::DeserializeOwned;
use sotto_studio::{ForeignFile, TranslationTask, TranslationWish};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// Who reads such files. `base` leads from the page to the site's folder.
#[must_use]
pub fn reader(base: &'static str) -> Callback<ForeignFile> {
    Callback::from(move |file: ForeignFile| {
        spawn_local(async move {
            let request = Array::of4(
                &"read".into(),
                file.bytes.as_ref(),
                &(&*file.name).into(),
                &(&*file.language).into(),
            );
            file.done.emit(asked(base, &request).await.ok());
        });
    })
}

/// Who makes and reads files for translators.
#[must_use]
pub fn translations(base: &'static str) -> Callback<TranslationTask> {
    Callback::from(move |task: TranslationTask| {
        spawn_local(async move {
            let language = JsValue::from(&*task.language);
            let request = match &task.wish {
                TranslationWish::Read(bytes) => {
                    let bytes: &JsValue = bytes.as_ref();
                    Ok(Array::of3(&"read_translations".into(), bytes, &language))
                }
                TranslationWish::Write(table, format) => {
                    let wish = serde_wasm_bindgen::to_value(&(table, format));
                    wish.map(|wish| Array::of3(&"write_translations".into(), &wish, &language))
                }
            };
            let reading = match request {
                Ok(request) => asked(base, &request).await.ok(),
                Err(_) => None,
            };
            task.done.emit(reading);
        });
    })
}

/// What the program answers to the name of one of its functions and what that takes.
async fn asked<T: DeserializeOwned>(base: &str, request: &Array) -> Result<T, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&[base, "import-worker.js"].concat(), &options)?;
    let told = Promise::new(&mut |done, failed| {
        worker.set_onmessage(Some(&done));
        worker.set_onerror(Some(&failed));
    });
    let told = match worker.post_message(request) {
        Ok(()) => JsFuture::from(told).await,
        Err(error) => Err(error),
    };
    worker.terminate();
    let event: MessageEvent = told?.dyn_into()?;
    Ok(serde_wasm_bindgen::from_value(event.data())?)
}
