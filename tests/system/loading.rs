//! Before there is a survey: what cannot be loaded is told for what it is, whoever was here with the
//! keyboard stays here, and the place on the page is kept.

use harness::{Browser, Fault, StaticFiles};
use serde_json::json;

use crate::{
    programs::HELD,
    respondent::{SOMEBODY, SURVEY_PAGE, send, until_screen},
    showing::show,
    states::Host,
    types::ROOT,
};

/// A page in a browser, or with a policy, that knows no WebAssembly.
const WITHOUT_WEBASSEMBLY: &str = "<!doctype html>
    <html lang=en>
    <meta charset=utf-8>
    <meta name=viewport content='width=device-width, initial-scale=1'>
    <meta name=color-scheme content='light dark'>
    <title>Somebody’s page</title>
    <script>
        delete window.WebAssembly;
        window.told = [];
        addEventListener('sotto-error', ({ detail }) => told.push(detail.kind));
    </script>
    <script type=module src='../sotto-survey.js'></script>
    <body><main><h1>Somebody’s page</h1>
    <sotto-survey src='../surveys/census.sotto' collector='..'></sotto-survey></main></body>
    </html>";

/// A browser that shows the page, where the texts may be missing or late.
pub(crate) async fn without_webassembly(browser: &Browser, fault: Option<Fault>) -> StaticFiles {
    let files = StaticFiles::with_file("embed/without.html", WITHOUT_WEBASSEMBLY).await;
    if let Some(fault) = fault {
        files.fail("messages/", fault);
    }
    browser.open(&files.address("embed/without.html")).await;
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn without_webassembly_that_is_said() {
    let browser = Browser::start().await;
    let files = without_webassembly(&browser, Some(Fault::Late)).await;
    files.until_asked("messages/").await;
    files.until_asked("widget-").await;
    // The words that say why come from a file, and are waited for.
    files.mend();
    let words = browser.text_in_survey("[data-failure=unsupported]").await;
    assert!(words.contains("WebAssembly"), "{words}");
    assert!(words.contains("Nothing was sent"), "{words}");
    assert_eq!(browser.run("return told").await, json!(["unsupported"]));
    // Trying again would not help.
    let buttons = format!("return {ROOT}.querySelectorAll('button').length");
    assert_eq!(browser.run(&buttons).await, 0);
    // An error of the page's own is none of ours.
    browser.errors().await;
    browser
        .run("dispatchEvent(new ErrorEvent('error', { error: new TypeError('the page’s') }))")
        .await;
    let errors = browser.errors().await;
    assert!(!errors.join("\n").contains("WebAssembly"), "{errors:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_webassembly_and_texts_it_is_plain_that_nothing_was_sent() {
    let browser = Browser::start().await;
    let _files = without_webassembly(&browser, Some(Fault::Missing)).await;
    let words = browser.text_in_survey("[data-failure=unsupported]").await;
    assert!(words.contains("Nothing was sent"), "{words}");
}

/// The focused element of the survey, by its name on the page.
const FOCUSED: &str = "(({ activeElement: at }) => at && (at.id || at.localName))
    (document.querySelector('sotto-survey').shadowRoot)";

#[tokio::test(flavor = "multi_thread")]
async fn whoever_tries_again_stays_where_they_are_and_goes_on_at_the_heading() {
    let host = Host::start().await;
    let (browser, files) = (&host.browser, &host.files);
    files.fail("surveys/census", Fault::Missing);
    browser
        .run(
            "window.failures = 0;
            addEventListener('sotto-error', () => failures++);
            const survey = document.querySelector('sotto-survey');
            survey.setAttribute('collector', '..');
            survey.setAttribute('src', '../surveys/census.sotto')",
        )
        .await;
    browser.until("failures === 1").await;
    // What nobody asked for takes no focus.
    assert_eq!(browser.run(&format!("return {FOCUSED}")).await, json!(null));
    let press = format!("{ROOT}.querySelector('button').focus();");
    browser.run(&press).await;
    browser.press(harness::Key::Enter.into()).await;
    browser.until("failures === 2").await;
    browser.until(&format!("{FOCUSED} === 'button'")).await;
    files.mend();
    browser.press(harness::Key::Enter.into()).await;
    until_screen(browser, "form").await;
    browser.until(&format!("{FOCUSED} === 'heading'")).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_failed_tries_again_by_itself_while_it_is_on_the_page() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    files.fail("surveys/census", Fault::Missing);
    browser.open(&files.address(SURVEY_PAGE)).await;
    browser.find_in_survey("[data-failure=missing]").await;
    browser
        .run(
            "window.gone = document.querySelector('sotto-survey');
            window.asked = 0;
            const fetched = window.fetch;
            window.fetch = (url, how) => {
                if (String(url).endsWith('census.sotto')) asked++;
                return fetched(url, how);
            };
            gone.restart = () => asked++;
            gone.remove();",
        )
        .await;
    let online = "dispatchEvent(new Event('online'));
        const done = arguments[arguments.length - 1];
        setTimeout(() => done(asked));";
    assert_eq!(browser.run_async(online).await, 0, "it is not on the page");
    files.mend();
    browser
        .run("delete gone.restart; document.querySelector('main').append(gone)")
        .await;
    until_screen(&browser, "form").await;
    assert_eq!(browser.run_async(online).await, 1, "it has not failed");
    files.fail("surveys/census", Fault::Missing);
    browser
        .run("gone.setAttribute('src', '../surveys/census.sotto?')")
        .await;
    browser.find_in_survey("[data-failure=missing]").await;
    files.mend();
    browser.run("dispatchEvent(new Event('online'))").await;
    until_screen(&browser, "form").await;
}

/// Nobody there, a fault of whoever is there, and nothing at that address are three things.
#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_come_is_told_for_what_it_is() {
    let host = Host::start().await;
    let browser = &host.browser;
    browser
        .run(
            "window.fetched = window.fetch;
            window.fetch = async (url, how) => String(url).includes('/surveys/')
                ? answer() : fetched(url, how);",
        )
        .await;
    for (answer, kind, said) in [
        ("new Response('', { status: 500 })", "server", "has a fault"),
        (
            "new Response('', { status: 404 })",
            "missing",
            "no survey at this address",
        ),
        (
            "new Response('', { status: 403 })",
            "loading",
            "could not be loaded",
        ),
        (
            "Promise.reject(TypeError())",
            "loading",
            "could not be loaded",
        ),
    ] {
        browser
            .run(&format!("window.answer = () => {answer}"))
            .await;
        show(browser, &json!({ "src": "../surveys/census.sotto" })).await;
        let words = format!("[data-failure={kind}]");
        let words = browser.text_in_survey(&words).await;
        assert!(words.contains(said), "{answer}: {words}");
        assert!(words.contains("Nothing was sent"), "{words}");
    }
}

/// On a slow line there is not only a hole: whoever sees it, and whoever hears the page, is told.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_takes_its_time_says_that_it_is_loading() {
    let browser = Browser::start().await;
    let files = StaticFiles::with_files(&[]).await;
    files.fail("widget-", Fault::Late);
    browser.open(&files.address(SURVEY_PAGE)).await;
    let waiting = "(({ role, textContent, lang }) => [role, textContent, lang].join())
        (document.querySelector('sotto-survey').shadowRoot.firstElementChild)";
    browser
        .until(&format!("{waiting} === 'status,Loading…,en'"))
        .await;
    files.mend();
    until_screen(&browser, "form").await;
    let words = browser.run(&format!("return {ROOT}.textContent")).await;
    assert!(!words.as_str().unwrap().contains("Loading"), "{words}");
}

/// JavaScript: `shifted()`, all that the page has shifted by.
pub(crate) const SHIFTS: &str = "let sum = 0;
    const add = (entries) => { for (const { value } of entries) sum += value; };
    const shifts = new PerformanceObserver((list) => add(list.getEntries()));
    shifts.observe({ type: 'layout-shift', buffered: true });
    window.shifted = () => {
        add(shifts.takeRecords());
        return sum;
    };";

/// A page on which something stands below the survey, which has the height that is said. Only the first
/// question is drawn until `goOn()`.
fn page_with_words_below(reserve: &str) -> String {
    format!(
        "<!doctype html>
        <html lang=en>
        <meta charset=utf-8>
        <title>Somebody’s page</title>
        <style>sotto-survey {{ --sotto-reserve: {reserve} }}
            sotto-survey:not(:defined) {{ display: block; min-height: {reserve} }}</style>
        <script>
            {SHIFTS}
            const frame = window.requestAnimationFrame.bind(window);
            addEventListener('sotto-ready', () => window.ready = true);
        </script>
        <script>{HELD}</script>
        <script type=module src='../sotto-survey.js'></script>
        <body><main><h1>Somebody’s page</h1>
        <sotto-survey src='../surveys/census.sotto' collector='..'></sotto-survey>
        <p id=below>Words below the survey.</p></main></body>
        </html>"
    )
}

/// All that the page has shifted by, once it has been drawn as it stands.
const SHIFTED: &str = "const done = arguments[arguments.length - 1];
    frame(() => frame(() => setTimeout(() => done(shifted()))));";

/// The survey's first question.
const FIRST: &str = "fieldset [name=over-50]";

const BELOW: &str = "return document.querySelector('#below').getBoundingClientRect().top";

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_below_a_survey_stays_where_it_is_until_the_survey_is_whole() {
    let small = page_with_words_below("20px");
    let files = StaticFiles::with_files(&[("embed/small.html", &small)]).await;
    let browser = Browser::start().await;
    browser.resize(1280, 3000).await;
    browser.open(&files.address("embed/small.html")).await;
    // What has been drawn can shift: the other questions come once the first one has been.
    browser.find_in_survey(FIRST).await;
    browser.run_async(SHIFTED).await;
    browser.run("goOn()").await;
    browser.until("window.ready").await;
    let height = "return document.querySelector('sotto-survey').offsetHeight";
    let height = browser.run(height).await.as_u64().unwrap();
    // A page that reserves less than its survey needs is seen to shift.
    let shifted = browser.until("shifted()").await.as_f64().unwrap();
    assert!(shifted > 0.0, "{shifted}");

    let fitting = page_with_words_below(&format!("{height}px"));
    let files = StaticFiles::with_files(&[("embed/fitting.html", &fitting)]).await;
    browser.open(&files.address("embed/fitting.html")).await;
    // The first question is there, the others are not.
    browser.find_in_survey(FIRST).await;
    browser.run_async(SHIFTED).await;
    let before = browser.run(BELOW).await.as_f64().unwrap();
    assert_eq!(browser.run("return window.ready").await, json!(null));
    browser.run("goOn()").await;
    browser.until("window.ready").await;
    // The height was read in whole pixels.
    let after = browser.run(BELOW).await.as_f64().unwrap();
    assert!((after - before).abs() < 1.0, "{before} {after}");
    assert_eq!(browser.run_async(SHIFTED).await, 0);
}

/// A page whose program comes when it is told to, and that writes down in which fonts a survey lays out
/// texts before.
const WITH_A_LATE_PROGRAM: &str = "<!doctype html>
    <html lang=en>
    <meta charset=utf-8>
    <meta name=viewport content='width=device-width, initial-scale=1'>
    <title>Somebody’s page</title>
    <script>
        const compile = WebAssembly.compileStreaming;
        let late = new Promise((come) => window.come = come);
        WebAssembly.compileStreaming = (response) => late.then(() => compile(response));
        const font = (element) => {
            const { fontSize, fontWeight } = getComputedStyle(element);
            return `${fontSize} ${fontWeight}`;
        };
        const inside = new WeakMap();
        const { attachShadow, getBoundingClientRect } = Element.prototype;
        Element.prototype.attachShadow = function (how) {
            const root = attachShadow.call(this, how);
            inside.set(this, root);
            return root;
        };
        window.opened = [];
        Element.prototype.getBoundingClientRect = function () {
            const line = inside.get(this)?.querySelector('.survey');
            if (line) opened.push(font(line));
            return getBoundingClientRect.call(this);
        };
        SHIFTS
        const frame = window.requestAnimationFrame.bind(window);
    </script>
    <script type=module src='../sotto-survey.js'></script>
    <body><sotto-survey src='../surveys/five-questions.sotto' collector='..'></sotto-survey></body>
    </html>";

/// The fonts of all texts that the survey shows.
const SHOWN_FONTS: &str = "(() => {
        const root = document.querySelector('sotto-survey').shadowRoot;
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const fonts = new Set();
        while (texts.nextNode()) {
            const { parentElement: element, data } = texts.currentNode;
            if (data.trim() && element.checkVisibility()) fonts.add(font(element));
        }
        return [...fonts];
    })()";

#[tokio::test(flavor = "multi_thread")]
async fn fonts_are_opened_while_the_program_is_on_its_way_and_nothing_of_it_stays() {
    let page = WITH_A_LATE_PROGRAM.replace("SHIFTS", SHIFTS);
    let files = StaticFiles::with_file("embed/late.html", &page).await;
    let browser = Browser::start().await;
    browser.open(&files.address("embed/late.html")).await;
    browser.until("opened.length === 6").await;
    let left = format!("return [{ROOT}.children.length, {ROOT}.textContent]");
    assert_eq!(browser.run(&left).await, json!([1, ""]));
    assert_eq!(browser.run_async(SHIFTED).await, 0);
    browser.run("come()").await;
    until_screen(&browser, "form").await;
    browser
        .until(&format!("{ROOT}.querySelector('input')"))
        .await;
    let unopened = format!("return {SHOWN_FONTS}.filter((font) => !opened.includes(font))");
    assert_eq!(browser.run(&unopened).await, json!([]));
}

/// A browser may remember that a module could not be had.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_could_not_be_had_is_asked_for_again() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    files.fail("widget-", Fault::Missing);
    browser.open(&files.address(SURVEY_PAGE)).await;
    for _ in 0..2 {
        browser.click_in_survey("button").await;
    }
    files.mend();
    // A failure may still be on its way; each try ends in a button or in the form.
    let form = format!("{ROOT}.querySelector('[data-screen=form]')");
    let pressed = format!("{form} ?? {ROOT}.querySelector('button')?.click()");
    browser.until(&pressed).await;
    until_screen(&browser, "form").await;
}
