//! A program takes a first page over from whoever is in the midst of something: a press, a field, a gate, a
//! page that is changed meanwhile.

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use harness::{Browser, Key, StaticFiles};
use serde_json::{Value, json};

use crate::{
    engines::in_both,
    loading::SHIFTS,
    prerendered::{
        BEFORE, FIVE_QUESTIONS, PAGE, TAKEN_OVER, page, prerendered, prerendered_with, program,
        without_its_program,
    },
    respondent::{CHECKED, SOMEBODY, act, send, until_screen},
    showing::{CENSUS, census},
    types::ROOT,
};

in_both!(
    a_press_that_is_held_counts_when_it_ends,
    a_radio_button_in_use_stays_in_use_and_the_page_is_told,
    a_search_that_was_left_does_not_open,
    a_slider_that_was_touched_where_it_stands_is_an_answer,
    nothing_is_open_on_a_page_that_is_drawn_anew,
    where_its_style_is_forbidden_a_page_can_be_answered,
    a_policy_allows_its_style_by_a_hash,
    the_style_of_an_extension_is_in_nobodys_way,
    an_element_that_was_put_elsewhere_goes_on,
    another_survey_takes_its_place,
    a_gate_takes_its_place_with_the_keyboard,
);

/// JavaScript: keeps what the page is told, as `told`; whether a survey listens to what is pressed before its
/// program is there, as `isWatched`; and whether the program has drawn questions, seen or not, as `isDrawn`.
const EARS: &str = "window.told = [];
    for (const type of ['sotto-ready', 'sotto-progress', 'sotto-sent', 'sotto-error'])
        addEventListener(type, ({ detail }) => told.push(detail.kind ?? detail.screen ?? type));
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...more) {
        if (type === 'click' && this instanceof ShadowRoot) window.isWatched = true;
        return listen.call(this, type, ...more);
    };
    const create = Document.prototype.createElement;
    Document.prototype.createElement = function (name, ...more) {
        if (name === 'fieldset') window.isDrawn = true;
        return create.call(this, name, ...more);
    };";

const NO: &str = "input[name=\"over-50\"][value=\"no\"]";

/// A page in English with a script before everything else.
fn page_with(script: &str, src: &str, first: &str) -> String {
    let page = page(src, "en", first);
    let scripts = format!("<script>{script}</script><script type=module");
    page.replacen("<script type=module", &scripts, 1)
}

/// The census with its first page, without its program.
async fn census_without_its_program(browser: &Browser) -> StaticFiles {
    let first = prerendered(CENSUS, "en");
    let page = page_with(EARS, "surveys/census.sotto", &first);
    without_its_program(browser, CENSUS, &page).await
}

/// What is chosen.
async fn chosen(browser: &Browser) -> Value {
    browser.run(&format!("return {CHECKED}")).await
}

/// Moves the mouse, or presses or releases its button.
async fn with_the_mouse(browser: &Browser, action: PointerAction) {
    let actions = MouseActions::new("mouse".to_owned()).then(action);
    browser.client().perform_actions(actions).await.unwrap();
}

async fn a_press_that_is_held_counts_when_it_ends(browser: Browser) {
    let files = census_without_its_program(&browser).await;
    let middle = format!(
        "const label = {ROOT}.querySelector('label:has({NO})');
        label.scrollIntoView({{ block: 'center' }});
        const {{ x, y, width, height }} = label.getBoundingClientRect();
        return [Math.round(x + width / 2), Math.round(y + height / 2)]"
    );
    let middle = browser.run(&middle).await;
    let (x, y) = (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap());
    let duration = None;
    with_the_mouse(&browser, PointerAction::MoveTo { duration, x, y }).await;
    let button = MOUSE_BUTTON_LEFT;
    with_the_mouse(&browser, PointerAction::Down { button }).await;
    files.mend();
    browser.until("window.isDrawn").await;
    assert_eq!(browser.run(&format!("return {TAKEN_OVER}")).await, false);
    assert_eq!(chosen(&browser).await, "");
    with_the_mouse(&browser, PointerAction::Up { button }).await;
    browser.until(TAKEN_OVER).await;
    assert_eq!(chosen(&browser).await, "no");
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
}

async fn a_radio_button_in_use_stays_in_use_and_the_page_is_told(browser: Browser) {
    let files = census_without_its_program(&browser).await;
    browser.click_in_survey(NO).await;
    browser.until("window.isWatched").await;
    act(&browser, "review").await;
    browser.click_in_survey(NO).await;
    assert_eq!(browser.run("return told").await, json!([]));
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    assert_eq!(browser.run(&format!("return {TAKEN_OVER}")).await, true);
    // What was chosen is all that must be answered, so that the button that was pressed leads on.
    until_screen(&browser, "review").await;
    browser.until("told.length === 2").await;
    assert_eq!(
        browser.run("return told").await,
        json!(["sotto-ready", "review"])
    );

    // Without that button all stays as it is, and the keyboard goes on.
    let files = census_without_its_program(&browser).await;
    browser.click_in_survey(NO).await;
    browser.run("window.scrolled = scrollY").await;
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    let focused = format!("{ROOT}.activeElement?.value === 'no' && scrollY === scrolled");
    assert_eq!(browser.run(&format!("return {focused}")).await, true);
    browser.press(Key::Up.into()).await;
    browser.until(&format!("{CHECKED} === 'yes'")).await;
    // Nothing of this is stored: the browser asks before the page goes.
    let asks = "const leaving = new Event('beforeunload', { cancelable: true });
        dispatchEvent(leaving);
        return leaving.defaultPrevented";
    assert_eq!(browser.run(asks).await, true);
}

async fn a_search_that_was_left_does_not_open(browser: Browser) {
    let first = prerendered(FIVE_QUESTIONS, "en");
    let page = page_with(EARS, "surveys/five-questions.sotto", &first);
    let files = without_its_program(&browser, FIVE_QUESTIONS, &page).await;
    browser.type_in_survey("[role=combobox]", "3").await;
    browser.type_in_survey("[inputmode]", "7").await;
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    let state = format!(
        "return [{ROOT}.querySelector('[role=combobox]').value, {ROOT}.querySelector('[role=listbox]').hidden,
        {ROOT}.querySelector('[inputmode]').value, {ROOT}.activeElement.inputMode]"
    );
    // What names an option is that option.
    assert_eq!(
        browser.run(&state).await,
        json!(["3", true, "7", "numeric"])
    );

    // One in use opens as soon as there is something that can search.
    let files = without_its_program(&browser, FIVE_QUESTIONS, &page).await;
    browser.type_in_survey("[role=combobox]", "3").await;
    files.mend();
    browser.find_in_survey("[role=option]").await;
    let option = browser.text_in_survey("[role=option]").await;
    assert_eq!(option, "3");
    assert_eq!(
        browser
            .run(&format!("return {ROOT}.activeElement.getAttribute('role')"))
            .await,
        "combobox"
    );
}

async fn a_slider_that_was_touched_where_it_stands_is_an_answer(browser: Browser) {
    let survey = json!({
        "sotto": 1, "id": "line", "version": 1, "title": { "en": "A line" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "1",
        "questions": [
            { "id": "health", "type": "slider", "min": 0, "max": 100, "epsilon": "1", "title": { "en": "How healthy?" } }
        ]
    });
    let survey = survey.to_string();
    let page = page_with(EARS, "surveys/own.json", &prerendered(&survey, "en"));
    for is_touched in [true, false] {
        let files = without_its_program(&browser, &survey, &page).await;
        browser.until("window.isWatched").await;
        if is_touched {
            browser.click_by_script_in_survey("[type=range]").await;
        }
        files.mend();
        browser.until("told.includes('sotto-ready')").await;
        let answered = format!("{ROOT}.querySelector('[type=range]:not([data-unset])') !== null");
        let answered = format!("({answered}) === {is_touched}");
        browser.until(&answered).await;
    }
}

/// Some extensions put a style behind each that a page has, to give it other colours.
async fn the_style_of_an_extension_is_in_nobodys_way(browser: Browser) {
    let files = census_without_its_program(&browser).await;
    let put =
        format!("{ROOT}.querySelector('[data-first]').after(document.createElement('style'))");
    browser.run(&put).await;
    browser.click_in_survey(NO).await;
    files.mend();
    browser.until(TAKEN_OVER).await;
    assert_eq!(chosen(&browser).await, "no");
}

async fn nothing_is_open_on_a_page_that_is_drawn_anew(browser: Browser) {
    // Its description stands in the way of everything behind it.
    let mut other = census();
    other.as_object_mut().unwrap().remove("description");
    let first = prerendered(&other.to_string(), "en");
    let page = page_with(EARS, "surveys/census.sotto", &first);
    let files = without_its_program(&browser, CENSUS, &page).await;
    let open = format!("[...{ROOT}.querySelectorAll('details')].map(({{ open }}) => open)");
    let before = browser.run(&format!("return {open}")).await;
    browser.click_in_survey(".label summary").await;
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    assert_eq!(browser.run(&format!("return {open}")).await, before);
    browser.find_in_survey("header p").await;
}

/// JavaScript: whether the first question has its frame.
const STYLED: &str = "getComputedStyle(document.querySelector('sotto-survey').shadowRoot
    .querySelector('.survey')).borderTopLeftRadius !== '0px'";

/// The page, which allows no style but these.
fn allowing(styles: &str, page: &str) -> String {
    let policy = format!(
        "<meta http-equiv=Content-Security-Policy content=\"style-src {}\"><script",
        styles.trim()
    );
    page.replacen("<script", &policy, 1)
}

async fn a_policy_allows_its_style_by_a_hash(browser: Browser) {
    let first = prerendered(CENSUS, "en");
    let page = page_with(EARS, "surveys/census.sotto", &first);
    let page = allowing(&prerendered_with(CENSUS, "en", &["--policy"]), &page);
    let files = without_its_program(&browser, CENSUS, &page).await;
    assert_eq!(browser.run(&format!("return {STYLED}")).await, true);
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    assert_eq!(browser.run(&format!("return {STYLED}")).await, true);
}

async fn where_its_style_is_forbidden_a_page_can_be_answered(browser: Browser) {
    let first = prerendered(CENSUS, "en");
    let page = page_with(EARS, "surveys/census.sotto", &first);
    let page = allowing("'none'", &page);
    let files = StaticFiles::with_file(PAGE, &page).await;
    files.fail(&program(), harness::Fault::Late);
    browser.open(&files.address(PAGE)).await;
    browser.click_in_survey(NO).await;
    assert_eq!(browser.run(&format!("return {STYLED}")).await, false);
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    assert_eq!(browser.run(&format!("return {STYLED}")).await, true);
    assert_eq!(chosen(&browser).await, "no");
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted().len(), 1);
}

async fn an_element_that_was_put_elsewhere_goes_on(browser: Browser) {
    let files = census_without_its_program(&browser).await;
    browser.click_in_survey(NO).await;
    let put = "const done = arguments[arguments.length - 1];
        const survey = document.querySelector('sotto-survey');
        survey.remove();
        setTimeout(() => {
            document.body.prepend(survey);
            done();
        });";
    browser.run_async(put).await;
    browser.until(BEFORE).await;
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    assert_eq!(browser.run(&format!("return {TAKEN_OVER}")).await, true);
    assert_eq!(chosen(&browser).await, "no");
    assert_eq!(browser.run("return told").await, json!(["sotto-ready"]));
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
}

async fn another_survey_takes_its_place(browser: Browser) {
    let files = census_without_its_program(&browser).await;
    browser.click_in_survey(NO).await;
    browser
        .run(
            "document.querySelector('sotto-survey')
                .setAttribute('src', '../surveys/five-questions.sotto')",
        )
        .await;
    files.mend();
    browser.until("told.includes('sotto-ready')").await;
    let heading = browser.text_in_survey("#heading").await;
    assert_eq!(heading, "Class survey");
    assert_eq!(chosen(&browser).await, "");
    // The place of what had the keyboard is gone: it goes on at the beginning.
    browser
        .until(&format!("{ROOT}.activeElement?.id === 'heading'"))
        .await;
}

async fn a_gate_takes_its_place_with_the_keyboard(browser: Browser) {
    // The census as a collector serves it that asks for a code.
    let script = format!(
        "{EARS}
        const fetched = window.fetch;
        window.fetch = async (url, how) => {{
            const path = String(url);
            if (path.endsWith('/status')) return new Response(JSON.stringify({{ access: 'invites' }}));
            if (path.endsWith('/api/v1/surveys/census')) return fetched('../surveys/census.sotto');
            return fetched(url, how);
        }};"
    );
    let first = prerendered(CENSUS, "en");
    let page = page_with(&script, "api/v1/surveys/census", &first);
    let files = without_its_program(&browser, CENSUS, &page).await;
    browser.click_in_survey(NO).await;
    files.mend();
    until_screen(&browser, "code").await;
    let led = format!("{ROOT}.activeElement?.closest('.gate') != null");
    browser.until(&led).await;
    let seen = format!("return {ROOT}.querySelector('fieldset')?.checkVisibility() ?? false");
    assert_eq!(browser.run(&seen).await, false);
    browser
        .fill_in_survey("[data-screen=code] input", "a code")
        .await;
    browser.click_in_survey("[data-screen=code] button").await;
    // Behind it the survey begins anew.
    browser.until("told.includes('sotto-ready')").await;
    assert_eq!(browser.run(&format!("return {TAKEN_OVER}")).await, true);
    assert_eq!(chosen(&browser).await, "");
    browser
        .until(&format!("{ROOT}.activeElement?.id === 'heading'"))
        .await;
    send(&browser, &SOMEBODY).await;
    until_screen(&browser, "receipt").await;
    // The code is asked about by itself, and the copy is sent once.
    let posted = files.posted();
    let copies = posted.iter().filter(|body| body.contains("\"reports\""));
    assert_eq!((posted.len(), copies.count()), (2, 1));
}

/// Only Chromium tells of it.
#[tokio::test(flavor = "multi_thread")]
async fn no_shift_is_told_when_a_page_is_taken_over() {
    let browser = Browser::start().await;
    let script =
        format!("{EARS} {SHIFTS} const frame = window.requestAnimationFrame.bind(window);");
    let drawn = "const done = arguments[arguments.length - 1];
        frame(() => frame(() => setTimeout(() => done(shifted()))));";
    for (src, survey) in [
        ("surveys/census.sotto", CENSUS),
        ("surveys/five-questions.sotto", FIVE_QUESTIONS),
    ] {
        let page = page_with(&script, src, &prerendered(survey, "en"));
        let below = "</sotto-survey><p id=below>Words below the survey.</p>";
        let page = page.replace("</sotto-survey>", below);
        browser.resize(1280, 3000).await;
        let files = without_its_program(&browser, survey, &page).await;
        let before = browser.run_async(drawn).await;
        files.mend();
        browser.until("told.includes('sotto-ready')").await;
        assert_eq!(browser.run_async(drawn).await, before, "{src}");
    }
}
