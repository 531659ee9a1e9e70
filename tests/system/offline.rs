//! A survey's page that was opened once opens without network; what it keeps for that, and what it never keeps.

use harness::{Browser, StaticFiles, System, setting};
use serde_json::{Value, json};

use crate::{
    respondent::{SOMEBODY, SURVEY_PAGE, send, until_screen},
    showing::CENSUS,
};

const PAGE: &str = "embed/frame.html?survey=census&lang=en";

/// JavaScript: whether the worker has kept the page that is open.
const IS_KEPT: &str =
    "caches.match(new URL('../sw.js?page=' + encodeURIComponent(location.href), location))
    .then((found) => found ? true : null)";

/// Opens a page in the same tab, and waits until it opens without network, too.
async fn open_and_keep(browser: &Browser, address: &str) {
    browser.open(address).await;
    until_screen(browser, "form").await;
    browser.until(IS_KEPT).await;
}

/// The addresses of all that is kept for pages, and whether any of it has that text in it.
async fn kept(browser: &Browser, text: &str) -> (Vec<String>, bool) {
    let script = format!(
        "const names = await caches.keys();
        const all = await Promise.all(names.map(async (name) => {{
            const cache = await caches.open(name);
            return Promise.all((await cache.keys()).map(async (key) => {{
                const text = await (await cache.match(key)).text();
                const list = key.url.includes('?page=') ? Object.keys(JSON.parse(text)) : [];
                return [list, text.includes({})];
            }}));
        }}));
        return [all.flat().flatMap(([list]) => list), all.flat().some(([, has]) => has)];",
        Value::from(text)
    );
    let found = browser
        .run(&format!("return (async () => {{ {script} }})()"))
        .await;
    serde_json::from_value(found).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_opened_once_is_answered_without_network() {
    answered_without_network(Browser::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_in_firefox() {
    answered_without_network(Browser::firefox().await).await;
}

async fn answered_without_network(browser: Browser) {
    let mut system = System::with_browser(browser).await;
    let browser = &system.browser;
    let short = system.address("s/census?lang=en");
    open_and_keep(browser, &short).await;
    let (addresses, _) = kept(browser, "").await;
    for part in [
        "/sotto-survey.js",
        "/frame.css",
        "_bg.wasm",
        "/messages/widget.en-",
        "/api/v1/surveys/census",
        "/api/v1/surveys/census/status",
    ] {
        let is_kept = addresses.iter().any(|address| address.contains(part));
        assert!(is_kept, "{part} {addresses:?}");
    }
    system.collector.kill().await;
    for address in [system.address(PAGE), short] {
        browser.open("about:blank").await;
        browser.open(&address).await;
        until_screen(browser, "form").await;
    }
    send(browser, &SOMEBODY).await;
    until_screen(browser, "failure").await;
    let body = crate::respondent::shown_body(browser).await;
    // Neither the copy, sent or not, nor what was asked for it is with the page.
    let report_id: Value = serde_json::from_str(&body).unwrap();
    let (addresses, has_copy) = kept(browser, report_id["report_id"].as_str().unwrap()).await;
    assert!(!has_copy);
    assert!(
        !addresses
            .iter()
            .any(|address| address.contains("submissions"))
    );
    // It leaves once there is a network again.
    system.collector.restart().await;
    until_screen(browser, "receipt").await;
    assert_eq!(system.recorder.posted().last(), Some(&body));
    let reports = system.results().await;
    assert_eq!(reports.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_answers_is_the_network_while_there_is_one() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let browser = &system.browser;
    open_and_keep(browser, &system.address(PAGE)).await;
    let close = json!({ "closed": true });
    let path = "surveys/census/settings";
    system.collector.manage("PATCH", path, &token, &close).await;
    browser.run("location.reload()").await;
    browser.find_in_survey(".gate").await;
    // Not even a copy that is kept of the survey comes back where it was deleted.
    system
        .collector
        .manage("DELETE", "surveys/census", &token, &json!({}))
        .await;
    browser.run("location.reload()").await;
    browser.find_in_survey("[data-failure=missing]").await;
    browser
        .until(&IS_KEPT.replace("found ? true : null", "found ? null : true"))
        .await;
}

/// The worker of a site, as if it were of another version.
fn other_version(worker: &str) -> String {
    let (before, rest) = worker.split_once("const VERSION = \"").unwrap();
    let (version, after) = rest.split_once('"').unwrap();
    assert_eq!(version.len(), 16, "{version}");
    format!("{before}const VERSION = \"0000000000000000\"{after}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_of_another_version_is_replaced_and_its_cache_deleted() {
    let file = format!("{}/sw.js", setting("SOTTO_DIST"));
    let worker = std::fs::read_to_string(file).unwrap();
    let files = StaticFiles::with_files(&[
        ("api/v1/surveys/census", CENSUS),
        ("sw.js", &other_version(&worker)),
    ])
    .await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    // Of another program on this origin: none of ours.
    browser
        .run("return caches.open('of-others').then(() => true)")
        .await;
    open_and_keep(&browser, &files.address(PAGE)).await;
    let names = "return caches.keys().then((names) => names.sort().join())";
    let other = "of-others,sotto-offline-0000000000000000";
    assert_eq!(browser.run(names).await, other);
    files.put("sw.js", &worker);
    browser.open("about:blank").await;
    browser.open(&files.address(PAGE)).await;
    until_screen(&browser, "form").await;
    // Its own is there, and the other one's is not.
    let replaced = "caches.keys().then((names) => names.length === 2
        && !names.includes('sotto-offline-0000000000000000')
        && names.some((name) => name.startsWith('sotto-offline-')) ? true : null)";
    browser.until(replaced).await;
    browser.until(IS_KEPT).await;
    browser.until(replaced).await;
    let left = browser.run(names).await;
    assert!(left.as_str().unwrap().starts_with("of-others,"), "{left}");
}
