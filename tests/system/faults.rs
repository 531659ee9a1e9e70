//! When something is missing or fails: nothing is sent that should not be, and nothing is lost.

use harness::{Browser, StaticFiles, System};
use serde_json::{Value, json};

use crate::{
    respondent::{
        SOMEBODY, SURVEY_PAGE, WORDS, act, choose, opened_survey, send, shown_body, until_screen,
    },
    showing::{fetched, show_made},
    types::ROOT,
};

/// On a host page whose policy forbids WebAssembly, any browser shows a plain message.
pub(crate) async fn says_plainly_that_there_is_no_webassembly(browser: &Browser) {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";
    let files = StaticFiles::with_policy(policy).await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    let unsupported = "[role=alert][data-failure=unsupported]";
    let words = browser.text_in_survey(unsupported).await;
    assert!(words.contains("WebAssembly"), "{words}");
    assert!(words.contains("Nothing was sent"), "{words}");
    let controls = "document.querySelector('sotto-survey').shadowRoot.querySelectorAll('input')";
    assert_eq!(browser.run(&format!("return {controls}.length")).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_webassembly_a_plain_message_and_nothing_sent() {
    says_plainly_that_there_is_no_webassembly(&Browser::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_randomness_nothing_is_sent() {
    let system = opened_survey().await;
    let browser = &system.browser;
    browser
        .run(
            "window.errors = [];
            document.addEventListener('sotto-error', (event) => errors.push(event.detail.kind));
            Crypto.prototype.getRandomValues = () => { throw new Error('no randomness'); };",
        )
        .await;
    send(browser, &SOMEBODY).await;
    browser
        .find_in_survey("[data-failure=randomness] [role=alert]")
        .await;
    assert_eq!(browser.run("return errors").await, json!(["randomness"]));
    assert!(system.recorder.posted().is_empty());
    assert_eq!(browser.run("return localStorage.length").await, 0);
    // With the generator back, the respondent goes on where they were.
    browser.run("delete Crypto.prototype.getRandomValues").await;
    assert_eq!(system.results().await.questions[0].reports, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_found_nobody_arrives_later_once_and_unchanged() {
    let mut system = opened_survey().await;
    let kept = find_nobody(&mut system).await;

    system.collector.restart().await;
    // By the button, or by itself if its own retry was quicker.
    system
        .browser
        .run(
            "document.querySelector('sotto-survey').shadowRoot
                .querySelector('[data-action=retry]')?.click()",
        )
        .await;
    until_screen(&system.browser, "receipt").await;
    assert_eq!(shown_body(&system.browser).await, kept);
    let posted = system.recorder.posted();
    assert!(posted.iter().all(|body| *body == kept), "{posted:?}");
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_outlives_the_page_and_the_server() {
    outlives_the_page_and_the_server(opened_survey().await).await;
}

/// A copy is kept while the page is left and the server comes back, and arrives when the respondent
/// comes back.
pub(crate) async fn outlives_the_page_and_the_server(mut system: System) {
    let kept = find_nobody(&mut system).await;
    system.browser.open("about:blank").await;
    system.collector.restart().await;
    system.browser.open(&system.address(SURVEY_PAGE)).await;
    until_screen(&system.browser, "receipt").await;
    assert_eq!(shown_body(&system.browser).await, kept);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

/// Sends to a collector that has gone; the copy that is kept.
async fn find_nobody(system: &mut System) -> String {
    system.collector.kill().await;
    send(&system.browser, &SOMEBODY).await;
    let failure = "[data-failure=unreachable]";
    system.browser.find_in_survey(failure).await;
    shown_body(&system.browser).await
}

/// What waits on a device, as the device remembers it.
async fn waiting(browser: &Browser) -> Value {
    let kept = browser
        .run("return Object.values(localStorage).map((entry) => JSON.parse(entry))")
        .await;
    let kept = kept.as_array().unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    kept[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_outlives_the_browser() {
    let mut system = opened_survey().await;
    let kept = find_nobody(&mut system).await;
    system.browser = system.browser.reopened().await;
    let browser = &system.browser;
    system.collector.restart().await;
    browser.open(&system.address(SURVEY_PAGE)).await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, kept);
    let remembered = waiting(browser).await;
    assert_eq!(remembered, json!({ "state": "sent", "body": kept }));
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_network_the_copy_waits_and_leaves_by_itself_when_it_is_back() {
    let system = opened_survey().await;
    let browser = &system.browser;
    browser.be_offline(true).await;
    send(browser, &SOMEBODY).await;
    let words = browser
        .text_in_survey("[data-failure=unreachable] [role=alert]")
        .await;
    assert!(words.contains("kept on this device"), "{words}");
    let kept = shown_body(browser).await;
    let remembered = waiting(browser).await;
    assert_eq!(remembered, json!({ "state": "pending", "body": kept }));
    assert!(system.recorder.posted().is_empty());
    browser.be_offline(false).await;
    until_screen(browser, "receipt").await;
    assert_eq!(system.recorder.posted(), [kept]);
}

/// A page that has used up what the browser stores for it: the copy is sent, and the person told.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_cannot_be_kept_is_sent_all_the_same() {
    let system = opened_survey().await;
    let browser = &system.browser;
    crate::states::fill_storage(browser).await;
    choose(browser, &SOMEBODY).await;
    act(browser, "review").await;
    // Before anything is drawn.
    browser
        .find_in_survey("[data-screen=review] [data-note=not-remembered]")
        .await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    // It has arrived: what matters now is that there comes no second one.
    let words = browser.text_in_survey("[data-note=not-remembered]").await;
    assert!(words.contains("answer only once"), "{words}");
    assert_eq!(system.recorder.posted(), [shown_body(browser).await]);
}

/// Two forms of one survey on one page: what one has sent, the other shows, and asks no more.
#[tokio::test(flavor = "multi_thread")]
async fn two_forms_of_one_survey_know_of_one_copy() {
    let system = opened_survey().await;
    let browser = &system.browser;
    browser
        .run(
            "const one = document.querySelector('sotto-survey');
            window.other = one.cloneNode();
            one.after(other);
            // It is loaded once somebody comes near it.
            other.scrollIntoView();",
        )
        .await;
    let shown = |screen: &str| {
        format!(
            "Boolean(other.shadowRoot?.querySelector('[data-screen={screen}]:has(.actions, .sent)'))"
        )
    };
    browser.until(&shown("form")).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    browser.until(&shown("receipt")).await;
    let same = format!(
        "return other.shadowRoot.querySelector('pre[data-body]').textContent === {ROOT}.querySelector('pre[data-body]').textContent"
    );
    assert_eq!(browser.run(&same).await, true);
    let said =
        "return other.shadowRoot.querySelector('[data-note=kept-before]')?.textContent ?? ''";
    let said = browser.run(said).await;
    assert!(said.as_str().unwrap().contains("was not used"), "{said}");
    assert_eq!(system.recorder.posted().len(), 1);
}

/// A server that answers with a fault is not one that cannot be reached.
#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_the_server_is_told_as_one() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    files.answer_posts(500, "{}");
    send(&browser, &SOMEBODY).await;
    let words = browser.text_in_survey("[data-failure=unreachable]").await;
    assert!(words.contains("has a fault"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_post_counts_once_and_a_killed_server_forgets_nothing() {
    let mut system = System::start().await;
    system.browser.open(&system.address(SURVEY_PAGE)).await;
    send(&system.browser, &SOMEBODY).await;
    until_screen(&system.browser, "receipt").await;
    let body = system.recorder.posted()[0].clone();
    let before = system.results().await;

    assert_eq!(system.collector.post("census", &body).await, 200);
    assert_eq!(system.results().await, before);

    system.collector.kill().await;
    system.collector.restart().await;
    assert_eq!(system.results().await, before);
    assert_eq!(system.collector.post("census", &body).await, 200);
    let mut other: Value = serde_json::from_str(&body).unwrap();
    let index = other["reports"]["over-50"].as_u64().unwrap();
    other["reports"]["over-50"] = Value::from(1 - index);
    assert_eq!(
        system.collector.post("census", &other.to_string()).await,
        409
    );
    other["report_id"] = Value::from("0123456789abcdef0123456789abcdef");
    assert_eq!(
        system.collector.post("census", &other.to_string()).await,
        201
    );
    let after = system.results().await;
    assert_eq!(after.questions[0].reports, 2);
}

/// A survey whose weights protect less than its ε is refused by the widget itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_protects_less_than_it_says_is_not_asked() {
    let system = opened_survey().await;
    let browser = &system.browser;
    let mut file = fetched(browser, "/api/v1/surveys/census").await;
    file["questions"][1]["weights"][0] = json!("31735754294");
    show_made(browser, &file, &json!({})).await;
    browser.find_in_survey("[role=alert]").await;
    assert_eq!(browser.run("return told").await, json!(["survey"]));
    let inputs = "document.querySelector('sotto-survey').shadowRoot.querySelectorAll('input')";
    assert_eq!(browser.run(&format!("return {inputs}.length")).await, 0);
    let words = browser.run(&format!("return {WORDS}")).await;
    assert!(!words.as_str().unwrap_or_default().trim().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_copy_is_explained_and_kept() {
    let system = opened_survey().await;
    let browser = &system.browser;
    let answer = |status: u16| {
        format!(
            "document.querySelector('sotto-survey').transport = async () => ({{ status: {status} }})"
        )
    };
    browser.run(&answer(403)).await;
    send(browser, &SOMEBODY).await;
    browser
        .find_in_survey("[data-failure=refused] [role=alert]")
        .await;
    let kept = shown_body(browser).await;
    act(browser, "retry").await;
    browser.find_in_survey("[data-failure=refused]").await;
    assert_eq!(shown_body(browser).await, kept);
    // What conflicts with what was counted would conflict again: nothing offers to try it.
    browser.run(&answer(409)).await;
    act(browser, "retry").await;
    browser
        .until("document.querySelector('sotto-survey').shadowRoot.querySelector('[data-failure=refused]:not(:has([data-action=retry]))')")
        .await;
    assert_eq!(shown_body(browser).await, kept);
    assert!(system.recorder.posted().is_empty());
}
