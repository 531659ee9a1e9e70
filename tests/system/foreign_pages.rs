//! The widget on pages whose own style is none of its business, and in little room.

use harness::{Browser, StaticFiles};
use serde_json::{Value, json};

use crate::{
    accessibility::MEASURE,
    engines::in_both,
    respondent::{SURVEY_PAGE, act, until_screen},
    showing::{show, show_made},
    states::{open_all, show_wave},
    types::ROOT,
};

in_both!(
    sizes_and_inherited_rules_stay_outside,
    the_first_question_is_near_the_top_on_a_phone,
    a_page_turned_is_read_from_its_own_heading,
    options_of_a_ranking_look_like_all_others,
    nothing_sticks_out_where_there_is_hardly_room,
);

/// What frameworks and themes set, and what a page might: a root of 62.5 %, everything that is inherited, and rules for
/// all elements.
const WILD: &str = "html { font-size: 62.5% }
    body { text-align: center; text-transform: uppercase; letter-spacing: .2em; word-spacing: .5em; white-space: nowrap;
      font: italic small-caps 700 3rem/3 serif; text-indent: 2em; text-shadow: 2px 2px red; cursor: wait;
      -webkit-user-select: none; user-select: none; color: red; direction: ltr; hyphens: auto; tab-size: 3;
      list-style: square inside; border-collapse: collapse; caption-side: bottom; quotes: '<' '>'; text-wrap: nowrap;
      word-break: break-all; overflow-wrap: normal; line-break: anywhere; font-kerning: none; orphans: 7; widows: 7;
      accent-color: red; caret-color: red; -webkit-text-fill-color: red; pointer-events: auto; text-align-last: right }
    *, ::before, ::after { box-sizing: content-box; margin: 1px; outline: 1px dashed red; animation: none !important }
    button, input, select, label { all: unset !important }
    p { margin-block-end: 1.5em } h1, h2 { font-size: 9rem; color: red } dl, dd { margin-inline-start: 40px }
    details { display: contents } section { padding: 5rem }";

fn page_with(style: &str) -> String {
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title>
        <style>{style} html, body, main {{ margin: 0 !important }} sotto-survey {{ display: block; margin: 0 !important }}</style>
        <script type=module src='./sotto-survey.js'></script>
        <main><sotto-survey src='surveys/census.sotto' collector='.' lang=en></sotto-survey></main></html>"
    )
}

/// JavaScript: the style of every element of the survey as the browser computes it, and where each stands.
const STYLES: &str = "const root = document.querySelector('sotto-survey').shadowRoot;
    return [...root.querySelectorAll('.survey, .survey *')].map((element) => {
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        const values = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
        return [element.localName, element.className, x, y, width, height, ...values].map(String);
    });";

async fn sizes_and_inherited_rules_stay_outside(browser: Browser) {
    let (plain, wild) = (page_with(""), page_with(WILD));
    let files = StaticFiles::with_files(&[("plain.html", &plain), ("wild.html", &wild)]).await;
    let mut styles = Vec::new();
    for name in ["plain.html", "wild.html"] {
        browser.open(&files.address(name)).await;
        until_screen(&browser, "form").await;
        open_all(&browser).await;
        styles.push(browser.run(STYLES).await);
    }
    let [plain, wild] = styles.try_into().unwrap();
    let (plain, wild) = (plain.as_array().unwrap(), wild.as_array().unwrap());
    assert!(plain.len() > 100);
    for (plain, wild) in plain.iter().zip(wild) {
        let values = plain
            .as_array()
            .unwrap()
            .iter()
            .zip(wild.as_array().unwrap());
        let others: Vec<_> = values.filter(|(plain, wild)| plain != wild).collect();
        assert!(others.is_empty(), "<{}> {}: {others:?}", plain[0], plain[1]);
    }
    assert_eq!(plain.len(), wild.len());
    // The reader's size, and that of a page that wants another.
    let size = format!("getComputedStyle({ROOT}.querySelector('.survey')).fontSize");
    assert_eq!(browser.run(&format!("return {size}")).await, "16px");
    let wanted = "document.querySelector('sotto-survey').style.setProperty('--sotto-size', '20px')";
    browser.run(wanted).await;
    assert_eq!(browser.run(&format!("return {size}")).await, "20px");
}

/// JavaScript: how far down the first question begins.
const FIRST: &str =
    "document.querySelector('sotto-survey').shadowRoot.querySelector('[part=question]')
    .getBoundingClientRect().top + scrollY";

async fn the_first_question_is_near_the_top_on_a_phone(browser: Browser) {
    let files = StaticFiles::with_files(&[]).await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    browser.resize(390, 844).await;
    // On a phone the scrollbar takes no place.
    let no_scrollbar = "document.documentElement.style.scrollbarWidth = 'none'";
    browser.run(no_scrollbar).await;
    let near = async |most: f64, what: &str| {
        until_screen(&browser, "form").await;
        let first = browser.run(&format!("return {FIRST}")).await;
        let first = first.as_f64().unwrap();
        assert!(
            first <= most,
            "{what}: the first question begins at {first} px"
        );
    };
    for language in ["en", "zh-CN"] {
        for survey in ["census", "five-questions"] {
            let src = format!("../surveys/{survey}.json");
            show(&browser, &json!({ "src": src, "lang": language })).await;
            near(300.0, &format!("{survey}, {language}")).await;
        }
        show_wave(&browser, 1).await;
        near(400.0, "waves").await;
    }
}

async fn a_page_turned_is_read_from_its_own_heading(browser: Browser) {
    let files = StaticFiles::with_files(&[]).await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    let question =
        |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1" });
    let questions = ["one", "two", "three"].map(question);
    let survey = json!({
        "sotto": 1, "id": "pages", "version": 1, "title": { "en": "Pages" }, "languages": ["en"], "plan": "fixed",
        "epsilon": "3", "questions": questions,
        "pages": [
            { "questions": ["one"] },
            { "title": { "en": "The course" }, "questions": ["two"] },
            { "questions": ["three"] },
        ],
    });
    let survey: sotto_survey::Survey = serde_json::from_value(survey).unwrap();
    show_made(&browser, &serde_json::to_value(survey).unwrap(), &json!({})).await;
    until_screen(&browser, "form").await;
    let focused = format!("{ROOT}.activeElement?.textContent");
    for (action, heading) in [
        ("next", "The course"),
        ("next", "Pages"),
        ("back", "The course"),
        ("back", "Pages"),
    ] {
        act(&browser, action).await;
        browser.until(&format!("{focused} === '{heading}'")).await;
        let described = format!("return {ROOT}.activeElement.getAttribute('aria-describedby')");
        assert_eq!(browser.run(&described).await, "at-page");
    }
}

async fn options_of_a_ranking_look_like_all_others(browser: Browser) {
    let files = StaticFiles::with_files(&[]).await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    let options = ["tea", "coffee", "water"].map(|id| json!({ "id": id, "title": { "en": id } }));
    let survey = json!({
        "sotto": 1, "id": "order", "version": 1, "title": { "en": "Order" }, "languages": ["en"], "plan": "fixed",
        "epsilon": "2", "questions": [
            { "id": "choice", "type": "single-choice", "title": { "en": "Choose" }, "options": options, "epsilon": "1" },
            { "id": "order", "type": "ranking", "title": { "en": "Order" }, "options": options, "epsilon": "1" },
        ],
    });
    let survey: sotto_survey::Survey = serde_json::from_value(survey).unwrap();
    show_made(&browser, &serde_json::to_value(survey).unwrap(), &json!({})).await;
    until_screen(&browser, "form").await;
    let looks = format!(
        "return ['label.option', 'button.option'].map((one) => {{
            const {{ backgroundColor, color }} = getComputedStyle({ROOT}.querySelector(one));
            return `${{backgroundColor}} ${{color}}`;
        }})"
    );
    let looks = browser.run(&looks).await;
    assert_eq!(looks[0], looks[1]);
}

/// A telephone's window of 390 px at 400 %.
async fn nothing_sticks_out_where_there_is_hardly_room(browser: Browser) {
    let mut survey: Value =
        serde_json::from_str(include_str!("../surveys/every-type.json")).unwrap();
    survey.as_object_mut().unwrap().remove("pages");
    let survey: sotto_survey::Survey = serde_json::from_value(survey).unwrap();
    let survey = serde_json::to_string(&survey).unwrap();
    let inner = "<!doctype html><html lang=en><meta charset=utf-8><title>Inside</title><style>body { margin: 0 }</style>
        <script type=module src='./sotto-survey.js'></script>
        <sotto-survey src='narrow.json' collector='.' lang=en></sotto-survey></html>";
    let outer = "<!doctype html><html lang=en><meta charset=utf-8><title>Outside</title>
        <iframe src='inner.html' style='width: 98px; height: 600px; border: 0'></iframe></html>";
    let files = [
        ("narrow.json", &*survey),
        ("inner.html", inner),
        ("outer.html", outer),
    ];
    let files = StaticFiles::with_files(&files).await;
    browser.open(&files.address("outer.html")).await;
    let root = "document.querySelector('iframe').contentDocument?.querySelector('sotto-survey')?.shadowRoot";
    browser
        .until(&format!("!!{root}?.querySelector('.actions')"))
        .await;
    let measured = format!(
        "for (const details of {root}.querySelectorAll('details')) details.open = true;
        const inside = document.querySelector('iframe').contentWindow;
        return new inside.Function({})()",
        Value::from(format!("{MEASURE} return measured"))
    );
    assert_eq!(browser.run(&measured).await, json!([]));
}
