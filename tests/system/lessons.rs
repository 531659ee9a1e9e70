//! The lessons: the map, a run through each by keyboard, in every look, among static files, without storage, and
//! with input out of range.

use harness::{Browser, StaticFiles, System};
use serde_json::json;

use crate::{accessibility::MEASURE, engines::in_both};

in_both!(a_learner_goes_from_lesson_to_lesson_by_keyboard);

/// JavaScript: every lesson of the map.
const LESSONS: &str =
    "[...document.querySelectorAll('.map [data-lesson]')].map((one) => one.dataset.lesson)";

/// The lessons by their names, in the order of the map.
async fn lessons(browser: &Browser, map: &str) -> Vec<String> {
    browser.open(map).await;
    browser.find(".map h3 a").await;
    let names = browser.run(&format!("return {LESSONS}")).await;
    serde_json::from_value(names).unwrap()
}

/// Presses every button of the lesson's own, so that every picture has something in it.
async fn play(browser: &Browser) {
    let buttons = "document.querySelectorAll('.playground button')";
    let count = browser.run(&format!("return {buttons}.length")).await;
    for button in 0..count.as_u64().unwrap() {
        browser.run(&format!("{buttons}[{button}]?.click()")).await;
    }
    browser
        .until("!document.querySelector('#play [aria-busy=true]')")
        .await;
}

async fn assert_whole(browser: &Browser, what: &str) {
    let braces =
        "return document.querySelector('#learn').textContent.match(/[{][a-z-]+[}]/g) ?? []";
    assert_eq!(browser.run(braces).await, json!([]), "{what}");
    let measured = browser.run(&format!("{MEASURE} return measured")).await;
    assert_eq!(measured, json!([]), "{what}");
    assert_eq!(browser.errors().await, [""; 0], "{what}");
    assert_eq!(browser.accessibility_violations().await, [""; 0], "{what}");
    // axe-core writes imported style sheets into the page, which the page's policy refuses.
    browser.errors().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_in_every_look() {
    let system = System::start().await;
    let browser = &system.browser;
    let lessons = lessons(browser, &system.address("learn/")).await;
    assert!(!lessons.is_empty());
    for (width, language, colours) in [(320, "zh-CN", "dark"), (1280, "en", "light")] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        browser
            .open(&system.address(&format!("learn/?lang={language}")))
            .await;
        browser.find(".map h3").await;
        browser
            .until(
                "[...document.querySelectorAll('.map h3')].every((one) => one.textContent.trim())",
            )
            .await;
        assert_whole(browser, &format!("the map at {width} px")).await;
        for lesson in &lessons {
            let address = system.address(&format!("learn/{lesson}?lang={language}"));
            browser.open(&address).await;
            browser
                .find(&format!("#lesson[data-lesson={lesson}]"))
                .await;
            // What stands below the stage is drawn after it.
            browser.find("#teacher").await;
            play(browser).await;
            browser
                .run("for (const one of document.querySelectorAll('#teacher details')) one.open = true")
                .await;
            assert_whole(browser, &format!("{lesson} at {width} px")).await;
        }
    }
}

/// JavaScript: presses the first button of the stage, and tells, once the stage has changed, what of it is not on the screen:
/// the button, or the upper part of the picture that changed first, above the button where that sticks to the lower edge.
const PRESS_AND_LOOK: &str = r"
const done = arguments[0];
(async () => {
    window.scrollTo(0, 0);
    const stage = document.querySelector('.stage');
    const button = document.querySelector('.press button');
    const before = new Map([...stage.children].map((part) => [part, part.innerHTML]));
    button.click();
    for (let tries = 0; tries < 100; tries += 1) {
        await new Promise((go) => requestAnimationFrame(go));
        if (!document.querySelector('#play [aria-busy=true]') &&
            [...stage.children].some((part) => part.innerHTML !== before.get(part))) break;
    }
    const changed = [...stage.children].find((part) => part.innerHTML !== before.get(part));
    if (!changed) return ['nothing changes'];
    const press = document.querySelector('.press').getBoundingClientRect();
    const place = changed.getBoundingClientRect();
    const stands = innerWidth >= 960 ? innerHeight : press.top;
    const seen = Math.min(place.bottom, stands) - Math.max(place.top, 0);
    const missing = [];
    if (press.top < 0 || press.bottom > innerHeight + 1) missing.push(`button at ${press.bottom}`);
    if (place.top < 0 || seen < Math.min(place.height, innerHeight / 4)) missing.push(`picture at ${place.top}`);
    if (scrollY !== 0) missing.push(`scrolled by ${scrollY}`);
    return missing;
})().then(done);
";

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_is_on_one_screen() {
    let system = System::start().await;
    let browser = &system.browser;
    let lessons = lessons(browser, &system.address("learn/?lang=en")).await;
    for (width, height, is_big) in [
        (1920, 1080, false),
        (1280, 720, false),
        (1024, 768, false),
        (1024, 768, true),
        (390, 844, false),
    ] {
        browser.resize_view(width, height).await;
        for lesson in &lessons {
            browser
                .open(&system.address(&format!("learn/{lesson}?lang=en")))
                .await;
            browser.find(".press button").await;
            if is_big {
                browser.click("#big-type").await;
                browser
                    .until("document.documentElement.classList.contains('big-type')")
                    .await;
            }
            let missing = browser.run_async(PRESS_AND_LOOK).await;
            let type_size = if is_big { " in big type" } else { "" };
            assert_eq!(
                missing,
                json!([]),
                "{lesson} at {width} × {height}{type_size}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_has_ways_through_the_lessons() {
    let system = System::start().await;
    let browser = &system.browser;
    let week = lessons(browser, &system.address("learn/?lang=en&path=week")).await;
    assert_eq!(week[0], "names-are-not-enough");
    let headings = "[...document.querySelectorAll('#map h3:has(+ .map)')].length";
    browser.until(&format!("{headings} === 5")).await;
    for (way, parts) in [(1, 2), (2, 1), (4, 13)] {
        browser.click(&format!("#map-path-{way}")).await;
        browser.until(&format!("{headings} === {parts}")).await;
    }
    // Each lesson says what comes before it.
    let before = "document.querySelector('[data-lesson=composition] .note').textContent";
    browser
        .until(&format!("{before}.includes('After lesson')"))
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

async fn a_learner_goes_from_lesson_to_lesson_by_keyboard(browser: Browser) {
    const ENTER: char = '\u{e007}';
    let system = System::with_browser(browser).await;
    let browser = &system.browser;
    let lessons = lessons(browser, &system.address("learn/?lang=en")).await;
    browser
        .run("document.querySelector('.map h3 a').focus()")
        .await;
    browser.press(ENTER).await;
    for (place, lesson) in lessons.iter().enumerate() {
        browser
            .find(&format!("#lesson[data-lesson={lesson}]"))
            .await;
        let shown = browser.run("return document.title").await;
        let title = browser
            .run("return document.querySelector('#lesson-heading').textContent")
            .await;
        assert!(
            shown.as_str().unwrap().starts_with(title.as_str().unwrap()),
            "{shown}"
        );
        // Every answer has feedback of its own. They stand below the stage, and are drawn after it.
        browser.find(".answer").await;
        let mut heard = Vec::new();
        let answers = browser
            .run("return document.querySelectorAll('.answer').length")
            .await;
        for answer in 0..answers.as_u64().unwrap() {
            let focus = format!("document.querySelectorAll('.answer')[{answer}].focus()");
            browser.run(&focus).await;
            browser.press(ENTER).await;
            let pressed =
                format!("document.querySelectorAll('.answer')[{answer}].ariaPressed === 'true'");
            browser.until(&pressed).await;
            heard.push(
                browser
                    .run("return document.querySelector('#feedback').textContent")
                    .await,
            );
        }
        heard.sort_by_key(ToString::to_string);
        heard.dedup();
        assert_eq!(heard.len() as u64, answers.as_u64().unwrap(), "{lesson}");
        if place + 1 < lessons.len() {
            browser.find("#way-next").await;
            browser
                .run("document.querySelector('#way-next').focus()")
                .await;
            browser.press(ENTER).await;
        }
    }
    // The browser remembers what was answered, and where the learner was.
    browser
        .run("document.querySelector('#way-map').focus()")
        .await;
    browser.press(ENTER).await;
    browser.find("#go-on").await;
    let understood = "document.querySelectorAll('.understood').length";
    browser
        .until(&format!("{understood} === {}", lessons.len()))
        .await;
    browser
        .run("document.querySelector('#go-on').focus()")
        .await;
    browser.press(ENTER).await;
    let last = lessons.last().unwrap();
    browser.find(&format!("#lesson[data-lesson={last}]")).await;
    // Firefox's driver does not tell what its console has.
    if !browser.is_firefox() {
        assert_eq!(browser.errors().await, [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn coins_are_flipped_and_counted() {
    let system = System::start().await;
    let browser = &system.browser;
    browser
        .open(&system.address("learn/two-coins?lang=en"))
        .await;
    browser.click("#flip").await;
    browser.find(".happened").await;
    let said = "document.querySelector('#said').textContent";
    browser
        .until(&format!(
            "{said}.includes('You say') || {said}.includes('you say')"
        ))
        .await;
    browser.click("#flip-many").await;
    browser.until(&format!("{said}.includes('101')")).await;
    browser.click("#truth-1").await;
    browser.click("#flip-many").await;
    browser
        .until(&format!("{said}.includes('Of 100 flips')"))
        .await;
    browser.click("#restart").await;
    browser
        .until(&format!("{said}.includes('not been flipped')"))
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

/// Forty dots for 200 people go to what they say, and on to the estimate; at once where no motion is wanted.
#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_is_seen_as_dots() {
    let system = System::start().await;
    let browser = &system.browser;
    let address = system.address("learn/hearing-the-crowd?lang=en");
    let dots = "document.querySelector('.people-dots')";
    let seen = "document.querySelectorAll('.person-dot:not(.gone)').length";
    for (motion, scenes) in [
        ("no-preference", &["rows", "said", "less", "whole"][..]),
        ("reduce", &["whole"]),
    ] {
        browser.prefer(&[("prefers-reduced-motion", motion)]).await;
        browser.open(&address).await;
        browser.find("#ask").await;
        // Every scene is noted as it comes.
        let note = format!(
            "window.scenes = [];
            new MutationObserver(() => {{
                const scene = {dots}?.dataset.scene;
                if (scene && scenes.at(-1) !== scene) scenes.push(scene);
            }}).observe(document.body, {{ subtree: true, childList: true, attributes: true }})"
        );
        browser.run(&note).await;
        browser.click("#ask").await;
        browser.until("scenes.at(-1) === 'whole'").await;
        assert_eq!(browser.run("return scenes").await, json!(scenes));
        browser
            .until(&format!(
                "{dots}.textContent.includes('A dot for 5 imagined people')"
            ))
            .await;
        // What is left has grown to the estimate; whoever says "No" stays.
        let no = "document.querySelectorAll('.person-dot.is-no').length";
        let yes = browser.run(&format!("return {seen} - {no}")).await;
        let told = browser.text_of("#heard").await;
        let estimate = told.split("Estimate: ").nth(1).unwrap();
        let estimate: f64 = estimate.split(' ').next().unwrap().parse().unwrap();
        let off = yes.as_f64().unwrap() * 5.0 - estimate;
        assert!(off.abs() <= 5.0, "{yes} dots, {told}");
    }
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn lessons_work_as_static_files() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    let lessons = lessons(&browser, &files.address("learn/index.html?lang=en")).await;
    browser.click(".map h3 a").await;
    browser
        .find(&format!("#lesson[data-lesson={}]", lessons[0]))
        .await;
    if lessons.len() > 1 {
        browser.click("#way-next").await;
        browser
            .find(&format!("#lesson[data-lesson={}]", lessons[1]))
            .await;
    }
    assert_eq!(browser.errors().await, [""; 0]);
    browser
        .open(&files.address("learn/index.html?lesson=nothing"))
        .await;
    browser.find("#missing").await;
    browser.find(".map h3 a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_keeps_nothing_is_taught_all_the_same() {
    let system = System::start().await;
    let browser = &system.browser;
    browser
        .open(&system.address("learn/two-coins?lang=en"))
        .await;
    // As browsers do that forbid storage.
    let forbid = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden', 'SecurityError'); } })";
    browser.run(forbid).await;
    browser.find(".answer").await;
    browser
        .run("for (const answer of document.querySelectorAll('.answer')) answer.click()")
        .await;
    browser
        .until("document.querySelector('#feedback').textContent")
        .await;
    browser.click("#flip").await;
    browser.find(".happened").await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_out_of_range_are_named_and_the_lesson_goes_on() {
    let system = System::start().await;
    let browser = &system.browser;
    let address = system.address("learn/hearing-the-crowd?lang=en");
    browser.open(&address).await;
    let wrong = "document.querySelector('#people-wrong').textContent";
    for number in ["5", "1000001", "-3", "1e3", "12.5"] {
        browser.fill("#people", number).await;
        browser
            .until(&format!("{wrong}.includes('from 10 to 1,000,000')"))
            .await;
        browser.click("#ask").await;
        browser
            .until("document.querySelector('#heard').textContent.includes('said “Yes”')")
            .await;
    }
    browser.fill("#people", "300").await;
    browser.until(&format!("!{wrong}")).await;
    browser.click("#ask-often").await;
    browser
        .until("document.querySelector('#heard').textContent.includes('Of 200 intervals')")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_front_door_leads_to_the_lessons() {
    let system = System::start().await;
    let browser = &system.browser;
    for language in ["en", "zh-CN"] {
        browser
            .open(&system.address(&format!("?lang={language}")))
            .await;
        browser.click("#to-lessons").await;
        browser.find(".map h3 a").await;
        let spoken = "return document.documentElement.lang";
        assert_eq!(browser.run(spoken).await, language);
    }
}
