//! Answers in the words of later questions: read where they stand, at a height that does not tell which was given, and
//! nowhere once the copy was sent.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::{
    respondent::{SURVEY_PAGE, act, until_screen},
    showing::show,
};

const LONG: &str =
    "on foot, through the park, along the river and over the old bridge, as long as it is light";

fn survey() -> Value {
    let option = |id: &str, title: &str| json!({ "id": id, "title": { "en": title } });
    json!({
        "sotto": 1, "id": "ways", "version": 1, "title": { "en": "Ways" }, "languages": ["en"],
        "plan": "split", "epsilon": "2",
        "questions": [
            { "id": "way", "type": "single-choice", "title": { "en": "How do you come?" },
              "options": [option("bus", "by bus"), option("foot", LONG)] },
            { "id": "safe", "type": "yes-no", "title": { "en": "Do you feel safe when you come {answer: way}?" },
              "otherwise": { "en": "to school" } },
        ],
        "pages": [{ "questions": ["way"] }, { "questions": ["safe"] }],
    })
}

/// What is read of the second question, and how high that question, its words and the survey are.
async fn second(browser: &Browser, answer: &str) -> (String, Value) {
    let option = format!("label:has(input[name=way][value={answer}])");
    browser.click_in_survey(&option).await;
    act(browser, "next").await;
    browser.find_in_survey("#t-safe").await;
    let read = "return document.querySelector('sotto-survey').shadowRoot.querySelector('#t-safe').innerText";
    let read = browser.run(read).await.as_str().unwrap().trim().to_owned();
    let heights = "const survey = document.querySelector('sotto-survey');
        const parts = ['#t-safe', '#q-safe'].map((part) => survey.shadowRoot.querySelector(part));
        return [...parts, survey].map((part) => part.getBoundingClientRect().height)";
    let heights = browser.run(heights).await;
    act(browser, "back").await;
    browser.find_in_survey("[name=way]").await;
    (read, heights)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_stands_in_later_words_and_no_height_tells_which() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let path = "surveys";
    system
        .collector
        .manage("POST", path, &token, &survey())
        .await;
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(
        browser,
        &json!({ "src": "../api/v1/surveys/ways", "lang": "en" }),
    )
    .await;
    until_screen(browser, "form").await;

    let (bus, height) = second(browser, "bus").await;
    assert_eq!(bus, "Do you feel safe when you come by bus?");
    let (foot, of_foot) = second(browser, "foot").await;
    assert_eq!(foot, format!("Do you feel safe when you come {LONG}?"));
    let (declined, of_declined) = second(browser, "decline").await;
    assert_eq!(declined, "Do you feel safe when you come to school?");
    assert_eq!((&of_foot, &of_declined), (&height, &height));

    let (_, again) = second(browser, "bus").await;
    assert_eq!(again, height);
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    act(browser, "next").await;
    browser.find_in_survey("#t-safe").await;
    act(browser, "review").await;
    until_screen(browser, "review").await;
    let review = browser.text_in_survey("#t-safe").await;
    assert_eq!(review.trim(), "Do you feel safe when you come by bus?");
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    let receipt = browser.text_in_survey("[data-screen=receipt]").await;
    assert!(receipt.contains("come to school?"), "{receipt}");
    assert!(!receipt.contains("come by bus"), "{receipt}");
    assert_eq!(browser.errors().await, [""; 0]);
}
