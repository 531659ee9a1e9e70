//! Controls where they could be mistaken: keys that are meant for others, boxes that are left unticked,
//! and digits of another script.

use harness::Browser;
use serde_json::{Value, json};

use crate::{
    respondent::until_screen,
    types::{ROOT, SILENT, opened, press, show, survey, take, text},
};

/// Presses a key in the search field as a script would; whether it is left to whoever else listens.
async fn is_left_alone(browser: &Browser, key: &Value) -> bool {
    let press = format!(
        "return {ROOT}.querySelector('[name=country]').dispatchEvent(new KeyboardEvent('keydown', {{
            bubbles: true, composed: true, cancelable: true, ...{key} }}))"
    );
    browser.run(&press).await == true
}

/// Keys in a search field that are meant for an input method, or for what stands around the survey.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_takes_only_the_keys_that_are_for_its_list() {
    let (_files, browser) = opened().await;
    take(&browser, SILENT[0]).await;
    press(&browser, "next").await;
    browser.find_in_survey("[name=stress]").await;
    press(&browser, "next").await;
    let field = "[name=country]";
    browser.find_in_survey(field).await;
    let escape = json!({ "key": "Escape" });
    // The list is closed: a dialog around the survey may have it.
    assert!(is_left_alone(&browser, &escape).await);
    browser.click_in_survey(field).await;
    browser.type_in_survey(field, "eg").await;
    browser.find_in_survey("[role=option][data-active]").await;
    // Letters that are still being put together: Enter takes what the input method proposes, not what
    // the list does.
    for composing in [json!({ "isComposing": true }), json!({ "keyCode": 229 })] {
        for name in ["Enter", "Escape", "ArrowDown", "ArrowUp"] {
            let mut key = composing.clone();
            key["key"] = json!(name);
            assert!(is_left_alone(&browser, &key).await, "{key}");
        }
    }
    let stands = format!(
        "return [{ROOT}.querySelector('[name=country]').value, {ROOT}.querySelector('[data-active]').textContent]"
    );
    assert_eq!(browser.run(&stands).await, json!(["eg", "Egypt"]));
    assert!(!is_left_alone(&browser, &escape).await);
    let closed = format!("{ROOT}.querySelector('[name=country][aria-expanded=false]') != null");
    browser.until(&closed).await;
    assert!(is_left_alone(&browser, &escape).await);
    // And the list's own keys are still the list's.
    for name in ["ArrowDown", "Enter"] {
        let key = json!({ "key": name });
        assert!(!is_left_alone(&browser, &key).await, "{name}");
    }
}

/// Text in a search field is never dropped in silence: it is the option that it names, or a problem.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_to_search_is_an_option_or_a_problem() {
    let (_files, browser) = opened().await;
    take(&browser, SILENT[0]).await;
    press(&browser, "next").await;
    browser.find_in_survey("[name=stress]").await;
    press(&browser, "next").await;
    let field = "[name=country]";
    browser.find_in_survey(field).await;
    browser.type_in_survey(field, "qqq").await;
    // Whoever sees it is told that there is nothing.
    let nothing = browser.text_in_survey(".search .nothing").await;
    assert_eq!(nothing, "0 options found");
    let leave = format!("{ROOT}.querySelector('{field}').blur()");
    browser.run(&leave).await;
    press(&browser, "review").await;
    browser
        .find_in_survey("#problems [data-question=country]")
        .await;
    let value = format!("return {ROOT}.querySelector('{field}').value");
    assert_eq!(browser.run(&value).await, "qqq");
    // In full, with the keyboard elsewhere after that.
    let select = format!(
        "{ROOT}.querySelector('{field}').focus(); {ROOT}.querySelector('{field}').select()"
    );
    browser.run(&select).await;
    for letter in " EGYPT".chars() {
        browser.press(letter).await;
    }
    browser.run(&leave).await;
    browser
        .until(&format!(
            "{ROOT}.querySelector('{field}').value === 'Egypt'"
        ))
        .await;
    assert!(!browser.text_in_survey("section").await.contains("qqq"));
}

/// A multiple choice that cannot be declined, and of which nothing is true.
#[tokio::test(flavor = "multi_thread")]
async fn none_of_the_options_is_said_by_leaving_them() {
    let (files, browser) = opened().await;
    let title = |words: &str| json!({ "en": words });
    let file = json!({
        "sotto": 1, "id": "drinks", "version": 1, "title": title("Drinks"), "languages": ["en"],
        "plan": "split", "epsilon": "2", "questions": [
            { "id": "drinks", "type": "multiple-choice", "title": title("What do you drink?"), "decline": false,
              "options": [{ "id": "tea", "title": title("Tea") }, { "id": "milk", "title": title("Milk") }] },
        ],
    });
    browser
        .run(&format!(
            "document.querySelector('sotto-survey').survey = {file}"
        ))
        .await;
    let question = text(&browser, "#q-drinks").await;
    assert!(
        question.contains("leave all of them unticked"),
        "{question}"
    );
    assert!(!question.contains("required"), "{question}");
    press(&browser, "review").await;
    let said = text(&browser, "[data-screen=review] [data-question=drinks] dd").await;
    assert_eq!(said, "none of the options");
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    let survey: sotto_survey::Survey = serde_json::from_value(file).unwrap();
    let posted = files.posted();
    assert_eq!(posted.len(), 1);
    assert_eq!(posted[0].len(), survey.body_length());
}

/// Every number is written as the browser writes it for the language, which is told here by a mark.
#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_those_of_the_language() {
    let (_files, browser) = opened().await;
    browser
        .run(
            "Intl.NumberFormat = class {
                constructor(language) { this.language = language; }
                format(number) { return `<${this.language} ${number}>`; }
            }",
        )
        .await;
    show(&browser, "ar").await;
    let said = async |selector: &str, values: &[usize]| {
        let words = format!("return {ROOT}.querySelector('{selector}').textContent");
        let words = browser.run(&words).await;
        let mut rest = words.as_str().unwrap().to_owned();
        for value in values {
            let marked = format!("<ar {value}>");
            assert!(rest.contains(&marked), "no {marked} in {words}");
            rest = rest.replace(&marked, "");
        }
        assert!(
            !rest.contains(|letter: char| letter.is_ascii_digit()),
            "{words}"
        );
    };
    said("#at-page", &[1, 3]).await;
    take(&browser, SILENT[0]).await;
    press(&browser, "next").await;
    browser.find_in_survey("[name=stars]").await;
    said("#q-stars .levels", &[1, 2, 3, 4, 5]).await;
    said("#q-recommend .levels", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).await;
    press(&browser, "next").await;
    browser.find_in_survey("[name=sleep]").await;
    press(&browser, "review").await;
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    said("[part=exact] summary + p", &[survey().body_length()]).await;
}
