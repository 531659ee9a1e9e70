//! Languages: which one a survey is shown in and which one the widget speaks, what is marked as being
//! in which, and what happens to a survey whose page turns to another.

use harness::{Browser, Fault, StaticFiles};
use serde_json::{Value, json};

use crate::{
    respondent::{CHECKED, SOMEBODY, SURVEY_PAGE, choose, until_screen},
    showing::show_made,
    states::{Host, open_all},
    types::{ROOT, press},
};

async fn until_failed(browser: &Browser) {
    for _ in 0..1_000 {
        let errors = browser.errors().await;
        if errors.iter().any(|error| error.contains("sotto-survey:")) {
            return;
        }
    }
    panic!("nothing has failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_cannot_be_had_leaves_the_survey_as_it_is() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    browser.find_in_survey("[data-action=review]").await;
    choose(&browser, &SOMEBODY).await;
    let form = format!("return {ROOT}.querySelector('[data-screen=form]').lang");

    files.fail("messages/widget.zh-CN", Fault::Missing);
    browser
        .run("document.querySelector('sotto-survey').lang = 'zh-CN'")
        .await;
    until_failed(&browser).await;
    assert_eq!(browser.run(&form).await, "en");
    assert_eq!(
        browser.run(&format!("return {CHECKED}")).await,
        "no,sales,black"
    );
    // It is asked for again when there may be a network again.
    files.mend();
    browser.run("dispatchEvent(new Event('online'))").await;
    browser
        .find_in_survey("[data-screen=form][lang=zh-CN]")
        .await;

    browser.be_offline(true).await;
    browser
        .run("document.querySelector('sotto-survey').lang = 'ar'")
        .await;
    until_failed(&browser).await;
    assert_eq!(browser.run(&form).await, "zh-CN");
    browser.be_offline(false).await;
    browser.find_in_survey("[data-screen=form][lang=ar]").await;
    assert_eq!(
        browser.run(&format!("return {CHECKED}")).await,
        "no,sales,black"
    );
}

/// A survey whose title names the language that it is in.
fn survey_in(languages: &[&str]) -> Value {
    let text = |what: &str| -> Value {
        let text = |language: &&str| {
            (
                (*language).to_owned(),
                json!(format!("{what} in {language}")),
            )
        };
        Value::Object(languages.iter().map(text).collect())
    };
    let options = |ids: &[&str]| -> Value {
        let option = |id: &&str| json!({ "id": id, "title": text(id) });
        ids.iter().map(option).collect()
    };
    json!({
        "sotto": 1, "id": "tongues", "version": 1, "title": text("title"),
        "description": text("description"), "languages": languages, "plan": "split", "epsilon": "4",
        "questions": [
            { "id": "sure", "type": "yes-no", "title": text("sure"), "help": text("help"), "decline": false },
            { "id": "one", "type": "single-choice", "title": text("one"), "options": options(&["a", "b", "c"]) },
            { "id": "some", "type": "multiple-choice", "title": text("some"), "options": options(&["d", "e", "f"]) },
            { "id": "rows", "type": "matrix", "title": text("rows"), "rows": options(&["r1", "r2"]), "options": options(&["g", "h"]) },
            { "id": "stars", "type": "rating", "icons": "stars", "scale": 5, "title": text("stars"), "labels": { "low": text("low"), "high": text("high") } },
            { "id": "numbers", "type": "numbers", "title": text("numbers"), "fields": [
                { "id": "n", "title": text("n"), "unit": text("unit"), "min": 0, "max": 10, "step": 1 },
            ] },
            { "id": "far", "type": "number", "title": text("far"), "unit": text("unit"), "min": 0, "max": 10, "step": 1 },
            { "id": "line", "type": "slider", "title": text("line"), "unit": text("unit"), "min": 0, "max": 10, "step": 1 },
            { "id": "many", "type": "dropdown", "title": text("many"), "options": options(&["k", "l", "m"]) },
        ]
    })
}

/// Shows a survey in a language that the page asks for, or, without one, that the browser prefers.
async fn show(browser: &Browser, survey: &Value, lang: &str, preferred: &Value) {
    let prefer = format!(
        "Object.defineProperty(Navigator.prototype, 'languages', {{ configurable: true, get: () => {preferred} }})"
    );
    browser.run(&prefer).await;
    show_made(browser, survey, &json!({ "lang": lang })).await;
    browser.find_in_survey("[data-action=review]").await;
}

/// The language of the interface, and the one in which the survey is, as the page says it.
const SPOKEN: &str = "const root = document.querySelector('sotto-survey').shadowRoot;
    const heading = root.querySelector('#heading');
    const [, written] = heading.textContent.split(' in ');
    const said = heading.closest('[lang]').lang;
    if (written !== said) throw new Error(`${written} is called ${said}`);
    return [root.querySelector('section').lang, said].join()";

#[tokio::test(flavor = "multi_thread")]
async fn the_language_that_suits_best_is_taken_for_the_survey_and_for_the_widget() {
    let host = Host::start().await;
    let browser = &host.browser;
    // Esperanto, Quechua and Uzbek are none of the widget's languages.
    let many = ["en", "eo", "zh-CN", "zh-TW", "qu-BO", "qu", "uz", "uz-Cyrl"];
    let none = json!([]);
    for (languages, lang, spoken) in [
        (&many[..], "en", "en,en"),
        (&many, "EN-us", "en,en"),
        (&many, "eo", "en,eo"),
        (&many, "eo-CH", "en,eo"),
        (&many, "zh-CN", "zh-CN,zh-CN"),
        (&many, "zh", "zh-CN,zh-CN"),
        (&many, "zh-SG", "zh-CN,zh-CN"),
        (&many, "zh-Hans", "zh-CN,zh-CN"),
        (&many, "zh-TW", "zh-TW,zh-TW"),
        (&many, "zh-HK", "zh-TW,zh-TW"),
        (&many, "zh-Hant", "zh-TW,zh-TW"),
        (&many, "qu-PE", "en,qu"),
        (&many, "qu-BO", "en,qu-BO"),
        (&many, "uz-Cyrl-UZ", "en,uz-Cyrl"),
        (&many, "uz-UZ", "en,uz"),
        (&many, "ar-EG", "ar,en"),
        (&many, "la", "en,en"),
        (&many, "no tag at all", "en,en"),
        // A survey without English.
        (&["zh-CN", "eo"], "eo", "en,eo"),
        (&["zh-CN", "eo"], "zh-SG", "zh-CN,zh-CN"),
        (&["zh-CN", "eo"], "ar", "ar,zh-CN"),
        (&["zh-CN", "eo"], "la", "zh-CN,zh-CN"),
        // A variant falls back to its language, and is taken only by who asks for it.
        (&["en-x-old", "la"], "en-x-old", "en,en-x-old"),
        (&["en-x-old", "la"], "en", "en,en-x-old"),
        (&["en-x-easy", "la"], "en-x-easy", "en-x-easy,en-x-easy"),
        (&["en", "la"], "en-x-easy", "en-x-easy,en"),
        (&["en", "zh-CN"], "en-GB", "en,en"),
        (&["en", "zh-CN"], "zh-SG", "zh-CN,zh-CN"),
    ] {
        show(browser, &survey_in(languages), lang, &none).await;
        let found = browser.run(SPOKEN).await;
        assert_eq!(found, spoken, "{lang} of {languages:?}");
    }
    // What the browser prefers, in its order.
    for (preferred, spoken) in [
        // The first that both have.
        (json!(["eo-CH", "zh-TW", "en"]), "zh-TW,zh-TW"),
        (json!(["la", "ar", "zh-HK"]), "zh-TW,zh-TW"),
        (json!(["la"]), "en,en"),
        (json!([]), "en,en"),
    ] {
        show(browser, &survey_in(&many), "", &preferred).await;
        assert_eq!(browser.run(SPOKEN).await, spoken, "{preferred}");
    }
}

/// What the page around the element is in comes before what the browser names, and no third language gets between page
/// and survey.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_says_which_language_before_the_browser_does() {
    let host = Host::start().await;
    let browser = &host.browser;
    for (page, preferred, languages, spoken) in [
        ("eo", json!(["eo-FR", "eo", "ar"]), &["eo"][..], "en,eo"),
        ("ar", json!(["en-US", "en"]), &["ar", "en"], "ar,ar"),
        ("ar", json!(["en-US", "en"]), &["en"], "en,en"),
        ("", json!(["ar", "en"]), &["en"], "en,en"),
        ("", json!(["ar"]), &["en"], "en,en"),
        ("zh-SG", json!(["en"]), &["en", "zh-CN"], "zh-CN,zh-CN"),
    ] {
        let (page, file) = (
            Value::from(page),
            Value::from(survey_in(languages).to_string()),
        );
        browser
            .run(&format!(
                "Object.defineProperty(Navigator.prototype, 'languages', {{ configurable: true, get: () => {preferred} }});
                document.documentElement.lang = {page};
                const around = document.createElement('div');
                const survey = document.createElement('sotto-survey');
                survey.setAttribute('collector', '..');
                survey.survey = window.JSON.parse({file});
                document.querySelector('sotto-survey').replaceWith(survey);
                // In a shadow root of the page's own.
                survey.replaceWith(around);
                around.attachShadow({{ mode: 'open' }}).append(survey);
                window.survey = survey;"
            ))
            .await;
        browser
            .until("Boolean(survey.shadowRoot?.querySelector('[data-action=review]'))")
            .await;
        let found = browser
            .run(&SPOKEN.replace("document.querySelector('sotto-survey')", "survey"))
            .await;
        assert_eq!(found, spoken, "{page} with {preferred} of {languages:?}");
        browser
            .run("survey.getRootNode().host.replaceWith(document.createElement('sotto-survey'))")
            .await;
    }
}

/// Every text of the survey on the page that does not stand where its language is said, and every other
/// that stands where it is; also those that are only heard.
fn misplaced(language: &str) -> String {
    format!(
        "const complaints = [];
        const judge = (text, element) => {{
            const said = element.closest('[lang]').lang;
            const own = text.includes(' in {language}');
            if (text.trim() && own !== (said === '{language}')) complaints.push(`${{said}}: ${{text}}`);
        }};
        const section = {ROOT}.querySelector('section');
        const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) judge(texts.currentNode.data, texts.currentNode.parentElement);
        for (const name of ['aria-label', 'aria-valuetext']) {{
            for (const element of section.querySelectorAll(`[${{name}}]`)) judge(element.getAttribute(name), element);
        }}
        return complaints"
    )
}

/// What names the elements of that selector: for each the texts, with their languages.
fn names(selector: &str) -> String {
    format!(
        "return [...{ROOT}.querySelectorAll('{selector}')].map((named) =>
            named.getAttribute('aria-labelledby').split(' ').map((id) => {{
                const words = {ROOT}.getElementById(id);
                return `${{words.textContent}} (${{words.closest('[lang]').lang}})`;
            }}).join(', '))"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_in_a_language_that_the_widget_has_not_is_shown_in_it_and_marked_as_such() {
    let host = Host::start().await;
    let browser = &host.browser;
    // Where the widget has it, nothing needs to be marked.
    show(browser, &survey_in(&["en", "eo"]), "en", &json!([])).await;
    let marked = format!("return {ROOT}.querySelectorAll('section [lang]').length");
    assert_eq!(browser.run(&marked).await, 0);

    let misplaced = misplaced("eo");
    show(browser, &survey_in(&["en", "eo"]), "eo", &json!([])).await;
    let shown = browser.run(&format!("return {ROOT}.textContent")).await;
    let shown = shown.as_str().unwrap();
    assert!(shown.contains("Nothing is sent yet"), "{shown}");
    assert!(!shown.contains(" in en"), "{shown}");
    assert_eq!(browser.run(&misplaced).await, json!([]));
    let pick = "for (const name of ['sure', 'one', 'some', 'stars', 'rows.r1'])
            ROOT.querySelector(`[name='${name}']`).click();
        for (const name of ['numbers.n', 'far', 'line']) {
            const field = ROOT.querySelector(`[name='${name}']:not([type=checkbox])`);
            field.value = '7';
            field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        }";
    // A line that nobody has touched stands in its middle.
    let untouched = format!("return {ROOT}.querySelector('[name=line][type=range]').value");
    assert_eq!(browser.run(&untouched).await, "5");
    browser.run(&pick.replace("ROOT", ROOT)).await;
    let slider = "[type=range][aria-valuetext=\"7\u{a0}unit in eo\"]";
    browser.find_in_survey(slider).await;
    assert_eq!(browser.run(&misplaced).await, json!([]));
    let row = ["g in eo (eo)", "h in eo (eo)", "Prefer not to answer (en)"];
    let row = row.map(|column| format!("r1 in eo (eo), {column}"));
    let cells = names("[name=\"rows.r1\"]");
    assert_eq!(browser.run(&cells).await, json!(row));
    open_all(browser).await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    press(browser, "review").await;
    until_screen(browser, "review").await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    let term = format!("return {ROOT}.querySelector('dt').lang");
    assert_eq!(browser.run(&term).await, "eo");
    assert_eq!(browser.run(&misplaced).await, json!([]));
    let said = |question: &str| {
        format!("return {ROOT}.querySelector('[data-question={question}] dd').textContent")
    };
    for (question, words) in [
        ("sure", "Yes"),
        ("one", "a in eo"),
        ("rows", "r1 in eo: g in eo · r2 in eo: Prefer not to answer"),
        ("numbers", "n in eo: 7\u{a0}unit in eo"),
        ("far", "7\u{a0}unit in eo"),
        ("line", "7\u{a0}unit in eo"),
        ("many", "Not answered; counts as “Prefer not to answer”"),
    ] {
        assert_eq!(browser.run(&said(question)).await, words);
    }
    let changes = names("[data-question=line] button");
    let change = ["Change (en), line in eo (eo)"];
    assert_eq!(browser.run(&changes).await, json!(change));
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    assert_eq!(browser.run(&term).await, "eo");
    assert_eq!(browser.run(&misplaced).await, json!([]));
    let sent = format!("return {ROOT}.querySelector('[data-question=one] dd').firstChild.data");
    assert_eq!(browser.run(&sent).await, "Sent: ");
}

/// A survey that takes nothing just now says its title in the language in which it would have asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_is_closed_says_its_title_in_the_language_that_suits_best() {
    let host = Host::start().await;
    let browser = &host.browser;
    for (languages, lang, spoken) in [
        (&["en", "zh-CN"][..], "zh-SG", "zh-CN,zh-CN"),
        (&["en", "zh-CN", "zh-TW"], "zh-HK", "zh-TW,zh-TW"),
        (&["en", "eo"], "eo-CH", "en,eo"),
        (&["en", "eo"], "en-GB", "en,en"),
        (&["eo", "zh-CN"], "ar", "ar,eo"),
    ] {
        let survey = survey_in(languages);
        browser
            .run(&format!(
                "window.fetched ??= window.fetch;
                window.fetch = async (url, how) => {{
                    const path = String(url);
                    if (path.endsWith('/status')) return Response.json({{ phase: 'closed', access: 'open' }});
                    if (path.endsWith('/api/v1/surveys/tongues')) return Response.json({survey});
                    return fetched(url, how);
                }};
                const survey = document.createElement('sotto-survey');
                survey.setAttribute('src', '../api/v1/surveys/tongues');
                survey.setAttribute('collector', '..');
                survey.lang = '{lang}';
                document.querySelector('sotto-survey').replaceWith(survey)"
            ))
            .await;
        browser.find_in_survey("[data-phase=closed]").await;
        let said = "const section = ROOT.querySelector('[data-phase]');
            const heading = section.firstChild;
            const { lang } = heading.closest('[lang]');
            if (heading.hasAttribute('lang') === (lang === section.lang)) throw new Error(heading.outerHTML);
            if (heading.dir !== 'auto') throw new Error(heading.outerHTML);
            return [section.lang, lang, heading.textContent].join()";
        let expected = format!("{spoken},title in {}", spoken.split_once(',').unwrap().1);
        let found = browser.run(&said.replace("ROOT", ROOT)).await;
        assert_eq!(found, expected, "{lang} of {languages:?}");
    }
}
