//! Taking an answer back: by mouse, finger and keyboard, without anything moving or being told.

use harness::{Browser, Key};
use serde_json::{Value, json};

use crate::{
    respondent::until_screen,
    types::{
        ROOT, SILENT,
        Step::{Pick, Rank, Search, Slide, Write},
        opened, press, survey, take, text,
    },
};

/// How high the survey and the page are.
async fn heights(browser: &Browser) -> Value {
    let heights = format!(
        "return [{ROOT}.querySelector('section').getBoundingClientRect().height,
            document.documentElement.scrollHeight]"
    );
    browser.run(&heights).await
}

/// JavaScript: whether the way to take that answer back is seen.
fn seen(question: &str) -> String {
    format!(
        "getComputedStyle({ROOT}.querySelector('#q-{question} > .clear')).visibility === 'visible'"
    )
}

/// Whether nothing is chosen, typed or ranked in a question.
fn empty(question: &str) -> String {
    format!(
        "!{ROOT}.querySelector('#q-{question}').matches(':has(:checked, .ranked, [type=range]:not([data-unset]))')
            && [...{ROOT}.querySelectorAll('#q-{question} [type=text]')].every((field) => field.value === '')"
    )
}

/// What the element tells its page from now on.
async fn listen(browser: &Browser) {
    let listen = "window.heard = [];
        for (const type of ['sotto-ready', 'sotto-progress', 'sotto-sent', 'sotto-error'])
            document.querySelector('sotto-survey').addEventListener(type, () => heard.push(type));";
    browser.run(listen).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_taken_back_and_nothing_moves() {
    let (files, browser) = opened().await;
    take(&browser, SILENT[0]).await;
    press(&browser, "next").await;
    browser.find_in_survey("[name=stress]").await;
    listen(&browser).await;
    let before = heights(&browser).await;
    for (question, step) in [
        ("stress", Pick("stress", "5")),
        ("stars", Pick("stars", "4")),
        ("recommend", Pick("recommend", "10")),
        ("agree-scale", Pick("agree-scale", "yes")),
        ("services", Pick("services.library", "good")),
    ] {
        browser.until(&format!("!({})", seen(question))).await;
        take(&browser, &[step]).await;
        browser.until(&seen(question)).await;
        assert_eq!(heights(&browser).await, before, "{question}");
        let clear = format!("#q-{question} > .clear");
        browser.click_in_survey(&clear).await;
        browser.until(&empty(question)).await;
        browser.until(&format!("!({})", seen(question))).await;
        assert_eq!(heights(&browser).await, before, "{question}");
        // The keyboard goes on where the question is answered.
        let inside = format!("{ROOT}.activeElement.closest('.question')?.id === 'q-{question}'");
        browser.until(&inside).await;
    }
    // Boxes are unticked by themselves.
    let boxes = format!("return !!{ROOT}.querySelector('#q-used > .clear')");
    assert_eq!(browser.run(&boxes).await, false);
    assert_eq!(browser.run("return heard").await, json!([]));
    press(&browser, "next").await;

    browser.find_in_survey("[name=sleep]").await;
    let before = heights(&browser).await;
    for (question, step) in [
        ("sleep", Write("sleep", "8")),
        ("health", Slide("health", "100")),
        ("money", Write("money.food", "200")),
        ("country", Search("country", "egy")),
        ("wishes", Rank("wishes", "gym")),
    ] {
        take(&browser, &[step]).await;
        browser.until(&seen(question)).await;
        // By the keyboard alone: the way back is the next stop behind the question's last control.
        let reach = format!(
            "{ROOT}.querySelector('#q-{question} > .clear').focus();
            return {ROOT}.activeElement.dataset.action"
        );
        assert_eq!(browser.run(&reach).await, "clear");
        browser.press(Key::Enter.into()).await;
        browser.until(&empty(question)).await;
        assert_eq!(heights(&browser).await, before, "{question}");
        let inside = format!("{ROOT}.activeElement.closest('.question')?.id === 'q-{question}'");
        browser.until(&inside).await;
    }
    press(&browser, "review").await;
    until_screen(&browser, "review").await;
    let left_alone = "Not answered; counts as “Prefer not to answer”";
    for question in [
        "stress",
        "stars",
        "recommend",
        "agree-scale",
        "services",
        "sleep",
        "health",
        "money",
        "country",
        "wishes",
    ] {
        let said = format!("[data-screen=review] [data-question={question}] dd");
        assert_eq!(text(&browser, &said).await, left_alone, "{question}");
    }
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted()[0].len(), survey().body_length());
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_required_answer_that_was_taken_back_is_missing() {
    let (_files, browser) = opened().await;
    take(&browser, &[Pick("agree", "yes"), Pick("cheated", "yes")]).await;
    browser.find_in_survey("#q-subject").await;
    take(
        &browser,
        &[Pick("subject", "history"), Pick("copied", "same")],
    )
    .await;
    let tap = "[data-action=clear][data-question=subject]";
    browser.click_in_survey(tap).await;
    browser.until(&empty("subject")).await;
    press(&browser, "next").await;
    browser
        .find_in_survey("#problems [data-question=subject]")
        .await;
}
