//! A question by an own secret: what is said goes out as it is, in as many bytes whatever it is, and the page
//! says on what the protection rests.

use harness::{Browser, Key, StaticFiles};
use serde_json::{Value, json};

use crate::{
    questions::tab_to,
    respondent::{SURVEY_PAGE, until_screen},
    showing::show,
    types::text,
};

fn file() -> Value {
    json!({
        "sotto": 1, "id": "homework", "version": 1, "title": { "en": "Homework" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "ln 3",
        "questions": [{
            "id": "copied", "type": "own-secret",
            "title": { "en": "I have copied homework this month." },
            "secret": {
                "title": { "en": "My mother was born in January, February or March." },
                "prevalence": "1/4",
            },
        }],
    })
}

async fn press(browser: &Browser, keys: &[char]) {
    for &key in keys {
        browser.press(key).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_is_sent_and_the_page_names_the_secret() {
    let file = file().to_string();
    let files = StaticFiles::with_file("surveys/homework.json", &file).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    let (down, enter) = (Key::Down.into(), Key::Enter.into());
    for (index, (keys, words)) in [
        (&[' '][..], "Both are true, or neither is"),
        (&[' ', down], "Exactly one of them is true"),
    ]
    .into_iter()
    .enumerate()
    {
        browser.run("localStorage.clear()").await;
        let homework = json!({ "src": "../surveys/homework.json", "lang": "en" });
        show(&browser, &homework).await;
        browser.find_in_survey("[name=copied]").await;
        // The label speaks of no chance, for none is drawn.
        let label = text(&browser, ".label").await;
        assert!(label.contains("your own secret protects you"), "{label}");
        assert!(!label.contains("chance may swap"), "{label}");
        assert!(!label.contains("scrambled"), "{label}");
        let question = text(&browser, "#q-copied").await;
        for said in [
            "My mother was born in January",
            "nothing is swapped",
            "becomes 75 in 100",
            "Whoever knows it can read your answer",
        ] {
            assert!(question.contains(said), "{said:?} is not in {question}");
        }
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
        tab_to(&browser, "copied").await;
        press(&browser, keys).await;
        tab_to(&browser, "review").await;
        press(&browser, &[enter]).await;
        until_screen(&browser, "review").await;
        tab_to(&browser, "send").await;
        press(&browser, &[enter]).await;
        until_screen(&browser, "receipt").await;
        let sent = text(&browser, ".sent dd").await;
        assert_eq!(sent, format!("Sent as you chose it: {words}"));
        let receipt = text(&browser, "section.survey").await;
        assert!(!receipt.contains("scrambled"), "{receipt}");
        let posted = files.posted();
        let body: Value = serde_json::from_str(&posted[index]).unwrap();
        assert_eq!(body["reports"]["copied"], json!(index), "{body}");
    }
    let posted = files.posted();
    assert_eq!(posted.len(), 2);
    assert_eq!(posted[0].len(), posted[1].len());
    assert_eq!(browser.errors().await, [""; 0]);
}
