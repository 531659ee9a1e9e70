//! A survey with arms on the page of its results: what it waits for, and what the arms say together.

use harness::System;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::accessibility::MEASURE;

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
        "document.querySelector('#progress').textContent.startsWith('Answers so far: 1,000.')";
    browser.until(progress).await;
    let yes = &results.arms[0].categories[0];
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    let shown = format!(
        "[...document.querySelectorAll('{TOGETHER} details.table tbody tr:first-child td')] \
         .map(cell => cell.textContent).join(' ').includes({:?})",
        percent(yes.combined.estimate)
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
