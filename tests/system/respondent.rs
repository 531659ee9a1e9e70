//! A respondent answers with the mouse, reads the receipt, and comes back.

use harness::{Browser, System};
use serde_json::Value;

use crate::types::press;

/// A page with one survey and nothing else.
pub(crate) const SURVEY_PAGE: &str = "embed/survey.html";

/// JavaScript: what is chosen in the first survey.
pub(crate) const CHECKED: &str = "[...document.querySelector('sotto-survey').shadowRoot
    .querySelectorAll('input:checked')].map((input) => input.value).join()";

/// JavaScript: what the first survey says, wherever it says it.
pub(crate) const WORDS: &str = "document.querySelector('sotto-survey').shadowRoot.textContent";

/// A sheet of answers to the census, by category id; `None` leaves a question out.
pub(crate) type Sheet = [(&'static str, Option<&'static str>); 3];

/// Somebody with a clear answer to everything.
pub(crate) const SOMEBODY: Sheet = [
    ("over-50", Some("no")),
    ("occupation", Some("sales")),
    ("race", Some("black")),
];

/// A system whose browser shows the survey's questions.
pub(crate) async fn opened_survey() -> System {
    let system = System::start().await;
    system.browser.open(&system.address(SURVEY_PAGE)).await;
    until_screen(&system.browser, "form").await;
    system
}

/// Chooses the answers with the mouse.
pub(crate) async fn choose(browser: &Browser, sheet: &Sheet) {
    for (question, category) in sheet {
        if let Some(category) = category {
            let option = format!("label:has(input[name=\"{question}\"][value=\"{category}\"])");
            browser.click_in_survey(&option).await;
        }
    }
}

/// Presses one of the widget's buttons.
pub(crate) async fn act(browser: &Browser, action: &str) {
    let button = format!("button[data-action=\"{action}\"]");
    browser.click_in_survey(&button).await;
}

/// Waits until the widget shows a screen: the form with all that stands on its page, of which the first question is
/// drawn before the others. A first page that stands there before the program is none yet.
pub(crate) async fn until_screen(browser: &Browser, screen: &str) {
    let whole = if screen == "form" {
        ":has(.actions)"
    } else {
        ""
    };
    let drawn = format!("[data-screen=\"{screen}\"]{whole}:not([data-first] ~ * > *)");
    browser.find_in_survey(&drawn).await;
}

/// From the form to the screen that follows sending.
pub(crate) async fn send(browser: &Browser, sheet: &Sheet) {
    until_screen(browser, "form").await;
    choose(browser, sheet).await;
    act(browser, "review").await;
    until_screen(browser, "review").await;
    act(browser, "send").await;
}

/// The exact bytes that the receipt shows.
pub(crate) async fn shown_body(browser: &Browser) -> String {
    let script = "return document.querySelector('sotto-survey').shadowRoot
        .querySelector('pre[data-body]').textContent";
    browser.run(script).await.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_reviews_sends_and_reads_the_receipt() {
    let system = opened_survey().await;
    let browser = &system.browser;
    choose(browser, &SOMEBODY).await;
    act(browser, "review").await;
    until_screen(browser, "review").await;
    let review = browser.text_in_survey("dl.answers").await;
    for word in ["No", "Sales", "Black"] {
        assert!(review.contains(word), "{review}");
    }
    // A change of mind, before anything has happened.
    act(browser, "back").await;
    choose(
        browser,
        &[
            ("over-50", Some("yes")),
            ("occupation", None),
            ("race", None),
        ],
    )
    .await;
    act(browser, "review").await;
    let review = browser.text_in_survey("dl.answers").await;
    assert!(
        review.contains("Yes") && review.contains("Sales"),
        "{review}"
    );
    assert!(system.recorder.posted().is_empty());
    act(browser, "send").await;
    until_screen(browser, "receipt").await;

    let posted = system.recorder.posted();
    assert_eq!(posted.len(), 1);
    assert_eq!(
        shown_body(browser).await,
        posted[0],
        "the receipt shows the exact bytes"
    );
    let results = system.results().await;
    assert!(
        results
            .questions
            .iter()
            .all(|question| question.reports == 1)
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn coming_back_shows_the_receipt_and_sends_nothing() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let first = shown_body(browser).await;
    browser.client().refresh().await.unwrap();
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, first);
    assert_eq!(system.recorder.posted().len(), 1);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_cannot_be_declined_is_asked_for() {
    let system = opened_survey().await;
    let browser = &system.browser;
    act(browser, "review").await;
    // The summary has the focus, and leads to the question.
    let focused = "document.querySelector('sotto-survey').shadowRoot.activeElement";
    browser
        .until(&format!("{focused}?.id === 'problems'"))
        .await;
    browser.click_in_survey("#problems button").await;
    browser
        .until(&format!("{focused}?.name === 'over-50'"))
        .await;
    // The others may be left out: silence is perturbed like any answer.
    send(
        browser,
        &[
            ("over-50", Some("no")),
            ("occupation", None),
            ("race", None),
        ],
    )
    .await;
    until_screen(browser, "receipt").await;
    let body: Value = serde_json::from_str(&system.recorder.posted()[0]).unwrap();
    assert_eq!(body["reports"].as_object().unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_in_chinese_speaks_chinese() {
    let system = opened_survey().await;
    let browser = &system.browser;
    browser
        .run("document.querySelector('sotto-survey').lang = 'zh-CN'")
        .await;
    let text = browser
        .text_in_survey("[data-screen=form][lang=zh-CN]")
        .await;
    assert!(
        text.contains("您超过50岁吗？") && text.contains("不愿回答"),
        "{text}"
    );
}

/// Of what was chosen nothing is stored: the browser asks before a page with it goes away.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_would_lose_what_they_chose_is_asked_first() {
    let system = opened_survey().await;
    let browser = &system.browser;
    let asks = "const leaving = new Event('beforeunload', { cancelable: true });
        dispatchEvent(leaving);
        return leaving.defaultPrevented";
    assert_eq!(browser.run(asks).await, false);
    choose(browser, &SOMEBODY).await;
    assert_eq!(browser.run(asks).await, true);
    assert_eq!(browser.run("return localStorage.length").await, 0);
    act(browser, "review").await;
    until_screen(browser, "review").await;
    assert_eq!(browser.run(asks).await, true);
    // Now the copy is kept, and sent if the page goes away.
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    assert_eq!(browser.run(asks).await, false);
    // A survey that the page takes away asks no more.
    press(browser, "forget").await;
    until_screen(browser, "form").await;
    choose(browser, &SOMEBODY).await;
    assert_eq!(browser.run(asks).await, true);
    browser
        .run("document.querySelector('sotto-survey').remove()")
        .await;
    assert_eq!(browser.run(asks).await, false);
}
