//! The studio: a survey by keyboard alone, what is kept, what is mended, and every part in every look.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use harness::{Browser, StaticFiles, System};
use serde_json::json;

use crate::accessibility::MEASURE;

const TAB: char = '\u{e004}';
pub(crate) const ENTER: char = '\u{e007}';
const CONTROL: char = '\u{e009}';
const SHIFT: char = '\u{e008}';
const ALT: char = '\u{e00a}';
const UP: char = '\u{e013}';
const BACKSPACE: char = '\u{e003}';

/// Goes to an element as Tab does, from wherever the focus is.
async fn tab_to(browser: &Browser, id: &str) {
    for _ in 0..120 {
        let here = browser.run("return document.activeElement?.id ?? ''").await;
        if here == id {
            return;
        }
        browser.press(TAB).await;
    }
    panic!("Tab does not lead to {id}");
}

/// Goes to an element and presses Enter.
pub(crate) async fn enter(browser: &Browser, id: &str) {
    tab_to(browser, id).await;
    browser.press(ENTER).await;
}

/// Presses a key while others are held.
async fn chord(browser: &Browser, held: &[char], key: char) {
    let mut actions = KeyActions::new("keyboard".to_owned());
    for &value in held.iter().chain([&key]) {
        actions = actions.then(KeyAction::Down { value });
    }
    for &value in [&key].into_iter().chain(held) {
        actions = actions.then(KeyAction::Up { value });
    }
    browser.client().perform_actions(actions).await.unwrap();
}

pub(crate) async fn write(browser: &Browser, text: &str) {
    for key in text.chars() {
        browser.press(key).await;
    }
}

/// JavaScript: the question of that index in the list says so.
fn entry_says(index: usize, text: &str) -> String {
    format!("document.querySelector('#entry-{index}')?.textContent.includes('{text}')")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_by_keyboard_alone_is_kept_and_undone() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("studio/?lang=en")).await;
    browser.find("#template-exams").await;
    enter(browser, "template-exams").await;
    browser.find("#entry-6").await;
    enter(browser, "add-question").await;
    // The focus waits in the new question's words.
    browser
        .until("document.activeElement?.id === 'question-title-0'")
        .await;
    write(browser, "Is it right").await;
    browser.until(&entry_says(7, "Is it right")).await;
    browser.until("!document.querySelector('.faults')").await;
    chord(browser, &[ALT], UP).await;
    browser.until(&entry_says(6, "Is it right")).await;
    chord(browser, &[CONTROL], 'z').await;
    browser.until(&entry_says(7, "Is it right")).await;
    chord(browser, &[CONTROL, SHIFT], 'Z').await;
    browser.until(&entry_says(6, "Is it right")).await;
    browser.client().refresh().await.unwrap();
    browser.until(&entry_says(6, "Is it right")).await;
    // As many people as the command line plans with, and one sentence about them.
    enter(browser, "see-plan").await;
    browser
        .until("document.querySelector('#verdict')?.textContent.includes('400 people')")
        .await;
    enter(browser, "see-preview").await;
    browser.find_in_survey("[data-question], fieldset").await;
    enter(browser, "see-embed").await;
    browser
        .until(
            "document.querySelector('#embed-lines')?.textContent.includes('/api/v1/surveys/exams')",
        )
        .await;
    browser.run("document.activeElement?.blur()").await;
    write(browser, "?").await;
    browser
        .until("document.activeElement?.id === 'keys-heading'")
        .await;
    enter(browser, "close-keys").await;
    browser
        .until("!document.querySelector('#keys-heading')")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_text_is_kept_told_and_mended() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("studio/index.html?lang=en"))
        .await;
    browser.click("#template-census").await;
    browser.click("#see-text").await;
    browser.find("#text").await;
    let length = browser
        .run("const text = document.querySelector('#text'); text.focus(); text.setSelectionRange(0, 0); return text.value.length")
        .await;
    browser.press('!').await;
    let line = "document.querySelector('#text-faults button')?.textContent === 'Line 1'";
    browser.until(line).await;
    // A tab that is killed now loses nothing.
    browser.client().refresh().await.unwrap();
    browser.until(line).await;
    let kept = "document.querySelector('#text').value.length";
    assert_eq!(
        browser.run(&format!("return {kept}")).await,
        json!(length.as_u64().unwrap() + 1)
    );
    browser
        .run("const text = document.querySelector('#text'); text.focus(); text.setSelectionRange(1, 1)")
        .await;
    browser.press(BACKSPACE).await;
    browser.find("#no-faults").await;
    // What is deleted is had back.
    browser.click("#see-build").await;
    browser.click("#entry-2").await;
    browser.click("#delete").await;
    browser.until("!document.querySelector('#entry-2')").await;
    browser.click("#undo").await;
    browser.find("#entry-2").await;
    // Another name is followed; one that is taken is not accepted.
    browser.click("#entry-0").await;
    browser
        .run("for (const one of document.querySelectorAll('details')) one.open = true")
        .await;
    for (typed, kept) in [("race", "over-50"), ("older", "older")] {
        let select = "const id = document.querySelector('#question-id'); id.focus(); id.select()";
        browser.run(select).await;
        write(&browser, typed).await;
        browser.press(ENTER).await;
        browser
            .until(&format!(
                "document.querySelector('#question-id')?.value === '{kept}'"
            ))
            .await;
    }
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_pasted() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("studio/?lang=en")).await;
    browser.click("#template-empty").await;
    browser.find("#entry-survey").await;
    let choose = "const type = document.querySelector('#new-type'); type.value = 'dropdown'";
    browser.run(choose).await;
    browser.click("#add-question").await;
    browser.find("#paste-options").await;
    browser
        .run("document.querySelector('#paste-options').closest('details').open = true")
        .await;
    browser
        .type_into("#paste-options", "Norway\n Egypt \n\nChina")
        .await;
    browser.click("#paste-options-now").await;
    browser
        .until("[...document.querySelectorAll('.items ol input')].filter((one) => one.lang === 'en').map((one) => one.value).join() === 'Norway,Egypt,China'")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

/// Options are lines: Enter makes the next, Backspace takes an empty one away, and a list that is pasted becomes options
/// with its second column in the second language.
#[tokio::test(flavor = "multi_thread")]
async fn options_are_lines() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("studio/?lang=en")).await;
    browser.click("#template-empty").await;
    browser.find("#entry-survey").await;
    let choose = "const type = document.querySelector('#new-type'); type.value = 'single-choice'";
    browser.run(choose).await;
    press(browser, "add-question").await;
    browser
        .until("document.activeElement?.id === 'question-title-0'")
        .await;
    browser
        .run("document.querySelector('#options-0-0').focus()")
        .await;
    write(browser, "Tea").await;
    browser.press(ENTER).await;
    browser
        .until("document.activeElement?.id === 'options-1-0'")
        .await;
    browser.press(BACKSPACE).await;
    browser
        .until("document.activeElement?.id === 'options-0-0'")
        .await;
    browser
        .run("const data = new DataTransfer(); data.setData('text/plain', '• Milk\\t牛奶\\n• Tea\\t茶\\n• Water\\t水'); document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))")
        .await;
    let words =
        "[...document.querySelectorAll('.item-words input')].map((one) => one.value).join()";
    browser
        .until(&format!("{words} === 'Tea,Milk,Water'"))
        .await;
    press(browser, "write-zh-CN").await;
    browser.until(&format!("{words} === ',牛奶,水'")).await;
    assert_eq!(browser.errors().await, [""; 0]);
}

pub(crate) async fn assert_whole(browser: &Browser, what: &str) {
    // At the page's end the bar that keeps to the window's end has a place of its own, and covers no field.
    browser
        .run("scrollTo(0, document.documentElement.scrollHeight)")
        .await;
    let keys = "return document.querySelector('#studio').textContent.match(/[{][a-z-]+[}]/g) ?? []";
    assert_eq!(browser.run(keys).await, json!([]), "{what}");
    let measured = browser.run(&format!("{MEASURE} return measured")).await;
    assert_eq!(measured, json!([]), "{what}");
    assert_eq!(browser.errors().await, [""; 0], "{what}");
    assert_eq!(browser.accessibility_violations().await, [""; 0], "{what}");
    // axe-core writes imported style sheets into the page, which the page's policy refuses.
    browser.errors().await;
}

/// Opens the studio as somebody who has no draft, that wide, in a language and in a colour scheme.
pub(crate) async fn open_without_drafts(
    system: &System,
    (width, language, colours): (u32, &str, &str),
) {
    let browser = &system.browser;
    browser.prefer(&[("prefers-color-scheme", colours)]).await;
    browser.resize(width, 900).await;
    // From a page without a studio that could keep its draft once more; one with an icon, for
    // otherwise the browser asks for one that nobody has, at a time of its own.
    browser.open(&system.address("")).await;
    browser.find("#flip-no").await;
    browser.run("localStorage.clear()").await;
    browser
        .open(&system.address(&format!("studio/?lang={language}")))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_part_in_every_look() {
    let system = System::start().await;
    let browser = &system.browser;
    for (width, language, colours) in [
        (320, "zh-CN", "dark"),
        (1280, "en", "light"),
        (320, "en", "light"),
        (1280, "zh-CN", "dark"),
    ] {
        let look = format!("at {width} px, {language}, {colours}");
        open_without_drafts(&system, (width, language, colours)).await;
        browser.find("#template-every-type").await;
        assert_whole(browser, &format!("templates {look}")).await;
        browser.click("#template-every-type").await;
        browser.find("#entry-12").await;
        let open =
            "for (const one of document.querySelectorAll('#studio details')) one.open = true";
        // The survey itself, a condition, a rating, several choices, a matrix, a number and several.
        for entry in ["survey", "3", "4", "7", "9", "10", "12"] {
            browser
                .run(&format!("document.querySelector('#entry-{entry}').click()"))
                .await;
            browser
                .until(&format!(
                    "document.querySelector('#entry-{entry}').ariaCurrent === 'true'"
                ))
                .await;
            browser.run(open).await;
            assert_whole(browser, &format!("question {entry} {look}")).await;
        }
        for (view, shown) in [
            ("plan", "#verdict"),
            ("embed", "#embed-lines"),
            ("text", "#no-faults"),
        ] {
            browser
                .run(&format!("document.querySelector('#see-{view}').click()"))
                .await;
            browser.find(shown).await;
            assert_whole(browser, &format!("{view} {look}")).await;
        }
        browser
            .run("document.querySelector('#see-preview').click()")
            .await;
        browser.find_in_survey("[part~=question]").await;
        assert_whole(browser, &format!("preview {look}")).await;
        browser
            .run("document.querySelector('#see-build').click()")
            .await;
        browser.find("#add-question").await;
        browser
            .run("document.querySelector('#add-question').click()")
            .await;
        // A new question has no faults before it was left.
        browser.find("#question-title-0").await;
        assert_eq!(
            browser
                .run("return document.querySelectorAll('.faults, .field-fault').length")
                .await,
            json!(0)
        );
        for entry in ["survey", "13"] {
            press(browser, &format!("entry-{entry}")).await;
        }
        // In the language that is written it stands beside its field, else above them.
        browser.find(".faults, .field-fault").await;
        browser.run("document.querySelector('#keys').click()").await;
        browser.find("#keys-heading").await;
        assert_whole(browser, &format!("faults and keys {look}")).await;
    }
}

/// Presses a button once it is there.
pub(crate) async fn press(browser: &Browser, id: &str) {
    browser.click_by_script(&format!("#{id}")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_collector_the_studio_says_so() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("studio/index.html?lang=en"))
        .await;
    press(&browser, "template-exams").await;
    press(&browser, "see-embed").await;
    let told = browser.text_of("#no-collector").await;
    assert!(
        told.contains("works on this device") && told.contains("needs a collector"),
        "{told}"
    );
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
}
