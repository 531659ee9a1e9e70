//! The way of an answer in the other engine: Firefox, where `./test system` finds or sets it up.

use harness::{Browser, Key, System};

use crate::{
    faults::{outlives_the_page_and_the_server, says_plainly_that_there_is_no_webassembly},
    keyboard::{passes_a_gate, stays_in_a_dialog},
    respondent::{SOMEBODY, SURVEY_PAGE, act, choose, shown_body, until_screen},
};

async fn opened_survey() -> System {
    let system = System::with_browser(Browser::firefox().await).await;
    system.browser.open(&system.address(SURVEY_PAGE)).await;
    until_screen(&system.browser, "form").await;
    system
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_by_mouse_reviews_and_sends_the_bytes_that_are_shown() {
    let system = opened_survey().await;
    let browser = &system.browser;
    choose(browser, &SOMEBODY).await;
    act(browser, "review").await;
    until_screen(browser, "review").await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    assert_eq!(system.recorder.posted(), [shown_body(browser).await]);
    assert_eq!(system.results().await.questions[0].reports, 1);
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_by_keyboard_alone() {
    let system = opened_survey().await;
    let browser = &system.browser;
    let focused = "const e = document.activeElement?.shadowRoot?.activeElement;
        return e?.name || e?.dataset.action || ''";
    for (stop, keys) in [
        ("over-50", vec![' ', Key::Down.into()]),
        ("review", vec![Key::Enter.into()]),
        ("send", vec![Key::Enter.into()]),
    ] {
        for presses in 0.. {
            assert!(presses < 30, "Tab never reaches {stop}");
            browser.press(Key::Tab.into()).await;
            if browser.run(focused).await == stop {
                break;
            }
        }
        for key in keys {
            browser.press(key).await;
        }
        if stop == "review" {
            until_screen(browser, "review").await;
        }
    }
    until_screen(browser, "receipt").await;
    assert_eq!(system.recorder.posted().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_every_type_by_keyboard() {
    crate::questions::answers_every_type_by_keyboard(Browser::firefox().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passes_a_gate_by_keyboard() {
    passes_a_gate(Browser::firefox().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_focus_in_a_dialog_and_gives_it_back() {
    stays_in_a_dialog(Browser::firefox().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_a_copy_that_found_nobody_and_sends_the_same_later() {
    outlives_the_page_and_the_server(opened_survey().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_webassembly_a_plain_message() {
    says_plainly_that_there_is_no_webassembly(&Browser::firefox().await).await;
}
