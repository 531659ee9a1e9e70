//! A survey in a dialog follows the element on the page: what it is told later, what is taken back, and
//! how it looks.

use harness::Browser;
use serde_json::json;

use crate::{
    respondent::SOMEBODY,
    showing::show_prepared,
    states::{Host, INNER},
};

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
