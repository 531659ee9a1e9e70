//! `sotto rooms`: what an operator is told of the rooms of classes, and how one is ended.

use serde_json::{Value, json};

use crate::{
    harness::{self, Running, post},
    publishing::{first_operator, run, said},
};

/// Opens a room; its code.
async fn open(running: &Running) -> String {
    let options = json!([{ "en": "Yes" }, { "en": "No" }]);
    let request = json!({ "questions": [{ "title": { "en": "Is it?" }, "options": options }] });
    let address = running.address("/api/v1/rooms");
    let response = post(&running.http, &address, request.to_string()).await;
    assert_eq!(response.status(), 201);
    let opened = harness::json(response).await;
    opened["code"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_sees_rooms_and_ends_them() {
    let running = Running::start().await;
    let url = running.collector.url();
    let operator = first_operator(&running, &url).await;
    let rooms = async |more: &[&str], token: &str| {
        let arguments = [&["rooms", "--url", &url], more].concat();
        said(&run(&arguments, &[("SOTTO_TOKEN", token)], "").await)
    };
    let listed = async || {
        let (code, text, errors) = rooms(&["--format", "json"], &operator).await;
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        serde_json::from_str::<Value>(&text).unwrap()
    };
    assert_eq!(listed().await, json!([]));
    let (code, text, _) = rooms(&["--format", "table"], &operator).await;
    assert_eq!((code, text.as_str()), (Some(0), "No room is open.\n"));

    let codes = [open(&running).await, open(&running).await];
    let both = listed().await;
    let mut sorted = codes.clone();
    sorted.sort();
    assert_eq!(
        [&both[0]["code"], &both[1]["code"]],
        [&sorted[0], &sorted[1]]
    );
    assert_eq!(
        (&both[0]["step"], &both[0]["joined"]),
        (&json!("lobby"), &json!(0))
    );
    let (code, text, _) = rooms(&["--format", "table"], &operator).await;
    assert_eq!(code, Some(0));
    assert!(codes.iter().all(|code| text.contains(&**code)), "{text}");

    // Nobody else ends any, and what is not there is said.
    let (code, _, errors) = rooms(&["--end", &codes[0]], "").await;
    assert_eq!(code, Some(1));
    assert!(errors.contains("this needs a token"), "{errors}");
    for wrong in ["nonsense", "..", "a/b?c"] {
        let (code, _, errors) = rooms(&["--end", wrong], &operator).await;
        assert_eq!(code, Some(1), "{wrong}");
        assert!(errors.starts_with("error: "), "{errors}");
    }
    assert_eq!(listed().await.as_array().unwrap().len(), 2);

    let (code, text, errors) = rooms(&["--end", &codes[0]], &operator).await;
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let sentence = format!("Ended, with all that was counted: {}.\n", codes[0]);
    assert_eq!(text, sentence);
    let left = listed().await;
    assert_eq!(left.as_array().unwrap().len(), 1);
    assert_eq!(left[0]["code"], *codes[1]);
}
