//! A respondent who uses the keyboard alone.

use harness::{Key, System};
use serde_json::Value;

use crate::respondent::{opened_survey, until_screen};

/// What has the focus inside the survey: the name and value of a radio button, or a button's
/// action.
const FOCUSED: &str = "const e = document.activeElement?.shadowRoot?.activeElement;
    return e ? [e.name || e.dataset.action || e.localName, e.value || ''] : null";

/// Presses Tab until `what` has the focus. A radio group is one stop.
async fn tab_to(system: &System, what: &str) {
    for _ in 0..30 {
        system.browser.press(Key::Tab.into()).await;
        let focused = system.browser.run(FOCUSED).await;
        if focused[0] == *what {
            return;
        }
    }
    panic!("Tab never reaches {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_is_enough() {
    let system = opened_survey().await;
    let browser = &system.browser;

    tab_to(&system, "over-50").await;
    browser.press(' ').await;
    browser.press(Key::Down.into()).await;
    tab_to(&system, "occupation").await;
    browser.press(' ').await;
    browser.press(Key::Down.into()).await;
    browser.press(Key::Down.into()).await;
    tab_to(&system, "race").await;
    browser.press(' ').await;
    let chosen = browser
        .run(
            "return [...document.querySelector('sotto-survey').shadowRoot
                .querySelectorAll('input:checked')].map((input) => input.value)",
        )
        .await;
    assert_eq!(
        chosen,
        serde_json::json!(["no", "craft-repair", "amer-indian-eskimo"])
    );

    tab_to(&system, "review").await;
    browser.press(Key::Enter.into()).await;
    until_screen(browser, "review").await;
    // Each screen begins at its heading.
    let focused = "document.querySelector('sotto-survey').shadowRoot.activeElement?.id";
    browser.until(&format!("{focused} === 'heading'")).await;
    tab_to(&system, "send").await;
    browser.press(' ').await;
    until_screen(browser, "receipt").await;
    browser.until(&format!("{focused} === 'heading'")).await;
    let announced = browser
        .run(
            "return document.querySelector('sotto-survey').shadowRoot
                .querySelector('[role=status]').textContent",
        )
        .await;
    assert!(announced.as_str().is_some_and(|words| !words.is_empty()));
    assert_eq!(system.recorder.posted().len(), 1);
    let body: Value = serde_json::from_str(&system.recorder.posted()[0]).unwrap();
    assert_eq!(body["version"], 1);
}
