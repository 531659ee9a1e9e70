//! A survey on a page, shown in the place of the one that was there. What that remembers stays.

use harness::Browser;
use serde_json::{Value, json};

/// The census's file.
pub(crate) const CENSUS: &str = include_str!("../../www/surveys/census.json");

/// What stands in it.
pub(crate) fn census() -> Value {
    serde_json::from_str(CENSUS).unwrap()
}

/// Shows a survey by these attributes; the collector is the folder above the page, and the language
/// English, if they name no other.
pub(crate) async fn show(browser: &Browser, attributes: &Value) {
    show_prepared(browser, attributes, "").await;
}

/// Shows a survey that the page has at hand. The page itself reads it: what a driver's script makes in
/// Firefox is of another kind.
pub(crate) async fn show_made(browser: &Browser, survey: &Value, attributes: &Value) {
    let file = Value::from(survey.to_string());
    let prepare = format!("survey.survey = window.JSON.parse({file})");
    show_prepared(browser, attributes, &prepare).await;
}

/// Shows a survey once JavaScript has done something with the element, `survey`. The page keeps what
/// the element tells as `told`: kinds of errors, screens, and names of the other events.
pub(crate) async fn show_prepared(browser: &Browser, attributes: &Value, prepare: &str) {
    let usual = json!({ "collector": "..", "lang": "en" });
    browser
        .run(&format!(
            "const survey = document.createElement('sotto-survey');
            for (const [name, value] of Object.entries({{ ...{usual}, ...{attributes} }}))
                survey.setAttribute(name, value);
            const told = window.told = [];
            for (const type of ['sotto-ready', 'sotto-progress', 'sotto-sent', 'sotto-error'])
                survey.addEventListener(type, ({{ detail }}) => told.push(detail.kind ?? detail.screen ?? type));
            {prepare};
            document.querySelector('sotto-survey').replaceWith(survey)"
        ))
        .await;
}

/// The survey that is served at an address.
pub(crate) async fn fetched(browser: &Browser, address: &str) -> Value {
    let address = Value::from(address);
    let script = format!(
        "const done = arguments[arguments.length - 1];
        fetch({address}).then((response) => response.json()).then(done);"
    );
    browser.run_async(&script).await
}
