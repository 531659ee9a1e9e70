//! `sotto submit`: copies that were taken out of a kiosk as a file.

use serde_json::{Value, json};

use crate::{
    harness::{Devices, Running, json, reports},
    publishing::{run, said},
};

fn file(copies: &[String]) -> String {
    json!({ "sotto": "copies", "survey": "census", "copies": copies }).to_string()
}

async fn submit(url: &str, input: &str) -> (Option<i32>, String, String) {
    said(&run(&["submit", "-", "--url", url], &[], input).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_a_file_count_once_however_often_they_are_handed_in() {
    let running = Running::start().await;
    let url = running.collector.url();
    let mut devices = Devices::new(7);
    let copies: Vec<_> = (0..12).map(|_| devices.body()).collect();
    // One has come by network before.
    assert_eq!(running.post(copies[3].clone()).await.status(), 201);
    for (now, before) in [(11, 1), (0, 12)] {
        let (code, out, err) = submit(&url, &file(&copies)).await;
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let sentence = format!(
            "12 of 12 copies accepted: {now} counted now, {before} counted before. 0 refused.\n"
        );
        assert_eq!(out, sentence);
    }
    assert_eq!(reports(&running.results().await), [12, 12, 12]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_is_told_with_why_and_the_others_count() {
    let running = Running::start().await;
    let url = running.collector.url();
    let mut devices = Devices::new(8);
    let mut old: Value = serde_json::from_str(&devices.body()).unwrap();
    old["version"] = 9.into();
    let copies = [devices.body(), old.to_string(), devices.body()];
    let (code, out, err) = submit(&url, &file(&copies)).await;
    assert_eq!(code, Some(1));
    let sentence = "2 of 3 copies accepted: 2 counted now, 0 counted before. 1 refused.\n";
    assert_eq!(out, sentence);
    assert!(
        err.starts_with("refused: ") && err.lines().count() == 1,
        "{err}"
    );
    let results = json(running.get("/api/v1/surveys/census/results").await).await;
    assert_eq!(reports(&results), [2, 2, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_file_of_copies_is_refused_with_a_sentence() {
    let nobody = "http://127.0.0.1:9";
    for (input, sentence) in [
        ("", "is no file of copies"),
        ("{", "is no file of copies"),
        (
            "{\"sotto\":\"survey\",\"survey\":\"a\",\"copies\":[]}",
            "is no file of copies",
        ),
        (
            "{\"sotto\":\"copies\",\"survey\":\"a\",\"copies\":[],\"when\":1}",
            "unknown field",
        ),
        (
            "{\"sotto\":\"copies\",\"survey\":\"../a\",\"copies\":[]}",
            "a survey that there cannot be",
        ),
    ] {
        let (code, out, err) = submit(nobody, input).await;
        assert_eq!((code, out.as_str()), (Some(1), ""), "{input}");
        assert!(
            err.starts_with("error: ") && err.contains(sentence),
            "{err}"
        );
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    let (code, _, err) = said(&run(&["submit", "/nowhere.json", "--url", nobody], &[], "").await);
    assert_eq!(code, Some(1));
    assert!(err.contains("/nowhere.json cannot be read"), "{err}");
}
