//! A survey tried with imagined people in the studio: by keyboard, named as imagined wherever one looks, and gone again.

use harness::System;
use serde_json::json;

use crate::studio::{assert_whole, enter, open_without_drafts, write};

/// JavaScript: the people have answered.
const ANSWERED: &str = "document.querySelector('#imagined-status')?.dataset.busy === 'false'
    && document.querySelector('#imagined-status').textContent.length > 0";

/// JavaScript: the charts without a mark, a caption or a table that says that they are imagined.
const UNMARKED: &str = "return [...document.querySelectorAll('imagined-people figure.chart')]
    .filter((chart) => !chart.querySelector('.imagined-mark') || !chart.querySelector('table')
        || (chart.querySelector('svg') && !chart.querySelector('.imagined-drawing[data-mark]'))
        || !/^(Imagined people|想象的人)/.test(chart.querySelector('figcaption')?.textContent ?? 'Imagined people'))
    .map((chart) => chart.dataset.question)";

/// JavaScript: whether it is said that placeholders stand in the survey.
const UNFINISHED: &str = "return !!document.querySelector('#imagined-unfinished')";

#[tokio::test(flavor = "multi_thread")]
async fn imagined_people_answer_are_drawn_again_and_leave_nothing() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("studio/?lang=en")).await;
    browser.find("#template-exams").await;
    enter(browser, "template-exams").await;
    browser.find("#entry-6").await;
    // Nothing of it is loaded before it is asked for.
    let loaded = "return performance.getEntriesByType('resource').some(({ name }) => name.includes('imagined'))";
    assert_eq!(browser.run(loaded).await, json!(false));
    enter(browser, "see-imagined").await;
    browser.until(ANSWERED).await;
    let status = "return document.querySelector('#imagined-status').textContent";
    let first = browser.run(status).await;
    assert!(first.as_str().unwrap().contains("typical"), "{first}");
    let heading = "return document.querySelector('imagined-people #estimates-heading').textContent";
    let heading = browser.run(heading).await;
    assert!(
        heading.as_str().unwrap().starts_with("Imagined people"),
        "{heading}"
    );
    assert_eq!(browser.run(UNMARKED).await, json!([]));
    let count = "return document.querySelectorAll('imagined-people figure.chart').length";
    let charts = browser.run(count).await.as_u64().unwrap();
    assert!(charts > 0);
    enter(browser, "draw-others").await;
    let other =
        format!("document.querySelector('#imagined-status').textContent !== {first} && {ANSWERED}");
    browser.until(&other).await;
    let second = browser.run(status).await;
    assert!(!second.as_str().unwrap().contains("typical"), "{second}");
    // Too few for the first step: nothing is told, and it says so.
    let select =
        "const field = document.querySelector('#respondents'); field.focus(); field.select()";
    browser.run(select).await;
    write(browser, "7").await;
    browser
        .until("document.querySelector('#imagined-status').textContent.includes('too few')")
        .await;
    // Another number draws the first again, whatever was drawn meanwhile.
    browser.run(select).await;
    write(browser, "400").await;
    let anew =
        format!("document.querySelector('#imagined-status').textContent === {first} && {ANSWERED}");
    browser.until(&anew).await;
    // What was drawn is of the draft as it is: an unfinished one says so.
    assert_eq!(browser.run(UNFINISHED).await, json!(false));
    enter(browser, "see-build").await;
    browser
        .until("!document.querySelector('imagined-people')")
        .await;
    enter(browser, "add-question").await;
    browser
        .until("document.activeElement?.id === 'question-title-0'")
        .await;
    enter(browser, "see-imagined").await;
    browser.until(ANSWERED).await;
    assert_eq!(browser.run(UNFINISHED).await, json!(true));
    assert!(browser.run(count).await.as_u64().unwrap() > charts);
    enter(browser, "see-build").await;
    browser
        .until("!document.querySelector('imagined-people')")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn imagined_people_answer_every_type_in_every_look() {
    let system = System::start().await;
    let browser = &system.browser;
    for (width, language, colours) in [
        (320, "zh-CN", "dark"),
        (1280, "en", "light"),
        (390, "en", "dark"),
        (1280, "zh-CN", "light"),
    ] {
        let look = format!("imagined people at {width} px, {language}, {colours}");
        open_without_drafts(&system, (width, language, colours)).await;
        browser.click("#template-every-type").await;
        browser.find("#entry-12").await;
        browser.click("#see-imagined").await;
        browser.until(ANSWERED).await;
        let keys = "return document.querySelector('imagined-people').textContent.match(/[{][a-z-]+[}]/g) ?? []";
        assert_eq!(browser.run(keys).await, json!([]), "{look}");
        assert_eq!(browser.run(UNMARKED).await, json!([]), "{look}");
        assert_whole(browser, &look).await;
    }
}
