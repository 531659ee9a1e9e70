//! A widget on any page may read its survey and post to it; nothing asks for credentials.

use reqwest::{Method, header};

use crate::harness::{Devices, Running, SUBMISSIONS};

const ORIGIN: &str = "https://page.example";

#[tokio::test]
async fn a_preflight_allows_what_the_widget_does() {
    let running = Running::start().await;
    for (path, method) in [
        (SUBMISSIONS, "POST"),
        ("/api/v1/surveys/census", "GET"),
        ("/api/v1/surveys/census/results", "GET"),
    ] {
        let response = running
            .http
            .request(Method::OPTIONS, running.address(path))
            .header(header::ORIGIN, ORIGIN)
            .header(header::ACCESS_CONTROL_REQUEST_METHOD, method)
            .header(header::ACCESS_CONTROL_REQUEST_HEADERS, "content-type")
            .send()
            .await
            .unwrap();
        assert!(response.status().is_success(), "{path}");
        let headers = response.headers();
        let header = |name| headers[name].to_str().unwrap().to_ascii_lowercase();
        assert_eq!(header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
        assert_eq!(header(header::ACCESS_CONTROL_ALLOW_HEADERS), "content-type");
        assert_eq!(header(header::ACCESS_CONTROL_ALLOW_METHODS), "get,post");
        assert!(!headers.contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS));
    }
}

#[tokio::test]
async fn answers_and_problems_can_be_read_from_any_page() {
    let running = Running::start().await;
    let get = |path: &str| running.http.get(running.address(path));
    let post = |body: String| {
        let request = running.http.post(running.address(SUBMISSIONS)).body(body);
        request.header(header::CONTENT_TYPE, "application/json")
    };
    for (request, status) in [
        (get("/api/v1/surveys/census"), 200),
        (get("/api/v1/surveys/census/results"), 200),
        (get("/api/v1/surveys/census/results/live"), 200),
        (get("/api/v1/surveys/nope"), 404),
        (get("/api/nope"), 404),
        (post(Devices::new(40).body()), 201),
        (post("{".to_owned()), 400),
        (post(" ".repeat(70_000)), 413),
    ] {
        let response = request.header(header::ORIGIN, ORIGIN).send().await.unwrap();
        assert_eq!(response.status(), status);
        let headers = response.headers();
        assert_eq!(
            headers[header::ACCESS_CONTROL_ALLOW_ORIGIN],
            "*",
            "{status}"
        );
        assert!(!headers.contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS));
        assert!(!headers.contains_key(header::SET_COOKIE));
    }
}
