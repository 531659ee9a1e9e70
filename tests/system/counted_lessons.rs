//! Check questions that readers answer in a survey, and how many get them right.

use harness::{Browser, StaticFiles, System};
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::json;
use sotto_survey::Survey;

use crate::respondent::{act, until_screen};

const SURVEY: &str = "lesson-two-coins";

/// Answers the check question in the lesson, as `answer` of three.
async fn answer_in_lesson(browser: &Browser, address: &str, answer: u32) {
    browser.open(address).await;
    let answer = format!(".answers li:nth-child({answer}) button");
    browser.click(&answer).await;
    browser
        .until("document.querySelector('#feedback').textContent")
        .await;
}

/// Devices without a browser, all of which choose the second answer: the right one.
async fn answer_often(system: &System, people: u64) {
    let survey = system
        .collector
        .manage("GET", &format!("surveys/{SURVEY}"), "", &json!({}))
        .await;
    let survey: Survey = serde_json::from_value(survey).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(5);
    for _ in 0..people {
        let answers = vec![survey.questions()[0].answer(1).ok()];
        let submission = survey.randomize(&answers, &mut generator).unwrap();
        let status = system
            .collector
            .post(SURVEY, &submission.body(&survey))
            .await;
        assert_eq!(status, 201);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_counted_only_when_its_reader_sends_it() {
    let system = System::start().await;
    let browser = &system.browser;
    let address = system.address("learn/two-coins?lang=en");
    browser.open(&address).await;
    browser.find(".answers button").await;
    let about_survey = || {
        let requests = system.recorder.requests().into_iter();
        let targets = requests.map(|request| request.target);
        targets
            .filter(|target| target.contains(&format!("surveys/{SURVEY}")))
            .collect::<Vec<_>>()
    };
    assert_eq!(about_survey(), [""; 0]);
    // The same is asked for whatever was answered, and nothing is sent.
    for answer in 1..=3 {
        answer_in_lesson(browser, &address, answer).await;
        let offer = browser.text_of("#count").await;
        assert!(offer.contains("about 60 send"), "{offer}");
        assert!(offer.contains("40 send another"), "{offer}");
        let asked = about_survey();
        assert_eq!(asked.len(), answer as usize, "{asked:?}");
        assert!(asked.iter().all(|one| *one == asked[0]), "{asked:?}");
    }
    assert_eq!(system.recorder.posted(), [""; 0]);
    browser.click("#count-open").await;
    until_screen(browser, "form").await;
    browser
        .click_in_survey("label:has(input[value=answer-2])")
        .await;
    act(browser, "review").await;
    until_screen(browser, "review").await;
    assert_eq!(system.recorder.posted(), [""; 0]);
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    let posted = system.recorder.posted();
    assert_eq!(posted.len(), 1, "{posted:?}");
    let told = "document.querySelector('#count-told').textContent";
    browser
        .until(&format!("{told}.includes('Too few copies')"))
        .await;
    browser
        .until(&format!("{told}.includes('from 20 copies on')"))
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    browser.errors().await;

    answer_often(&system, 40).await;
    while system.collector.results(SURVEY).await.questions[0].reports < 20 {}
    answer_in_lesson(browser, &address, 1).await;
    browser.click("#count-open").await;
    // The device keeps its copy, and sends no other.
    until_screen(browser, "receipt").await;
    browser
        .until(&format!(
            "/^Of \\d+ people who have sent a copy, about \\d+ % chose the right answer first: between \\d+ % and \\d+ %, 19 times/.test({told})"
        ))
        .await;
    assert_eq!(system.recorder.posted().len(), 1);
    // In the other language the survey speaks it, too.
    answer_in_lesson(browser, &system.address("learn/two-coins?lang=zh-CN"), 2).await;
    browser.click("#count-open").await;
    browser.until(&format!("{told}.includes('答案')")).await;
    let language = "document.querySelector('sotto-survey').lang === 'zh-CN'";
    browser.until(language).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_collector_is_lessons_say_nothing_of_counting() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    let address = files.address("learn/index.html?lesson=two-coins&lang=en");
    answer_in_lesson(&browser, &address, 2).await;
    files.until_asked("api/v1/surveys/lesson-two-coins").await;
    // What has been answered by now has been drawn once another answer is.
    browser.click(".answers li:nth-child(3) button").await;
    browser
        .until("document.querySelector('#feedback b').textContent === 'Not quite.'")
        .await;
    assert_eq!(
        browser.run("return document.querySelector('#count')").await,
        json!(null)
    );
    assert_eq!(files.posted(), [""; 0]);
}
