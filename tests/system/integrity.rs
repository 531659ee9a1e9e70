//! Files that never change: pages that trust them by their hashes, and what happens when a server gives
//! them others.

use std::{collections::BTreeMap, path::Path};

use harness::{Browser, Fault, StaticFiles, setting};
use serde_json::{Value, json};

use crate::respondent::{SOMEBODY, send, until_screen};

/// The hash of every file that never changes.
pub(crate) fn hashes() -> BTreeMap<String, String> {
    let file = Path::new(&setting("SOTTO_DIST")).join("integrity.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The one file whose name is this, a hash, and that.
pub(crate) fn file(hashes: &BTreeMap<String, String>, beginning: &str, end: &str) -> String {
    let is_hash =
        |digits: &str| digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let named = |path: &&String| {
        let rest = path.strip_prefix(beginning);
        rest.and_then(|rest| rest.strip_suffix(end))
            .is_some_and(is_hash)
    };
    let found: Vec<_> = hashes.keys().filter(named).collect();
    assert_eq!(found.len(), 1, "{beginning}…{end} in {hashes:?}");
    found[0].clone()
}

fn page(hashes: &BTreeMap<String, String>) -> String {
    let survey = "<sotto-survey src='../surveys/census.json' collector='..'></sotto-survey>";
    careful_page(hashes, survey)
}

/// A page that takes a loader by its hash, and every module by an import map.
pub(crate) fn careful_page(hashes: &BTreeMap<String, String>, survey: &str) -> String {
    let is_module = |path: &str| Path::new(path).extension().is_some_and(|end| end == "js");
    let modules = hashes.iter().filter(|(path, _)| is_module(path));
    let modules: BTreeMap<_, _> = modules
        .map(|(path, hash)| (format!("../{path}"), hash))
        .collect();
    let map = json!({ "integrity": modules });
    let loader = file(hashes, "sotto-survey-", ".js");
    let hash = &hashes[&loader];
    format!(
        "<!doctype html><title>A careful page</title><link rel=icon href='data:,'>
        <script>window.told = []; addEventListener('sotto-error', ({{ detail }}) => told.push(detail.kind))</script>
        <script type=importmap>{map}</script>
        <script type=module src='../{loader}' integrity='{hash}' crossorigin></script>
        {survey}"
    )
}

const PAGE: &str = "embed/careful.html";

#[tokio::test(flavor = "multi_thread")]
async fn every_file_that_the_widget_takes_is_in_the_list_and_is_what_the_list_says() {
    let hashes = hashes();
    let files = StaticFiles::with_file(PAGE, &page(&hashes)).await;
    let browser = Browser::start().await;
    browser.open(&files.address(PAGE)).await;
    send(&browser, &SOMEBODY).await;
    until_screen(&browser, "receipt").await;
    assert_eq!(browser.errors().await, [""; 0]);
    let asked = files.asked();
    let mut taken = asked.iter().filter(|path| {
        let known = [PAGE, "surveys/census.json"];
        !known.contains(&path.as_str())
    });
    let unlisted = taken.find(|path| !hashes.contains_key(*path));
    assert_eq!(unlisted, None);
    assert!(
        asked
            .iter()
            .any(|path| path.starts_with("messages/widget.en-"))
    );

    let wrong = browser
        .run_async(&format!(
            "const done = arguments[arguments.length - 1];
            (async () => {{
                const wrong = [];
                for (const [path, hash] of Object.entries({})) {{
                    const bytes = await (await fetch(`../${{path}}`)).arrayBuffer();
                    const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
                    if (`sha384-${{btoa(String.fromCharCode(...digest))}}` !== hash) wrong.push(path);
                }}
                done(wrong);
            }})();",
            json!(hashes)
        ))
        .await;
    assert_eq!(wrong, json!([]));
}

/// The page with a file that is another than it should be; what the page was told.
async fn told(more: &[(&str, &str)], altered: Option<&str>) -> Value {
    let files = StaticFiles::with_files(more).await;
    if let Some(altered) = altered {
        files.fail(altered, Fault::Altered);
    }
    let browser = Browser::start().await;
    browser.open(&files.address(PAGE)).await;
    browser
        .until(
            "told.length && told
                || document.querySelector('sotto-survey').shadowRoot?.querySelector('form, fieldset') && 'shown'
                || !document.querySelector('sotto-survey:defined') && document.readyState === 'complete' && 'undefined'",
        )
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_careful_page_takes_no_other_file_than_the_listed_ones() {
    let hashes = hashes();
    let read =
        |path: &str| std::fs::read_to_string(Path::new(&setting("SOTTO_DIST")).join(path)).unwrap();
    let page = page(&hashes);
    let program = file(&hashes, "widget-", ".js");
    let words = file(&hashes, "messages/widget.en-", ".json");
    let loader = file(&hashes, "sotto-survey-", ".js");
    let wasm = file(&hashes, "widget-", "_bg.wasm");
    // Each would work, if it were taken.
    let other_program = read(&program) + ";\n";
    let other_words = read(&words).replace("Nothing is sent yet.", "Nobody will ever know.");
    let other_loader = read(&loader) + ";\n";
    let failed = json!(["loading"]);
    assert_eq!(told(&[(PAGE, &page)], None).await, "shown");
    assert_eq!(
        told(&[(PAGE, &page), (&program, &other_program)], None).await,
        failed
    );
    assert_eq!(
        told(&[(PAGE, &page), (&words, &other_words)], None).await,
        failed
    );
    assert_eq!(
        told(&[(PAGE, &page), (&loader, &other_loader)], None).await,
        "undefined"
    );
    assert_eq!(told(&[(PAGE, &page)], Some(&wasm)).await, failed);

    // A page that trusts the address is shown whatever stands there.
    let trusting = "<!doctype html><title>A trusting page</title>
        <script>window.told = []; addEventListener('sotto-error', ({ detail }) => told.push(detail.kind))</script>
        <script type=module src='../sotto-survey.js'></script>
        <sotto-survey src='../surveys/census.json' collector='..'></sotto-survey>";
    let more = [
        (PAGE, trusting),
        (&*program, &*other_program),
        (&*words, &*other_words),
    ];
    assert_eq!(told(&more, None).await, "shown");
}
