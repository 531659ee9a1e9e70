//! The demo page: what left the browser, the crowd's estimate, a simulated crowd.

use harness::{Browser, StaticFiles, System};
use serde_json::Value;

use crate::{
    bad_input::{HOSTILE, poison},
    respondent::{SOMEBODY, send, until_screen},
    showing::census,
};

#[tokio::test(flavor = "multi_thread")]
async fn shows_what_left_the_browser_and_the_estimate() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("")).await;
    browser.find("#collector[data-collector=server]").await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    browser.find("#sent-bytes").await;
    let shown = browser
        .run("return document.querySelector('#sent-bytes').textContent")
        .await;
    assert_eq!(shown, Value::from(system.recorder.posted()[0].clone()));
    // Live: the estimate of one report appears without a reload.
    browser
        .find("#estimates [data-question=occupation] [data-category=sales]")
        .await;
    // Another person, elsewhere.
    let mut other: Value = serde_json::from_str(&system.recorder.posted()[0]).unwrap();
    other["report_id"] = Value::from("0123456789abcdef0123456789abcdef");
    assert_eq!(
        system.collector.post("census", &other.to_string()).await,
        201
    );
    let reports = "document.querySelector('#estimates [data-question=race] .reports').textContent";
    browser.until(&format!("{reports}.includes('2')")).await;
    // And another person here.
    browser.find("#again").await.click().await.unwrap();
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    browser.until(&format!("{reports}.includes('3')")).await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_stands_at_its_address_and_at_the_name_of_its_file() {
    let system = System::start().await;
    for path in ["five-questions", "five-questions.html"] {
        system.browser.open(&system.address(path)).await;
        system.browser.find_in_survey("fieldset").await;
    }
    assert_eq!(system.browser.errors().await, [""; 0]);
    let files = StaticFiles::start().await;
    system
        .browser
        .open(&files.address("five-questions.html"))
        .await;
    system.browser.find_in_survey("fieldset").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn works_as_static_files_and_says_so() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("")).await;
    browser.find("#collector[data-collector=page]").await;
    answer_in_the_page(&browser).await;
    // Looking for a server that is not there is the only complaint.
    let complaints = browser.errors().await;
    assert!(
        complaints.iter().all(|line| line.contains("404")),
        "{complaints:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn simulates_a_crowd_of_a_hundred_thousand() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("")).await;
    let number = browser.find("#crowd-people-number").await;
    number.clear().await.unwrap();
    number.send_keys("100000").await.unwrap();
    browser.find("#crowd-start").await.click().await.unwrap();
    let held = browser.find("#crowd-held").await.text().await.unwrap();
    assert!(held.contains("14") || held.contains("15"), "{held}");
    assert!(
        system.recorder.posted().is_empty(),
        "a simulated crowd sends nothing"
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn markup_in_a_survey_is_text_in_the_panel() {
    let mut survey = census();
    poison(&mut survey);
    let files = StaticFiles::with_file("surveys/census.json", &survey.to_string()).await;
    let browser = Browser::start().await;
    browser.open(&files.address("")).await;
    answer_in_the_page(&browser).await;
    let shown = format!(
        "document.querySelector('#estimates').textContent.split({}).length",
        Value::from(HOSTILE)
    );
    // Each question's title, and its options'.
    let shown = browser.run(&format!("return {shown}")).await;
    assert!(shown.as_u64().unwrap() > 20, "{shown}");
    let foreign =
        "return document.querySelectorAll('[onerror], img, iframe, #estimates script').length";
    assert_eq!(browser.run(foreign).await, 0);
    assert_ne!(browser.run("return document.title").await, "run");
    // Looking for a server that is not there is the only complaint.
    let complaints = browser.errors().await;
    assert!(
        complaints.iter().all(|line| line.contains("404")),
        "{complaints:?}"
    );
}

/// Answers a survey that the page counts itself, until the estimates tell of it.
async fn answer_in_the_page(browser: &Browser) {
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let reports = "document.querySelector('#estimates [data-question=race] .reports')";
    browser
        .until(&format!("{reports}?.textContent.includes('1')"))
        .await;
}
