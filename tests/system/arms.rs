//! A survey with arms: on the page of its results what it waits for, and what the arms say together; on its own pages the
//! arm that a link names, where the survey leaves it to links, and no question where it is not named as it should be.

use harness::{Collector, System};
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::{
    accessibility::MEASURE,
    respondent::{SURVEY_PAGE, act, until_screen},
    showing::show,
};

/// How many answer: with this seed enough for a difference that shows.
const PEOPLE: usize = 1_000;

/// The figure of both arms.
const TOGETHER: &str = "[data-question=\"direct~soft\"]";

fn survey() -> Value {
    let question = |id: &str, title: &str| json!({ "id": id, "type": "yes-no", "title": { "en": title }, "epsilon": "2", "decline": false });
    json!({
        "sotto": 1, "id": "wordings", "version": 1, "title": { "en": "Two wordings" },
        "languages": ["en"], "plan": "fixed", "epsilon": "2", "minimum-reports": 1,
        "questions": [question("direct", "Do you cheat?"), question("soft", "Do you sometimes cheat?")],
        "arms": [["direct", "soft"]],
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn arms_are_told_together_once_each_has_as_many_reports_as_the_collector_asks_for() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let collector = &system.collector;
    collector.manage("POST", "surveys", &token, &survey()).await;
    let settings = json!({ "results": "public", "minimum_reports": 20 });
    let path = "surveys/wordings/settings";
    collector.manage("PATCH", path, &token, &settings).await;
    let browser = &system.browser;
    let address = system.address("results/wordings?lang=en");
    browser.open(&address).await;
    // The survey itself would tell each.
    let waiting = browser
        .text_of("[data-question=direct] .waiting .headline")
        .await;
    assert!(waiting.contains("it takes 20 before"), "{waiting}");

    let file: Survey = serde_json::from_value(survey()).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(14);
    for person in 0..PEOPLE {
        // Everybody would say yes to the soft question, every fourth to the direct one.
        let answers = [u32::from(person % 4 != 0), 0].into_iter();
        let answers = answers.zip(file.questions());
        let answers: Vec<_> = answers
            .map(|(index, question)| question.answer(index).ok())
            .collect();
        let body = file.randomize(&answers, &mut rng).unwrap().body(&file);
        assert_eq!(collector.post("wordings", &body).await, 201);
    }
    browser.find(&format!("{TOGETHER} .headline b")).await;
    assert_eq!(collector.results("wordings").await.minimum_reports, 20);
    // The last few are held back until there are as many as that; without a minimum, everybody is told.
    let none = json!({ "minimum_reports": null });
    collector.manage("PATCH", path, &token, &none).await;
    browser.open(&address).await;
    let results = collector.results("wordings").await;
    // Each was asked one of the questions, and counts once.
    let progress =
        "document.querySelector('#progress').textContent.startsWith('1,000 people have answered.')";
    browser.until(progress).await;
    let yes = &results.arms[0].categories[0];
    let combined = yes.combined.unwrap();
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    let shown = format!(
        "[...document.querySelectorAll('{TOGETHER} details.table tbody tr:first-child td')] \
         .map(cell => cell.textContent).join(' ').includes({:?})",
        percent(combined.estimate)
    );
    browser.until(&shown).await;
    let [low, high] = yes.differences[0].interval;
    let expected = format!(
        "“Yes” as the answer to “Do you sometimes cheat?” is more frequent than “Yes” as the answer to \
         “Do you cheat?”: by {:.0} points \
         (between {:.0} and {:.0}, 19 times in 20).",
        yes.differences[0].estimate * 100.0,
        low * 100.0,
        high * 100.0
    );
    let difference = browser
        .text_of(&format!("{TOGETHER} .differences li"))
        .await;
    assert_eq!(difference, expected);
    for (width, language, colours) in [(320, "zh-CN", "dark"), (1280, "en", "light")] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        let address = system.address(&format!("results/wordings?lang={language}"));
        browser.open(&address).await;
        browser.find(&format!("{TOGETHER} .headline b")).await;
        let measured = browser.run(&format!("{MEASURE} return measured")).await;
        assert_eq!(measured, json!([]), "{width} px");
        assert_eq!(browser.errors().await, [""; 0]);
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
        // axe-core writes imported style sheets into the page, which the page's policy refuses.
        browser.errors().await;
    }
}

/// The same survey, of which links name the arm, under a name of its own.
fn by_link() -> Value {
    let mut survey = survey();
    survey["id"] = "links".into();
    survey["arms-by-link"] = true.into();
    survey
}

/// Publishes a survey whose results everybody may read.
async fn publish(collector: &Collector, token: &str, survey: &Value) {
    collector.manage("POST", "surveys", token, survey).await;
    let path = format!("surveys/{}/settings", survey["id"].as_str().unwrap());
    let settings = json!({ "results": "public" });
    collector.manage("PATCH", &path, token, &settings).await;
}

/// The questions that a survey on the page shows.
const SHOWN: &str =
    "[...new Set([...document.querySelector('sotto-survey').shadowRoot.querySelectorAll('fieldset input')]
    .map(input => input.name))]";

#[tokio::test(flavor = "multi_thread")]
async fn a_link_names_the_arm_that_is_asked_and_counted() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let (collector, browser) = (&system.collector, &system.browser);
    publish(collector, &token, &by_link()).await;
    let arms = [
        ("direct", "Do you cheat?"),
        ("soft", "Do you sometimes cheat?"),
    ];
    for (asked, (arm, title)) in arms.into_iter().enumerate() {
        // The page of its own, the page with what is known, and the element.
        for path in [
            format!("embed/frame.html?survey=links&arm={arm}"),
            format!("answer/?survey=links&arm={arm}&lang=en"),
        ] {
            browser.open(&system.address(&path)).await;
            browser.find_in_survey("fieldset input").await;
            assert_eq!(browser.run(&format!("return {SHOWN}")).await, json!([arm]));
            let words = browser.text_in_survey("fieldset:has(input)").await;
            assert!(words.contains(title), "{words}");
        }
        let given = json!({
            "src": system.address("api/v1/surveys/links"), "collector": system.address(""),
            "arm": arm,
        });
        browser.open(&system.address(SURVEY_PAGE)).await;
        show(browser, &given).await;
        browser.find_in_survey("fieldset input").await;
        assert_eq!(browser.run(&format!("return {SHOWN}")).await, json!([arm]));
        let yes = format!("label:has(input[name=\"{arm}\"][value=yes])");
        browser.click_in_survey(&yes).await;
        act(browser, "review").await;
        until_screen(browser, "review").await;
        act(browser, "send").await;
        until_screen(browser, "receipt").await;
        let results = collector.results("links").await;
        let reports: Vec<_> = results.questions.iter().map(|one| one.reports).collect();
        assert_eq!(reports, [1, asked as u64]);
        // The next person answers on the same device.
        let forget = "const done = arguments[arguments.length - 1];
            document.querySelector('sotto-survey').forget().then(() => done());";
        browser.run_async(forget).await;
    }
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_asked_where_a_link_does_not_name_the_arms_that_it_should() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let (collector, browser) = (&system.collector, &system.browser);
    for survey in [survey(), by_link()] {
        publish(collector, &token, &survey).await;
    }
    for (address, lang, words) in [
        (
            "survey=links",
            "en",
            "The link you opened does not match this survey",
        ),
        (
            "survey=links&arm=",
            "en",
            "The link you opened does not match this survey",
        ),
        (
            "survey=links&arm=hard",
            "zh-CN",
            "您打开的链接与这项调查不符",
        ),
        (
            "survey=links&arm=direct&arm=soft",
            "en",
            "The link you opened does not match this survey",
        ),
        // A survey that draws its arms, and one that has none.
        (
            "survey=wordings&arm=soft",
            "zh-CN",
            "您打开的链接与这项调查不符",
        ),
        (
            "survey=census&arm=soft",
            "en",
            "The link you opened does not match this survey",
        ),
    ] {
        let path = format!("embed/frame.html?{address}#lang={lang}");
        browser.open("about:blank").await;
        browser.open(&system.address(&path)).await;
        let said = browser
            .text_in_survey("p[role=alert][data-failure=arm]")
            .await;
        assert!(said.starts_with(words), "{address}: {said}");
        assert_eq!(browser.run(&format!("return {SHOWN}")).await, json!([]));
        // The console has it, for whoever made the link.
        browser.errors().await;
    }
    // Drawn arms and no link that names one: one of both is asked.
    browser
        .open(&system.address("embed/frame.html?survey=wordings"))
        .await;
    browser.find_in_survey("fieldset input").await;
    let shown = browser.run(&format!("return {SHOWN}")).await;
    assert!(
        shown == json!(["direct"]) || shown == json!(["soft"]),
        "{shown}"
    );
    for survey in ["wordings", "links", "census"] {
        let results = collector.results(survey).await;
        assert!(results.questions.iter().all(|one| one.reports == 0));
    }
}

/// Without its label no bar of one arm could be told from that of the other, and no mean is shown of what nobody drew.
#[tokio::test(flavor = "multi_thread")]
async fn arms_that_links_name_are_told_beside_each_other() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let (collector, browser) = (&system.collector, &system.browser);
    let survey = by_link();
    publish(collector, &token, &survey).await;
    let file: Survey = serde_json::from_value(survey).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(15);
    for (named, people) in [("direct", 60), ("soft", 40)] {
        let asked = file.clone().with_arms_named(named).unwrap();
        for _ in 0..people {
            let answers = asked.questions().iter();
            let answers: Vec<_> = answers.map(|question| question.answer(0).ok()).collect();
            let body = asked.randomize(&answers, &mut rng).unwrap().body(&asked);
            assert_eq!(collector.post("links", &body).await, 201);
        }
    }
    browser.open(&system.address("results/links?lang=en")).await;
    let rows =
        format!("document.querySelectorAll('{TOGETHER} details.table tbody tr').length === 4");
    browser.until(&rows).await;
    let caption = browser.text_of(&format!("{TOGETHER} figcaption")).await;
    assert!(caption.contains("which their link named"), "{caption}");
    let results = collector.results("links").await;
    assert!(
        results.arms[0]
            .categories
            .iter()
            .all(|one| one.combined.is_none())
    );
    browser.find(&format!("{TOGETHER} .differences li")).await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
}
