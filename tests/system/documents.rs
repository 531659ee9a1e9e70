//! The documents as pages of the site: every link leads somewhere, headings are found by keyboard, and nothing is lost in
//! any look or without scripts.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use harness::{Browser, Collector, Key, StaticFiles, System, setting};
use serde_json::json;
use url::Url;

use crate::{
    accessibility::MEASURE,
    engines::in_both,
    studio::{ENTER, write},
};

in_both!(a_heading_is_found_and_opened_by_keyboard);

/// What stands in an attribute of that name, each time.
fn values<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let beginning = format!(" {name}=\"");
    let rests = html.split(&*beginning).skip(1);
    rests.filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_link_of_the_documents_leads_somewhere() {
    let collector = Collector::start().await;
    let start = Url::parse("http://localhost/docs/").unwrap();
    let mut pages = BTreeMap::new();
    let mut links = BTreeSet::new();
    let mut to_read = vec![start.clone()];
    while let Some(address) = to_read.pop() {
        if pages.contains_key(&address) {
            continue;
        }
        let (status, html) = collector.get(address.path()).await;
        assert_eq!(status, 200, "{address}");
        for value in ["href", "src"].iter().flat_map(|name| values(&html, name)) {
            let (path, heading) = value.split_once('#').unwrap_or((value, ""));
            let led = address.join(path).unwrap();
            if led.host_str() != start.host_str() {
                continue;
            }
            let is_page = Path::new(led.path())
                .extension()
                .is_none_or(|end| end == "html");
            if is_page && led.path().starts_with(start.path()) {
                to_read.push(led.clone());
            }
            links.insert((address.clone(), led, heading.to_owned()));
        }
        pages.insert(address, html);
    }
    assert!(pages.len() > 40, "{} are too few to be all", pages.len());
    assert!(links.len() > 500, "{} are too few to be all", links.len());
    for (from, to, heading) in links.iter().filter(|(.., heading)| !heading.is_empty()) {
        let ids = pages
            .get(to)
            .map_or_else(Vec::new, |html| values(html, "id"));
        let has = ids.contains(&heading.as_str());
        assert!(has, "{from} leads to {to}, which has no {heading}");
    }
    let others: BTreeSet<_> = links.iter().map(|(_, to, _)| to).collect();
    for other in others.into_iter().filter(|to| !pages.contains_key(to)) {
        let path = other.path();
        if path.ends_with('/') {
            assert_eq!(collector.get(path).await.0, 200, "{other}");
        } else {
            let file = Path::new(&setting("SOTTO_DIST")).join(path.trim_start_matches('/'));
            assert!(file.is_file(), "{other}");
        }
    }
}

/// Each manual has its page, whose text stands in it before any script runs.
#[tokio::test(flavor = "multi_thread")]
async fn every_manual_is_a_page_that_needs_no_script() {
    let collector = Collector::start().await;
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let mut manuals = 0;
    for entry in std::fs::read_dir(home).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_manual = path.extension().is_some_and(|end| end == "md");
        if !is_manual || name.starts_with("README") {
            continue;
        }
        manuals += 1;
        let source = std::fs::read_to_string(&path).unwrap();
        let (status, html) = collector.get(&format!("/docs/{name}.html")).await;
        assert_eq!(status, 200, "{name}");
        // Headings inside code are none.
        let prose = source.split("```").step_by(2);
        let headings = prose
            .flat_map(str::lines)
            .filter(|line| line.starts_with("## "));
        let expected = headings.count();
        assert_eq!(html.matches("<h2 id=").count(), expected, "{name}");
        assert!(html.contains("role=\"search\" hidden>"), "{name}");
    }
    assert!(manuals > 10, "{manuals}");
}

async fn a_heading_is_found_and_opened_by_keyboard(browser: Browser) {
    let system = System::with_browser(browser).await;
    let browser = &system.browser;
    browser.open(&system.address("?lang=en")).await;
    browser.click("#to-docs").await;
    browser.find("#find:not([hidden])").await;
    browser.press('/').await;
    browser
        .until("document.activeElement.id === 'find-words'")
        .await;
    write(browser, "no heading is called so").await;
    browser
        .until("document.querySelector('#find-count').textContent.startsWith('No heading')")
        .await;
    browser.press(Key::Escape.into()).await;
    browser
        .until("document.querySelector('#find-words').value === ''")
        .await;
    write(browser, "Operator FIRST").await;
    browser
        .until("document.querySelector('#found a')?.textContent.startsWith('The first operator')")
        .await;
    browser.press(Key::Down.into()).await;
    browser
        .until("document.activeElement === document.querySelector('#found a')")
        .await;
    browser.press(Key::Up.into()).await;
    browser
        .until("document.activeElement.id === 'find-words'")
        .await;
    browser.press(ENTER).await;
    browser
        .until("location.pathname === '/docs/operating.html' && location.hash === '#the-first-operator'")
        .await;
    // From document to document, to a heading, and home.
    browser
        .click("article a[href=\"api.html#tokens-and-roles\"]")
        .await;
    browser
        .until("location.pathname === '/docs/api.html' && location.hash === '#tokens-and-roles'")
        .await;
    browser.click("#home").await;
    browser.find("#flip-yes").await;
    browser.open(&system.address("studio/?lang=zh-CN")).await;
    browser.find("#to-docs").await;
    let link = "return document.querySelector('#to-docs').outerHTML";
    let link = browser.run(link).await.to_string();
    assert!(link.contains("英文") && link.contains("hreflang"), "{link}");
    browser.click("#to-docs").await;
    browser.find("#find:not([hidden])").await;
}

/// Pages with the widest tables, the most code, and Chinese.
const PAGES: [&str; 5] = [
    "docs/",
    "docs/operating.html",
    "docs/embedding.html",
    "docs/about.zh-CN.html",
    "docs/proofs/index.html",
];

#[tokio::test(flavor = "multi_thread")]
async fn documents_in_every_look() {
    let system = System::start().await;
    let browser = &system.browser;
    for (width, colours) in [
        (320, "dark"),
        (390, "light"),
        (1280, "dark"),
        (1280, "light"),
    ] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        for page in PAGES {
            let what = format!("{page} at {width} px, {colours}");
            browser.open(&system.address(page)).await;
            browser.find("#find:not([hidden])").await;
            browser.fill("#find-words", "survey").await;
            browser.find("#found a").await;
            // A link inside a sentence may be as low as its line (WCAG 2.2, 2.5.8).
            let measured = format!(
                "{MEASURE} return measured.filter((told) => !(told.startsWith('a.') && / by [0-9.]+ px$/.test(told)))"
            );
            assert_eq!(browser.run(&measured).await, json!([]), "{what}");
            assert_eq!(browser.errors().await, [""; 0], "{what}");
            assert_eq!(browser.accessibility_violations().await, [""; 0], "{what}");
            // axe-core writes imported style sheets into the page, which the page's policy refuses.
            browser.errors().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn code_is_copied_and_found_among_static_files() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("docs/walk-through.html")).await;
    browser.find(".code .copy").await;
    let watch = "navigator.clipboard.writeText = async (text) => { window.copied = text }";
    browser.run(watch).await;
    browser.click(".code .copy").await;
    browser
        .until("window.copied && window.copied === document.querySelector('.code code').textContent.trimEnd()")
        .await;
    browser
        .until("document.querySelector('#copied').textContent === 'Copied.'")
        .await;
    browser.fill("#find-words", "webhook").await;
    browser.find("#found a[href*='api.html#']").await;
    assert_eq!(browser.errors().await, [""; 0]);
}
