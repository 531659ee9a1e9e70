//! Two questions put together on the page of a survey's results.

use harness::System;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::{
    accessibility::MEASURE,
    results::{answer, file},
};

/// How many answer: enough for a table.
const PEOPLE: usize = 400;

const SHOW: &str = "#cross button";

#[tokio::test(flavor = "multi_thread")]
async fn two_questions_are_put_together_where_copies_are_kept() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let collector = &system.collector;
    collector.manage("POST", "surveys", &token, &file()).await;
    let set = async |settings: Value| {
        let path = "surveys/every-type/settings";
        collector.manage("PATCH", path, &token, &settings).await;
    };
    set(json!({ "results": "public" })).await;
    let browser = &system.browser;
    let address = system.address("results/every-type?lang=en");
    browser.open(&address).await;
    browser.click(SHOW).await;
    let told = async |words: &str| {
        let told = "document.querySelector('#cross-table').textContent";
        browser.until(&format!("{told}.includes({words:?})")).await;
    };
    told("keeps no individual copies").await;
    set(json!({ "keep_rows": true })).await;
    browser.click(SHOW).await;
    told("Too few copies").await;
    // The browser's own lines about both refusals.
    let refused = browser.errors().await;
    let is_refusal = |line: &String| line.contains("409");
    assert!(
        refused.len() == 2 && refused.iter().all(is_refusal),
        "{refused:?}"
    );

    let survey: Survey = serde_json::from_value(file()).unwrap();
    let answers: Vec<_> = survey.questions().iter().map(answer).collect();
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    for _ in 0..PEOPLE {
        let body = survey.randomize(&answers, &mut rng).unwrap().body(&survey);
        assert_eq!(collector.post("every-type", &body).await, 201);
    }
    browser.click(SHOW).await;
    browser.find("#cross-table td.heat").await;
    let path = "/api/v1/surveys/every-type/cross-tabs?questions=smokes,year";
    let (status, table) = collector.get(path).await;
    assert_eq!(status, 200, "{table}");
    let table: Value = serde_json::from_str(&table).unwrap();
    // The table of raw figures says what the collector says, cell by cell.
    let rows = table["cells"].as_array().unwrap().iter();
    let cells = rows.flat_map(|row| row.as_array().unwrap());
    let expected: Vec<String> = cells
        .map(|cell| format!("{:.1}", cell["estimate"].as_f64().unwrap() * 100.0))
        .collect();
    let shown = "return [...document.querySelectorAll('#cross-table details.table tbody tr')] \
        .map(row => row.querySelector('td').textContent.replace(/[^0-9.−-]/g, '').replace('−', '-'))";
    let shown = browser.run(shown).await;
    assert_eq!(shown, json!(expected));
    told("400 copies that hold both").await;
    let tested = browser.text_of("#cross-table .explanation summary").await;
    assert_eq!(tested, "The p-value");
    for (width, language, colours) in [(320, "zh-CN", "dark"), (1280, "en", "light")] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        let address = system.address(&format!("results/every-type?lang={language}"));
        browser.open(&address).await;
        browser.click(SHOW).await;
        browser.find("#cross-table td.heat").await;
        let measured = browser.run(&format!("{MEASURE} return measured")).await;
        assert_eq!(measured, json!([]), "{width} px");
        assert_eq!(browser.errors().await, [""; 0]);
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
        // axe-core writes imported style sheets into the page, which the page's policy refuses.
        browser.errors().await;
    }
}
