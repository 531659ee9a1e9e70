//! The browser's Back and Forward in a survey, reload, and the draft that somebody wants kept.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::{
    respondent::{CHECKED, act, until_screen},
    types::ROOT,
};

/// Pages of which an answer passes over the second.
fn survey() -> Value {
    let yes_no =
        |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": "?" }, "epsilon": "1" });
    let much = json!({
        "id": "much", "type": "yes-no", "title": { "en": "?" }, "epsilon": "1",
        "condition": { "question": "smokes", "is": ["yes"] },
    });
    json!({
        "sotto": 1, "id": "paged", "version": 1, "title": { "en": "Pages" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "3", "questions": [yes_no("smokes"), much, yes_no("sleeps")],
        "pages": [{ "questions": ["smokes"] }, { "questions": ["much"] }, { "questions": ["sleeps"] }],
    })
}

/// A page of the collector's own with that survey.
async fn opened() -> System {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let survey = survey();
    let manage = system.collector.manage("POST", "surveys", &token, &survey);
    manage.await;
    open(&system).await;
    system
}

/// Opens it anew in the same tab.
async fn open(system: &System) {
    let browser = &system.browser;
    browser.open("about:blank").await;
    let page = "embed/frame.html?survey=paged&lang=en";
    browser.open(&system.address(page)).await;
    until_screen(browser, "form").await;
    // Back and Forward are heard from then on.
    browser.find_in_survey(".keep").await;
}

async fn pick(browser: &Browser, question: &str, answer: &str) {
    let option = format!("label:has([name={question}][value={answer}])");
    browser.click_in_survey(&option).await;
}

/// Waits for a page, and until the page stands between its two entries, or before them.
async fn until_page(browser: &Browser, page: u32, place: u32) {
    let shown = format!("{ROOT}.querySelector('progress')?.value === {page}");
    let stands = format!("(history.state?.sotto ?? 0) === {place}");
    browser.until(&format!("{shown} && {stands}")).await;
}

async fn length(browser: &Browser) -> Value {
    browser.run("return history.length").await
}

/// The lengths of the history before anything is pressed, on each page and on the review.
async fn lengths(browser: &Browser, smokes: &str) -> Vec<Value> {
    let mut lengths = vec![length(browser).await];
    pick(browser, "smokes", smokes).await;
    act(browser, "next").await;
    if smokes == "yes" {
        until_page(browser, 2, 1).await;
        lengths.push(length(browser).await);
        act(browser, "next").await;
    }
    until_page(browser, 3, 1).await;
    lengths.push(length(browser).await);
    act(browser, "review").await;
    until_screen(browser, "review").await;
    lengths.push(length(browser).await);
    lengths
}

#[tokio::test(flavor = "multi_thread")]
async fn back_turns_pages_and_the_history_is_as_long_whatever_is_answered() {
    let system = opened().await;
    let browser = &system.browser;
    let begun = length(browser).await.as_u64().unwrap();
    for (smokes, pages) in [("yes", &[3, 2, 1][..]), ("no", &[3, 1])] {
        open(&system).await;
        let lengths = lengths(browser, smokes).await;
        // Two entries come with the first press, and none after it.
        for later in &lengths[1..] {
            assert_eq!(later.as_u64(), lengths[0].as_u64().map(|first| first + 2));
        }
        assert!(lengths[0].as_u64() >= Some(begun));
        // From the review back to the first page, which keeps what was chosen.
        for &page in pages {
            browser.run("history.back()").await;
            until_page(browser, page, u32::from(page > 1)).await;
        }
        assert_eq!(browser.run(&format!("return {CHECKED}")).await, smokes);
        // And forward again, as the button would.
        for &page in pages.iter().rev().skip(1) {
            browser.run("history.forward()").await;
            until_page(browser, page, 1).await;
        }
        browser.run("history.forward()").await;
        until_screen(browser, "review").await;
        assert_eq!(length(browser).await, lengths[1]);
    }
    assert!(system.recorder.posted().is_empty());
}

/// How many drafts there are, how long they are, and whether a script may have their keys.
const DRAFTS: &str = "const done = arguments[arguments.length - 1];
    const opening = indexedDB.open('sotto-drafts');
    opening.onsuccess = () => {
        const asked = opening.result.transaction('drafts').objectStore('drafts').getAll();
        asked.onsuccess = () => {
            opening.result.close();
            done(asked.result.map(({ sealed, key }) => [sealed.byteLength, key.extractable]));
        };
    };";

/// JavaScript: whether the offer is taken, and what was chosen since then is kept.
const IS_KEPT: &str = "localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('sotto-draft:'))) === ''";

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_draft_comes_back_and_is_gone_once_it_is_sent() {
    let system = opened().await;
    let browser = &system.browser;
    let has_none = browser.run("return Object.keys(localStorage)").await;
    assert_eq!(has_none, json!([]), "nothing is kept that nobody wants");
    // The offer comes with the first press.
    let is_offered = format!("{ROOT}.querySelector('.keep').checkVisibility()");
    assert_eq!(browser.run(&format!("return {is_offered}")).await, false);
    pick(browser, "smokes", "no").await;
    browser.until(&is_offered).await;
    browser.click_in_survey(".keep input").await;
    browser.until(IS_KEPT).await;
    for smokes in ["yes", "no"] {
        pick(browser, "smokes", smokes).await;
        // The last change is on the disk: the browser would otherwise ask before it leaves.
        browser
            .until("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
            .await;
        browser.run("location.reload()").await;
        browser
            .until(&format!(
                "document.readyState === 'complete' && {CHECKED} === '{smokes},on'"
            ))
            .await;
        let drafts = browser.run_async(DRAFTS).await;
        // As long whatever was answered: 64 KiB and the seal.
        assert_eq!(drafts, json!([[65_552, false]]), "{smokes}");
    }
    act(browser, "next").await;
    until_page(browser, 3, 1).await;
    act(browser, "review").await;
    until_screen(browser, "review").await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    browser.until(&format!("!({IS_KEPT})")).await;
    assert_eq!(browser.run_async(DRAFTS).await, json!([]));
    assert_eq!(system.recorder.posted().len(), 1);
}

/// A draft is read for a day.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_draft_is_not_read_and_is_erased() {
    let system = opened().await;
    let browser = &system.browser;
    pick(browser, "smokes", "yes").await;
    browser.click_in_survey(".keep input").await;
    browser.until(IS_KEPT).await;
    let age = "const done = arguments[arguments.length - 1];
        const opening = indexedDB.open('sotto-drafts');
        opening.onsuccess = () => {
            const drafts = opening.result.transaction('drafts', 'readwrite').objectStore('drafts');
            drafts.openCursor().onsuccess = ({ target: { result } }) => {
                if (!result) return;
                result.update({ ...result.value, at: Date.now() - 86_400_001 });
            };
            drafts.transaction.oncomplete = () => (opening.result.close(), done());
        };";
    browser
        .until("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
        .await;
    browser.run_async(age).await;
    open(&system).await;
    browser.until(&format!("!({IS_KEPT})")).await;
    assert_eq!(browser.run_async(DRAFTS).await, json!([]));
    assert_eq!(browser.run(&format!("return {CHECKED}")).await, "");
}
