//! The program comes in parts: what is there is enough for what is shown, what is missing is told, and
//! which parts are asked for depends on the survey alone.

use std::path::Path;

use harness::{Browser, Fault, StaticFiles};
use serde_json::{Value, json};

use crate::{
    respondent::{SOMEBODY, SURVEY_PAGE, WORDS, act, send, until_screen},
    showing::{census, show_made},
    types::ROOT,
};

/// The part that everybody loads after the first.
const REST: &str = "widget-rest-";

/// The first question of the census, answered with no.
const NO: &str = "label:has(input[name=\"over-50\"][value=\"no\"])";

async fn opened(files: &StaticFiles) -> Browser {
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    browser
}

fn parts_asked_for(files: &StaticFiles) -> Vec<String> {
    let mut asked = files.asked();
    asked.retain(|path| {
        path.starts_with("widget-") && Path::new(path).extension().is_some_and(|end| end == "wasm")
    });
    let name = |path: &String| path.rsplit_once('-').map(|(name, _)| name.to_owned());
    asked.iter().filter_map(name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_before_the_rest_is_here_counts() {
    let files = StaticFiles::with_files(&[]).await;
    files.fail(REST, Fault::Late);
    let browser = opened(&files).await;
    browser.find_in_survey(NO).await.click().await.unwrap();
    let questions = format!("{ROOT}.querySelectorAll('fieldset').length");
    assert_eq!(browser.run(&format!("return {questions}")).await, 1);
    files.mend();
    browser.until(&format!("{questions} === 3")).await;
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
    let words = browser.run(&format!("return {WORDS}")).await;
    assert!(words.as_str().unwrap().contains("No"), "{words}");
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_rest_it_is_told_and_nothing_is_sent() {
    for fault in [Fault::Missing, Fault::Altered] {
        let files = StaticFiles::with_files(&[]).await;
        files.fail(REST, fault);
        let browser = opened(&files).await;
        let told = browser.find_in_survey("[data-failure=loading]").await;
        let words = told.text().await.unwrap();
        assert!(words.contains("Nothing was sent"), "{fault:?}: {words}");
        assert!(files.posted().is_empty());
        assert_eq!(browser.run("return localStorage.length").await, 0);

        // Nothing of it is left behind when the file is there again.
        files.mend();
        let again = browser.find_in_survey("[data-failure] button").await;
        again.click().await.unwrap();
        send(&browser, &SOMEBODY).await;
        until_screen(&browser, "receipt").await;
        assert_eq!(files.posted().len(), 1, "{fault:?}");
    }
}

/// The census with a question that a part of its own perturbs, and one that depends on another.
fn rare() -> Value {
    let mut census = census();
    census["questions"][1]["mechanism"] = json!("hadamard-response");
    census["questions"][2]["condition"] = json!({ "question": "occupation", "is": ["sales"] });
    census
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_survey_needs_is_loaded_for_it_alone_and_before_it_is_shown() {
    let rare = rare().to_string();
    let files = StaticFiles::with_files(&[("surveys/rare.json", &rare)]).await;
    let browser = opened(&files).await;
    browser.find_in_survey("fieldset [name=race]").await;
    let common = parts_asked_for(&files);
    assert_eq!(common, ["widget", "widget-rest"], "{common:?}");

    files.fail("widget-mechanisms-", Fault::Missing);
    browser
        .run("document.querySelector('sotto-survey').setAttribute('src', '../surveys/rare.json')")
        .await;
    browser.find_in_survey("[data-failure=loading]").await;
    files.mend();
    browser
        .run("document.querySelector('sotto-survey').restart()")
        .await;
    browser.find_in_survey("fieldset [name=occupation]").await;
    let asked = files.asked();
    let parts = parts_asked_for(&files);
    for part in ["widget-mechanisms", "widget-forms"] {
        assert!(parts.iter().any(|name| name == part), "{parts:?}");
    }

    // Whatever is answered, nothing more is fetched.
    send(&browser, &SOMEBODY).await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.asked(), asked);
    assert_eq!(files.posted().len(), 1);
}

/// A page that shows one survey to who decides on the parts, and another to the program.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_into_a_part_that_is_not_there_stops_every_survey() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = opened(&files).await;
    browser.find_in_survey("fieldset [name=race]").await;
    let kinds = browser
        .run_async(
            "const done = arguments[arguments.length - 1];
            const kinds = [];
            document.addEventListener('sotto-error', ({ detail }) => {
                if (kinds.push(detail.kind) === 2) done(kinds);
            });
            (async () => {
                const census = await (await fetch('../surveys/census.json')).json();
                let looks = 0;
                Object.defineProperty(census.questions[1], 'mechanism', {
                    enumerable: true,
                    get: () => ++looks < 3 ? 'direct-encoding' : 'hadamard-response',
                });
                const survey = document.createElement('sotto-survey');
                survey.survey = census;
                survey.setAttribute('collector', '..');
                document.body.prepend(survey);
            })();",
        )
        .await;
    assert_eq!(kinds, json!(["broken", "broken"]));
    let told = browser
        .run(
            "return [...document.querySelectorAll('sotto-survey')].map(({ shadowRoot }) =>
                [shadowRoot.textContent.includes('stopped working'), shadowRoot.querySelectorAll('input').length])",
        )
        .await;
    assert_eq!(told, json!([[true, 0], [true, 0]]));
    assert!(files.posted().is_empty());
}

/// Surveys that begin in every way in which the first question is drawn before the rest is there, and
/// some that begin otherwise. They are not published: what they leave open is computed in the page.
fn beginnings() -> Vec<(Value, bool)> {
    let text = |words: &str| json!({ "en": words });
    let options = json!([
        { "id": "a", "title": text("A") },
        { "id": "b", "title": text("B") },
        { "id": "c", "title": text("C"), "exclusive": true },
    ]);
    let survey = |questions: Value| {
        json!({
            "sotto": 1, "id": "beginning", "version": 1, "title": text("Survey"),
            "description": text("Words"), "languages": ["en"], "plan": "split", "epsilon": "2",
            "questions": questions,
        })
    };
    let last = json!({ "id": "last", "type": "number", "title": text("?"), "min": 0, "max": 9, "step": 1 });
    let mut beginnings = Vec::new();
    for question_type in ["yes-no", "single-choice", "likert", "multiple-choice"] {
        for mechanism in [
            "auto",
            "two-coins",
            "randomized-response",
            "direct-encoding",
            "subset-selection",
            "optimized-unary-encoding",
        ] {
            let mut question = json!({
                "id": "first", "type": question_type, "title": text("?"), "help": text("Help"),
                "mechanism": mechanism, "required": true,
            });
            if question_type != "yes-no" {
                let mut options = options.clone();
                if question_type != "multiple-choice" {
                    options[2].as_object_mut().unwrap().remove("exclusive");
                }
                question["options"] = options;
            }
            beginnings.push((survey(json!([question, last])), true));
        }
    }
    let words = json!({ "id": "words", "type": "statement", "title": text("Welcome") });
    let consent = json!({ "id": "consent", "type": "consent", "title": text("Yes") });
    let yes_no = json!({ "id": "first", "type": "yes-no", "title": text("?"), "decline": false });
    let mut sampled = survey(json!([words, consent, yes_no, last]));
    sampled["plan"] = json!("sample");
    sampled["sample"] = json!(1);
    beginnings.push((sampled, true));
    let mut paged = survey(json!([words, yes_no, last]));
    paged["pages"] = json!([{ "questions": ["words"] }, { "questions": ["first", "last"] }]);
    beginnings.push((paged.clone(), false));
    paged["pages"] = json!([{ "questions": ["words", "first"] }, { "questions": ["last"] }]);
    beginnings.push((paged, true));
    beginnings.push((survey(json!([last])), false));
    beginnings
}

#[tokio::test(flavor = "multi_thread")]
async fn however_a_survey_begins_its_first_question_needs_no_more_than_it_loads() {
    let files = StaticFiles::with_files(&[]).await;
    files.fail(REST, Fault::Late);
    let browser = opened(&files).await;
    browser.find_in_survey(NO).await;
    // Mechanisms that do not fit a type are refused; no survey stops the program.
    let beginnings = beginnings();
    let mut drawn = 0;
    for (survey, _) in beginnings.iter().filter(|(_, at_once)| *at_once) {
        show_made(&browser, survey, &json!({})).await;
        let first = "fieldset input[name=first]";
        let seen = browser
            .until(&format!("told[0] ?? {ROOT}.querySelector('{first}')?.name"))
            .await;
        assert!(seen == "survey" || seen == "first", "{seen}: {survey}");
        drawn += usize::from(seen == "first");
    }
    assert!(drawn >= 14, "{drawn}");
    files.mend();
    for (survey, _) in &beginnings {
        show_made(&browser, survey, &json!({})).await;
        let told = browser.until("told[0]").await;
        assert!(
            told == "survey" || told == "sotto-ready",
            "{told}: {survey}"
        );
    }
}
