//! Another version of a survey that was answered on this device.

use harness::Browser;
use serde_json::{Value, json};

use crate::{
    respondent::{SOMEBODY, choose, until_screen},
    showing::{fetched, show, show_made},
    states::Host,
    types::{ROOT, press},
};

/// Shows the census as that version.
async fn show_version(browser: &Browser, version: u32) {
    let mut file = fetched(browser, "../surveys/census.json").await;
    file["version"] = json!(version);
    show_made(browser, &file, &json!({})).await;
}

/// Answers, and looks at the answers once more.
async fn review(browser: &Browser) {
    browser.find_in_survey("[data-action=review]").await;
    choose(browser, &SOMEBODY).await;
    press(browser, "review").await;
    until_screen(browser, "review").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_further_copy_costs_is_told_before_it_is_drawn() {
    let host = Host::start().await;
    let browser = &host.browser;
    let notes = format!("return {ROOT}.querySelectorAll('[part=earlier]').length");
    show(browser, &json!({ "src": "../surveys/census.json" })).await;
    review(browser).await;
    assert_eq!(browser.run(&notes).await, 0);
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    for (version, copies) in [(2, 2), (3, 3)] {
        show_version(browser, version).await;
        review(browser).await;
        let words = browser.text_in_survey("[part=earlier]").await;
        for said in ["another version", "costs protection", "more than 99 in 100"] {
            assert!(words.contains(said), "{words}");
        }
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
        press(browser, "send").await;
        until_screen(browser, "receipt").await;
        assert_eq!(browser.run("return localStorage.length").await, copies);
    }
    // All versions are forgotten at once, and then none has a price to tell.
    press(browser, "forget").await;
    until_screen(browser, "form").await;
    assert_eq!(browser.run("return localStorage.length").await, 0);
    review(browser).await;
    assert_eq!(browser.run(&notes).await, 0);
    assert_eq!(host.files.posted().len(), 3);
    assert_eq!(browser.errors().await, [""; 0]);
}

/// Shows the census as that version, of which those questions did not change since the first.
async fn show_unchanged(browser: &Browser, version: u32, unchanged: &[&str]) {
    let mut file = fetched(browser, "../surveys/census.json").await;
    file["version"] = json!(version);
    let since = |question: &&str| json!({ "question": question, "version": 1 });
    file["counted-since"] = unchanged.iter().map(since).collect();
    show_made(browser, &file, &json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_on_being_counted_is_not_sent_again() {
    let host = Host::start().await;
    let browser = &host.browser;
    let has = |selector: &str| format!("return !!{ROOT}.querySelector('{selector}')");
    show(browser, &json!({ "src": "../surveys/census.json" })).await;
    review(browser).await;
    press(browser, "send").await;
    until_screen(browser, "receipt").await;

    show_unchanged(browser, 2, &["over-50", "race"]).await;
    review(browser).await;
    let told = browser.text_in_survey("[data-note=counted-on]").await;
    for said in ["earlier copy still counts", "Are you over 50?"] {
        assert!(told.contains(said), "{told}");
    }
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    let told = browser.text_in_survey("[data-note=counted-on]").await;
    assert!(told.contains("Are you over 50?"), "{told}");
    // Chance left out nothing.
    assert_eq!(browser.run(&has("[data-key=left-out]")).await, false);
    let posted = host.files.posted();
    let again: Value = serde_json::from_str(posted.last().unwrap()).unwrap();
    let reports = again["reports"].as_object().unwrap();
    let sent: Vec<_> = reports
        .iter()
        .filter(|(_, report)| !report.is_null())
        .collect();
    assert_eq!((reports.len(), sent.len()), (3, 1), "{again}");

    // Where all of it goes on, there is nothing to send.
    let all: Vec<_> = reports.keys().map(String::as_str).collect();
    show_unchanged(browser, 3, &all).await;
    review(browser).await;
    assert_eq!(browser.run(&has("[data-action=send]")).await, false);
    assert_eq!(browser.run(&has("[data-action=back]")).await, true);

    // A device that knows of no earlier copy asks about one, and sends a whole copy of the same length.
    browser.run("localStorage.clear()").await;
    show_unchanged(browser, 2, &["over-50", "race"]).await;
    review(browser).await;
    let words = browser.text_in_survey("[part=earlier]").await;
    for said in ["Have you answered an earlier version", "costs protection"] {
        assert!(words.contains(said), "{words}");
    }
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    let posted = host.files.posted();
    let [shorter, whole] = posted.last_chunk().unwrap();
    assert!(!whole.contains("null"), "{whole}");
    assert_eq!(shorter.len(), whole.len());
    assert_eq!(browser.errors().await, [""; 0]);
}
