//! Pages that are made with the first page of their survey, as whoever starts the collector draws it.

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use reqwest::{Method, RequestBuilder, Response, header};
use serde_json::{Value, json};
use sotto_collector::FirstPages;
use sotto_survey::{FirstPage, Survey};
use tempfile::TempDir;

use crate::{
    databases::TestDatabase,
    harness::{CENSUS, census},
    operated::Operated,
};

const FIVE_QUESTIONS: &str = include_str!("../../../../www/five-questions.html");
const SURVEY: &str = include_str!("../../../../www/embed/survey.html");
const DIALOG: &str = include_str!("../../../../www/embed/dialog.html");
const FRAME: &str = include_str!("../../../../www/embed/frame.html");

/// The style of a first page, and the hash by which a policy allows it.
const STYLE: &str = "p { color: red }";
const STYLE_SOURCE: &str = "'sha256-ngewhhP73WDIbgwseeu52VAAJgKdGUsu1IUQQsAm8m4='";

const FRAME_OF_CENSUS: &str = "/embed/frame.html?survey=census";

/// All that a first page is drawn from, as a text.
fn described(page: &FirstPage<'_>) -> String {
    format!(
        "<template>{} {}, languages {:?}, level {}, dialog {}, framed {}, hosted {}, rows {}, relay {:?}</template>",
        page.survey.id(),
        page.survey.version(),
        page.languages,
        page.heading_level,
        page.in_dialog,
        page.framed,
        page.hosted,
        page.keeps_rows,
        page.relay,
    )
}

fn describing() -> FirstPages {
    FirstPages::new(STYLE, |page| Some(described(page)))
}

/// A collector with its operator, and the folder of its site.
struct Started {
    operated: Operated,
    site: TempDir,
}

impl Started {
    async fn new(first_pages: impl Into<Option<FirstPages>>) -> Self {
        let site = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &[u8]| {
            let path = site.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let other = "<!doctype html><sotto-survey src=\"surveys/census.sotto\"></sotto-survey>";
        for (name, text) in [
            ("index.html", other),
            ("embed/other.html", other),
            ("embed/dialog.html", DIALOG),
            ("five-questions.html", FIVE_QUESTIONS),
            ("embed/survey.html", SURVEY),
            ("embed/frame.html", FRAME),
            (
                "places.json",
                r#"{ "/five-questions": "five-questions.html" }"#,
            ),
        ] {
            write(name, text.as_bytes());
        }
        write("surveys/census.sotto", &census().compile());
        let five = include_str!("../../../../www/surveys/five-questions.json");
        let five: Survey = serde_json::from_str(five).unwrap();
        write("surveys/five-questions.sotto", &five.compile());
        let folder = site.path().to_owned();
        let first_pages = first_pages.into();
        let operated = Operated::start_with(TestDatabase::sqlite(), |options| {
            options.site = Some(folder.into());
            options.first_pages = first_pages;
        })
        .await;
        Self { operated, site }
    }

    fn folder(&self) -> &Path {
        self.site.path()
    }

    fn asks(&self, method: Method, path: &str) -> RequestBuilder {
        let running = &self.operated.running;
        running.http.request(method, running.address(path))
    }

    async fn page(&self, path: &str) -> String {
        let response = self.asks(Method::GET, path).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.text().await.unwrap()
    }
}

/// The page as its file has it, with that text first in its element and the style in its policy.
fn filled(page: &str, text: &str) -> String {
    let page = allowed(page);
    let (_, from) = page.split_once("<sotto-survey").unwrap();
    let (attributes, _) = from.split_once('>').unwrap();
    let tag = format!("<sotto-survey{attributes}>");
    page.replacen(&tag, &format!("{tag}{text}"), 1)
}

fn allowed(policy: &str) -> String {
    let styles = "style-src 'self'";
    assert_eq!(policy.matches(styles).count(), 1, "{policy}");
    policy.replace(styles, &format!("{styles} {STYLE_SOURCE}"))
}

fn header_of<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    Some(response.headers().get(name)?.to_str().unwrap())
}

#[tokio::test]
async fn a_page_of_the_site_has_the_first_page_of_its_survey() {
    let started = Started::new(describing()).await;
    let plain = "level 1, dialog false";
    for (path, page, survey, place) in [
        ("/five-questions", FIVE_QUESTIONS, "five-questions", plain),
        (
            "/five-questions.html?x=1",
            FIVE_QUESTIONS,
            "five-questions",
            plain,
        ),
        ("/embed/survey.html", SURVEY, "census", plain),
        (
            "/embed/dialog.html",
            DIALOG,
            "census",
            "level 2, dialog true",
        ),
    ] {
        let request = started.asks(Method::GET, path);
        let request = request.header(header::ACCEPT_LANGUAGE, "de;q=0.5, zh-CN, *;q=0.1");
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        let kind = header_of(&response, "content-type");
        assert_eq!(kind, Some("text/html; charset=utf-8"));
        let vary = "accept-language, sec-fetch-dest, sec-fetch-site, accept-encoding";
        assert_eq!(header_of(&response, "vary"), Some(vary));
        let text = format!(
            "<template>{survey} 1, languages [\"zh-CN\", \"de\"], {place}, framed false, hosted true, rows false, relay None</template>"
        );
        assert_eq!(response.text().await.unwrap(), filled(page, &text));
    }
}

#[tokio::test]
async fn a_page_for_frames_has_that_of_the_survey_that_its_address_names() {
    let started = Started::new(describing()).await;
    let expected = |framed: bool, rest: &str| {
        let text = format!(
            "<template>census 1, languages [], level 1, dialog false, framed {framed}, hosted true, {rest}</template>"
        );
        filled(FRAME, &text)
    };
    let plain = "rows false, relay None";
    for (to, site, framed) in [
        ("iframe", "cross-site", true),
        ("iframe", "same-site", true),
        ("frame", "cross-site", true),
        ("iframe", "same-origin", false),
        // A link on somebody's page, and an address that was typed.
        ("document", "cross-site", false),
        ("document", "none", false),
    ] {
        let request = started.asks(Method::GET, FRAME_OF_CENSUS);
        let request = request.header("sec-fetch-dest", to);
        let request = request.header("sec-fetch-site", site);
        let page = request.send().await.unwrap().text().await.unwrap();
        assert_eq!(page, expected(framed, plain), "{to} from {site}");
    }
    // A page that is to be in a language says so in its address.
    let page = started.page(&format!("{FRAME_OF_CENSUS}&lang=ar")).await;
    assert!(page.contains("languages [\"ar\"]"), "{page}");
    // What the collector says of the survey is told to its readers.
    let relay = json!({ "url": "https://relay.example:8443/x", "seconds": 5 });
    started.operated.set(json!({ "relay": relay })).await;
    let told = "rows false, relay Some(\"relay.example:8443 5\")";
    assert_eq!(started.page(FRAME_OF_CENSUS).await, expected(false, told));
    let rows = json!({ "relay": null, "keep_rows": true });
    started.operated.set(rows).await;
    let told = "rows true, relay None";
    assert_eq!(started.page(FRAME_OF_CENSUS).await, expected(false, told));
}

#[tokio::test]
async fn a_new_version_is_the_one_that_is_drawn() {
    let started = Started::new(describing()).await;
    let first = started.page(FRAME_OF_CENSUS).await;
    assert!(first.contains("<template>census 1,"), "{first}");
    let mut second: Value = serde_json::from_str(CENSUS).unwrap();
    second["version"] = json!(2);
    second["title"]["en"] = json!("Other words");
    let published = started
        .operated
        .call(Method::POST, "/versions", &second)
        .await;
    assert_eq!(published.status(), 201);
    let page = started.page(FRAME_OF_CENSUS).await;
    assert!(page.contains("<template>census 2,"), "{page}");
    // The site has a copy of its own, which may be another one from one moment to the next.
    let page = started.page("/embed/survey.html").await;
    assert!(page.contains("<template>census 1,"), "{page}");
    let second: Survey = serde_json::from_value(second).unwrap();
    let copy = started.folder().join("surveys/census.sotto");
    fs::write(&copy, second.compile()).unwrap();
    let page = started.page("/embed/survey.html").await;
    assert!(page.contains("<template>census 2,"), "{page}");
    fs::write(&copy, "no survey").unwrap();
    assert_eq!(started.page("/embed/survey.html").await, SURVEY);
    fs::remove_file(copy).unwrap();
    assert_eq!(started.page("/embed/survey.html").await, SURVEY);
}

#[tokio::test]
async fn what_not_everybody_may_answer_now_is_not_drawn() {
    let started = Started::new(describing()).await;
    for settings in [
        json!({ "closed": true }),
        json!({ "closed": false, "opens": "2999-01-01T00:00:00Z" }),
        json!({ "opens": null, "access": "class-code", "class_code": "Blue-Whale-7" }),
        json!({ "access": "invites" }),
        json!({ "access": "unlinkable" }),
    ] {
        started.operated.set(settings.clone()).await;
        let page = started.page(FRAME_OF_CENSUS).await;
        assert_eq!(page, FRAME, "{settings}");
    }
    started.operated.set(json!({ "access": "open" })).await;
    assert_ne!(started.page(FRAME_OF_CENSUS).await, FRAME);
    for path in [
        "/embed/frame.html",
        "/embed/frame.html?survey=",
        "/embed/frame.html?survey=nobodys",
        "/embed/frame.html?survey=..%2fcensus",
        // A link says which questions are asked.
        "/embed/frame.html?survey=census&arm=age",
        "/embed/frame.html?arm&survey=census",
    ] {
        assert_eq!(started.page(path).await, FRAME, "{path}");
    }
}

#[tokio::test]
async fn a_survey_whose_links_name_its_arms_is_not_drawn() {
    let started = Started::new(describing()).await;
    let question =
        |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1" });
    let mut survey = json!({
        "sotto": 1, "id": "census", "version": 1, "title": { "en": "Arms" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "1", "questions": [question("direct"), question("soft")],
        "arms": [["direct", "soft"]], "arms-by-link": false
    });
    let copy = started.folder().join("surveys/census.sotto");
    for (by_link, is_drawn) in [(false, true), (true, false)] {
        survey["arms-by-link"] = json!(by_link);
        let survey: Survey = serde_json::from_value(survey.clone()).unwrap();
        fs::write(&copy, survey.compile()).unwrap();
        let page = started.page("/embed/survey.html").await;
        assert_eq!(page != SURVEY, is_drawn);
    }
}

#[tokio::test]
async fn what_cannot_be_drawn_is_served_as_it_stands() {
    let much = "x".repeat(1 << 20);
    for first_pages in [
        None,
        Some(FirstPages::new(STYLE, |_| None)),
        Some(FirstPages::new(STYLE, |_| Some(String::new()))),
        Some(FirstPages::new(STYLE, move |_| Some(much.clone()))),
        Some(FirstPages::new(STYLE, |_| panic!("on purpose"))),
    ] {
        let started = Started::new(first_pages).await;
        for (path, page) in [
            ("/five-questions", FIVE_QUESTIONS),
            (FRAME_OF_CENSUS, FRAME),
            // The turn of whoever could not draw has ended.
            (FRAME_OF_CENSUS, FRAME),
            (FRAME_OF_CENSUS, FRAME),
        ] {
            let request = started.asks(Method::GET, path);
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), 200);
            assert!(response.headers().contains_key(header::ETAG), "{path}");
            assert_eq!(response.text().await.unwrap(), page, "{path}");
        }
    }
}

#[tokio::test]
async fn other_pages_are_the_files() {
    let started = Started::new(describing()).await;
    for path in ["/", "/index.html", "/embed/other.html"] {
        let page = started.page(path).await;
        assert!(page.ends_with("></sotto-survey>"), "{page}");
    }
    let request = started.asks(Method::POST, "/five-questions.html");
    assert_eq!(request.send().await.unwrap().status(), 405);
    // Without its file there is no page.
    fs::remove_file(started.folder().join("embed/frame.html")).unwrap();
    let request = started.asks(Method::GET, FRAME_OF_CENSUS);
    assert_eq!(request.send().await.unwrap().status(), 404);
    // A page that has no element.
    for page in ["<p>none</p>", ""] {
        fs::write(started.folder().join("embed/frame.html"), page).unwrap();
        assert_eq!(started.page(FRAME_OF_CENSUS).await, page);
    }
}

/// The policy allows one style more, and everything else that a page's headers say is the same.
#[tokio::test]
async fn its_headers_are_those_of_the_file() {
    let (drawn, plain) = (Started::new(describing()).await, Started::new(None).await);
    for path in ["/five-questions", "/embed/survey.html", FRAME_OF_CENSUS] {
        let drawn = drawn.asks(Method::GET, path).send().await.unwrap();
        let plain = plain.asks(Method::GET, path).send().await.unwrap();
        for name in [
            "content-security-policy",
            "permissions-policy",
            "cache-control",
            "cross-origin-opener-policy",
            "cross-origin-resource-policy",
            "x-content-type-options",
            "referrer-policy",
        ] {
            let (found, wanted) = (header_of(&drawn, name), header_of(&plain, name));
            let mut wanted = wanted.unwrap().to_owned();
            if name == "content-security-policy" {
                wanted = allowed(&wanted);
            }
            assert_eq!(found, Some(&*wanted), "{path} {name}");
        }
        assert_eq!(header_of(&drawn, "cache-control"), Some("no-cache"));
    }
}

#[tokio::test]
async fn a_reader_gets_their_own_page_whatever_they_have_already() {
    let started = Started::new(describing()).await;
    let plain = Started::new(None).await;
    let file = plain.asks(Method::GET, FRAME_OF_CENSUS);
    let file = file.send().await.unwrap();
    let (tag, date) = (
        &file.headers()[header::ETAG],
        "Fri, 01 Jan 2999 00:00:00 GMT",
    );
    for language in ["en", "ar"] {
        let request = started.asks(Method::GET, FRAME_OF_CENSUS);
        let request = request.header(header::ACCEPT_LANGUAGE, language);
        let request = request.header(header::IF_NONE_MATCH, tag);
        let request = request.header(header::IF_MODIFIED_SINCE, date);
        let request = request.header(header::RANGE, "bytes=0-3");
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        for name in ["etag", "last-modified", "accept-ranges", "content-range"] {
            assert_eq!(header_of(&response, name), None, "{name}");
        }
        let page = response.text().await.unwrap();
        assert!(
            page.contains(&format!("languages [\"{language}\"]")),
            "{page}"
        );
        assert!(page.trim_end().ends_with("</html>"), "{page}");
    }
}

#[tokio::test]
async fn only_the_headers_are_sent_to_whoever_asks_for_them() {
    let started = Started::new(describing()).await;
    for path in ["/five-questions", FRAME_OF_CENSUS] {
        for encoding in ["identity", "br"] {
            let ask = async |method: Method| {
                let request = started.asks(method, path);
                let request = request.header(header::ACCEPT_ENCODING, encoding);
                request.send().await.unwrap()
            };
            let (head, get) = (ask(Method::HEAD).await, ask(Method::GET).await);
            assert_eq!(head.status(), 200);
            for name in ["content-type", "vary", "cache-control", "content-encoding"] {
                assert_eq!(header_of(&head, name), header_of(&get, name), "{name}");
            }
            assert_eq!(head.text().await.unwrap(), "");
            assert!(!get.bytes().await.unwrap().is_empty());
        }
    }
}

#[tokio::test]
async fn a_page_is_compressed_for_whoever_takes_that() {
    let started = Started::new(describing()).await;
    let whole = started.page(FRAME_OF_CENSUS).await;
    for (accepted, encoding) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip", Some("gzip")),
        ("zstd", None),
        ("br;q=0, gzip;q=0", None),
        // Nothing that can be had.
        ("identity;q=0", None),
        ("*;q=0", None),
    ] {
        let request = started.asks(Method::GET, FRAME_OF_CENSUS);
        let request = request.header(header::ACCEPT_ENCODING, accepted);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200, "{accepted}");
        let found = header_of(&response, "content-encoding");
        assert_eq!(found, encoding, "{accepted}");
        let vary: Vec<_> = response.headers().get_all(header::VARY).iter().collect();
        assert_eq!(vary.len(), 1, "{vary:?}");
        let body = response.bytes().await.unwrap();
        if encoding.is_some() {
            assert!(body.len() < whole.len(), "{accepted}");
        } else {
            assert_eq!(body, whole, "{accepted}");
        }
    }
}

#[tokio::test]
async fn what_was_drawn_for_one_is_not_drawn_for_the_next() {
    let times = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&times);
    let started = Started::new(FirstPages::new(STYLE, move |page| {
        counted.fetch_add(1, Ordering::SeqCst);
        Some(described(page))
    }))
    .await;
    let ask = async |path: &str, languages: &str| {
        let request = started.asks(Method::GET, path);
        let request = request.header(header::ACCEPT_LANGUAGE, languages);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        times.load(Ordering::SeqCst)
    };
    assert_eq!(ask(FRAME_OF_CENSUS, "en").await, 1);
    assert_eq!(ask(FRAME_OF_CENSUS, "en;q=0.5").await, 1);
    assert_eq!(ask("/embed/frame.html?x=1&survey=census", "en").await, 1);
    assert_eq!(ask(FRAME_OF_CENSUS, "ar, en").await, 2);
    assert_eq!(ask("/five-questions", "en").await, 3);
    assert_eq!(ask("/five-questions.html", "en").await, 3);
    assert_eq!(ask(FRAME_OF_CENSUS, "en").await, 3);
    // Other rows are other words.
    started.operated.set(json!({ "keep_rows": true })).await;
    assert_eq!(ask(FRAME_OF_CENSUS, "en").await, 4);
}
