//! A survey in waves: what the device keeps between two waves, and what it sends in each.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::{
    respondent::{SURVEY_PAGE, act, shown_body, until_screen},
    showing,
    types::ROOT,
};

pub(crate) fn survey(version: u32) -> Value {
    let meals = ["rice", "bread", "noodles"].map(|id| json!({ "id": id, "title": { "en": id } }));
    json!({
        "sotto": 1, "id": "mood", "version": version, "title": { "en": "Mood" },
        "languages": ["en"], "plan": "fixed", "epsilon": "4", "epsilon-first": "2", "weak-protection": true,
        "minimum-reports": 1,
        "questions": [
            { "id": "well", "type": "yes-no", "title": { "en": "Are you well?" }, "epsilon": "2" },
            { "id": "meal", "type": "single-choice", "title": { "en": "What do you eat?" }, "epsilon": "2",
              "options": meals },
        ]
    })
}

async fn show(browser: &Browser) {
    let mood = json!({ "src": "../api/v1/surveys/mood" });
    showing::show(browser, &mood).await;
    browser.find_in_survey("[part=survey]").await;
}

/// An element of the survey with all that is in it, also where it is folded away.
async fn html(browser: &Browser, selector: &str) -> String {
    let html = format!("{ROOT}?.querySelector('{selector}')?.outerHTML");
    let html = browser.until(&html).await;
    html.as_str().unwrap().to_owned()
}

/// All that the device remembers, by name.
async fn remembered(browser: &Browser) -> Value {
    browser.run("return { ...localStorage }").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_wave_is_drawn_from_what_was_kept_and_the_answers_are_not_there() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    system
        .collector
        .manage("POST", "surveys", &token, &survey(1))
        .await;
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(browser).await;
    let loss = html(browser, "[part=label]").await;
    assert!(loss.contains("asked in waves"), "{loss}");
    let odds = html(browser, "[part=odds]").await;
    // One copy of an answer of ε = 2 is drawn with half of it; all of them tell 2 at most.
    for words in ["makes it 73 in 100", "together can make it 88 in 100"] {
        assert!(odds.contains(words), "{odds}");
    }
    for (question, option) in [("well", "yes"), ("meal", "rice")] {
        let option = format!("label:has(input[name={question}][value={option}])");
        browser.click_in_survey(&option).await;
    }
    act(browser, "review").await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    let first = shown_body(browser).await;
    let memory = remembered(browser).await;
    let names: Vec<_> = memory.as_object().unwrap().keys().cloned().collect();
    assert!(
        names.len() == 2 && names[1].starts_with("sotto:mood:waves:"),
        "{names:?}"
    );
    let record = memory[&names[1]].as_str().unwrap();
    let record = record.split_once("\n\n").unwrap().1.to_owned();
    let record: Value = serde_json::from_str(&record).unwrap();
    // A record has the form of a copy, and is not the copy that was sent.
    assert_ne!(
        record["report_id"],
        serde_json::from_str::<Value>(&first).unwrap()["report_id"]
    );
    assert!(
        system
            .recorder
            .posted()
            .iter()
            .all(|body| !body.contains(record["report_id"].as_str().unwrap()))
    );

    // The next waves: no question has to be answered. The copies are drawn anew around the record.
    for wave in 2..5 {
        system
            .collector
            .manage("POST", "surveys/mood/versions", &token, &survey(wave))
            .await;
        show(browser).await;
        browser.find_in_survey("[part~=again]").await;
        if wave == 2 {
            assert_eq!(browser.accessibility_violations().await, [""; 0]);
        }
        act(browser, "again").await;
        until_screen(browser, "receipt").await;
        let body: Value = serde_json::from_str(&shown_body(browser).await).unwrap();
        assert_eq!(body["version"], wave);
        let now = remembered(browser).await;
        assert_eq!(
            now[&names[1]], memory[&names[1]],
            "the record stays as it is"
        );
    }
    assert_eq!(
        system.collector.results_as("mood", &token).await["questions"][0]["reports"],
        1
    );

    // Whoever answers anew gets another record; forgetting takes it away.
    system
        .collector
        .manage("POST", "surveys/mood/versions", &token, &survey(5))
        .await;
    show(browser).await;
    act(browser, "review").await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    assert_ne!(remembered(browser).await[&names[1]], memory[&names[1]]);
    browser
        .run("document.querySelector('sotto-survey').forget()")
        .await;
    until_screen(browser, "form").await;
    assert_eq!(remembered(browser).await[&names[1]], Value::Null);
    assert_eq!(browser.errors().await, [""; 0]);
}
