//! The site as static files: types, caching, compression, policy, and nothing outside the folder.

use std::{fs, path::Path};

use reqwest::{RequestBuilder, header};

use crate::harness::Running;

const HASHED: &str = "0123456789abcdef";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A folder like the one that scripts/build-site makes, and a secret beside it.
fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "secret.txt", "the secret");
    for (name, text) in [
        ("index.html", "<!doctype html><title>Site</title>"),
        ("index.html.br", "(brotli)"),
        ("index.html.gz", "(gzip)"),
        ("sotto-survey.js", "export {};"),
        ("styles.css", "p {}"),
        ("icon.svg", "<svg/>"),
        ("messages/en.json", "{}"),
        ("surveys/census.json", "{}"),
        (&format!("site-{HASHED}.js"), "export {};"),
        (&format!("site-{HASHED}_bg.wasm"), "(wasm)"),
        (&format!("widget-{HASHED}.js"), "export {};"),
        (&format!("widget-{HASHED}_bg.wasm"), "(wasm)"),
        (&format!("widget-{HASHED}_bg.wasm.br"), "(brotli wasm)"),
    ] {
        write(&root.join("dist"), name, text);
    }
    folder
}

async fn start(folder: &Path) -> Running {
    let dist = folder.join("dist");
    Running::start_with(|options| options.site = Some(dist.into())).await
}

fn get(running: &Running, path: &str) -> RequestBuilder {
    running.http.get(running.address(path))
}

#[tokio::test]
async fn files_have_their_types_and_times() {
    let folder = site();
    let running = start(folder.path()).await;
    let ever = "public, max-age=31536000, immutable";
    for (path, kind, cache) in [
        ("/", "text/html", "no-cache"),
        ("/index.html", "text/html", "no-cache"),
        ("/sotto-survey.js", "text/javascript", "no-cache"),
        ("/styles.css", "text/css", "no-cache"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/messages/en.json", "application/json", "no-cache"),
        (&format!("/site-{HASHED}.js"), "text/javascript", ever),
        (&format!("/site-{HASHED}_bg.wasm"), "application/wasm", ever),
        (
            &format!("/widget-{HASHED}_bg.wasm"),
            "application/wasm",
            ever,
        ),
    ] {
        let response = running.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()[header::CONTENT_TYPE], kind, "{path}");
        assert_eq!(response.headers()[header::CACHE_CONTROL], cache, "{path}");
    }
}

#[tokio::test]
async fn compressed_copies_are_sent_to_whoever_takes_them() {
    let folder = site();
    let running = start(folder.path()).await;
    let wasm = format!("/widget-{HASHED}_bg.wasm");
    for (path, accepted, encoding, body) in [
        ("/", "gzip, br", Some("br"), "(brotli)"),
        ("/index.html", "gzip", Some("gzip"), "(gzip)"),
        (
            "/index.html",
            "br;q=0, gzip;q=0",
            None,
            "<!doctype html><title>Site</title>",
        ),
        (
            &wasm,
            "gzip, deflate, br, zstd",
            Some("br"),
            "(brotli wasm)",
        ),
        // There is no such copy.
        (&wasm, "gzip", None, "(wasm)"),
    ] {
        let request = get(&running, path).header(header::ACCEPT_ENCODING, accepted);
        let response = request.send().await.unwrap();
        let headers = response.headers();
        let found = headers.get(header::CONTENT_ENCODING);
        assert_eq!(
            found.map(|value| value.to_str().unwrap()),
            encoding,
            "{path} {accepted}"
        );
        let vary = headers[header::VARY].to_str().unwrap().to_ascii_lowercase();
        assert!(vary.contains("accept-encoding"), "{vary}");
        let kind = headers[header::CONTENT_TYPE].to_str().unwrap();
        assert_eq!(kind == "application/wasm", path == wasm);
        assert_eq!(response.text().await.unwrap(), body, "{path} {accepted}");
    }
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let folder = site();
    let running = start(folder.path()).await;
    let first = running.get("/index.html").await;
    let tag = first.headers()[header::ETAG].clone();
    assert!(first.headers().contains_key(header::LAST_MODIFIED));
    let request = get(&running, "/index.html").header(header::IF_NONE_MATCH, &tag);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 304);
    assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
    write(
        &folder.path().join("dist"),
        "index.html",
        "<!doctype html><title>New site</title>",
    );
    let request = get(&running, "/index.html").header(header::IF_NONE_MATCH, &tag);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn every_page_has_the_policy() {
    let folder = site();
    let running = start(folder.path()).await;
    for (path, framers) in [
        ("/", "'none'"),
        ("/index.html", "'none'"),
        ("/sotto-survey.js", "'self'"),
        ("/nope", "'self'"),
    ] {
        let response = running.get(path).await;
        let header = |name: &str| response.headers()[name].to_str().unwrap();
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "));
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
        let end = format!("; frame-ancestors {framers}");
        assert!(policy.ends_with(&end), "{path}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert!(header("permissions-policy").contains("camera=()"));
    }
    let api = running.get("/api/v1/surveys/census").await;
    assert_eq!(api.headers()["x-content-type-options"], "nosniff");
    assert_eq!(api.headers()["referrer-policy"], "no-referrer");
}

#[tokio::test]
async fn other_pages_load_the_widget_and_nothing_else() {
    let folder = site();
    let running = start(folder.path()).await;
    for (path, open) in [
        ("/sotto-survey.js", true),
        (&*format!("/widget-{HASHED}.js"), true),
        (&format!("/widget-{HASHED}_bg.wasm"), true),
        ("/messages/en.json", true),
        ("/surveys/census.json", true),
        ("/", false),
        ("/styles.css", false),
        (&format!("/site-{HASHED}.js"), false),
    ] {
        let response = running.get(path).await;
        assert_eq!(response.status(), 200);
        let headers = response.headers();
        let resource = if open { "cross-origin" } else { "same-origin" };
        assert_eq!(headers["cross-origin-resource-policy"], resource, "{path}");
        let allowed = headers.get(header::ACCESS_CONTROL_ALLOW_ORIGIN);
        assert_eq!(allowed.is_some_and(|origin| origin == "*"), open, "{path}");
    }
}

#[tokio::test]
async fn nothing_outside_the_folder_and_no_list_of_it_is_sent() {
    let folder = site();
    let running = start(folder.path()).await;
    for path in [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/surveys/../../secret.txt",
        "/surveys/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/%00",
        "/surveys",
        "/surveys/",
        "/.",
        "/nope",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        let answer = running.raw(request.as_bytes()).await;
        assert!(!answer.contains("the secret"), "{path}: {answer}");
        assert!(!answer.contains("census.json"), "{path}: {answer}");
        let status: u16 = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let is_index = answer.ends_with("<title>Site</title>");
        assert!(
            (400..500).contains(&status) || path == "/." && is_index,
            "{path}: {answer}"
        );
    }
    let redirected = running.raw(b"GET //surveys HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert!(!redirected.await.contains("\r\nlocation:"));
}

#[tokio::test]
async fn without_a_site_it_says_so() {
    let running = Running::start().await;
    let response = running.get("/").await;
    assert_eq!(response.status(), 200);
    assert!(response.text().await.unwrap().contains("--site"));
    assert_eq!(running.get("/index.html").await.status(), 404);
}
