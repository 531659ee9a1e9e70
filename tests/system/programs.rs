//! The two programs that show a survey: which of them is loaded depends on the published survey alone,
//! and what cannot be loaded is told.

use std::path::Path;

use harness::{Browser, Fault, StaticFiles};
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::{
    engines::in_both,
    prerendered::program,
    respondent::{SOMEBODY, SURVEY_PAGE, WORDS, act, send, until_screen},
    showing::{census, show, show_made},
    states::stop_program,
    types::ROOT,
    waves,
};

in_both!(
    a_survey_for_the_whole_program_waits_for_no_other,
    a_program_that_was_given_up_comes_for_a_survey_that_needs_it,
    a_program_is_not_given_up_that_another_survey_waits_for,
);

/// The program of surveys that need more than the common one has.
const WHOLE: &str = "widget-whole-";

/// The first question of the census, answered with no.
const NO: &str = "label:has(input[name=\"over-50\"][value=\"no\"])";

pub(crate) const RARE: &str = "surveys/rare.json";

async fn opened(files: &StaticFiles) -> Browser {
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    browser
}

fn programs_asked_for(files: &StaticFiles) -> Vec<String> {
    let mut asked = files.asked();
    asked.retain(|path| Path::new(path).extension().is_some_and(|end| end == "wasm"));
    let name = |path: &String| path.rsplit_once('-').map(|(name, _)| name.to_owned());
    asked.iter().filter_map(name).collect()
}

/// Holds back, in the page, what is to happen at the next frame or in a tenth of a second or later, until
/// `goOn()`.
pub(crate) const HELD: &str = "{
    const { requestAnimationFrame, setTimeout } = window;
    let held = [];
    window.requestAnimationFrame = (call) => held ? held.push(call) : requestAnimationFrame(call);
    window.setTimeout = (call, delay = 0, ...more) =>
        held && delay >= 100 ? held.push(call) : setTimeout(call, delay, ...more);
    window.goOn = () => {
        const calls = held;
        held = undefined;
        for (const call of calls) call();
    };
}";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_before_the_other_questions_are_drawn_counts() {
    let page = format!(
        "<!doctype html><meta charset=utf-8><title>A page</title><script>{HELD}</script>
        <script type=module src='../sotto-survey.js'></script>
        <sotto-survey src='../surveys/census.sotto' collector='..' lang=en></sotto-survey>"
    );
    let files = StaticFiles::with_file("embed/held.html", &page).await;
    let browser = Browser::start().await;
    browser.open(&files.address("embed/held.html")).await;
    browser.find_in_survey(NO).await;
    let questions = format!("{ROOT}.querySelectorAll('fieldset').length");
    assert_eq!(browser.run(&format!("return {questions}")).await, 1);
    browser.click_in_survey(NO).await;
    browser.until(&format!("{questions} === 3")).await;
    browser.run("goOn()").await;
    act(&browser, "review").await;
    until_screen(&browser, "review").await;
    let words = browser.run(&format!("return {WORDS}")).await;
    assert!(words.as_str().unwrap().contains("No"), "{words}");
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted().len(), 1);
}

/// The census with a question that only the whole program perturbs, and one that depends on another.
pub(crate) fn rare() -> Value {
    let mut census = census();
    census["questions"][1]["mechanism"] = json!("hadamard-response");
    census["questions"][2]["condition"] = json!({ "question": "occupation", "is": ["sales"] });
    census
}

async fn with_rare() -> StaticFiles {
    StaticFiles::with_files(&[(RARE, &rare().to_string())]).await
}

const TO_RARE: &str =
    "document.querySelector('sotto-survey').setAttribute('src', '../surveys/rare.json')";

#[tokio::test(flavor = "multi_thread")]
async fn without_its_program_it_is_told_and_nothing_is_sent() {
    for fault in [Fault::Missing, Fault::Altered] {
        let files = with_rare().await;
        let browser = opened(&files).await;
        browser.find_in_survey("fieldset [name=race]").await;
        files.fail(WHOLE, fault);
        browser.run(TO_RARE).await;
        let words = browser.text_in_survey("[data-failure=loading]").await;
        assert!(words.contains("Nothing was sent"), "{fault:?}: {words}");
        assert!(files.posted().is_empty());
        assert_eq!(browser.run("return localStorage.length").await, 0);

        // Nothing of it is left behind when the file is there again.
        files.mend();
        browser.click_in_survey("[data-failure] button").await;
        browser.find_in_survey("fieldset [name=occupation]").await;
        send(&browser, &SOMEBODY).await;
        until_screen(&browser, "receipt").await;
        assert_eq!(files.posted().len(), 1, "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_program_is_loaded_for_a_survey_that_needs_it_and_before_it_is_shown() {
    let files = with_rare().await;
    let browser = opened(&files).await;
    browser.find_in_survey("fieldset [name=race]").await;
    assert_eq!(programs_asked_for(&files), ["widget"]);

    browser.run(TO_RARE).await;
    // Its last question is not asked before another has been answered: the census is gone.
    let is_rare = "querySelector('[name=occupation]') && !root.querySelector('[name=race]')";
    browser
        .until(&format!("((root) => root.{is_rare})({ROOT})"))
        .await;
    let asked = files.asked();
    assert!(
        asked.iter().any(|path| path.starts_with(WHOLE)),
        "{asked:?}"
    );

    // Whatever is answered, nothing more is fetched.
    send(&browser, &SOMEBODY).await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.asked(), asked);
    assert_eq!(files.posted().len(), 1);
}

/// A page with these elements, which remembers in `ended` how its requests for the common program ended.
async fn page_with(elements: &str) -> (StaticFiles, String) {
    let common = program();
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title>
        <link rel=icon href='data:,'>
        <script>{{
            const {{ fetch }} = window;
            window.ended = [];
            window.fetch = (url, how) => {{
                const answer = fetch(url, how);
                if (String(url).endsWith('{common}'))
                    answer.then(() => ended.push('answered'), (error) => ended.push(error.name));
                return answer;
            }};
        }}</script>
        <script type=module src='../sotto-survey.js'></script>
        <body>{elements}</body></html>"
    );
    let files = StaticFiles::with_files(&[("embed/page.html", &page)]).await;
    (files, common)
}

/// An element that shows one of the site's surveys.
fn element(survey: &str) -> String {
    format!("<sotto-survey src='../surveys/{survey}.sotto' collector='..'></sotto-survey>")
}

async fn a_survey_for_the_whole_program_waits_for_no_other(browser: Browser) {
    let (files, common) = page_with(&element("every-type")).await;
    files.fail(&common, Fault::Late);
    browser.open(&files.address("embed/page.html")).await;
    browser.find_in_survey("fieldset").await;
    let ended = browser.until("ended.length && ended").await;
    assert_eq!(ended, json!(["AbortError"]));
}

async fn a_program_that_was_given_up_comes_for_a_survey_that_needs_it(browser: Browser) {
    let (files, common) = page_with(&element("every-type")).await;
    files.fail(&common, Fault::Late);
    browser.open(&files.address("embed/page.html")).await;
    browser.find_in_survey("fieldset").await;
    files.mend();
    show(&browser, &json!({ "src": "../surveys/census.sotto" })).await;
    browser.find_in_survey("fieldset [name=race]").await;
    let ended = browser.run("return ended").await;
    assert_eq!(ended, json!(["AbortError", "answered"]));
}

async fn a_program_is_not_given_up_that_another_survey_waits_for(browser: Browser) {
    let both = element("every-type") + &element("census");
    let (files, common) = page_with(&both).await;
    files.fail(&common, Fault::Late);
    browser.open(&files.address("embed/page.html")).await;
    browser.find_in_survey("fieldset").await;
    files.mend();
    let census = "document.querySelectorAll('sotto-survey')[1].shadowRoot";
    browser
        .until(&format!("{census}.querySelector('fieldset [name=race]')"))
        .await;
    let ended = browser.run("return ended").await;
    assert_eq!(ended, json!(["answered"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_in_waves_needs_the_whole_program() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = opened(&files).await;
    let waves: Survey = serde_json::from_value(waves::survey(1)).unwrap();
    let waves = serde_json::to_value(waves).unwrap();
    show_made(&browser, &waves, &json!({})).await;
    browser.until("told[0]").await;
    let programs = programs_asked_for(&files);
    assert!(
        programs.contains(&"widget-whole".to_owned()),
        "{programs:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_stops_takes_no_survey_of_the_other_with_it() {
    let files = with_rare().await;
    let browser = opened(&files).await;
    browser.find_in_survey("fieldset [name=race]").await;
    browser
        .run(
            "const rare = document.createElement('sotto-survey');
            rare.setAttribute('src', '../surveys/rare.json');
            rare.setAttribute('collector', '..');
            addEventListener('sotto-ready', () => window.ready = true, { once: true });
            document.querySelector('main').prepend(rare)",
        )
        .await;
    browser.until("window.ready").await;
    stop_program(&browser).await;
    let census = "document.querySelectorAll('sotto-survey')[1].shadowRoot";
    browser
        .until(&format!("{census}.querySelector('[data-failure=broken]')"))
        .await;
    // The other one, which stands first, goes on.
    send(&browser, &SOMEBODY).await;
    until_screen(&browser, "receipt").await;
    assert_eq!(files.posted().len(), 1);
}

/// Surveys that begin in many ways, with every mechanism for categories. They are not published: what
/// they leave open is computed in the page.
fn beginnings() -> Vec<Value> {
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
        let mechanisms = sotto_ldp::MECHANISMS
            .iter()
            .map(|mechanism| mechanism.name());
        for mechanism in ["auto"].into_iter().chain(mechanisms) {
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
            beginnings.push(survey(json!([question, last])));
        }
    }
    let words = json!({ "id": "words", "type": "statement", "title": text("Welcome") });
    let consent = json!({ "id": "consent", "type": "consent", "title": text("Yes") });
    let yes_no = json!({ "id": "first", "type": "yes-no", "title": text("?"), "decline": false });
    let mut sampled = survey(json!([words, consent, yes_no, last]));
    sampled["plan"] = json!("sample");
    sampled["sample"] = json!(1);
    beginnings.push(sampled);
    let mut paged = survey(json!([words, yes_no, last]));
    paged["pages"] = json!([{ "questions": ["words"] }, { "questions": ["first", "last"] }]);
    beginnings.push(paged.clone());
    paged["pages"] = json!([{ "questions": ["words", "first"] }, { "questions": ["last"] }]);
    beginnings.push(paged);
    beginnings.push(survey(json!([last])));
    beginnings
}

#[tokio::test(flavor = "multi_thread")]
async fn however_a_survey_begins_and_whatever_perturbs_it_its_program_can_ask_it() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = opened(&files).await;
    browser.find_in_survey(NO).await;
    // Mechanisms that do not fit a type are refused; no survey stops the program.
    let mut shown = 0;
    for survey in beginnings() {
        show_made(&browser, &survey, &json!({})).await;
        let told = browser.until("told[0]").await;
        assert!(
            told == "survey" || told == "sotto-ready",
            "{told}: {survey}"
        );
        shown += usize::from(told == "sotto-ready");
    }
    assert!(shown >= 30, "{shown}");
}
