//! A respondent who uses the keyboard alone, in front of the survey, in it and behind it, and whose
//! focus is always somewhere.

use harness::{Browser, Key, System};
use serde_json::{Value, json};

use crate::{
    respondent::{SOMEBODY, SURVEY_PAGE, opened_survey, send, until_screen},
    showing::{show, show_made},
    states::{self, Host},
    types::{ROOT, SILENT, Step, TALKATIVE, press as click},
};

/// What has the focus inside the survey: its name, else its action, else its id or what it is.
const FOCUSED: &str = "const e = document.activeElement?.shadowRoot?.activeElement;
    return e ? e.name || e.dataset.action || e.id || e.localName : ''";

async fn focused(browser: &Browser) -> String {
    let focused = browser.run(FOCUSED).await;
    focused.as_str().unwrap_or_default().to_owned()
}

async fn until_focused(browser: &Browser, what: &str) {
    browser
        .until(&format!("(() => {{ {FOCUSED} }})() === '{what}'"))
        .await;
}

/// Presses Tab until `what` has the focus. A radio group is one stop.
async fn tab_to(browser: &Browser, what: &str) {
    for _ in 0..40 {
        browser.press(Key::Tab.into()).await;
        if focused(browser).await == what {
            return;
        }
    }
    panic!("Tab never reaches {what}");
}

/// Presses the button of that action.
async fn enter(browser: &Browser, action: &str) {
    tab_to(browser, action).await;
    browser.press(Key::Enter.into()).await;
}

async fn write(browser: &Browser, text: &str) {
    for letter in text.chars() {
        browser.press(letter).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_is_enough() {
    let system = opened_survey().await;
    let browser = &system.browser;

    tab_to(browser, "over-50").await;
    browser.press(' ').await;
    browser.press(Key::Down.into()).await;
    tab_to(browser, "occupation").await;
    browser.press(' ').await;
    browser.press(Key::Down.into()).await;
    browser.press(Key::Down.into()).await;
    tab_to(browser, "race").await;
    browser.press(' ').await;
    let chosen = browser
        .run(&format!(
            "return [...{ROOT}.querySelectorAll('input:checked')].map((input) => input.value)"
        ))
        .await;
    assert_eq!(chosen, json!(["no", "craft-repair", "amer-indian-eskimo"]));

    enter(browser, "review").await;
    until_screen(browser, "review").await;
    // Each screen begins at its heading.
    until_focused(browser, "heading").await;
    tab_to(browser, "send").await;
    browser.press(' ').await;
    until_screen(browser, "receipt").await;
    until_focused(browser, "heading").await;
    let announced = browser
        .run(&format!(
            "return {ROOT}.querySelector('[role=status]').textContent"
        ))
        .await;
    assert!(announced.as_str().is_some_and(|words| !words.is_empty()));
    assert_eq!(system.recorder.posted().len(), 1);
    let body: Value = serde_json::from_str(&system.recorder.posted()[0]).unwrap();
    assert_eq!(body["version"], 1);
}

/// In six languages, one of them from right to left: from the page to a problem, the question, the review and the receipt,
/// and on each screen the focus begins at its top.
#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_is_enough_in_six_languages() {
    let host = Host::start().await;
    let browser = &host.browser;
    for language in ["ar", "de", "hi", "ja", "ru", "th"] {
        let text = |words: &str| {
            Value::Object([(language.to_owned(), json!(words))].into_iter().collect())
        };
        let question =
            |id: &str| json!({ "id": id, "type": "yes-no", "title": text(id), "required": true });
        let survey = json!({
            "sotto": 1, "id": format!("keys-{language}"), "version": 1, "title": text("…"), "languages": [language],
            "plan": "split", "epsilon": "2", "questions": [question("first"), question("second")],
        });
        // From the page's beginning, wherever the last survey left the focus.
        browser
            .run("document.querySelector('#around').focus()")
            .await;
        show_made(browser, &survey, &json!({ "lang": language })).await;
        browser.find_in_survey("[data-action=review]").await;
        states::answer_posts(browser, "{ status: 201 }").await;
        tab_to(browser, "first").await;
        browser.press(' ').await;
        enter(browser, "review").await;
        until_focused(browser, "problems").await;
        enter(browser, "go-to").await;
        until_focused(browser, "second").await;
        browser.press(' ').await;
        browser.press(Key::Down.into()).await;
        enter(browser, "review").await;
        until_screen(browser, "review").await;
        until_focused(browser, "heading").await;
        enter(browser, "send").await;
        until_screen(browser, "receipt").await;
        until_focused(browser, "heading").await;
        let spoken = format!("return {ROOT}.querySelector('section').lang");
        assert_eq!(browser.run(&spoken).await, language);
    }
}

/// A code in front of the survey: missing, wrong, right.
pub(crate) async fn passes_a_gate(browser: Browser) {
    let mut system = System::with_browser(browser).await;
    let token = system.collector.operator().await;
    let manage = async |method: &str, path: &str, body: Value| {
        let path = format!("surveys/census/{path}");
        system.collector.manage(method, &path, &token, &body).await
    };
    manage("PATCH", "settings", json!({ "access": "unlinkable" })).await;
    let made = manage("POST", "invites", json!({ "number": 1 })).await;
    let code = made["invites"][0].as_str().unwrap();
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(browser, &json!({ "src": "../api/v1/surveys/census" })).await;
    browser.find_in_survey("[data-screen=code]").await;
    // A page that just opens keeps its focus.
    assert_eq!(focused(browser).await, "");
    tab_to(browser, "code").await;
    for (written, words) in [("", "Please enter"), ("X", "does not know")] {
        write(browser, written).await;
        browser.press(Key::Enter.into()).await;
        let problem = format!("{ROOT}.querySelector('#code-problem')?.textContent");
        browser
            .until(&format!("{problem}?.includes('{words}')"))
            .await;
        until_focused(browser, "code").await;
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
    }
    browser.press(Key::Backspace.into()).await;
    write(browser, code).await;
    browser.press(Key::Enter.into()).await;
    until_screen(browser, "form").await;
    until_focused(browser, "heading").await;
    tab_to(browser, "over-50").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gate_leads_on() {
    passes_a_gate(Browser::start().await).await;
}

/// A survey above the page: Tab stays in it, Escape gives the focus back.
pub(crate) async fn stays_in_a_dialog(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    browser.open(&host.files.address("embed/dialog.html")).await;
    let opened = format!("{ROOT}?.querySelector('dialog')?.open");
    browser.until(&format!("{opened} === false")).await;
    browser.find("#opener[aria-haspopup]").await;
    browser.press(Key::Tab.into()).await;
    browser.press(Key::Enter.into()).await;
    browser
        .until(&format!(
            "{}?.querySelector('[data-action=review]') != null",
            states::INNER
        ))
        .await;
    // Around once and more: the census has less than a dozen stops.
    let where_ = "return document.activeElement?.id || document.activeElement?.localName";
    let mut stops = std::collections::BTreeSet::new();
    for _ in 0..16 {
        browser.press(Key::Tab.into()).await;
        let place = browser.run(where_).await;
        stops.insert(place.as_str().unwrap_or_default().to_owned());
    }
    assert!(
        stops.contains("sotto-survey") && !stops.contains("opener"),
        "{stops:?}"
    );
    browser.press(Key::Escape.into()).await;
    browser.until(&format!("{opened} === false")).await;
    assert_eq!(browser.run(where_).await, "opener");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_keeps_the_focus_and_gives_it_back() {
    stays_in_a_dialog(Browser::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_wave_is_sent_and_forgotten_by_keyboard() {
    let host = Host::start().await;
    let browser = &host.browser;
    states::show_wave(browser, 1).await;
    for action in ["review", "send"] {
        click(browser, action).await;
    }
    until_screen(browser, "receipt").await;
    states::show_wave(browser, 2).await;
    enter(browser, "again").await;
    until_screen(browser, "receipt").await;
    until_focused(browser, "heading").await;
    // What was sent, then how to forget it: two disclosures.
    for _ in 0..2 {
        tab_to(browser, "summary").await;
    }
    browser.press(Key::Enter.into()).await;
    enter(browser, "forget").await;
    until_screen(browser, "form").await;
    until_focused(browser, "heading").await;
    assert_eq!(browser.run("return localStorage.length").await, 0);
}

/// The network breaks under somebody who walks on by keyboard: what is tried again by itself takes
/// neither the focus nor what stands open.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_tried_again_by_itself_disturbs_nobody() {
    let host = Host::start().await;
    let browser = &host.browser;
    host.files.answer_posts(503, "{}");
    states::show_every_type(browser).await;
    browser
        .run(
            "window.failed = 0;
            document.addEventListener('sotto-error', () => window.failed++)",
        )
        .await;
    states::turn_to_the_last_page(browser, [SILENT[0], SILENT[1]]).await;
    click(browser, "review").await;
    enter(browser, "send").await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    until_focused(browser, "heading").await;
    tab_to(browser, "retry").await;
    tab_to(browser, "summary").await;
    browser.press(Key::Enter.into()).await;
    let stands = format!(
        "return [{ROOT}.activeElement?.localName, {ROOT}.querySelector('details').open, {ROOT}.querySelector('section').dataset.screen]"
    );
    let before = browser.run(&stands).await;
    assert_eq!(before, json!(["summary", true, "failure"]));
    for attempts in [2, 3] {
        browser.run("dispatchEvent(new Event('online'))").await;
        browser.until(&format!("failed >= {attempts}")).await;
        assert_eq!(browser.run(&stands).await, before);
    }
    // Once it is decided, whoever is in the survey is led on.
    host.files.answer_posts(201, "{}");
    browser.run("dispatchEvent(new Event('online'))").await;
    until_screen(browser, "receipt").await;
    until_focused(browser, "heading").await;
    let posted = host.files.posted();
    assert!(posted.len() >= 4 && posted.iter().all(|body| *body == posted[0]));
}

/// Whoever comes back, and is somewhere else on the page, is left there while the copy arrives.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_arrives_takes_no_focus_from_the_page() {
    let host = Host::start().await;
    let browser = &host.browser;
    host.files.answer_posts(503, "{}");
    show(browser, &json!({ "src": "../surveys/census.sotto" })).await;
    send(browser, &SOMEBODY).await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    let elsewhere = "document.querySelector('#around').focus()";
    let focus = "return document.activeElement.id || document.activeElement.localName";
    browser.run(elsewhere).await;
    host.files.answer_posts(201, "{}");
    browser.run("dispatchEvent(new Event('online'))").await;
    until_screen(browser, "receipt").await;
    assert_eq!(browser.run(focus).await, "around");
    // Nor does a page that just opens move.
    show(browser, &json!({ "src": "../surveys/census.sotto" })).await;
    until_screen(browser, "receipt").await;
    assert_eq!(browser.run(focus).await, "around");
}

/// The way to what is lacking, and back to what was said, by keyboard.
#[tokio::test(flavor = "multi_thread")]
async fn the_summary_and_the_review_lead_to_their_questions() {
    let host = Host::start().await;
    let browser = &host.browser;
    states::show_every_type(browser).await;
    enter(browser, "next").await;
    until_focused(browser, "problems").await;
    enter(browser, "go-to").await;
    until_focused(browser, "agree").await;
    browser.press(' ').await;
    crate::types::take(browser, &[Step::Pick("copied", "same")]).await;
    enter(browser, "next").await;
    browser.find_in_survey("[name=stress]").await;
    // A page with a title of its own begins at that.
    until_focused(browser, "page").await;
    crate::types::take(browser, TALKATIVE[1]).await;
    click(browser, "next").await;
    browser.find_in_survey("[name=sleep]").await;
    click(browser, "review").await;
    until_focused(browser, "heading").await;
    // To the first question that was answered, where the answer is.
    enter(browser, "go-to").await;
    until_focused(browser, "cheated").await;
    browser.press(Key::Tab.into()).await;
    let back = format!("{ROOT}.querySelector('[data-action=review]') != null");
    browser.until(&back).await;
    enter(browser, "review").await;
    until_screen(browser, "review").await;
    let stars = format!("{ROOT}.querySelector('[data-action=go-to][data-question=stars]').focus()");
    browser.run(&stars).await;
    browser.press(Key::Enter.into()).await;
    let chosen = format!("{ROOT}.activeElement?.name === 'stars' && {ROOT}.activeElement.value");
    assert_eq!(browser.until(&chosen).await, "4");
}
