//! The results as files: fetched as whoever looks at the page, and handed over by the browser.

use sotto_api::WantedVersions;
use sotto_survey::Identifier;
use sotto_ui::{Messages, http};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;
use yew::prelude::*;

use crate::saving::hand_over;

/// A file: where it stands below the survey's address, what its name ends in, and the text of its button.
type SavedFile = (&'static str, &'static str, &'static str);

/// What is made of results.
const FILES: [SavedFile; 8] = [
    ("exports/xlsx", "results.xlsx", "take-home-xlsx"),
    ("exports/report", "report.html", "take-home-report"),
    ("exports/codebook", "codebook.html", "take-home-codebook"),
    ("exports/csv", "results.csv", "take-home-csv"),
    (RESULTS, "results.json", "take-home-json"),
    ("exports/channels", "channels.json", "take-home-channels"),
    ("exports/python", "estimates.py", "take-home-python"),
    ("exports/r-estimates", "estimates.R", "take-home-r"),
];

/// The results as the API has them, which the command reads as well.
const RESULTS: &str = "results";

/// What is made of noisy rows, which the collector gives to designers of surveys that keep them.
const ROWS: [SavedFile; 3] = [
    ("exports/rows", "rows.csv", "take-home-rows"),
    ("exports/sav", "rows.sav", "take-home-sav"),
    ("exports/parquet", "rows.parquet", "take-home-parquet"),
];

#[derive(Properties, PartialEq)]
pub(super) struct TakeHomeProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    pub(super) survey: Identifier,
    /// The version that is shown, the newest of those that are counted.
    pub(super) version: u32,
    pub(super) versions: WantedVersions,
    pub(super) token: Option<String>,
    /// The language of labels, if the survey is written in the page's.
    pub(super) language: Option<String>,
}

/// A button for each file, and a word if one cannot be had.
#[component]
pub(super) fn TakeHome(props: &TakeHomeProps) -> Html {
    let TakeHomeProps {
        words,
        base,
        survey,
        version,
        versions,
        token,
        language,
    } = props;
    // The file that is on its way, or whether the last one failed.
    let is_coming = use_state_eq(|| false);
    let has_failed = use_state_eq(|| false);
    let counted = versions.to_string();
    // Rows are those of one version.
    let rows = format!("version={version}");
    let button = |&(path, file, key): &SavedFile, versions: &str| {
        let labels = language.iter().filter(|_| path != RESULTS);
        let labels = labels.map(|language| format!("language={language}"));
        let asked = labels.chain([versions.to_owned()]);
        let asked: Vec<_> = asked.filter(|one| !one.is_empty()).collect();
        let url = format!("{base}api/v1/surveys/{survey}/{path}?{}", asked.join("&"));
        // As the collector names it: scripts look for their data under that name.
        let name = format!("{survey}-{version}-{file}");
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
            <p class="save">{ for FILES.iter().map(|file| button(file, &counted)) }</p>
            if token.is_some() {
                <p>{ words.text("take-home-of-rows") }</p>
                <p class="save">{ for ROWS.iter().map(|file| button(file, &rows)) }</p>
            }
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
