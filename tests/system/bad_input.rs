//! Surveys that cannot be asked, and servers that do not behave: a plain message in the survey's
//! place, the details for the designer in the console, never a broken form.

use harness::{Browser, ENDLESS_FILE, SILENT_FILE, StaticFiles};
use serde_json::{Value, json};

use crate::{
    accessibility::MEASURE,
    respondent::{SOMEBODY, SURVEY_PAGE, send, until_screen},
    showing::{census, show, show_prepared},
    types::{FILE, ROOT, press},
};

/// The census with a change.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut file = census();
    change(&mut file);
    file.to_string()
}

fn with_question(question: Value) -> String {
    changed(|file| file["questions"][0] = question)
}

/// What is tried: the survey as it arrives, the kind of failure, and a word that the console must
/// have for the designer.
fn bad_surveys() -> Vec<(String, &'static str, &'static str)> {
    let title = || json!({ "en": "?" });
    let nested = |depth: usize| {
        let condition = "{\"not\":".repeat(depth) + "{}" + &"}".repeat(depth);
        let question = format!(
            "{{\"id\":\"deep\",\"type\":\"yes-no\",\"title\":{{\"en\":\"?\"}},\"epsilon\":\"1\",\"condition\":{condition}}}"
        );
        changed(|file| file["questions"][1] = json!("DEEP")).replace("\"DEEP\"", &question)
    };
    let text = |words: String| changed(|file| file["title"]["en"] = Value::from(words));
    vec![
        ("<!doctype html><p>404".to_owned(), "loading", "JSON"),
        (String::new(), "loading", "JSON"),
        (census().to_string()[..900].to_owned(), "loading", "JSON"),
        ("null".to_owned(), "survey", "object"),
        ("[1, 2, 3]".to_owned(), "survey", "object"),
        (
            changed(|file| file["sotto"] = json!(2)),
            "survey",
            "version 1",
        ),
        (
            changed(|file| file["colour"] = json!("red")),
            "survey",
            "colour",
        ),
        (
            with_question(
                json!({ "id": "t", "type": "telepathy", "title": title(), "epsilon": "1" }),
            ),
            "survey",
            "telepathy",
        ),
        (
            with_question(json!({ "id": "t", "type": "text", "title": title(), "epsilon": "1" })),
            "survey",
            "text",
        ),
        (
            changed(|file| file["questions"][1]["mechanism"] = json!("rot13")),
            "survey",
            "rot13",
        ),
        (
            changed(|file| file["epsilon"] = json!("0.5")),
            "survey",
            "0.5",
        ),
        (
            changed(|file| file["questions"][1]["weights"] = json!(["31735754294", "1"])),
            "survey",
            "occupation",
        ),
        (text("x".repeat(1_000_000)), "survey", "2000 characters"),
        (text("safe\u{202e}txet".to_owned()), "survey", "/title/en"),
        (
            changed(|file| file["questions"][0]["id"] = Value::from("x".repeat(100_000))),
            "survey",
            "64",
        ),
        (nested(1_000), "survey", "deep"),
        (nested(100_000), "loading", ""),
        (
            changed(|file| file["version"] = json!(1e300)),
            "survey",
            "version",
        ),
    ]
}

/// Shows a survey from an address; what the element tells first.
async fn told_of(browser: &Browser, src: &str) -> Value {
    show(browser, &json!({ "src": src })).await;
    browser.until("told[0]").await
}

/// A message in plain words, and nothing to answer.
async fn assert_told(browser: &Browser, what: &str) {
    let words = browser.text_in_survey("[role=alert]").await;
    assert!(words.contains("Nothing was"), "{what}: {words}");
    let words: Value = words.chars().take(300).collect::<String>().into();
    for jargon in ["undefined", "null", "Error", "{", "weights"] {
        assert!(!words.to_string().contains(jargon), "{what}: {words}");
    }
    let controls = format!("return {ROOT}.querySelectorAll('input').length");
    assert_eq!(browser.run(&controls).await, 0, "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_survey_is_told_in_place_and_explained_in_the_console() {
    let surveys = bad_surveys();
    let paths: Vec<_> = (0..surveys.len())
        .map(|place| format!("surveys/bad-{place}.json"))
        .collect();
    let files: Vec<_> = paths
        .iter()
        .zip(&surveys)
        .map(|(path, (text, ..))| (&**path, &**text))
        .collect();
    let files = StaticFiles::with_files(&files).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    until_screen(&browser, "form").await;
    browser.errors().await;
    for (path, (text, kind, word)) in paths.iter().zip(&surveys) {
        let what: String = text.chars().take(120).collect();
        let told = told_of(&browser, &format!("../{path}")).await;
        assert_eq!(told, *kind, "{what}");
        assert_told(&browser, &what).await;
        let said = browser.errors().await.join("\n");
        assert!(
            said.contains("sotto-survey") && said.contains(word),
            "{what}: {said}"
        );
    }
    // Nothing there, nobody there, and no address at all.
    for src in [
        "../surveys/nowhere.json",
        "http://127.0.0.1:9/x.json",
        "http://[",
    ] {
        let kind = if src.ends_with("nowhere.json") {
            "missing"
        } else {
            "loading"
        };
        assert_eq!(told_of(&browser, src).await, kind, "{src}");
        assert_told(&browser, src).await;
    }
    browser.errors().await;
    // A million options, made in the page.
    let million = format!(
        "const census = {};
        census.questions[1].options = Array.from({{ length: 1_000_000 }}, (_, place) => ({{ id: `o${{place}}`, title: {{ en: 'x' }} }}));
        survey.survey = census",
        census()
    );
    show_prepared(&browser, &json!({}), &million).await;
    assert_eq!(browser.until("told[0]").await, "survey");
    assert_told(&browser, "a million options").await;
    assert!(files.posted().is_empty());
    // The page lives, and shows what can be asked.
    let good = "../surveys/census.sotto";
    assert_eq!(told_of(&browser, good).await, "sotto-ready");
}

/// Markup, scripts, templates, words without an end, in every text of a survey.
pub(crate) const HOSTILE: &str = r#"</p><img src=x onerror="document.title='run'"><script>document.title='run'</script>{{7*7}}${alert(1)}javascript:alert(1)&lt;b&gt;wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"#;

#[tokio::test(flavor = "multi_thread")]
async fn markup_in_every_text_is_shown_as_it_stands() {
    let mut file: Value = serde_json::from_str(FILE).unwrap();
    poison(&mut file);
    let files = StaticFiles::with_file("surveys/hostile.json", &file.to_string()).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    let hostile = "../surveys/hostile.json";
    assert_eq!(told_of(&browser, hostile).await, "sotto-ready");
    until_screen(&browser, "form").await;
    let foreign =
        format!("return [...{ROOT}.querySelectorAll('img, script, iframe, b, [onerror]')].length");
    let shown = format!("return {ROOT}.querySelector('h1, h2').textContent");
    browser.resize(320, 900).await;
    let check = async |where_: &str| {
        // Nothing of it sticks out of a narrow window.
        let measured = browser.run(&format!("{MEASURE} return measured")).await;
        assert_eq!(measured, json!([]), "{where_}");
        assert_eq!(browser.run(&foreign).await, 0, "{where_}");
        assert_ne!(
            browser.run("return document.title").await,
            "run",
            "{where_}"
        );
    };
    check("the first page").await;
    assert_eq!(browser.run(&shown).await, HOSTILE);
    browser
        .run(&format!("for (const name of ['agree', 'copied']) {ROOT}.querySelector(`[name=${{name}}]`).click()"))
        .await;
    for page in ["the second page", "the third page"] {
        press(&browser, "next").await;
        let progress = if page == "the second page" { "2" } else { "3" };
        browser
            .find_in_survey(&format!("progress[value='{progress}']"))
            .await;
        check(page).await;
    }
    press(&browser, "review").await;
    until_screen(&browser, "review").await;
    check("the review").await;
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    check("the receipt").await;
    assert_eq!(browser.errors().await, [""; 0]);
}

/// Every text in English becomes hostile.
pub(crate) fn poison(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if name == "en" && member.is_string() {
                    *member = HOSTILE.into();
                } else {
                    poison(member);
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(poison),
        _ => {}
    }
}

/// The browser's own timeouts, a hundred times as fast.
const HURRY: &str = "const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 100);";

#[tokio::test(flavor = "multi_thread")]
async fn whoever_never_answers_is_not_waited_for() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    until_screen(&browser, "form").await;
    browser.run(HURRY).await;
    for file in [SILENT_FILE, ENDLESS_FILE] {
        let told = told_of(&browser, &format!("../{file}")).await;
        assert_eq!(told, "loading", "{file}");
        assert_told(&browser, file).await;
        // The way out is a button.
        let again = format!("{ROOT}.querySelector('button').textContent");
        assert_eq!(browser.run(&format!("return {again}")).await, "Try again");
    }
}

/// A post that hangs: the copy is kept, and retrying is said and offered.
#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_hangs_is_given_up_and_kept() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    until_screen(&browser, "form").await;
    browser.run(HURRY).await;
    let hang = format!(
        "const fetched = window.fetch;
        window.fetch = (url, how) => how?.method === 'POST'
            ? fetched('../{SILENT_FILE}', {{ signal: how.signal }}) : fetched(url, how)"
    );
    browser.run(&hang).await;
    send(&browser, &SOMEBODY).await;
    let alert = "[data-failure=unreachable] [role=alert]";
    let alert = browser.text_in_survey(alert).await;
    assert!(alert.contains("sent again automatically"), "{alert}");
    browser.find_in_survey("[data-action=retry]").await;
    let kept = browser
        .run("return Object.values(localStorage).join()")
        .await;
    assert!(kept.as_str().unwrap().contains("pending"));
}
