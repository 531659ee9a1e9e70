//! A first page that stands in the page's HTML before its program is there: it can be answered at once, and what the
//! program draws takes its place without anybody seeing it.

use std::{fs, process::Command};

use harness::{Browser, Fault, StaticFiles, System, setting};
use serde_json::{Value, json};

use crate::{
    engines::in_both,
    respondent::{CHECKED, SOMEBODY, act, send, until_screen},
    showing::CENSUS,
    states::INNER,
    types::ROOT,
};

in_both!(
    what_is_done_before_the_program_is_there_counts,
    a_button_pressed_before_the_program_is_there_is_answered,
    a_button_pressed_before_any_script_is_there_is_answered,
    a_page_whose_scripts_do_not_come_says_so,
    nothing_moves_when_the_program_takes_over,
    every_type_of_question_is_taken_over,
    what_was_chosen_in_another_survey_is_not_taken_over,
    without_a_program_the_plain_message_takes_its_place,
    whoever_has_answered_sees_the_receipt,
    the_collector_makes_such_pages,
);

pub(crate) const PAGE: &str = "embed/prerendered.html";

pub(crate) const FIVE_QUESTIONS: &str = include_str!("../../www/surveys/five-questions.json");

const EVERY_TYPE: &str = include_str!("../surveys/every-type.json");

/// JavaScript: whether the first page from the HTML stands there, with its style.
pub(crate) const BEFORE: &str = "Boolean(document.querySelector('sotto-survey').shadowRoot?.querySelector('[data-first]')?.sheet)";

/// JavaScript: whether the program has taken over.
pub(crate) const TAKEN_OVER: &str =
    "!document.querySelector('sotto-survey').shadowRoot.querySelector('[data-first]')";

/// JavaScript: where everything in the survey stands.
const PLACES: &str =
    "[...document.querySelector('sotto-survey').shadowRoot.querySelectorAll('section, section *')]
    .map((element) => element.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x, y, width, height].join())";

/// What `sotto prerender` prints.
pub(crate) fn prerendered(survey: &str, language: &str) -> String {
    prerendered_with(survey, language, &[])
}

/// What it prints when it is told more.
pub(crate) fn prerendered_with(survey: &str, language: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("survey.json");
    fs::write(&file, survey).unwrap();
    let output = Command::new(setting("SOTTO_BINARY"))
        .args(["prerender", "--same-origin"])
        .arg(&file)
        .args(["--language", language])
        .args(more)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// A page that asks a survey in a language, with a first page in it.
pub(crate) fn page(src: &str, language: &str, first: &str) -> String {
    format!(
        "<!doctype html><html lang={language}><meta charset=utf-8>
        <meta name=viewport content='width=device-width, initial-scale=1'><title>A page</title>
        <link rel=icon href='data:,'><script type=module src='../sotto-survey.js'></script>
        <sotto-survey src='../{src}' collector='..' lang={language}>{first}</sotto-survey></html>"
    )
}

/// The common program's file.
pub(crate) fn program() -> String {
    program_named("widget-")
}

fn program_named(beginning: &str) -> String {
    let files = fs::read_dir(setting("SOTTO_DIST")).unwrap();
    let mut names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let is_it = |name: &String| {
        let hash = name.strip_prefix(beginning);
        let hash = hash.and_then(|rest| rest.strip_suffix("_bg.wasm"));
        hash.is_some_and(|hash| hash.len() == 16)
    };
    names.find(is_it).unwrap()
}

/// The page in a browser, with its survey beside it. The program does not arrive before the files are mended.
pub(crate) async fn without_its_program(
    browser: &Browser,
    survey: &str,
    page: &str,
) -> StaticFiles {
    without(&program(), browser, survey, page).await
}

async fn without(program: &str, browser: &Browser, survey: &str, page: &str) -> StaticFiles {
    let files = StaticFiles::with_files(&[(PAGE, page), ("surveys/own.json", survey)]).await;
    files.fail(program, Fault::Late);
    browser.open(&files.address(PAGE)).await;
    browser.until(BEFORE).await;
    files.until_asked("widget-").await;
    files
}

/// The census, with its first page in a language.
async fn census(browser: &Browser) -> StaticFiles {
    let page = page("surveys/census.sotto", "en", &prerendered(CENSUS, "en"));
    without_its_program(browser, CENSUS, &page).await
}

async fn what_is_done_before_the_program_is_there_counts(browser: Browser) {
    let first = prerendered(FIVE_QUESTIONS, "en");
    let page = page("surveys/own.json", "en", &first);
    let files = without_its_program(&browser, FIVE_QUESTIONS, &page).await;
    browser.click_in_survey("summary").await;
    let options = format!(
        "const names = new Set();
        for (const input of {ROOT}.querySelectorAll('[type=radio], [type=checkbox]')) {{
            if (names.size < names.add(input.name).size) input.click();
        }}
        return {CHECKED}"
    );
    let chosen = browser.run(&options).await;
    // The last question was declined by now: a number that is typed after that takes its place.
    let typed = "input[inputmode]";
    browser.type_in_survey(typed, "1").await;
    let state = format!(
        "[{CHECKED}, {ROOT}.querySelector('{typed}').value, {ROOT}.querySelector('details').open,
        {ROOT}.activeElement.matches('{typed}'), {ROOT}.activeElement.selectionStart]"
    );
    let before = browser.run(&format!("return {state}")).await;
    assert_eq!(before, json!([chosen, "1", true, true, 1]));
    files.mend();
    browser.until(TAKEN_OVER).await;
    let after = json!([
        chosen.as_str().unwrap().replace(",decline", ""),
        "1",
        true,
        true,
        1
    ]);
    browser
        .until(&format!("JSON.stringify({state}) === '{after}'"))
        .await;
    // The program has taken all of it in: what is sent are these answers.
    browser.press('2').await;
    browser.click_in_survey("[data-type=dropdown] input").await;
    browser.click_in_survey("[role=option]").await;
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
    let review = browser.text_in_survey("dl.answers").await;
    assert!(review.contains("12"), "{review}");
    assert!(files.posted().is_empty());
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted().len(), 1);
}

async fn a_button_pressed_before_the_program_is_there_is_answered(browser: Browser) {
    let files = census(&browser).await;
    // Whoever hears of it is on its way with the program's script.
    browser.until("performance.getEntriesByType('resource').some(({ name, responseEnd }) => /widget-\\w{16}\\.js$/.test(name) && responseEnd)").await;
    act(&browser, "review").await;
    files.mend();
    browser.find_in_survey("#problems").await;
    let focused = format!("{ROOT}.activeElement?.id === 'problems'");
    browser.until(&focused).await;
}

/// The census, of which nothing arrives but the page itself.
async fn without_any_script(browser: &Browser) -> StaticFiles {
    let page = page("surveys/census.sotto", "en", &prerendered(CENSUS, "en"));
    // Asked for once the page is loaded: a driver waits for what a page asks for before that.
    let loader = "<script type=module src='../sotto-survey.js'></script>";
    let later = "<script>addEventListener('load', () => setTimeout(() => document.head.append(Object.assign(
        document.createElement('script'), { type: 'module', src: '../sotto-survey.js' }))))</script>";
    let page = page.replace(loader, later);
    let files = StaticFiles::with_files(&[(PAGE, &page)]).await;
    files.fail("sotto-survey", Fault::Late);
    browser.open(&files.address(PAGE)).await;
    browser.until(BEFORE).await;
    files.until_asked("sotto-survey").await;
    files
}

/// JavaScript: whether the word on what is waited for is seen.
const LATE: &str = "getComputedStyle(document.querySelector('sotto-survey').shadowRoot.querySelector('.late')).visibility";

async fn a_button_pressed_before_any_script_is_there_is_answered(browser: Browser) {
    let files = without_any_script(&browser).await;
    act(&browser, "review").await;
    // It is said at once that this is not forgotten.
    browser.until(&format!("{LATE} === 'visible'")).await;
    files.mend();
    browser.find_in_survey("#problems").await;
    browser.until(TAKEN_OVER).await;
    let late = format!("return {ROOT}.querySelector('.late')");
    assert_eq!(browser.run(&late).await, Value::Null);
}

async fn a_page_whose_scripts_do_not_come_says_so(browser: Browser) {
    let files = without_any_script(&browser).await;
    assert_eq!(browser.run(&format!("return {LATE}")).await, "hidden");
    // As some seconds would.
    let wait = format!(
        "for (const late of {ROOT}.getAnimations?.() ?? document.getAnimations()) late.finish()"
    );
    browser.run(&wait).await;
    browser.until(&format!("{LATE} === 'visible'")).await;
    let words = browser.text_in_survey(".late").await;
    assert!(words.contains("still loading"), "{words}");
    let live =
        format!("return getComputedStyle({ROOT}.querySelector('[data-action=review]')).opacity");
    assert_eq!(browser.run(&live).await, "0.5");
    // A link that needs no script of ours.
    browser.run("window.isFirst = true").await;
    browser.click_in_survey(".late a").await;
    browser.until("!window.isFirst").await;
    files.mend();
    browser.until(TAKEN_OVER).await;
    until_screen(&browser, "form").await;
}

async fn nothing_moves_when_the_program_takes_over(browser: Browser) {
    for width in [390, 1280] {
        browser.resize(width, 1000).await;
        for language in ["en", "zh-CN", "ar"] {
            for (src, survey) in [
                ("surveys/census.sotto", CENSUS),
                ("surveys/five-questions.sotto", FIVE_QUESTIONS),
            ] {
                let page = page(src, language, &prerendered(survey, language));
                let files = without_its_program(&browser, survey, &page).await;
                let places = format!("return {PLACES}");
                // Every font is there, and the page has been painted with it.
                browser
                    .run_async(
                        "const done = arguments[0];
                        document.fonts.ready.then(() =>
                            requestAnimationFrame(() => requestAnimationFrame(() => done())))",
                    )
                    .await;
                let before = browser.run(&places).await;
                files.mend();
                browser.until(TAKEN_OVER).await;
                let after = browser.run(&places).await;
                assert_eq!(before, after, "{src} in {language} at {width} px");
                let chosen = format!("{ROOT}.querySelector('section').lang === '{language}'");
                browser.until(&chosen).await;
            }
        }
    }
}

async fn every_type_of_question_is_taken_over(browser: Browser) {
    let mut survey: Value = serde_json::from_str(EVERY_TYPE).unwrap();
    survey.as_object_mut().unwrap().remove("pages");
    let survey = survey.to_string();
    let whole = program_named("widget-whole-");
    for language in ["en", "zh-CN", "ar"] {
        let page = page(
            "surveys/own.json",
            language,
            &prerendered(&survey, language),
        );
        let files = without(&whole, &browser, &survey, &page).await;
        // It is kept only if the two pages are the same in every element.
        browser.click_in_survey("label:has([name=cheated])").await;
        let before = browser.run(&format!("return {CHECKED}")).await;
        files.mend();
        browser.until(TAKEN_OVER).await;
        let after = browser.run(&format!("return {CHECKED}")).await;
        assert_eq!(before, after, "{language}");
        assert_ne!(after, "", "{language}");
    }
}

async fn what_was_chosen_in_another_survey_is_not_taken_over(browser: Browser) {
    let mut other: Value = serde_json::from_str(CENSUS).unwrap();
    other["questions"][0]["title"]["en"] = "Are you under 50?".into();
    let other = prerendered(&other.to_string(), "en");
    let own = prerendered(CENSUS, "en");
    let altered = own.replacen("value=\"yes\"", "value=\"no\"", 1);
    assert_ne!(own, altered);
    for first in [other, prerendered(CENSUS, "ar"), altered] {
        let page = page("surveys/census.sotto", "en", &first);
        let files = without_its_program(&browser, CENSUS, &page).await;
        browser
            .click_in_survey("label:has([name=\"over-50\"])")
            .await;
        assert_ne!(browser.run(&format!("return {CHECKED}")).await, "");
        files.mend();
        browser.until(TAKEN_OVER).await;
        assert_eq!(browser.run(&format!("return {CHECKED}")).await, "");
        // The keyboard goes on at the beginning.
        browser
            .until(&format!("{ROOT}.activeElement?.id === 'heading'"))
            .await;
        send(&browser, &SOMEBODY).await;
        until_screen(&browser, "receipt").await;
        assert_eq!(files.posted().len(), 1);
        browser
            .run("document.querySelector('sotto-survey').forget()")
            .await;
        until_screen(&browser, "form").await;
    }
}

async fn without_a_program_the_plain_message_takes_its_place(browser: Browser) {
    let files = census(&browser).await;
    browser
        .click_in_survey("label:has([name=\"over-50\"])")
        .await;
    files.fail(&program(), Fault::Missing);
    let words = browser.text_in_survey("[data-failure=loading]").await;
    assert!(words.contains("Nothing was sent"), "{words}");
    assert_eq!(
        browser
            .run(&format!("return {ROOT}.querySelector('section')"))
            .await,
        json!(null)
    );
    files.mend();
    browser.click_in_survey("[data-failure] button").await;
    until_screen(&browser, "form").await;
    assert!(files.posted().is_empty());

    let page = page("surveys/census.sotto", "en", &prerendered(CENSUS, "en"));
    let page = page.replace(
        "<script type=module",
        "<script>delete window.WebAssembly</script><script type=module",
    );
    let files = StaticFiles::with_file(PAGE, &page).await;
    browser.open(&files.address(PAGE)).await;
    let words = browser.text_in_survey("[data-failure=unsupported]").await;
    assert!(words.contains("Nothing was sent"), "{words}");
}

async fn whoever_has_answered_sees_the_receipt(browser: Browser) {
    let files = census(&browser).await;
    files.mend();
    browser.until(TAKEN_OVER).await;
    send(&browser, &SOMEBODY).await;
    until_screen(&browser, "receipt").await;
    browser.open(&files.address(PAGE)).await;
    until_screen(&browser, "receipt").await;
    assert_eq!(browser.run(&format!("return {TAKEN_OVER}")).await, true);
    assert_eq!(files.posted().len(), 1);
}

async fn the_collector_makes_such_pages(browser: Browser) {
    let system = System::with_browser(browser).await;
    let browser = &system.browser;
    for path in [
        "five-questions",
        "embed/survey.html",
        "embed/dialog.html",
        "embed/frame.html?survey=census",
    ] {
        browser.open(&system.address(path)).await;
        let root = if path.ends_with("dialog.html") {
            browser.until(&format!("{INNER} != null")).await;
            browser.click("#opener").await;
            INNER
        } else {
            ROOT
        };
        browser
            .until(&format!(
                "!{root}.querySelector('[data-first]') && {root}.querySelector('[data-screen=form]') != null"
            ))
            .await;
        // What is in the HTML is what the program draws, so that nothing is lost of what was done before.
        let compared = format!(
            "const done = arguments[arguments.length - 1];
            fetch('{}').then(async (response) => {{
                let html = await response.text();
                // The page's policy lets nobody read HTML who does not say so.
                const policy = window.trustedTypes?.createPolicy('test', {{ createHTML: (html) => html }});
                html = policy?.createHTML(html) ?? html;
                const page = new DOMParser().parseFromString(html, 'text/html');
                const first = page.querySelector('sotto-survey > template').content;
                const drawn = {root}.querySelector('section').cloneNode(true);
                drawn.normalize();
                // Both its policies allow its style.
                const style = new TextEncoder().encode(first.querySelector('style').textContent);
                const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', style));
                const source = `'sha256-${{btoa(String.fromCharCode(...hash))}}'`;
                const policies = [
                    response.headers.get('content-security-policy'),
                    page.querySelector('meta[http-equiv]').content,
                ];
                done(first.querySelector('section').isEqualNode(drawn)
                    && policies.every((policy) => policy.includes(source)));
            }}).catch((error) => done(String(error)))",
            system.address(path)
        );
        assert_eq!(browser.run_async(&compared).await, true, "{path}");
    }
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(system.recorder.posted().len(), 1);
}
