//! A page of somebody's with a survey on it, and the ways to bring the survey into each of its states.

use harness::{Browser, StaticFiles};
use serde_json::{Value, json};

use crate::{
    showing::{show, show_made, show_prepared},
    types::{FILE, ROOT, Step, press, take},
};

/// The survey inside a survey that opens as a dialog.
pub(crate) const INNER: &str =
    "document.querySelector('sotto-survey').shadowRoot.querySelector('sotto-survey')?.shadowRoot";

/// A page with a heading and a language of its own.
const PAGE: &str = "<!doctype html>
    <html lang=en>
    <meta charset=utf-8>
    <meta name=viewport content='width=device-width, initial-scale=1'>
    <meta name=color-scheme content='light dark'>
    <title>Somebody’s page</title>
    <link rel=icon href='data:,'>
    <script type=module src='../sotto-survey.js'></script>
    <body><main id=around tabindex=-1><h1>Somebody’s page</h1><sotto-survey></sotto-survey></main></body>
    </html>";

/// A browser that shows the page, and what serves it.
pub(crate) struct Host {
    pub(crate) files: StaticFiles,
    pub(crate) browser: Browser,
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::with_browser(Browser::start().await).await
    }

    pub(crate) async fn with_browser(browser: Browser) -> Self {
        let files = StaticFiles::with_files(&[
            ("embed/page.html", PAGE),
            ("embed/bad.json", "{}"),
            ("surveys/every-type.json", FILE),
        ])
        .await;
        browser.open(&files.address("embed/page.html")).await;
        Self { files, browser }
    }
}

/// The survey with a question of every type.
pub(crate) async fn show_every_type(browser: &Browser) {
    show(browser, &json!({ "src": "../surveys/every-type.json" })).await;
    browser.find_in_survey("[data-action=next]").await;
}

/// From the first page to the last.
pub(crate) async fn turn_to_the_last_page(browser: &Browser, steps: [&[Step]; 2]) {
    for (steps, next) in steps.into_iter().zip(["stress", "sleep"]) {
        take(browser, steps).await;
        press(browser, "next").await;
        browser.find_in_survey(&format!("[name={next}]")).await;
    }
}

/// Everything that can be opened stands open.
pub(crate) async fn open_all(browser: &Browser) {
    let open = format!("{ROOT}.querySelectorAll('details').forEach((d) => d.open = true)");
    browser.run(&open).await;
}

/// The census as a collector with that status would serve it.
pub(crate) async fn show_gated(browser: &Browser, status: &Value) {
    browser
        .run(&format!(
            "window.fetched ??= window.fetch;
            window.fetch = async (url, how) => {{
                const path = String(url);
                if (path.endsWith('/status')) return new Response(JSON.stringify({status}));
                if (path.endsWith('/api/v1/surveys/census')) return fetched('../surveys/census.sotto');
                return fetched(url, how);
            }}"
        ))
        .await;
    show(browser, &json!({ "src": "../api/v1/surveys/census" })).await;
}

/// A survey in waves.
pub(crate) async fn show_wave(browser: &Browser, version: u32) {
    let text = |en: &str, zh: &str, ar: &str| json!({ "en": en, "zh-CN": zh, "ar": ar });
    let survey = json!({
        "sotto": 1, "id": "mood", "version": version, "title": text("Mood", "心情", "المزاج"),
        "languages": ["en", "zh-CN", "ar"], "plan": "fixed", "epsilon": "4", "epsilon-first": "2",
        "questions": [
            { "id": "well", "type": "yes-no", "title": text("Are you well?", "您好吗？", "هل أنت بخير؟"), "epsilon": "2" },
            { "id": "slept", "type": "yes-no", "title": text("Did you sleep?", "您睡了吗？", "هل نمت؟"), "epsilon": "2" },
        ]
    });
    show_made(browser, &survey, &json!({})).await;
    browser.find_in_survey("[data-action=review]").await;
}

/// From now on posts end so, in JavaScript.
pub(crate) async fn answer_posts(browser: &Browser, answer: &str) {
    let transport =
        format!("document.querySelector('sotto-survey').transport = async () => ({answer})");
    browser.run(&transport).await;
}

/// The survey with a question of every type once more, whose copy is kept; its posts end so.
pub(crate) async fn come_back(browser: &Browser, answer: &str) {
    let transport = format!("survey.transport = async () => ({answer})");
    let every_type = json!({ "src": "../surveys/every-type.json" });
    show_prepared(browser, &every_type, &transport).await;
}

/// Takes the browser's source of randomness away.
pub(crate) async fn lose_randomness(browser: &Browser) {
    browser
        .run(
            "window.random = Crypto.prototype.getRandomValues;
            Crypto.prototype.getRandomValues = () => { throw new Error('no randomness'); }",
        )
        .await;
}

/// And gives it back.
pub(crate) async fn find_randomness(browser: &Browser) {
    browser
        .run("Crypto.prototype.getRandomValues = random")
        .await;
}

/// Uses up all that the browser keeps for this page.
pub(crate) async fn fill_storage(browser: &Browser) {
    browser
        .run(
            "for (let size = 1 << 22; size; size >>= 1) {
                for (let place = 0; ; place++) {
                    try { localStorage.setItem(`${size} ${place}`, 'x'.repeat(size)); } catch { break; }
                }
            }",
        )
        .await;
}

/// A fault in the program, as the browser reports one.
pub(crate) async fn stop_program(browser: &Browser) {
    browser
        .run(
            "const files = performance.getEntriesByType('resource').map(({ name }) => name);
            const program = files.find((name) => /widget-[0-9a-f]+\\.js$/.test(name));
            const error = new window.WebAssembly.RuntimeError('unreachable');
            error.stack = `RuntimeError: unreachable\\n    at ${program}`;
            dispatchEvent(new ErrorEvent('error', { error }))",
        )
        .await;
}

/// Gives the page and its survey another language, and the survey another theme; an empty one is the
/// system's.
pub(crate) async fn look(browser: &Browser, language: &str, theme: &str) {
    browser
        .run(&format!(
            "const page = document.documentElement;
            page.lang = '{language}';
            page.dir = /^(ar|fa|he|ur)\\b/.test('{language}') ? 'rtl' : 'ltr';
            page.style.colorScheme = '{theme}';
            const survey = document.querySelector('sotto-survey');
            if ('{theme}') survey.setAttribute('theme', '{theme}');
            else survey.removeAttribute('theme');
            if (survey.lang !== '{language}') survey.lang = '{language}'"
        ))
        .await;
    // What the survey itself says has its own language, and is there before the widget speaks another. A message in place
    // of a survey has no other words.
    let shown = format!(
        "({ROOT}.querySelector('section.survey:not([hidden])') ?? {ROOT}.querySelector('[lang=\"{language}\"]'))?.lang === '{language}'"
    );
    browser.until(&shown).await;
}
