//! A page that names the key of the collector's public log: what people are shown stands in it, the same for
//! everybody, and the log only grows.

use harness::{Browser, Collector, System};
use serde_json::{Value, json};

use crate::{
    respondent::{SOMEBODY, SURVEY_PAGE, send, until_screen},
    showing::{census, show, show_made, show_prepared},
    types::ROOT,
};

/// As a page would have it from whoever runs the collector.
pub(crate) async fn key(collector: &Collector) -> String {
    let (status, key) = collector.get("/api/v1/log/key").await;
    assert_eq!(status, 200, "{key}");
    key.trim().to_owned()
}

/// A system whose browser shows a page, the key of the collector's log, and an operator's token.
async fn opened() -> (System, String, String) {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let key = key(&system.collector).await;
    system.browser.open(&system.address(SURVEY_PAGE)).await;
    until_screen(&system.browser, "form").await;
    (system, key, token)
}

fn pinned(key: &str) -> Value {
    json!({ "src": "../api/v1/surveys/census", "log-key": key })
}

/// Makes the log longer by a line.
async fn grow(system: &System, token: &str, id: &str) {
    let mut survey = census();
    survey["id"] = id.into();
    let path = "surveys";
    system.collector.manage("POST", path, token, &survey).await;
}

/// What this device remembers of the log.
async fn remembered(browser: &Browser) -> Vec<Value> {
    let kept = browser
        .run("return Object.entries(localStorage).filter(([name]) => name.startsWith('sotto-log:')).map(([, kept]) => JSON.parse(kept))")
        .await;
    kept.as_array().unwrap().clone()
}

/// How long the log was when this device last looked, as each request so far told it.
fn since(system: &System) -> Vec<u64> {
    let requests = system.recorder.requests().into_iter();
    let asked = requests.filter(|request| request.target.contains("/log/proof?"));
    let since = asked.map(|request| {
        let (_, since) = request.target.split_once("&since=").unwrap();
        since.parse().unwrap()
    });
    since.collect()
}

/// From now on the collector's proofs are what JavaScript makes of them: `prove(line, since)` asks the collector for
/// one, and what is returned is its answer to what is asked for.
async fn lie(browser: &Browser, lies: &str) {
    browser
        .run(&format!(
            "window.fetched ??= window.fetch;
            window.fetch = async (url, how) => {{
                const asked = new URL(url, document.baseURI);
                if (!asked.pathname.endsWith('/log/proof')) return fetched(url, how);
                const prove = async (line, since) => {{
                    asked.search = new URLSearchParams({{ line, since }});
                    return (await fetched(asked, how)).json();
                }};
                const [line, since] = ['line', 'since'].map((name) => asked.searchParams.get(name));
                return Response.json(await (async () => {{ {lies} }})());
            }}"
        ))
        .await;
}

/// The survey is refused with this sentence: nothing is asked, nothing sent, and nothing new remembered.
async fn refused(system: &System, kind: &str, sentence: &str) {
    let browser = &system.browser;
    let said = format!("[role=alert][data-failure={kind}]");
    let said = browser.text_in_survey(&said).await;
    assert!(said.contains(sentence), "{said}");
    assert_eq!(browser.run("return told.at(-1)").await, kind);
    let controls = format!("return {ROOT}.querySelectorAll('input').length");
    assert_eq!(browser.run(&controls).await, 0, "{kind}");
    assert!(system.recorder.posted().is_empty(), "{kind}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_pins_the_log_shows_what_stands_in_it() {
    let (system, key, token) = opened().await;
    let browser = &system.browser;
    show(browser, &pinned(&key)).await;
    until_screen(browser, "form").await;
    let first = remembered(browser).await;
    assert_eq!(first.len(), 1);
    let size = first[0]["size"].as_u64().unwrap();

    // From another address it is the same survey.
    let file = json!({ "src": "../surveys/census.sotto", "log-key": key });
    show(browser, &file).await;
    until_screen(browser, "form").await;
    assert_eq!(remembered(browser).await, first);

    for id in ["second", "third"] {
        grow(&system, &token, id).await;
    }
    let mut reworded = census();
    reworded["version"] = json!(2);
    reworded["title"]["en"] = json!("A census in other words");
    let path = "surveys/census/versions";
    system
        .collector
        .manage("POST", path, &token, &reworded)
        .await;
    show(browser, &pinned(&key)).await;
    let title = browser.text_in_survey("#heading").await;
    assert!(title.contains("in other words"), "{title}");
    assert_eq!(remembered(browser).await[0]["size"], size + 3);
    assert_eq!(since(&system), [0, size, size]);

    // What is remembered is the same whatever is answered.
    let before = remembered(browser).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(remembered(browser).await, before);
    assert_eq!(system.recorder.posted().len(), 1);
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_does_not_pin_the_log_asks_for_no_proof() {
    let (system, _, _) = opened().await;
    let browser = &system.browser;
    show(browser, &json!({ "src": "../api/v1/surveys/census" })).await;
    until_screen(browser, "form").await;
    assert_eq!(since(&system), [0; 0]);
    assert!(remembered(browser).await.is_empty());
    let requests = system.recorder.requests();
    assert!(
        !requests
            .iter()
            .any(|request| request.target.contains("widget-log"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_another_key_signs_is_refused() {
    let (system, own, _) = opened().await;
    let other = key(&Collector::start().await).await;
    let browser = &system.browser;
    for wrong in [other.as_str(), &own[1..], "none"] {
        show(browser, &pinned(wrong)).await;
        refused(&system, "log-signature", "not signed with the key").await;
    }
    for (language, sentence) in [
        ("zh-CN", "不是用本页面所期望的密钥签名"),
        ("ar", "ليس موقّعًا"),
    ] {
        let mut attributes = pinned(&other);
        attributes["lang"] = language.into();
        show(browser, &attributes).await;
        refused(&system, "log-signature", sentence).await;
    }
    assert!(remembered(browser).await.is_empty());
    // The page may still come to its senses.
    show(browser, &pinned(&own)).await;
    until_screen(browser, "form").await;
    // The page in a frame asks for the same.
    let framed = "embed/frame.html?survey=census#lang=en&log-key=none";
    browser.open(&system.address(framed)).await;
    let said = browser.text_in_survey("[data-failure=log-signature]").await;
    assert!(said.contains("not signed with the key"), "{said}");
}

/// A collector that shows one person another survey than the log has.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_is_not_in_the_log_is_not_asked() {
    let (system, key, token) = opened().await;
    grow(&system, &token, "second").await;
    let browser = &system.browser;
    let mut reworded = census();
    reworded["title"]["en"] = json!("A census that names you");
    let attributes = json!({ "log-key": key });
    let sentence = "not in its public log";
    show_made(browser, &reworded, &attributes).await;
    refused(&system, "log-missing", sentence).await;

    // The proof of the line that everybody else is shown, and proofs of nothing.
    let everybody = {
        let (_, status) = system.collector.get("/api/v1/surveys/census/status").await;
        let status: Value = serde_json::from_str(&status).unwrap();
        status["pin"].clone()
    };
    let another = format!("return prove(line.replace(/sha256-.*/, {everybody}), since)");
    for lies in [
        another.as_str(),
        "const line = 'sotto-survey-1 none 1 none'; return prove(line, since)",
        "return { ...await prove(window.known, since), index: 1 }",
        "return { ...await prove(window.known, since), inclusion: [] }",
    ] {
        let known = format!(
            "window.known = await (async () => {{
                const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('census')));
                return `sotto-survey-1 ${{btoa(String.fromCharCode(...bytes))}} 1 {}`;
            }})();",
            everybody.as_str().unwrap()
        );
        lie(browser, &format!("{known} {lies}")).await;
        show_made(browser, &reworded, &attributes).await;
        refused(&system, "log-missing", sentence).await;
    }
    assert!(remembered(browser).await.is_empty());
}

/// So is the key that tokens are sold under: one that was made for one person would tell them apart.
#[tokio::test(flavor = "multi_thread")]
async fn an_issuing_key_that_is_not_in_the_log_is_not_used() {
    let (system, key, token) = opened().await;
    let settings = json!({ "access": "unlinkable" });
    let path = "surveys/census/settings";
    system
        .collector
        .manage("PATCH", path, &token, &settings)
        .await;
    let browser = &system.browser;
    show(browser, &pinned(&key)).await;
    until_screen(browser, "code").await;
    assert_eq!(since(&system).len(), 2);
    let another = "window.fetched = window.fetch;
        window.fetch = async (url, how) => {
            const response = await fetched(url, how);
            if (!String(url).endsWith('/status')) return response;
            const status = await response.json();
            const issuing_key = status.issuing_key.replace(/^./, (first) => first === 'A' ? 'B' : 'A');
            return Response.json({ ...status, issuing_key });
        }";
    show_prepared(browser, &pinned(&key), another).await;
    refused(&system, "log-missing", "not in its public log").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_cut_or_rewritten_since_the_last_look_is_refused() {
    let (system, key, token) = opened().await;
    let browser = &system.browser;
    // The collector's own signed heads: one from before the log grew.
    lie(browser, "return window.earlier = await prove(line, since)").await;
    show(browser, &pinned(&key)).await;
    until_screen(browser, "form").await;
    browser.run("window.cut = window.earlier").await;
    grow(&system, &token, "second").await;
    show(browser, &pinned(&key)).await;
    until_screen(browser, "form").await;
    let grown = remembered(browser).await;

    let sentence = "rewritten or cut";
    lie(browser, "return window.cut").await;
    show(browser, &pinned(&key)).await;
    refused(&system, "log-rewritten", sentence).await;
    lie(
        browser,
        "return { ...await prove(line, 1), consistency: ['AAAA'] }",
    )
    .await;
    show(browser, &pinned(&key)).await;
    refused(&system, "log-rewritten", sentence).await;
    assert_eq!(remembered(browser).await, grown);

    // A log whose lines were others when this device looked: of the same length, and of a longer one.
    lie(browser, "return prove(line, since)").await;
    let other = "for (const [name, kept] of Object.entries(localStorage)) {
            const { size } = JSON.parse(kept);
            const root = btoa('rewritten'.repeat(4).slice(0, 32));
            if (name.startsWith('sotto-log:')) localStorage.setItem(name, JSON.stringify({ size, root }));
        }";
    browser.run(other).await;
    show(browser, &pinned(&key)).await;
    refused(&system, "log-rewritten", sentence).await;
    grow(&system, &token, "third").await;
    show(browser, &pinned(&key)).await;
    refused(&system, "log-rewritten", sentence).await;
    for (language, sentence) in [("zh-CN", "被改写或截短过"), ("ar", "اقتُطع منه")]
    {
        let mut attributes = pinned(&key);
        attributes["lang"] = language.into();
        show(browser, &attributes).await;
        refused(&system, "log-rewritten", sentence).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_read_now_is_read_later() {
    let (system, key, _) = opened().await;
    let browser = &system.browser;
    system.recorder.withhold("/log/proof");
    show(browser, &pinned(&key)).await;
    refused(&system, "log-unread", "cannot be read right now").await;
    system.recorder.mend();
    browser
        .click_in_survey("[data-failure=log-unread] button")
        .await;
    until_screen(browser, "form").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_cannot_check_a_signature_shows_no_survey() {
    let (system, key, _) = opened().await;
    let browser = &system.browser;
    let unknown = "crypto.subtle.importKey = async () => {
            throw new DOMException('Unrecognized name.', 'NotSupportedError');
        }";
    show_prepared(browser, &pinned(&key), unknown).await;
    refused(&system, "log-unsupported", "this browser cannot do that").await;
    assert_eq!(since(&system), [0; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_storage_the_line_is_checked_all_the_same() {
    let (system, key, _) = opened().await;
    let browser = &system.browser;
    let forbidden = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })";
    show_prepared(browser, &pinned(&key), forbidden).await;
    until_screen(browser, "form").await;
    show(browser, &pinned(&key)).await;
    until_screen(browser, "form").await;
    assert_eq!(since(&system), [0, 0]);
    let mut reworded = census();
    reworded["title"]["en"] = json!("A census that names you");
    show_made(browser, &reworded, &json!({ "log-key": key })).await;
    refused(&system, "log-missing", "not in its public log").await;
}
