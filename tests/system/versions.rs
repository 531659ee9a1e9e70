//! Another version of a survey that was answered on this device.

use harness::Browser;
use serde_json::json;

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
