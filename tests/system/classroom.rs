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
const SLIDES: [&str; 8] = [
    "prepare",
    "deck",
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

/// From the first slide: counts thirty pupils, goes to the counts, types them, and goes back.
async fn count(browser: &Browser, counts: [&str; 2]) {
    click(browser, "#slide-next").await;
    until_slide(browser, "deck").await;
    browser.fill("#pupils", "30").await;
    until_says(browser, "#deck-of", "30").await;
    click(browser, "#slide-next").await;
    click(browser, "#slide-next").await;
    until_slide(browser, "count").await;
    for (field, text) in ["#count-yes", "#count-no"].into_iter().zip(counts) {
        browser.fill(field, text).await;
    }
    for _ in 0..3 {
        click(browser, "#slide-back").await;
    }
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
            Some(["12", "18"]),
            Some(["8", "22"]),
        ] {
            browser.find("#slide").await;
            if let Some(counts) = counts {
                count(browser, counts).await;
            }
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
    until_slide(browser, "deck").await;
    browser.press(RIGHT).await;
    until_slide(browser, "instructions").await;
    until_says(browser, "#missing", "count who is here").await;
    browser.press(LEFT).await;
    until_slide(browser, "deck").await;
    browser.type_into("#pupils", "2").await;
    until_says(browser, "#deck-of", "from 3 to 300").await;
    browser.fill("#pupils", "30").await;
    until_says(
        browser,
        "#deck-of",
        "15 say “the truth”, 8 say “Yes”, 7 say “No”",
    )
    .await;
    until_says(browser, "#strength", "3.14 : 1").await;
    // As many slips as pupils, which only a printer shows.
    let slips = "return document.querySelectorAll('.sheet .slips li').length";
    assert_eq!(browser.run(slips).await, json!(30));
    browser.run("document.activeElement.blur()").await;
    browser.press(RIGHT).await;
    until_slide(browser, "instructions").await;
    // Markup is shown as it was typed.
    until_says(browser, ".asked q", "<b>like</b>").await;
    until_says(
        browser,
        ".instructions",
        "“The truth”: your answer is the truth",
    )
    .await;
    // The slide's heading is read aloud.
    let focused = "document.activeElement?.id === 'slide-heading'";
    browser.until(focused).await;
    browser.press(RIGHT).await;
    until_slide(browser, "count").await;
    browser.type_into("#count-yes", "12").await;
    browser.type_into("#count-no", "18").await;
    until_says(browser, "#count-wrong", "12 of 30").await;
    browser.run("document.activeElement.blur()").await;
    browser.press(RIGHT).await;
    until_slide(browser, "estimate").await;
    // 8 of the 12 drew “Yes”; 4 of the 15 who drew “the truth” are 27 %.
    until_says(browser, "#answer", "about 27").await;
    until_says(browser, ".people-dots", "about 8 of 30").await;
    until_says(browser, "#this-class", "exactly these 30 people").await;
    until_says(browser, "#population", "random draw").await;
    browser.press(RIGHT).await;
    until_slide(browser, "hundredfold").await;
    until_says(browser, "#simulated", "Simulated, not asked").await;
    until_says(browser, ".people-dots", "A dot for 100 imagined people").await;
    let heard = "document.querySelector('#crowd-heard').textContent";
    let before = browser.run(&format!("return {heard}")).await;
    assert!(before.as_str().unwrap().contains("3,000"), "{before}");
    click(browser, "#draw").await;
    browser.until(&format!("{heard} !== {before}")).await;
    browser.press(RIGHT).await;
    until_slide(browser, "one-answer").await;
    until_says(browser, "#no-proof", "thinks Yes 74").await;
    until_says(browser, "#together", "no local privacy").await;
    // The keys of a presenter's remote control.
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
    browser.fill("#pupils", "30").await;
    click(browser, "#slide-next").await;
    click(browser, "#slide-next").await;
    for ([first, second], told) in [
        (["12.5", "18"], "whole number from 0 to 300"),
        (["-3", "18"], "whole number from 0 to 300"),
        (["12", "1e9"], "The count of “No” is a whole number"),
        (["12", "17"], "29 answers are counted"),
        (["7", "23"], "at least 8 people say it"),
        (["24", "6"], "at least 7 people say it"),
    ] {
        browser.fill("#count-yes", first).await;
        browser.fill("#count-no", second).await;
        until_says(browser, "#count-wrong", told).await;
        // Where the result would be, there is a way back, and what was typed is still there.
        click(browser, "#slide-next").await;
        until_slide(browser, "estimate").await;
        click(browser, "#to-missing").await;
        until_slide(browser, "count").await;
        let kept = "return [...document.querySelectorAll('#slide input[type=text]')].map((one) => one.value)";
        assert_eq!(browser.run(kept).await, json!([first, second]));
    }
    browser.fill("#count-yes", "12").await;
    browser.fill("#count-no", "18").await;
    click(browser, "#slide-next").await;
    until_says(browser, "#answer", "about 27").await;
    // Another language keeps everything.
    click(browser, ".languages a[lang=zh-CN]").await;
    until_says(browser, "#answer", "30 人中有 12 人").await;
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
    count(browser, ["12", "18"]).await;
    assert_eq!(browser.errors().await, [""; 0]);
}
