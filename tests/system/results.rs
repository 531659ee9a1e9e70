//! The page of a survey's results: every type of question, live, and what it says where there is nothing
//! to show.

use harness::{Browser, StaticFiles, System};
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::numbers::Decimal;
use sotto_survey::{Answer, AnswerShape, Question, QuestionKind, Survey};

use crate::accessibility::MEASURE;

const FILE: &str = include_str!("../../www/surveys/every-type.json");

/// How many answer: enough that every figure can be told.
const PEOPLE: usize = 3_000;

/// The survey, of which everybody reports every question.
pub(crate) fn file() -> Value {
    let mut file: Value = serde_json::from_str(FILE).unwrap();
    let survey = file.as_object_mut().unwrap();
    survey.remove("sample");
    survey.insert("plan".to_owned(), json!("split"));
    survey.insert("epsilon".to_owned(), json!("12"));
    survey.insert("weak-protection".to_owned(), json!(true));
    file
}

/// The first of everything, and the middle of every range.
pub(crate) fn answer(question: &Question) -> Option<Answer> {
    let middle = |grid: sotto_ldp::numbers::Grid| grid.value(grid.cells() / 2);
    match question.shape() {
        AnswerShape::None { .. } => match question.kind() {
            QuestionKind::Consent => question.answer_consent().ok(),
            _ => None,
        },
        AnswerShape::One(_) => question.answer_of_simulated(0).ok(),
        AnswerShape::Set(_) => question.answer_set(&[0]).ok(),
        AnswerShape::Order(ranked) => {
            let order: Vec<u32> = (0..ranked.count()).collect();
            question.answer_order(&order).ok()
        }
        AnswerShape::Rows(matrix) => question.answer_rows(&vec![Some(0); matrix.rows.len()]).ok(),
        AnswerShape::Numbers(fields) => {
            let numbers: Vec<Option<Decimal>> = fields.grids().map(middle).collect();
            match numbers[..] {
                [Some(number)] => question.answer_number(number).ok(),
                _ => question.answer_numbers(&numbers).ok(),
            }
        }
    }
}

async fn answer_often(system: &System, survey: &Survey) {
    let answers: Vec<_> = survey.questions().iter().map(answer).collect();
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    for _ in 0..PEOPLE {
        let body = survey.randomize(&answers, &mut rng).unwrap().body(survey);
        assert_eq!(system.collector.post("every-type", &body).await, 201);
    }
}

/// Every question begins with a sentence, and explains itself to whoever asks; the figures in both are the
/// collector's.
async fn says_what_the_collector_says(system: &System, survey: &Survey) {
    let browser = &system.browser;
    let results = system.collector.results("every-type").await;
    for question in survey.reported_questions() {
        let id = question.id();
        browser
            .find(&format!("[data-question={id}] .headline b"))
            .await;
    }
    let question = results
        .questions
        .iter()
        .find(|one| one.id.as_str() == "smokes");
    let yes = &question.unwrap().categories[0];
    let [low, _] = yes.interval.unwrap();
    let headline = browser.text_of("[data-question=smokes] .headline").await;
    let low = format!("between {:.0} % and ", low * 100.0);
    assert!(
        headline.starts_with("Yes: ") && headline.contains(&low),
        "{headline}: {low}"
    );
    let explanation = "[data-question=smokes] .explanation";
    browser.click(&format!("{explanation} summary")).await;
    let worked = format!("document.querySelector('{explanation} .formula:last-child').textContent");
    let worked = browser.until(&worked).await;
    let estimate = format!("= {:.4}.", yes.estimate.unwrap());
    assert!(worked.as_str().unwrap().ends_with(&estimate), "{worked}");
    let progress = browser.text_of("#progress").await;
    let answers = "3,000 people have answered.";
    assert!(progress.starts_with(answers), "{progress}");
}

async fn trouble(browser: &Browser, address: &str) -> String {
    browser.open(address).await;
    let told = browser.text_of("#trouble p").await;
    assert!(told.len() > 20, "{told}");
    let name = "return document.querySelector('#trouble').dataset.trouble";
    browser.run(name).await.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_of_question_is_drawn_live() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    system
        .collector
        .manage("POST", "surveys", &token, &file())
        .await;
    let address = system.address("results/every-type");
    assert_eq!(trouble(&system.browser, &address).await, "private");
    let refused = system.browser.errors().await;
    assert!(
        refused.len() == 1 && refused[0].contains("401"),
        "{refused:?}"
    );
    let public = json!({ "results": "public" });
    let settings = "surveys/every-type/settings";
    system
        .collector
        .manage("PATCH", settings, &token, &public)
        .await;
    let browser = &system.browser;
    browser.open(&format!("{address}?lang=en")).await;
    browser.find("#connection[data-connection=live]").await;
    // Nobody has answered: a sentence stands in place of figures.
    let waiting = "[data-question=smokes] .waiting .headline";
    let waiting = browser.text_of(waiting).await;
    assert_eq!(waiting, "Waiting for the first answer.");
    let survey: Survey = serde_json::from_value(file()).unwrap();
    answer_often(&system, &survey).await;
    // Without a reload.
    let reports = "document.querySelector('[data-question=smokes] .reports')?.textContent";
    browser
        .until(&format!("{reports}?.includes('3,000')"))
        .await;
    for question in survey.reported_questions() {
        let drawn = match question.shape() {
            AnswerShape::None { .. } => continue,
            AnswerShape::One(_) | AnswerShape::Set(_) => ".mark-reported",
            AnswerShape::Rows(_) => "td.heat",
            AnswerShape::Order(_) | AnswerShape::Numbers(_) => ".mark-dot",
        };
        let id = question.id();
        let figure = format!("[data-question={id}]");
        browser.find(&format!("{figure} {drawn}")).await;
        browser.find(&format!("{figure} details.table td")).await;
    }
    browser.find("[data-question=stress] .column").await;
    browser
        .find("[data-question=stress] [data-category=median] .mark-dot")
        .await;
    says_what_the_collector_says(&system, &survey).await;
    for (width, language, colours) in [(320, "zh-CN", "dark"), (1280, "en", "light")] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        browser.open(&format!("{address}?lang={language}")).await;
        browser.find("[data-question=stress] .column").await;
        let measured = browser.run(&format!("{MEASURE} return measured")).await;
        assert_eq!(measured, json!([]), "{width} px");
        assert_eq!(browser.errors().await, [""; 0]);
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
        // axe-core writes imported style sheets into the page, which the page's policy refuses.
        browser.errors().await;
    }
    // Whoever may read them no more is told so while they watch.
    let private = json!({ "results": "private" });
    system
        .collector
        .manage("PATCH", settings, &token, &private)
        .await;
    browser.find("#trouble[data-trouble=private]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_answers_is_told_whose_the_results_are() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let surveys = &system.collector;
    surveys.manage("POST", "surveys", &token, &file()).await;
    let browser = &system.browser;
    for language in ["en", "zh-CN"] {
        let address = format!("answer/?survey=every-type&lang={language}");
        browser.open(&system.address(&address)).await;
        browser.find("#connection[data-connection=withheld]").await;
        // Neither a connection that comes back nor a count of what nobody is told.
        let told = "return document.querySelectorAll('#estimates-few, #estimates .column').length";
        assert_eq!(browser.run(told).await, 0);
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
        // The browser notes the refused request, and axe-core's style sheets.
        browser.errors().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_opens_results_that_are_not_public() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    system
        .collector
        .manage("POST", "surveys", &token, &file())
        .await;
    let viewer = json!({ "name": "Reader", "role": "viewer", "surveys": ["every-type"] });
    let viewer = system
        .collector
        .manage("POST", "tokens", &token, &viewer)
        .await;
    let (id, viewer) = (&viewer["id"], viewer["token"].as_str().unwrap());
    let address = system.address("results/every-type?lang=en");
    let browser = &system.browser;
    browser.resize(320, 900).await;
    assert_eq!(trouble(browser, &address).await, "private");
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    browser.type_into("#token", "sotto_of-nobody").await;
    browser.click(".token-form button").await;
    browser.find("#trouble[data-trouble=refused]").await;
    browser.fill("#token", viewer).await;
    browser.click(".token-form button").await;
    browser.find("#connection[data-connection=live]").await;
    let stored = "return [localStorage.length, sessionStorage.length, document.cookie]";
    assert_eq!(browser.run(stored).await, json!([0, 0, ""]));
    // A link may bring the token along; what is counted comes by the stream.
    browser.open("about:blank").await;
    browser.open(&format!("{address}#token={viewer}")).await;
    browser.find("#connection[data-connection=live]").await;
    let survey: Survey = serde_json::from_value(file()).unwrap();
    let answers: Vec<_> = survey.questions().iter().map(answer).collect();
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    let body = survey.randomize(&answers, &mut rng).unwrap().body(&survey);
    assert_eq!(system.collector.post("every-type", &body).await, 201);
    browser
        .until(
            "document.querySelector('#progress').textContent.startsWith('1 person has answered.')",
        )
        .await;
    // Withdrawn while the page is open.
    let id = format!("tokens/{}", id.as_str().unwrap());
    system
        .collector
        .manage("DELETE", &id, &token, &json!({}))
        .await;
    browser.find("#trouble[data-trouble=refused]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_is_named() {
    let system = System::start().await;
    for (path, name) in [
        ("results/nothing", "no-survey"),
        ("results/", "unnamed"),
        ("results/?survey=../tokens", "unnamed"),
    ] {
        let address = system.address(path);
        assert_eq!(trouble(&system.browser, &address).await, name, "{path}");
    }
    let files = StaticFiles::start().await;
    for (path, name) in [
        ("results/index.html?survey=census", "no-collector"),
        ("results/index.html", "unnamed"),
    ] {
        let address = files.address(path);
        assert_eq!(trouble(&system.browser, &address).await, name, "{path}");
    }
}

/// An edit of the title hides nobody: both versions are counted, which is said, and each can be seen alone.
#[tokio::test(flavor = "multi_thread")]
async fn after_an_edit_the_answers_are_still_there() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let mut file = file();
    file["minimum-reports"] = json!(1);
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    let mut answers = async |file: &Value, people: u32| {
        let survey: Survey = serde_json::from_value(file.clone()).unwrap();
        let answers: Vec<_> = survey.questions().iter().map(answer).collect();
        for _ in 0..people {
            let body = survey.randomize(&answers, &mut rng).unwrap().body(&survey);
            assert_eq!(system.collector.post("every-type", &body).await, 201);
        }
    };
    let publish = async |path: &str, file: &Value| {
        let manage = system.collector.manage("POST", path, &token, file);
        manage.await
    };
    publish("surveys", &file).await;
    let public = json!({ "results": "public" });
    let settings = "surveys/every-type/settings";
    system
        .collector
        .manage("PATCH", settings, &token, &public)
        .await;
    answers(&file, 40).await;
    file["version"] = json!(2);
    file["title"]["en"] = json!("Every type, once more");
    publish("surveys/every-type/versions", &file).await;
    let browser = &system.browser;
    let says = |words: &str| {
        format!("document.querySelector('#progress')?.textContent.startsWith('{words}')")
    };
    let address = system.address("results/every-type");
    browser.open(&format!("{address}?lang=en")).await;
    browser
        .until(&says("40 people have answered. Versions 1, 2 together."))
        .await;
    // Live, as well.
    answers(&file, 2).await;
    browser.until(&says("42 people have answered.")).await;
    for (index, words, query) in [
        (1, "2 people have answered. Version 2.", "version=2"),
        (2, "40 people have answered. Version 1.", "version=1"),
    ] {
        let choose = format!(
            "const choice = document.querySelector('#results-choose-versions'); choice.selectedIndex = {index}; choice.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        );
        browser.run(&choose).await;
        browser.until(&says(words)).await;
        let shown = format!("location.search.includes('{query}')");
        browser.until(&shown).await;
    }
    browser.open(&format!("{address}?lang=en&version=1")).await;
    browser
        .until(&says("40 people have answered. Version 1."))
        .await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
}
