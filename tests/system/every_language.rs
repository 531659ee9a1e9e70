//! Every language of the widget on a phone, of 320 and of 390 px: nothing sticks out or is cut off, and axe-core finds
//! nothing, on the label, a form with problems, the review, the receipt and the field for a code. No collector takes part.

use std::{collections::BTreeMap, fs, path::Path};

use harness::Browser;
use serde_json::{Value, json};

use crate::{
    accessibility::assert_state_accessible,
    respondent::{SOMEBODY, choose, until_screen},
    showing::{show, show_made},
    states::{self, Host, open_all},
    types::{ROOT, press},
};

pub(crate) const WIDTHS: [u32; 2] = [320, 390];

/// The texts of a bundle in each language, by its tag.
pub(crate) fn languages(bundle: &str) -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../www/messages");
    let language = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        let tag = name.strip_prefix(bundle)?.strip_prefix('.')?;
        let tag = tag.strip_suffix(".json")?;
        let texts = fs::read_to_string(entry.path()).unwrap();
        Some((tag.to_owned(), serde_json::from_str(&texts).unwrap()))
    };
    let entries = fs::read_dir(folder).unwrap();
    let found: BTreeMap<_, _> = entries
        .filter_map(|entry| language(entry.unwrap()))
        .collect();
    assert!(found.len() > 2, "{found:?}");
    found
}

/// What is shown, in every language, with a text of each that must be there as it stands in the file.
async fn assert_in_every_language(browser: &Browser, what: &str, key: &str) {
    for (language, texts) in languages("widget") {
        states::look(browser, &language, "").await;
        let shown = format!(
            "const {{ textContent, lang, dir }} = {ROOT}.querySelector('section.survey:not([hidden])');
            return [textContent.includes({}), lang, dir]",
            texts[key]
        );
        let expected = json!([true, language, texts["direction"]]);
        assert_eq!(browser.run(&shown).await, expected, "{what}: {key}");
        for width in WIDTHS {
            browser.resize(width, 844).await;
            let what = format!("{what} in {language} at {width} px");
            assert_state_accessible(browser, &what).await;
        }
    }
    states::look(browser, "en", "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn label_and_problems_fit_on_a_phone_in_every_language() {
    let host = Host::start().await;
    let browser = &host.browser;
    states::show_every_type(browser).await;
    open_all(browser).await;
    press(browser, "next").await;
    browser.find_in_survey("#problems").await;
    assert_in_every_language(browser, "the label and a problem", "label-first").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn review_and_receipt_fit_on_a_phone_in_every_language() {
    let host = Host::start().await;
    let browser = &host.browser;
    show(browser, &json!({ "src": "../surveys/census.sotto" })).await;
    browser.find_in_survey("[data-action=review]").await;
    states::answer_posts(browser, "{ status: 201 }").await;
    choose(browser, &SOMEBODY).await;
    press(browser, "review").await;
    until_screen(browser, "review").await;
    assert_in_every_language(browser, "the review", "review-title").await;
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    open_all(browser).await;
    assert_in_every_language(browser, "the receipt", "sent-title").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_asked_for_on_a_phone_in_every_language() {
    let host = Host::start().await;
    let browser = &host.browser;
    let status = json!({ "access": "unlinkable", "issuing_key": "AAAA" });
    states::show_gated(browser, &status).await;
    browser.find_in_survey("[data-screen=code]").await;
    let submit = format!("{ROOT}.querySelector('[type=submit]').click()");
    browser.run(&submit).await;
    browser.find_in_survey("#code-problem:not(:empty)").await;
    assert_in_every_language(browser, "the field for a code", "code-unlinkable").await;
}

/// A survey in a language of the widget is in that language from its title to its receipt.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_in_any_language_of_the_widget_has_its_label_in_it() {
    let host = Host::start().await;
    let browser = &host.browser;
    // Easy words are for whoever asks for them.
    let plain = languages("widget")
        .into_iter()
        .filter(|(language, _)| !language.contains("-x-"));
    for (language, texts) in plain {
        let text =
            |words: &str| Value::Object([(language.clone(), json!(words))].into_iter().collect());
        let survey = json!({
            "sotto": 1, "id": "own", "version": 1, "title": text("…"), "languages": [language],
            "plan": "split", "epsilon": "2",
            "questions": [{ "id": "sure", "type": "yes-no", "title": text("?") }],
        });
        // The page says nothing of a language, and the browser asks for another.
        show_made(browser, &survey, &json!({ "lang": "" })).await;
        browser.find_in_survey("[data-action=review]").await;
        let shown = format!(
            "const section = {ROOT}.querySelector('section');
            return [section.lang, section.textContent.includes({}), section.querySelectorAll('[lang]').length]",
            texts["label-first"]
        );
        let shown = browser.run(&shown).await;
        assert_eq!(shown, json!([language, true, 0]));
    }
}

/// A language that the widget does not speak: the survey's own words are in it and marked as such, from the form to the
/// receipt, and what makes promises is not.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_brings_its_own_words_and_no_other_promise() {
    let host = Host::start().await;
    let browser = &host.browser;
    let text = |words: &str| json!({ "eo": words });
    let survey = json!({
        "sotto": 1, "id": "own-words", "version": 1, "title": text("Fumado"), "languages": ["eo"],
        "plan": "split", "epsilon": "2",
        "questions": [{ "id": "smokes", "type": "yes-no", "title": text("Ĉu vi fumas?"), "required": true }],
        "words": {
            "yes": text("Jes"), "no": text("Ne"), "review": text("Revidu"), "send": text("Sendu"), "back": text("Reen"),
            "problems": text("Demandoj por atenti: {count}"), "answer-missing": text("Bonvolu elekti respondon."),
        },
    });
    show_made(browser, &survey, &json!({ "lang": "" })).await;
    browser.find_in_survey("[data-action=review]").await;
    states::answer_posts(browser, "{ status: 201 }").await;
    let english = &languages("widget")["en"];
    let said = |words: &Value, lang: &str| {
        format!(
            "[...{ROOT}.querySelectorAll('section *')].some((one) => one.textContent === {words}
                && one.closest('[lang]').lang === '{lang}')"
        )
    };
    for key in [
        "label-first",
        "label-language",
        "nothing-sent-yet",
        "decline",
    ] {
        browser.until(&said(&english[key], "en")).await;
    }
    press(browser, "review").await;
    browser.find_in_survey("#problems").await;
    for words in [
        "Jes",
        "Ne",
        "Revidu",
        "Demandoj por atenti: 1",
        "Bonvolu elekti respondon.",
    ] {
        browser.until(&said(&json!(words), "eo")).await;
    }
    for width in WIDTHS {
        browser.resize(width, 844).await;
        assert_state_accessible(browser, &format!("own words at {width} px")).await;
    }
    let yes = "label:has(input[name=\"smokes\"][value=\"yes\"])";
    browser.click_in_survey(yes).await;
    press(browser, "review").await;
    until_screen(browser, "review").await;
    for (words, lang) in [
        (&json!("Jes"), "eo"),
        (&json!("Sendu"), "eo"),
        (&english["review-note"], "en"),
    ] {
        browser.until(&said(words, lang)).await;
    }
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    browser.until(&said(&english["sent-title"], "en")).await;
}
