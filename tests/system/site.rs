//! The front door with its two coins, and the page behind it for whoever wants to answer: what left the browser, the
//! crowd's estimate, a simulated crowd.

use harness::{Browser, StaticFiles, System};
use serde_json::Value;

use crate::{
    bad_input::{HOSTILE, poison},
    respondent::{SOMEBODY, send, until_screen},
    showing::census,
};

/// The page for whoever wants to answer, with the census.
const ANSWER: &str = "answer/?survey=census&lang=en";

#[tokio::test(flavor = "multi_thread")]
async fn two_coins_are_flipped_at_once_and_a_crowd_is_added() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("?lang=en")).await;
    browser.click("#flip-yes").await;
    browser.find(".answer-way .sent").await;
    let said = "return document.querySelector('#flip-said').textContent";
    let said = browser.run(said).await;
    assert!(said.as_str().unwrap().contains("coin fell"), "{said}");
    browser.click("#add-people").await;
    // Whoever goes on by keys is at what has come. Thirty-two of the crowd flip, say, and are doubled, a press each.
    browser
        .until("document.activeElement.matches('.door-people')")
        .await;
    let dots = "document.querySelector('.people-dots figcaption').textContent";
    for told in ["flips in secret", "look alike", "taken out", "doubled"] {
        browser.click("#dots-next").await;
        browser.until(&format!("{dots}.includes('{told}')")).await;
    }
    let caption = "document.querySelector('#door-crowd figcaption').textContent";
    browser.find("#door-crowd figcaption").await;
    browser
        .until(&format!("{caption}.includes('of 1,000 people sent')"))
        .await;
    // Drawn again as the slider moves; of ten people nothing is said.
    let slide = "const slider = document.querySelector('#door-people');
        slider.value = 0;
        slider.dispatchEvent(new InputEvent('input', { bubbles: true }))";
    browser.run(slide).await;
    browser
        .until(&format!("{caption}.includes('too few to say anything')"))
        .await;
    assert!(system.recorder.posted().is_empty(), "nothing is sent");
    // The doors are open.
    for door in ["#to-answer", "#to-studio", "#to-lessons"] {
        let leads = format!("return document.querySelector('{door}').href");
        assert!(browser.run(&leads).await.is_string(), "{door}");
    }
    browser.click("#to-answer").await;
    until_screen(browser, "form").await;
    browser.click("#add-crowd").await;
    browser.find("#crowd-held").await;
    assert!(
        system.recorder.posted().is_empty(),
        "a simulated crowd sends nothing"
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

/// As many other copies as it takes until the page says something about the crowd, the bytes of the first.
fn others(first: &str, copies: u32) -> Vec<String> {
    let mut copy: Value = serde_json::from_str(first).unwrap();
    let other = |number| {
        copy["report_id"] = Value::from(format!("{number:032x}"));
        copy.to_string()
    };
    (1..=copies).map(other).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_what_left_the_browser_and_the_estimate() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address(ANSWER)).await;
    browser.find("#collector[data-collector=server]").await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    browser.find("#sent-bytes").await;
    let shown = browser
        .run("return document.querySelector('#sent-bytes').textContent")
        .await;
    assert_eq!(shown, Value::from(system.recorder.posted()[0].clone()));
    // Live: one copy says nothing, and 30 do, without a reload.
    let few = "document.querySelector('#estimates-few')?.textContent";
    browser
        .until(&format!("{few}?.includes('counted: 1.')"))
        .await;
    for other in others(&system.recorder.posted()[0], 29) {
        assert_eq!(system.collector.post("census", &other).await, 201);
    }
    browser
        .find("#estimates [data-question=occupation] [data-category=sales]")
        .await;
    browser
        .find("#estimates [data-question=occupation] .headline b")
        .await;
    let reports = "document.querySelector('#estimates [data-question=race] .reports').textContent";
    browser.until(&format!("{reports}.includes('30')")).await;
    // And another person here.
    browser.click("#again").await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    browser.until(&format!("{reports}.includes('31')")).await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_stands_at_its_address_and_at_the_name_of_its_file() {
    let system = System::start().await;
    for path in ["five-questions", "five-questions.html"] {
        system.browser.open(&system.address(path)).await;
        system.browser.find_in_survey("fieldset").await;
    }
    assert_eq!(system.browser.errors().await, [""; 0]);
    let files = StaticFiles::start().await;
    system
        .browser
        .open(&files.address("five-questions.html"))
        .await;
    system.browser.find_in_survey("fieldset").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn works_as_static_files_and_says_so() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("answer/index.html?survey=census&lang=en"))
        .await;
    browser.find("#collector[data-collector=page]").await;
    answer_in_the_page(&browser).await;
    // Looking for a server that is not there is the only complaint.
    let complaints = browser.errors().await;
    assert!(
        complaints.iter().all(|line| line.contains("404")),
        "{complaints:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn simulates_a_crowd_of_a_hundred_thousand() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address(ANSWER)).await;
    browser.fill("#crowd-people-number", "100000").await;
    browser.click("#crowd-start").await;
    let held = browser.text_of("#crowd-held").await;
    assert!(held.contains("14") || held.contains("15"), "{held}");
    assert!(
        system.recorder.posted().is_empty(),
        "a simulated crowd sends nothing"
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn markup_in_a_survey_is_text_in_the_panel() {
    let mut survey = census();
    poison(&mut survey);
    // The page reads the one, the widget the other, which is JSON for once.
    let survey = survey.to_string();
    let files = ["surveys/census.json", "surveys/census.sotto"].map(|path| (path, &*survey));
    let files = StaticFiles::with_files(&files).await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("answer/index.html?survey=census&lang=en"))
        .await;
    answer_in_the_page(&browser).await;
    let shown = format!(
        "document.querySelector('#estimates').textContent.split({}).length",
        Value::from(HOSTILE)
    );
    // Each question's title, and its options'.
    let shown = browser.run(&format!("return {shown}")).await;
    assert!(shown.as_u64().unwrap() > 20, "{shown}");
    let foreign =
        "return document.querySelectorAll('[onerror], img, iframe, #estimates script').length";
    assert_eq!(browser.run(foreign).await, 0);
    assert_ne!(browser.run("return document.title").await, "run");
    // Looking for a server that is not there is the only complaint.
    let complaints = browser.errors().await;
    assert!(
        complaints.iter().all(|line| line.contains("404")),
        "{complaints:?}"
    );
}

/// Answers a survey that the page counts itself, and hands the page the copies of others, until the estimates tell of
/// them.
async fn answer_in_the_page(browser: &Browser) {
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let few = "document.querySelector('#estimates-few')?.textContent";
    browser
        .until(&format!("{few}?.includes('counted: 1.')"))
        .await;
    browser.find("#sent-bytes").await;
    let sent = browser
        .run("return document.querySelector('#sent-bytes').textContent")
        .await;
    for other in others(sent.as_str().unwrap(), 29) {
        let receive = format!(
            "document.querySelector('sotto-survey').transport('', {})",
            Value::from(other)
        );
        browser.run(&receive).await;
    }
    let reports = "document.querySelector('#estimates [data-question=race] .reports')";
    browser
        .until(&format!("{reports}?.textContent.includes('30')"))
        .await;
}
