//! Surveys of which the device draws what is shown: the order, which nothing that is sent knows, and the
//! arm, which is sent while every other stays silent.

use std::collections::BTreeSet;

use harness::{Browser, Key, StaticFiles};
use serde_json::{Value, json};
use sotto_survey::{Submission, Survey};

use crate::{
    respondent::{SURVEY_PAGE, act, until_screen},
    showing::show_made,
    types::ROOT,
};

/// Four options of which the last stays, a page whose questions move, and pages that do. The first
/// question's ε is so great that its report is as good as the answer.
fn survey() -> Value {
    let option = |id: &str| json!({ "id": id, "title": { "en": id } });
    let options: Value = ["tea", "coffee", "water", "other"].map(option).into();
    let question = |id: &str, epsilon: &str| {
        json!({ "id": id, "type": "single-choice", "title": { "en": id }, "options": options,
            "order": "random", "pinned": ["other"], "epsilon": epsilon, "decline": false,
            "mechanism": "direct-encoding" })
    };
    let file = json!({
        "sotto": 1, "id": "order", "version": 1, "title": { "en": "Order" },
        "languages": ["en"], "plan": "fixed", "epsilon": "19.5",
        "questions": [question("a", "18"), question("b", "0.5"), question("c", "0.5"), question("d", "0.5")],
        "pages": [
            { "questions": ["a", "b", "c"], "order": "random" },
            { "questions": ["d"] },
        ],
        "page-order": "random",
    });
    let valid: Survey = serde_json::from_value(file).unwrap();
    serde_json::to_value(valid).unwrap()
}

/// The names and values of the radio buttons on the page, as they are seen.
async fn seen(browser: &Browser) -> Vec<String> {
    let script = format!(
        "return [...{ROOT}.querySelectorAll('[type=radio]')].map((one) => `${{one.name}} ${{one.value}}`)"
    );
    let seen = browser.run(&script).await;
    let seen = seen.as_array().unwrap().iter();
    seen.map(|one| one.as_str().unwrap().to_owned()).collect()
}

async fn begin(browser: &Browser) {
    browser.run("localStorage.clear()").await;
    show_made(browser, &survey(), &json!({})).await;
    browser
        .find_in_survey("[data-screen=form] [data-action=next]")
        .await;
}

/// Of 40 visits all see the same with a probability of less than 10⁻⁴⁰.
#[tokio::test(flavor = "multi_thread")]
async fn every_visit_may_see_another_order_and_what_is_pinned_stays() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    let mut orders = BTreeSet::new();
    for _ in 0..40 {
        begin(&browser).await;
        let seen = seen(&browser).await;
        for options in seen.chunks(4) {
            assert!(options[3].ends_with(" other"), "{seen:?}");
        }
        orders.insert(seen);
    }
    assert!(orders.len() > 1);
    let first: BTreeSet<_> = orders.iter().map(|seen| seen[0][..1].to_owned()).collect();
    assert!(first.len() > 1, "{first:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_order_stays_while_somebody_answers_and_is_not_sent() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    // The page with the question whose report is certain stands first in every other visit.
    let before = loop {
        begin(&browser).await;
        let seen = seen(&browser).await;
        if seen.iter().any(|one| one == "a coffee") {
            break seen;
        }
    };
    let choose = |value: &str| {
        format!("for (const one of {ROOT}.querySelectorAll('[value={value}]')) one.click()")
    };
    browser.run(&choose("coffee")).await;
    act(&browser, "next").await;
    browser
        .find_in_survey("[data-screen=form] [data-action=back]")
        .await;
    browser.run(&choose("coffee")).await;
    act(&browser, "back").await;
    browser
        .find_in_survey("[data-screen=form] [data-action=next]")
        .await;
    assert_eq!(seen(&browser).await, before);
    // Down one option from the one that is chosen, as it is seen.
    let chosen = before.iter().position(|one| one == "a coffee").unwrap();
    let first = before.iter().position(|one| one.starts_with("a ")).unwrap();
    let expected = &before[first + (chosen - first + 1) % 4][2..];
    let focus = format!("{ROOT}.querySelector('[name=a]:checked').focus()");
    browser.run(&focus).await;
    browser.press(Key::Down.into()).await;
    let checked = format!("return {ROOT}.querySelector('[name=a]:checked').value");
    assert_eq!(browser.run(&checked).await, *expected);

    act(&browser, "next").await;
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    let posted = files.posted();
    let valid: Survey = serde_json::from_value(survey()).unwrap();
    let body = serde_json::from_str(&posted[0]).unwrap();
    let submission = Submission::check(body, &valid).unwrap();
    assert_eq!(posted[0].len(), valid.body_length());
    // Whatever was seen, a report counts options as the survey lists them. At ε = 18 it is something
    // else than the answer in one of 20 million.
    let sent: Value = serde_json::from_str(&submission.body(&valid)).unwrap();
    let index = |value: &str| {
        ["tea", "coffee", "water", "other"]
            .iter()
            .position(|one| *one == value)
            .unwrap()
    };
    assert_eq!(sent["reports"]["a"], json!(index(expected)), "{sent}");
}

/// Of 30 visits all see the same arm with a probability of 2 in 10⁹.
#[tokio::test(flavor = "multi_thread")]
async fn one_arm_is_asked_and_every_body_is_as_long() {
    let question = |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1", "required": true });
    let file = json!({
        "sotto": 1, "id": "arms", "version": 1, "title": { "en": "Arms" },
        "languages": ["en"], "plan": "fixed", "epsilon": "2",
        "questions": [question("direct"), question("soft"), question("after")],
        "arms": [["direct", "soft"]],
    });
    let valid: Survey = serde_json::from_value(file).unwrap();
    let published = serde_json::to_value(&valid).unwrap();
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    let mut arms = BTreeSet::new();
    for visit in 0..30 {
        browser.run("localStorage.clear()").await;
        show_made(&browser, &published, &json!({})).await;
        browser
            .find_in_survey("[data-screen=form] [name=after]")
            .await;
        let names = format!(
            "return [...new Set([...{ROOT}.querySelectorAll('[type=radio]')].map((one) => one.name))].join(' ')"
        );
        let names = browser.run(&names).await;
        let names = names.as_str().unwrap();
        let (arm, rest) = names.split_once(' ').unwrap();
        assert_eq!(rest, "after");
        arms.insert(arm.to_owned());
        let answer =
            format!("for (const one of {ROOT}.querySelectorAll('[value=yes]')) one.click()");
        browser.run(&answer).await;
        act(&browser, "review").await;
        until_screen(&browser, "review").await;
        let noted = format!("return !!{ROOT}.querySelector('[data-note=not-asked]')");
        assert_eq!(browser.run(&noted).await, false);
        act(&browser, "send").await;
        until_screen(&browser, "receipt").await;
        let posted = files.posted();
        let body = posted.last().unwrap();
        assert_eq!((posted.len(), body.len()), (visit + 1, valid.body_length()));
        let sent: Value = serde_json::from_str(body).unwrap();
        assert_eq!(sent["reports"]["direct"].is_null(), arm != "direct");
        Submission::check(serde_json::from_str(body).unwrap(), &valid).unwrap();
    }
    assert_eq!(arms.len(), 2);
}
