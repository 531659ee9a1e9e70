//! One question at a time, and one or two in a small screen, from the same file.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::{
    respondent::{CHECKED, act, until_screen},
    types::ROOT,
};

const ENTER: char = '\u{E007}';

fn yes_no(id: &str) -> Value {
    json!({ "id": id, "type": "yes-no", "title": { "en": "Have you ever cheated?" }, "epsilon": "1" })
}

fn survey(questions: &Value) -> Value {
    json!({
        "sotto": 1, "id": "shaped", "version": 1, "title": { "en": "A survey" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "3", "questions": questions,
    })
}

async fn opened(shape: &str, questions: &Value) -> System {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let survey = survey(questions);
    let manage = system.collector.manage("POST", "surveys", &token, &survey);
    manage.await;
    let page = format!("embed/frame.html?survey=shaped&lang=en#display={shape}");
    system.browser.open(&system.address(&page)).await;
    until_screen(&system.browser, "form").await;
    system
}

async fn until_step(browser: &Browser, step: u32, id: &str) {
    let shown = format!("{ROOT}.querySelector('progress')?.value === {step}");
    let alone = format!(
        "[...{ROOT}.querySelectorAll('.question')].map(({{ id }}) => id).join() === 'q-{id}'"
    );
    browser.until(&format!("{shown} && {alone}")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_question_is_asked_at_a_time_and_keys_answer_it() {
    let mut hidden = yes_no("much");
    hidden["condition"] = json!({ "question": "smokes", "is": ["yes"] });
    let questions = json!([yes_no("smokes"), hidden, yes_no("sleeps")]);
    let system = opened("steps", &questions).await;
    let browser = &system.browser;
    browser.find_in_survey(".keep").await;
    until_step(browser, 1, "smokes").await;
    browser
        .run(&format!("{ROOT}.querySelector('#heading').focus()"))
        .await;
    browser.press('2').await;
    browser.until(&format!("{CHECKED} === 'no'")).await;
    browser.press(ENTER).await;
    // The second is passed over, and counted.
    until_step(browser, 3, "sleeps").await;
    browser.press('1').await;
    browser.until(&format!("{CHECKED} === 'yes'")).await;
    browser.press(ENTER).await;
    until_screen(browser, "review").await;
    // Enter goes on, and sends nothing.
    browser.press(ENTER).await;
    act(browser, "back").await;
    until_step(browser, 3, "sleeps").await;
    act(browser, "back").await;
    until_step(browser, 1, "smokes").await;
    assert!(system.recorder.posted().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_fits_into_a_small_screen_and_is_sent_at_once() {
    let system = opened("compact", &json!([yes_no("cheated")])).await;
    let browser = &system.browser;
    for (width, height) in [(390, 844), (320, 568)] {
        browser.resize(width, height).await;
        let end =
            format!("{ROOT}.querySelector('[data-action=review]').getBoundingClientRect().bottom");
        browser.until(&format!("{end} <= innerHeight")).await;
    }
    // What is left alone is sent by nobody who has not read what it counts as.
    act(browser, "review").await;
    until_screen(browser, "review").await;
    act(browser, "back").await;
    assert!(system.recorder.posted().is_empty());
    browser.click_in_survey("label:has([value=yes])").await;
    act(browser, "review").await;
    until_screen(browser, "receipt").await;
    assert_eq!(system.recorder.posted().len(), 1);
}
