//! Dates, months and times of day: asked by native fields, read exactly, told in the reader's language, and sent as numbers.

use harness::{Browser, StaticFiles};
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::{
    respondent::{SURVEY_PAGE, until_screen},
    showing::show_made,
    types::{ROOT, Step::Write, press, take, text},
};

fn file() -> Value {
    let title = |en: &str, zh: &str, ar: &str| json!({ "en": en, "zh-CN": zh, "ar": ar });
    json!({
        "sotto": 1, "id": "moments", "version": 1, "title": title("Moments", "时刻", "لحظات"),
        "languages": ["en", "zh-CN", "ar"], "plan": "split", "epsilon": "3",
        "questions": [
            { "id": "day", "type": "number", "as": "date", "title": title("When did you move?", "您何时搬家？", "متى انتقلت؟"),
              "min": "2020-01-01", "max": "2020-12-31" },
            { "id": "month", "type": "number", "as": "month", "title": title("When did you begin?", "您何时开始？", "متى بدأت؟"),
              "min": "2010-01", "max": "2020-12" },
            { "id": "time", "type": "number", "as": "time", "title": title("When do you get up?", "您几点起床？", "متى تستيقظ؟"),
              "min": "05:00", "max": "12:00", "step": 15 },
            { "id": "since", "type": "yes-no", "title": title("Have you been well since {answer: month}?", "自{answer: month}以来您好吗？", "هل أنت بخير منذ {answer: month}؟"),
              "otherwise": title("then", "那时", "ذلك الحين"),
              "condition": { "question": "day", "at-least": "2020-03-01" } },
        ],
        "pages": [{ "questions": ["day", "month", "time"] }, { "questions": ["since"] }],
    })
}

async fn opened(language: &str) -> (StaticFiles, Browser) {
    let files = StaticFiles::with_file("surveys/none.json", "{}").await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    show_made(&browser, &file(), &json!({ "lang": language })).await;
    browser
        .find_in_survey("[data-action=review], [data-action=next]")
        .await;
    (files, browser)
}

async fn attributes(browser: &Browser, name: &str) -> Value {
    let read = format!(
        "const field = {ROOT}.querySelector('[name={name}]');
        return ['type', 'min', 'max', 'step'].map((one) => field.getAttribute(one))"
    );
    browser.run(&read).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_a_month_and_a_time_are_asked_and_sent() {
    let (files, browser) = opened("en").await;
    for (name, expected) in [
        ("day", ["date", "2020-01-01", "2020-12-31", "1"]),
        ("month", ["month", "2010-01", "2020-12", "1"]),
        // A native field counts a time's steps in seconds.
        ("time", ["time", "05:00", "12:00", "900"]),
    ] {
        assert_eq!(attributes(&browser, name).await, json!(expected));
    }
    let hint = text(&browser, "#r-day").await;
    assert_eq!(hint, "January 1 – December 31, 2020");
    let hint = text(&browser, "#r-time").await;
    assert!(hint.contains("in steps of 15 minutes"), "{hint}");
    let height = format!("return {ROOT}.querySelector('section').getBoundingClientRect().height");
    let empty = browser.run(&height).await;
    take(
        &browser,
        &[
            Write("day", "2020-03-01"),
            Write("month", "2019-02"),
            Write("time", "06:30"),
        ],
    )
    .await;
    assert_eq!(browser.run(&height).await, empty);
    press(&browser, "next").await;
    browser.find_in_survey("#t-since").await;
    let asked = format!("return {ROOT}.querySelector('#t-since').innerText");
    let asked = browser
        .run(&asked)
        .await
        .as_str()
        .unwrap()
        .trim()
        .to_owned();
    assert_eq!(asked, "Have you been well since February 2019?");
    press(&browser, "review").await;
    until_screen(&browser, "review").await;
    let review = text(&browser, "dl.answers").await;
    for words in ["March 1, 2020", "February 2019", "6:30"] {
        assert!(review.contains(words), "no {words:?} in {review}");
    }
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    let receipt = text(&browser, ".sent").await;
    for number in ["18,2", "18,3", "18,4", "18,5", "18,6"] {
        assert!(!receipt.contains(number), "{receipt}");
    }
    let survey: Survey = serde_json::from_value(file()).unwrap();
    let posted = files.posted();
    assert_eq!(posted[0].len(), survey.body_length());
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_outside_or_is_not_finished_is_told() {
    let (files, browser) = opened("en").await;
    for outside in ["2019-12-31", "2021-01-01"] {
        take(&browser, &[Write("day", outside)]).await;
        press(&browser, "review").await;
        let problem = text(&browser, "#p-day").await;
        assert!(
            problem.contains("Please choose an answer. January 1 – December 31, 2020"),
            "{problem}"
        );
    }
    take(&browser, &[Write("day", ""), Write("time", "06:31")]).await;
    press(&browser, "review").await;
    browser.find_in_survey("#p-time").await;
    take(&browser, &[Write("time", "")]).await;
    // A month without its day and year, as somebody leaves it.
    let focus = format!("{ROOT}.querySelector('[name=day]').focus()");
    browser.run(&focus).await;
    browser.press('1').await;
    let begun = format!("{ROOT}.querySelector('[name=day]').validity.badInput");
    browser.until(&begun).await;
    browser
        .run(&format!("{ROOT}.querySelector('[name=day]').blur()"))
        .await;
    press(&browser, "review").await;
    browser.find_in_survey("#p-day").await;
    // What was begun is still there, until it is taken back.
    browser.until(&begun).await;
    browser.click_in_survey("#q-day > .clear").await;
    browser.until(&format!("!{begun}")).await;
    press(&browser, "review").await;
    until_screen(&browser, "review").await;
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    let survey: Survey = serde_json::from_value(file()).unwrap();
    assert_eq!(files.posted()[0].len(), survey.body_length());
}

#[tokio::test(flavor = "multi_thread")]
async fn days_are_told_in_the_readers_language() {
    // As browsers write a range of days, which in Chinese is in figures.
    for (language, hint) in [("zh-CN", "2020/1/1"), ("ar", "٢٠٢٠")] {
        let (_files, browser) = opened(language).await;
        let read = text(&browser, "#r-day").await;
        let latin = read.contains("2020");
        assert!(read.contains(hint) || (language == "ar" && latin), "{read}");
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
    }
}

/// Where a browser has no field for months, one is typed.
#[tokio::test(flavor = "multi_thread")]
async fn a_month_is_typed_where_there_is_no_field_for_it() {
    let (_files, browser) = opened("en").await;
    // What such a browser makes of the field.
    let plain = format!(
        "const field = {ROOT}.querySelector('[name=month]');
        Object.defineProperty(field, 'type', {{ get: () => 'text' }});
        field.setAttribute('type', 'text');
        return field.placeholder"
    );
    assert_eq!(browser.run(&plain).await, "2010-01");
    take(&browser, &[Write("month", "2/2019")]).await;
    press(&browser, "review").await;
    until_screen(&browser, "review").await;
    let review = text(&browser, "dl.answers").await;
    assert!(review.contains("February 2019"), "{review}");
}
