//! Which pages may speak with a survey, and frame it: those that its settings name.

use reqwest::{Method, RequestBuilder, Response, header};
use serde_json::{Value, json};
use sotto_survey::ProblemKind;
use tempfile::TempDir;

use crate::{
    databases::TestDatabase,
    harness::{Devices, Running, SUBMISSIONS, json as body_of},
    operated::Operated,
};

const NAMED: &str = "https://school.example";
const OTHER: &str = "https://other.example";

/// A collector whose sample survey has these settings, and a site with the page for frames.
async fn start(settings: Value) -> (Running, (TempDir, TestDatabase)) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("embed")).unwrap();
    for page in ["index.html", "embed/frame.html", "embed/results.html"] {
        std::fs::write(folder.path().join(page), "<!doctype html>").unwrap();
    }
    let site = folder.path().to_owned();
    let database = TestDatabase::sqlite();
    let operated = Operated::start_with(database, |options| options.site = Some(site.into())).await;
    operated.set(settings).await;
    (operated.running, (folder, operated.database))
}

fn allowed(response: &Response) -> Option<&str> {
    let origin = response
        .headers()
        .get(header::ACCESS_CONTROL_ALLOW_ORIGIN)?;
    Some(origin.to_str().unwrap())
}

async fn preflight(running: &Running, origin: &str) -> Response {
    running
        .http
        .request(Method::OPTIONS, running.address(SUBMISSIONS))
        .header(header::ORIGIN, origin)
        .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST")
        .header(header::ACCESS_CONTROL_REQUEST_HEADERS, "content-type")
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn only_pages_that_are_named_may_read_and_post() {
    let (running, _site) = start(json!({ "origins": [NAMED] })).await;
    assert_eq!(allowed(&preflight(&running, NAMED).await), Some(NAMED));
    let mut devices = Devices::new(110);
    let mut from = |origin: Option<&str>| -> RequestBuilder {
        let request = running.http.post(running.address(SUBMISSIONS));
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let request = match origin {
            Some(origin) => request.header(header::ORIGIN, origin),
            None => request,
        };
        request.body(devices.body())
    };
    let response = from(Some(NAMED)).send().await.unwrap();
    assert_eq!(response.status(), 201);
    assert_eq!(allowed(&response), Some(NAMED));
    let vary = response.headers().get_all(header::VARY).iter();
    assert!(vary.into_iter().any(|value| value == "origin"));
    // A program is no page; the collector's own pages always may.
    assert_eq!(from(None).send().await.unwrap().status(), 201);
    let own = from(Some("http://own.example")).header("sec-fetch-site", "same-origin");
    assert_eq!(own.send().await.unwrap().status(), 201);

    for origin in [
        OTHER,
        "null",
        "https://school.example.evil.example",
        "http://school.example",
    ] {
        let answered = preflight(&running, origin).await;
        assert_eq!(allowed(&answered), None, "{origin}");
        let response = from(Some(origin)).send().await.unwrap();
        assert_eq!(response.status(), 403, "{origin}");
        assert_eq!(allowed(&response), None, "{origin}");
        let problem = body_of(response).await;
        assert_eq!(problem["type"], ProblemKind::OriginNotAllowed.type_uri());
        // An id that is written otherwise is none.
        for written in ["cen%73us", "%63%65%6e%73%75%73", "census%2f", "CENSUS"] {
            let address = running.address(&format!("/api/v1/surveys/{written}/submissions"));
            let request = running.http.post(address).header(header::ORIGIN, origin);
            let request = request.header(header::CONTENT_TYPE, "application/json");
            let response = request.body(Devices::new(111).body()).send().await.unwrap();
            assert_eq!(response.status(), 404, "{written}");
        }
        let survey = running.http.get(running.address("/api/v1/surveys/census"));
        let survey = survey.header(header::ORIGIN, origin).send().await.unwrap();
        assert_eq!((survey.status().as_u16(), allowed(&survey)), (403, None));
    }
    assert_eq!(running.results().await["questions"][0]["reports"], 3);
}

#[tokio::test]
async fn only_pages_that_are_named_may_frame_it() {
    let frame = "/embed/frame.html?survey=census";
    for (settings, framers) in [
        (json!({}), "*"),
        (
            json!({ "frame_ancestors": [NAMED] }),
            "'self' https://school.example",
        ),
        (json!({ "frame_ancestors": [] }), "'self'"),
    ] {
        let (running, _site) = start(settings).await;
        for (path, framers) in [
            (frame, framers),
            ("/embed/frame.html?survey=nobodys", "'self'"),
            ("/embed/frame.html", "'self'"),
            ("/embed/results.html?survey=census", framers),
            ("/", "'none'"),
            ("/index.html?survey=census", "'none'"),
            ("/api/v1/surveys/census", "'none'"),
        ] {
            let response = running.get(path).await;
            assert_eq!(response.status(), 200, "{path}");
            let policy = response.headers()["content-security-policy"]
                .to_str()
                .unwrap();
            let end = format!("frame-ancestors {framers}");
            assert!(policy.ends_with(&end), "{path}: {policy}");
        }
    }
}
