//! The classroom without phones: from the question to the worksheet by keyboard and by pointer, in every look, among
//! static files, and with numbers that cannot be.

use harness::{Browser, StaticFiles, System};
use serde_json::json;

use crate::accessibility::MEASURE;

const RIGHT: char = '\u{e014}';
const LEFT: char = '\u{e012}';
const PAGE_DOWN: char = '\u{e00f}';
const PAGE_UP: char = '\u{e00e}';

/// The slides by their names, in their order.
const SLIDES: [&str; 7] = [
    "prepare",
    "instructions",
    "count",
    "estimate",
    "hundredfold",
    "one-answer",
    "worksheet",
];

async fn until_slide(browser: &Browser, slide: &str) {
    let at = format!("document.querySelector('#slide')?.dataset.step === '{slide}'");
    browser.until(&at).await;
}

async fn click(browser: &Browser, selector: &str) {
    browser.click(selector).await;
}

/// Presses a button that says that it leads nowhere.
async fn press_in_vain(browser: &Browser, selector: &str) {
    let button = format!("document.querySelector('{selector}[aria-disabled=true]')");
    browser.until(&format!("{button} != null")).await;
    browser.run(&format!("{button}.click()")).await;
}

async fn until_says(browser: &Browser, selector: &str, words: &str) {
    let says = format!("document.querySelector('{selector}')?.textContent.includes('{words}')");
    browser.until(&says).await;
}

/// From the first slide: goes to the counts, types them, and goes back.
async fn count(browser: &Browser, counts: [&str; 2]) {
    click(browser, "#slide-next").await;
    click(browser, "#slide-next").await;
    until_slide(browser, "count").await;
    for (field, text) in ["#count-yes", "#count-other"].into_iter().zip(counts) {
        browser.fill(field, text).await;
    }
    click(browser, "#slide-back").await;
    click(browser, "#slide-back").await;
    until_slide(browser, "prepare").await;
}

async fn assert_whole(browser: &Browser, what: &str) {
    let braces =
        "return document.querySelector('#classroom').textContent.match(/[{][a-z-]+[}]/g) ?? []";
    let measured = browser.run(&format!("{MEASURE} return measured")).await;
    assert_eq!(measured, json!([]), "{what}");
    // The worksheet, which only a printer shows, has the class's figures once there are counts.
    let has_class = browser
        .run("return Boolean(document.querySelector('.sheet .list-task'))")
        .await;
    if has_class == json!(true) {
        assert_eq!(browser.run(braces).await, json!([]), "{what}");
    }
    assert_eq!(browser.errors().await, [""; 0], "{what}");
    assert_eq!(browser.accessibility_violations().await, [""; 0], "{what}");
    // axe-core writes imported style sheets into the page, which the page's policy refuses.
    browser.errors().await;
}

/// Every slide without counts, with faults, with counts, and with counts that ask for caution: at 320 px, and on a
/// projector in big type.
#[tokio::test(flavor = "multi_thread")]
async fn every_slide_in_every_look() {
    let system = System::start().await;
    let browser = &system.browser;
    for (width, language, colours) in [(320, "zh-CN", "dark"), (1920, "en", "light")] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 1080).await;
        browser
            .open(&system.address(&format!("classroom/?lang={language}")))
            .await;
        for counts in [
            None,
            Some(["x", "-1"]),
            Some(["12", "30"]),
            Some(["1", "5"]),
        ] {
            browser.find("#slide").await;
            if let Some(counts) = counts {
                count(browser, counts).await;
            }
            // The longest form of the first slide, with its fault and without.
            click(browser, "#device-3").await;
            browser.fill("#slips-yes", "0").await;
            browser
                .until("document.querySelector('#slips-wrong').textContent.trim()")
                .await;
            assert_whole(browser, &format!("wrong slips at {width} px, {counts:?}")).await;
            browser.fill("#slips-yes", "2").await;
            if width > 1000 {
                click(browser, "#big-type").await;
            }
            for (place, slide) in SLIDES.into_iter().enumerate() {
                if place > 0 {
                    click(browser, "#slide-next").await;
                }
                until_slide(browser, slide).await;
                let details = "for (const one of document.querySelectorAll('#slide > details')) one.open = true";
                browser.run(details).await;
                assert_whole(browser, &format!("{slide} at {width} px, {counts:?}")).await;
            }
            press_in_vain(browser, "#slide-next").await;
            if width > 1000 {
                click(browser, "#big-type").await;
            }
            for _ in 1..SLIDES.len() {
                click(browser, "#slide-back").await;
            }
            press_in_vain(browser, "#slide-back").await;
            until_slide(browser, SLIDES[0]).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_is_asked_by_keyboard() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("classroom/?lang=en")).await;
    let question = "Do you <b>like</b> “maths”?";
    browser.fill("#question", question).await;
    // In a field the arrows belong to the field.
    browser.press(RIGHT).await;
    until_slide(browser, "prepare").await;
    browser.run("document.activeElement.blur()").await;
    browser.press(RIGHT).await;
    until_slide(browser, "instructions").await;
    // Markup is shown as it was typed.
    until_says(browser, ".asked q", "<b>like</b>").await;
    until_says(browser, ".instructions", "Heads: your answer is the truth").await;
    // The slide's heading is read aloud.
    let focused = "document.activeElement?.id === 'slide-heading'";
    browser.until(focused).await;
    browser.press(RIGHT).await;
    until_slide(browser, "count").await;
    browser.type_into("#count-yes", "12").await;
    browser.type_into("#count-other", "30").await;
    until_says(browser, "#count-wrong", "12 of 30").await;
    browser.run("document.activeElement.blur()").await;
    browser.press(RIGHT).await;
    until_slide(browser, "estimate").await;
    // (12/30 − ¼)/½ = 30 %.
    until_says(browser, "#answer", "about 30").await;
    until_says(browser, "#this-class", "exactly these 30 people").await;
    until_says(browser, "#population", "random draw").await;
    browser.press(RIGHT).await;
    until_slide(browser, "hundredfold").await;
    until_says(browser, "#simulated", "Simulated, not asked").await;
    let heard = "document.querySelector('#crowd-heard').textContent";
    let before = browser.run(&format!("return {heard}")).await;
    assert!(before.as_str().unwrap().contains("3,000"), "{before}");
    click(browser, "#draw").await;
    browser.until(&format!("{heard} !== {before}")).await;
    browser.press(RIGHT).await;
    until_slide(browser, "one-answer").await;
    until_says(browser, "#no-proof", "thinks Yes 75").await;
    // In big type also the keys of a presenter's remote control.
    click(browser, "#big-type").await;
    browser
        .until("document.documentElement.classList.contains('big-type')")
        .await;
    browser.press(PAGE_DOWN).await;
    until_slide(browser, "worksheet").await;
    browser.press(PAGE_UP).await;
    until_slide(browser, "one-answer").await;
    browser.press(LEFT).await;
    until_slide(browser, "hundredfold").await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_that_cannot_be_are_told_and_kept() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("classroom/?lang=en")).await;
    click(browser, "#slide-next").await;
    click(browser, "#slide-next").await;
    for ([first, second], told) in [
        (["12.5", "30"], "whole number from 0 to 1,000"),
        (["-3", "30"], "whole number from 0 to 1,000"),
        (["12", "1e9"], "The second count is a whole number"),
        (["31", "30"], "More said “Yes” than answered"),
        (["0", "0"], "Nobody has answered"),
    ] {
        browser.fill("#count-yes", first).await;
        browser.fill("#count-other", second).await;
        until_says(browser, "#count-wrong", told).await;
        // Where the result would be, there is a way back, and what was typed is still there.
        click(browser, "#slide-next").await;
        until_slide(browser, "estimate").await;
        click(browser, "#to-missing").await;
        until_slide(browser, "count").await;
        let kept = "return [...document.querySelectorAll('#slide input[type=text]')].map((one) => one.value)";
        assert_eq!(browser.run(kept).await, json!([first, second]));
    }
    click(browser, "#which-2").await;
    browser.fill("#count-yes", "600").await;
    browser.fill("#count-other", "600").await;
    until_says(browser, "#count-wrong", "more than 1,000 people").await;
    // Nobody of 30 by two coins: told instead of shown as a result that could be.
    browser.fill("#count-yes", "0").await;
    browser.fill("#count-other", "30").await;
    until_says(browser, "#count-wrong", "0 of 30").await;
    click(browser, "#slide-next").await;
    until_says(browser, "#answer", "Count again").await;
    // Another language keeps everything.
    click(browser, ".languages a[lang=zh-CN]").await;
    until_says(browser, "#answer", "重新数一遍").await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_classroom_is_found_and_works_as_static_files() {
    let system = System::start().await;
    let browser = &system.browser;
    for page in ["?lang=zh-CN", "learn/?lang=zh-CN"] {
        browser.open(&system.address(page)).await;
        click(browser, "#to-classroom").await;
        browser.find("#slide").await;
        let spoken = "return document.documentElement.lang";
        assert_eq!(browser.run(spoken).await, "zh-CN");
    }
    click(browser, "#to-lessons").await;
    browser.find(".map h3 a").await;
    let files = StaticFiles::start().await;
    browser
        .open(&files.address("classroom/index.html?lang=en"))
        .await;
    count(browser, ["12", "30"]).await;
    assert_eq!(browser.errors().await, [""; 0]);
}
