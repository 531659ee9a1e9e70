//! A survey with a question of every type, on three pages, and people who answer it.

use harness::{Browser, StaticFiles};
use serde_json::{Value, json};
use sotto_survey::{Submission, Survey};

use crate::{respondent::SURVEY_PAGE, showing};

/// The survey's file.
pub(crate) const FILE: &str = include_str!("../surveys/every-type.json");

/// The widget's shadow root.
pub(crate) const ROOT: &str = "document.querySelector('sotto-survey').shadowRoot";

/// One thing that a person does with the controls.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Chooses the option of that name and value.
    Pick(&'static str, &'static str),
    /// Types into the field of that name.
    Write(&'static str, &'static str),
    /// Sets the slider of that name.
    Slide(&'static str, &'static str),
    /// Searches for a text, and takes the first option found.
    Search(&'static str, &'static str),
    /// Gives the option of that question its next place, or moves it up.
    Rank(&'static str, &'static str),
}
use Step::{Pick, Rank, Search, Slide, Write};

/// Somebody with much to say, page by page.
pub(crate) const TALKATIVE: [&[Step]; 3] = [
    &[
        Pick("agree", "yes"),
        Pick("cheated", "yes"),
        Pick("subject", "history"),
        Pick("copied", "different"),
    ],
    &[
        Pick("stress", "5"),
        Pick("stars", "4"),
        Pick("recommend", "10"),
        Pick("used", "alcohol"),
        Pick("used", "cannabis"),
        Pick("agree-scale", "yes"),
        Pick("services.library", "good"),
        Pick("services.sports", "fair"),
    ],
    &[
        Write("sleep", "23.5"),
        Slide("health", "100"),
        Write("money.food", "200"),
        Write("money.fun", "99"),
        Search("country", "cote"),
        Rank("wishes", "gym"),
        Rank("wishes", "yard"),
        Rank("wishes", "yard"),
    ],
];

/// Somebody who says as little as can be said, and is asked less.
pub(crate) const SILENT: [&[Step]; 3] = [
    &[
        Pick("agree", "yes"),
        Pick("cheated", "no"),
        Pick("copied", "same"),
    ],
    &[],
    &[],
];

/// The survey.
pub(crate) fn survey() -> Survey {
    serde_json::from_str(FILE).unwrap()
}

/// What a body says, if it can have come from the survey.
pub(crate) fn submission(body: &str) -> Submission {
    Submission::check(serde_json::from_str(body).unwrap(), &survey()).unwrap()
}

/// A browser that shows the survey, served beside something that takes what is posted.
pub(crate) async fn opened() -> (StaticFiles, Browser) {
    opened_in(Browser::start().await).await
}

/// The same with a browser of one's own.
pub(crate) async fn opened_in(browser: Browser) -> (StaticFiles, Browser) {
    let files = StaticFiles::with_file("surveys/every-type.json", FILE).await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    show(&browser, "en").await;
    (files, browser)
}

/// Shows the survey from its beginning, in a language.
pub(crate) async fn show(browser: &Browser, language: &str) {
    browser
        .run(&format!(
            "localStorage.clear();
            document.documentElement.lang = '{language}'"
        ))
        .await;
    let attributes = json!({ "src": "../surveys/every-type.json", "lang": language });
    showing::show(browser, &attributes).await;
    // The way on comes with the last question of the page.
    let whole = format!("[data-screen=form][lang={language}] [data-action=next]");
    browser.find_in_survey(&whole).await;
}

/// JavaScript: `find`, which waits for an element of the survey, and `take`, which does a step at
/// once.
pub(crate) const SCRIPT: &str = r#"
    const root = () => document.querySelector("sotto-survey").shadowRoot;
    const find = async (selector) => {
        for (const begin = performance.now(); performance.now() < begin + 60_000;) {
            const found = root()?.querySelector(selector);
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve));
        }
        throw new Error(`${selector} never came: ${root()?.textContent}`);
    };
    const tell = (input, text) => {
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    };
    const take = async ([kind, name, value]) => {
        if (kind === "pick") (await find(`[name="${name}"][value="${value}"]`)).click();
        else if (kind === "rank") {
            (await find(`[data-action=rank][data-question="${name}"][data-value="${value}"]`)).click();
            await find(`.ranked [data-question="${name}"][data-value="${value}"]`);
        } else if (kind === "search") {
            // After a page was turned its heading gets the focus, be it while we are at it.
            const field = await find(`[name="${name}"]`);
            const deadline = performance.now() + 60_000;
            while (root().activeElement !== field || !root().querySelector("[role=option]")) {
                if (performance.now() > deadline) throw new Error(`nothing is found for ${value}`);
                field.focus();
                tell(field, value);
                await new Promise((resolve) => setTimeout(resolve));
            }
            (await find("[role=option]")).click();
            field.blur();
        } else tell(await find(`[name="${name}"]`), value);
    };
"#;

/// The steps as the script takes them.
pub(crate) fn as_json(pages: &[&[Step]]) -> Value {
    let step = |step: &Step| match *step {
        Pick(name, value) => json!(["pick", name, value]),
        Write(name, text) => json!(["write", name, text]),
        Slide(name, value) => json!(["slide", name, value]),
        Search(name, text) => json!(["search", name, text]),
        Rank(name, option) => json!(["rank", name, option]),
    };
    let page = |steps: &&[Step]| steps.iter().map(step).collect::<Value>();
    pages.iter().map(page).collect()
}

/// Takes steps at once, by script, on the page that is shown.
pub(crate) async fn take(browser: &Browser, steps: &[Step]) {
    let steps = as_json(&[steps]);
    browser
        .run_async(&format!(
            "{SCRIPT} const done = arguments[arguments.length - 1];
            (async () => {{ for (const step of {steps}[0]) await take(step); done(); }})();"
        ))
        .await;
}

/// Presses a button of the widget by script.
pub(crate) async fn press(browser: &Browser, action: &str) {
    let button = format!("button[data-action=\"{action}\"]");
    browser.click_by_script_in_survey(&button).await;
}

/// What stands in the survey, as a person reads it.
pub(crate) async fn text(browser: &Browser, selector: &str) -> String {
    browser.text_in_survey(selector).await
}
