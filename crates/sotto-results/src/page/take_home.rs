//! The results as files: fetched as whoever looks at the page, and handed over by the browser.

use sotto_api::WantedVersions;
use sotto_survey::Identifier;
use sotto_ui::{Messages, http};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;
use yew::prelude::*;

use crate::saving::hand_over;

/// Where each file stands below the survey's address, what it is called, and the text of its button.
const FILES: [(&str, &str, &str); 2] = [
    ("results.csv", "results.csv", "take-home-csv"),
    ("results", "results.json", "take-home-json"),
];

#[derive(Properties, PartialEq)]
pub(super) struct TakeHomeProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    pub(super) survey: Identifier,
    pub(super) versions: WantedVersions,
    pub(super) token: Option<String>,
}

/// A button for each file, and a word if one cannot be had.
#[component]
pub(super) fn TakeHome(props: &TakeHomeProps) -> Html {
    let TakeHomeProps {
        words,
        base,
        survey,
        versions,
        token,
    } = props;
    // Files of versions that were chosen say so in their names.
    let chosen = versions.to_string().replace('=', "-");
    let chosen = if chosen.is_empty() {
        chosen
    } else {
        ["-", &chosen].concat()
    };
    // The file that is on its way, or whether the last one failed.
    let is_coming = use_state_eq(|| false);
    let has_failed = use_state_eq(|| false);
    let button = |&(path, file, key): &(&'static str, &'static str, &'static str)| {
        let url = format!("{base}api/v1/surveys/{survey}/{path}?{versions}");
        let name = format!("{survey}{chosen}-{file}");
        let (token, coming, failed) = (token.clone(), is_coming.clone(), has_failed.clone());
        let onclick = Callback::from(move |_| {
            // One at a time: a second press asks for nothing more.
            if *coming {
                return;
            }
            let (url, name, token) = (url.clone(), name.clone(), token.clone());
            let (coming, failed) = (coming.clone(), failed.clone());
            coming.set(true);
            spawn_local(async move {
                let blob = fetch(&url, token.as_deref()).await;
                failed.set(blob.is_none());
                if let Some(blob) = blob {
                    hand_over(&blob, &name);
                }
                coming.set(false);
            });
        });
        html! {
            <button type="button" class="quiet" aria-disabled={is_coming.then_some("true")} {onclick}>
                { words.text(key) }
            </button>
        }
    };
    html! {
        <section class="card take-home" aria-labelledby="take-home-heading">
            <h2 id="take-home-heading">{ words.text("take-home") }</h2>
            <p>{ words.text("take-home-intro") }</p>
            <p class="save">{ for FILES.iter().map(button) }</p>
            <p role="status">
                if *has_failed { { words.text("take-home-failed") } }
            </p>
        </section>
    }
}

/// The whole file, or nothing: one that breaks off is not handed over.
async fn fetch(url: &str, token: Option<&str>) -> Option<Blob> {
    let response = http::get_as(token, url, None).await.ok()?;
    if !response.ok() {
        return None;
    }
    let blob = JsFuture::from(response.blob().ok()?).await.ok()?;
    blob.dyn_into().ok()
}
