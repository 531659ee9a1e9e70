//! A survey in a dialog follows the element on the page: what it is told later, what is taken back, and
//! how it looks.

use harness::{Browser, Fault, StaticFiles};
use serde_json::json;

use crate::{
    engines::in_both,
    prerendered::{PAGE, prerendered_with, program},
    respondent::SOMEBODY,
    showing::{CENSUS, show_prepared},
    states::{Host, INNER},
};

in_both!(a_dialog_opens_with_its_first_questions_before_its_program_is_there);

/// The element on the page.
const OUTER: &str = "document.querySelector('sotto-survey')";

/// The element in the dialog.
const INSIDE: &str =
    "document.querySelector('sotto-survey').shadowRoot.querySelector('sotto-survey')";

/// Puts an open dialog in the survey's place; its button's words are the element's own.
async fn open(browser: &Browser) {
    let dialog = json!({ "display": "dialog", "open": "", "src": "../surveys/census.sotto" });
    show_prepared(browser, &dialog, "survey.textContent = 'Tell us'").await;
    browser
        .until(&format!(
            "{INNER}?.querySelector('[data-action=review]') != null"
        ))
        .await;
}

async fn a_dialog_opens_with_its_first_questions_before_its_program_is_there(browser: Browser) {
    let first = prerendered_with(CENSUS, "en", &["--dialog"]);
    for open in ["", "open"] {
        let page = format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title>
            <script type=module src='../sotto-survey.js'></script>
            <button id=opener>Tell us</button>
            <sotto-survey src='../surveys/census.sotto' collector='..' lang=en display=dialog
                opener=opener {open}>{first}</sotto-survey></html>"
        );
        let files = StaticFiles::with_file(PAGE, &page).await;
        files.fail(&program(), Fault::Late);
        browser.open(&files.address(PAGE)).await;
        browser.until(&format!("{INNER} != null")).await;
        if open.is_empty() {
            // Who does not open it loads nothing.
            let asked = files.asked();
            assert!(!asked.contains(&program()), "{asked:?}");
            browser.click("#opener").await;
        }
        let opened = format!("{OUTER}.shadowRoot.querySelector('dialog').open");
        browser.until(&opened).await;
        browser
            .until(&format!(
                "{INNER}.querySelector('[data-first]').sheet !== null"
            ))
            .await;
        let no = format!("{INNER}.querySelector('[name=over-50][value=no]')");
        let seen = format!("return {no}.getBoundingClientRect().height > 0");
        assert_eq!(browser.run(&seen).await, true);
        browser.run(&format!("{no}.click()")).await;
        files.until_asked(&program()).await;
        files.mend();
        browser
            .until(&format!(
                "!{INNER}.querySelector('[data-first]') && {no}.checked"
            ))
            .await;
        send_inside(&browser).await;
        assert_eq!(files.posted().len(), 1);
        browser.run(&format!("{OUTER}.forget()")).await;
        browser
            .until(&format!(
                "{INNER}.querySelector('[data-screen=form]') != null"
            ))
            .await;
    }
}

/// Goes from the form to the receipt.
async fn send_inside(browser: &Browser) {
    for (action, screen) in [("review", "review"), ("send", "receipt")] {
        browser
            .run(&format!(
                "{INNER}.querySelector('[data-action={action}]').click()"
            ))
            .await;
        browser
            .until(&format!(
                "{INNER}.querySelector('[data-screen={screen}]') != null"
            ))
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_that_is_to_be_open_is_and_its_own_button_opens_it_again() {
    let host = Host::start().await;
    let browser = &host.browser;
    open(browser).await;
    let dialog = format!("{OUTER}.shadowRoot.querySelector('dialog')");
    let is_open = format!("return {dialog}.open");
    assert_eq!(browser.run(&is_open).await, true);
    assert_eq!(
        browser.run(&format!("return {dialog}.ariaLabel")).await,
        "Tell us"
    );
    browser
        .run(&format!("{dialog}.querySelector('[part=close]').click()"))
        .await;
    assert_eq!(browser.run(&is_open).await, false);
    browser.find_in_survey("[part=opener]").await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    // The words on it are the page's own, so that the driver takes them for something in front of it.
    let focus = format!("{OUTER}.shadowRoot.querySelector('[part=opener]').focus()");
    browser.run(&focus).await;
    browser.press(harness::Key::Enter.into()).await;
    browser.until(&format!("{dialog}.open === true")).await;
    browser.press(harness::Key::Escape.into()).await;
    browser.until(&format!("{dialog}.open === false")).await;
    let focused = format!("return {OUTER}.shadowRoot.activeElement?.part.value");
    assert_eq!(browser.run(&focused).await, "opener");
    // Another button takes its place, and gives it back.
    browser
        .run(&format!(
            "document.body.insertAdjacentHTML('afterbegin', '<button id=tell>Say it</button>');
            {OUTER}.setAttribute('opener', 'tell')"
        ))
        .await;
    browser
        .until(&format!(
            "!{OUTER}.shadowRoot.querySelector('[part=opener]')"
        ))
        .await;
    browser.click("#tell").await;
    assert_eq!(browser.run(&is_open).await, true);
    assert_eq!(
        browser.run(&format!("return {dialog}.ariaLabel")).await,
        "Say it"
    );
    browser
        .run(&format!(
            "{dialog}.close(); {OUTER}.removeAttribute('opener')"
        ))
        .await;
    browser.find_in_survey("[part=opener]").await;
    assert_eq!(
        browser
            .run("return document.querySelector('#tell').hasAttribute('aria-haspopup')")
            .await,
        false
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_follows_its_element() {
    let host = Host::start().await;
    let browser = &host.browser;
    open(browser).await;
    // Attributes that come and go.
    browser
        .run(&format!("{OUTER}.setAttribute('theme', 'dark')"))
        .await;
    let scheme =
        format!("getComputedStyle({INSIDE}.shadowRoot.querySelector('.survey')).colorScheme");
    browser.until(&format!("{scheme} === 'dark'")).await;
    browser
        .run(&format!("{OUTER}.removeAttribute('theme')"))
        .await;
    browser.until(&format!("{scheme} === 'light dark'")).await;
    browser
        .run(&format!("{OUTER}.setAttribute('aria-label', 'Opinions')"))
        .await;
    let dialog = format!("{OUTER}.shadowRoot.querySelector('dialog')");
    browser
        .until(&format!("{dialog}.ariaLabel === 'Opinions'"))
        .await;

    // The language, also of the dialog's own words.
    browser.run(&format!("{OUTER}.lang = 'zh-CN'")).await;
    browser
        .until(&format!("{INNER}.querySelector('[lang=zh-CN]') != null"))
        .await;
    let close = format!(
        "(({{ ariaLabel, lang }}) => [ariaLabel, lang].join())({OUTER}.shadowRoot.querySelector('[part=close]'))"
    );
    browser.until(&format!("{close} === '关闭,zh-CN'")).await;
    browser
        .run(&format!("{OUTER}.removeAttribute('lang')"))
        .await;
    browser.until(&format!("{close} === 'Close,en'")).await;

    // A transport that is set when the survey is there already.
    browser
        .run(&format!(
            "window.posted = [];
            {OUTER}.transport = async (url, body) => {{ posted.push(body); return {{ status: 201 }}; }}"
        ))
        .await;
    for (question, category) in SOMEBODY {
        let category = category.unwrap();
        browser
            .run(&format!(
                "{INNER}.querySelector('[name=\"{question}\"][value=\"{category}\"]').click()"
            ))
            .await;
    }
    send_inside(browser).await;
    assert_eq!(browser.run("return posted.length").await, 1);
    assert!(host.files.posted().is_empty());
}

/// Whatever a page can style in a survey in its place, it can style in a dialog.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_reaches_the_parts_of_a_survey_in_a_dialog() {
    let host = Host::start().await;
    let browser = &host.browser;
    open(browser).await;
    browser
        .run(
            "const sheet = new CSSStyleSheet();
            sheet.replaceSync('sotto-survey::part(question) { outline: 7px solid red }');
            document.adoptedStyleSheets = [sheet]",
        )
        .await;
    let width = format!("getComputedStyle({INNER}.querySelector('[part=question]')).outlineWidth");
    browser.until(&format!("{width} === '7px'")).await;

    // Every part that there is, on every screen.
    let hidden = format!(
        "const reached = {INSIDE}.getAttribute('exportparts').split(', ');
        const parts = [...{INSIDE}.shadowRoot.querySelectorAll('[part]')].flatMap(({{ part }}) => [...part]);
        return [...new Set(parts)].filter((part) => !reached.includes(part))"
    );
    browser
        .run(&format!(
            "{OUTER}.setAttribute('src', '../surveys/every-type.json')"
        ))
        .await;
    let find = async |selector: &str| {
        let found = format!("{INNER}.querySelector('{selector}') != null");
        browser.until(&found).await;
        assert_eq!(browser.run(&hidden).await, json!([]), "{selector}");
    };
    let press = async |selector: &str| {
        browser
            .run(&format!("{INNER}.querySelector('{selector}').click()"))
            .await;
    };
    find("[data-action=next]").await;
    press("[data-action=next]").await;
    find("#problems").await;
    press("[name=agree]").await;
    press("[name=cheated][value=no]").await;
    press("[name=copied][value=same]").await;
    press("[data-action=next]").await;
    find("[name=stress]").await;
    press("[data-action=next]").await;
    find("[name=sleep]").await;
    press("[data-action=review]").await;
    find("[data-screen=review]").await;
    press("[data-action=send]").await;
    find("[data-screen=receipt]").await;
}
