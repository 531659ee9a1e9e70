//! A page that names the survey it embeds by its pin: all that a person is told before they answer.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::respondent::{
    SOMEBODY, SURVEY_PAGE, WORDS, opened_survey, send, shown_body, until_screen,
};

/// Where the page showed a file, it shows what the collector serves.
const FROM_THE_COLLECTOR: &str = "survey.setAttribute('src', '../api/v1/surveys/census')";

/// What the element comes to after a change: "ready", or the kind of its error.
async fn comes_to(browser: &Browser, change: &str) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const survey = document.querySelector('sotto-survey');
        survey.addEventListener('sotto-error', (event) => done(event.detail.kind), {{ once: true }});
        survey.addEventListener('sotto-ready', () => done('ready'), {{ once: true }});
        {change}"
    );
    browser.run_async(&script).await
}

async fn with_pin(browser: &Browser, pin: &str) -> Value {
    comes_to(browser, &format!("survey.setAttribute('pin', '{pin}')")).await
}

/// The pin that the collector tells.
async fn told(system: &System) -> String {
    let (_, status) = system.collector.get("/api/v1/surveys/census/status").await;
    let status: Value = serde_json::from_str(&status).unwrap();
    status["pin"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_pins_a_survey_takes_no_other() {
    let mut system = opened_survey().await;
    let token = system.collector.operator().await;
    let browser = &system.browser;
    let first = told(&system).await;
    assert_eq!(with_pin(browser, "sha256-AAAA").await, "pin");
    let controls = "document.querySelector('sotto-survey').shadowRoot.querySelectorAll('input')";
    assert_eq!(browser.run(&format!("return {controls}.length")).await, 0);
    // The console tells the designer which pin the survey has: what the page computes is what is told.
    let said = browser.errors().await.join("\n");
    assert!(
        said.contains(&format!("the survey has \"{first}\"")),
        "{said}"
    );
    assert_eq!(with_pin(browser, &first).await, "ready");
    let words = browser.run(&format!("return {WORDS}")).await;
    assert!(!words.as_str().unwrap().contains("kept whole"));
    assert!(
        words
            .as_str()
            .unwrap()
            .contains("Results change with every answer")
    );

    // The same, from the collector's address.
    assert_eq!(comes_to(browser, FROM_THE_COLLECTOR).await, "ready");

    // Whether copies are kept one by one is part of it.
    let keep = json!({ "keep_rows": true });
    let settings = "surveys/census/settings";
    system
        .collector
        .manage("PATCH", settings, &token, &keep)
        .await;
    assert_eq!(comes_to(browser, "survey.restart()").await, "pin");
    let second = told(&system).await;
    assert_ne!(first, second);
    assert_eq!(with_pin(browser, &second).await, "ready");
    let words = browser.run(&format!("return {WORDS}")).await;
    assert!(words.as_str().unwrap().contains("kept whole"));
    assert_eq!(browser.accessibility_violations().await, [""; 0]);

    // The copy says which survey it is to.
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let posted = system.recorder.posted();
    let copy: Value = serde_json::from_str(&posted[0]).unwrap();
    assert_eq!(copy["pin"], second.as_str());
    assert_eq!(shown_body(browser).await, posted[0]);
    assert_eq!(system.results().await.questions[0].reports, 1);

    // And so are the words.
    let census = include_str!("../../www/surveys/census.json");
    let mut reworded: Value = serde_json::from_str(census).unwrap();
    reworded["version"] = json!(2);
    reworded["title"]["en"] = json!("A census that names you");
    let versions = "surveys/census/versions";
    system
        .collector
        .manage("POST", versions, &token, &reworded)
        .await;
    assert_eq!(comes_to(browser, "survey.restart()").await, "pin");
    let third = told(&system).await;
    assert_eq!(with_pin(browser, &third).await, "ready");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_shows_what_a_collector_serves_names_it_in_its_copy() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    until_screen(browser, "form").await;
    assert_eq!(comes_to(browser, FROM_THE_COLLECTOR).await, "ready");
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let copy: Value = serde_json::from_str(&system.recorder.posted()[0]).unwrap();
    assert_eq!(copy["pin"], told(&system).await.as_str());
    assert_eq!(browser.errors().await, [""; 0]);
}
