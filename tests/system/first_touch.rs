//! What a person has touched stays under their hands, whatever else comes or goes on the page.

use harness::{Browser, Key, StaticFiles};
use serde_json::json;

use crate::{
    engines::in_both,
    programs::HELD,
    respondent::{SOMEBODY, act, send, until_screen},
    types::ROOT,
};

in_both!(
    a_choice_stays_when_the_other_questions_come,
    the_focus_stays_when_the_other_questions_come,
    what_is_missing_comes_and_goes_without_moving_anybody,
);

const PAGE: &str = "embed/held.html";

/// The census, of which only the first question is drawn until `goOn()`.
async fn held(browser: &Browser) -> StaticFiles {
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title><script>{HELD}</script>
        <script type=module src='../sotto-survey.js'></script>
        <sotto-survey src='../surveys/census.sotto' collector='..' lang=en></sotto-survey></html>"
    );
    let files = StaticFiles::with_file(PAGE, &page).await;
    browser.open(&files.address(PAGE)).await;
    browser.find_in_survey(NO).await;
    assert_eq!(browser.run(&format!("return {QUESTIONS}")).await, 1);
    files
}

/// The first question of the census, answered with no.
const NO: &str = "input[name=\"over-50\"][value=\"no\"]";

/// JavaScript: how many questions are drawn.
const QUESTIONS: &str =
    "document.querySelector('sotto-survey').shadowRoot.querySelectorAll('fieldset').length";

/// JavaScript: keeps the controls that are there.
const KEEP: &str = "window.kept = [...document.querySelector('sotto-survey').shadowRoot
    .querySelectorAll('input, button, summary, [part=label], fieldset')]";

/// JavaScript: whether what was kept still stands on the page, and the first answer of no has the focus.
const STAYED: &str = "(() => {
    const root = document.querySelector('sotto-survey').shadowRoot;
    const no = root.querySelector('input[name=\"over-50\"][value=\"no\"]');
    return [kept.every((element) => root.contains(element)), root.activeElement === no, no.checked];
})()";

async fn a_choice_stays_when_the_other_questions_come(browser: Browser) {
    let files = held(&browser).await;
    browser.run(KEEP).await;
    browser.click_in_survey(NO).await;
    browser.until(&format!("{QUESTIONS} === 3")).await;
    browser.run("goOn()").await;
    assert_eq!(
        browser.run(&format!("return {STAYED}")).await,
        json!([true, true, true])
    );
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted().len(), 1);
}

async fn the_focus_stays_when_the_other_questions_come(browser: Browser) {
    let _files = held(&browser).await;
    browser.run(KEEP).await;
    let focus = format!("{ROOT}.querySelector('input[name=\"over-50\"][value=\"no\"]').focus()");
    browser.run(&focus).await;
    assert_eq!(browser.run(&format!("return {QUESTIONS}")).await, 1);
    browser.run("goOn()").await;
    browser.until(&format!("{QUESTIONS} === 3")).await;
    assert_eq!(
        browser.run(&format!("return {STAYED}")).await,
        json!([true, true, false])
    );
    // The keyboard goes on where it was.
    browser.press(Key::Space.into()).await;
    browser.until(&format!("{STAYED}[2]")).await;
}

async fn what_is_missing_comes_and_goes_without_moving_anybody(browser: Browser) {
    let files = held(&browser).await;
    browser.run("goOn()").await;
    browser.until(&format!("{QUESTIONS} === 3")).await;
    browser.run(KEEP).await;
    act(&browser, "review").await;
    browser.find_in_survey("#problems").await;
    let all_stand = "kept.every((element) => element.isConnected)";
    assert_eq!(browser.run(&format!("return {all_stand}")).await, true);
    browser.click_in_survey(NO).await;
    browser
        .until(&format!("!{ROOT}.querySelector('#problems')"))
        .await;
    assert_eq!(
        browser.run(&format!("return {STAYED}")).await,
        json!([true, true, true])
    );
    send(&browser, &SOMEBODY).await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted().len(), 1);
}
