//! What could not be had is had at the second try, whichever file it was; and a page that trusts files by
//! their hashes takes no other one at any try.

use harness::{Browser, Fault, StaticFiles};
use serde_json::{Value, json};

use crate::{
    engines::in_both,
    integrity::{careful_page, file, hashes},
    programs::{RARE, rare},
    showing::show,
    types::ROOT,
};

in_both!(
    whatever_was_missing_comes_at_the_second_try,
    a_careful_page_takes_no_altered_file_at_any_try,
    whatever_is_late_is_waited_for,
);

const PAGE: &str = "embed/page.html";

/// A page without hashes whose survey has no address yet.
const PLAIN: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title>
    <link rel=icon href='data:,'>
    <script type=module src='../sotto-survey.js'></script>
    <body><sotto-survey></sotto-survey></body></html>";

/// A file that a survey needs: by the beginning and the end of its name, what the survey says, and a selector
/// of what stands in the element once the file is there.
type Needed = (&'static str, &'static str, Value, &'static str);

fn needed() -> Vec<Needed> {
    let census = "../surveys/census.sotto";
    let rare = "../surveys/rare.json";
    let asked = "fieldset [name=race]";
    vec![
        ("widget-", ".js", json!({ "src": census }), asked),
        ("widget-", "_bg.wasm", json!({ "src": census }), asked),
        (
            "widget-whole-",
            ".js",
            json!({ "src": rare }),
            "fieldset [name=occupation]",
        ),
        (
            "widget-whole-",
            "_bg.wasm",
            json!({ "src": rare }),
            "fieldset [name=occupation]",
        ),
        (
            "widget-headless-",
            ".js",
            json!({ "src": rare }),
            "fieldset [name=occupation]",
        ),
        (
            "widget-headless-",
            "_bg.wasm",
            json!({ "src": rare }),
            "fieldset [name=occupation]",
        ),
        (
            "widget-dialog-",
            ".js",
            json!({ "src": census, "display": "dialog" }),
            "dialog",
        ),
        (
            "widget-frame-",
            ".js",
            json!({ "src": census, "display": "frame" }),
            "iframe",
        ),
        (
            "widget-gate-",
            ".js",
            json!({ "src": census, "invite": "ABCDE" }),
            asked,
        ),
        // The program is there to find that the pin is another, or the log's key none.
        (
            "widget-pin-",
            ".js",
            json!({ "src": census, "epsilon-pin": "none" }),
            "[data-failure=pin]",
        ),
        (
            "widget-log-",
            ".js",
            json!({ "src": census, "log-key": "none" }),
            "[data-failure=log-signature]",
        ),
    ]
}

/// The page with a survey for which a file fails.
async fn failed(
    browser: &Browser,
    page: &str,
    path: &str,
    fault: Fault,
    survey: &Value,
) -> StaticFiles {
    let files = StaticFiles::with_files(&[(PAGE, page), (RARE, &rare().to_string())]).await;
    files.fail(path, fault);
    browser.open(&files.address(PAGE)).await;
    show(browser, survey).await;
    files
}

/// Presses the button that stands in the place of the survey.
async fn try_again(browser: &Browser) {
    let button = "[data-failure=loading] button";
    browser.find_in_survey(button).await;
    browser.run("told.length = 0").await;
    browser.click_in_survey(button).await;
}

async fn whatever_was_missing_comes_at_the_second_try(browser: Browser) {
    let hashes = hashes();
    let careful = careful_page(&hashes, "<sotto-survey></sotto-survey>");
    for page in [PLAIN, &careful] {
        let mut all = vec![(
            "widget-".to_owned(),
            json!({ "src": "../surveys/rare.json" }),
            "fieldset",
        )];
        for (beginning, end, survey, selector) in needed() {
            all.push((file(&hashes, beginning, end), survey, selector));
        }
        for (path, survey, selector) in all {
            let files = failed(&browser, page, &path, Fault::Missing, &survey).await;
            // A person may well press it before the network is back.
            try_again(&browser).await;
            browser.until("told.includes('loading')").await;
            files.mend();
            try_again(&browser).await;
            browser.find_in_survey(selector).await;
            assert!(files.posted().is_empty(), "{path}");
        }
    }
}

async fn a_careful_page_takes_no_altered_file_at_any_try(browser: Browser) {
    let hashes = hashes();
    let page = careful_page(&hashes, "<sotto-survey></sotto-survey>");
    for (beginning, end, survey, selector) in needed() {
        let path = file(&hashes, beginning, end);
        let files = failed(&browser, &page, &path, Fault::Altered, &survey).await;
        for _ in 0..2 {
            try_again(&browser).await;
            browser.until("told.includes('loading')").await;
            let shown = format!("return {ROOT}.querySelector('{selector}') === null");
            assert_eq!(browser.run(&shown).await, true, "{path}");
        }
        files.mend();
        try_again(&browser).await;
        browser.find_in_survey(selector).await;
    }
}

async fn whatever_is_late_is_waited_for(browser: Browser) {
    let hashes = hashes();
    for (beginning, end, survey, selector) in needed() {
        let path = file(&hashes, beginning, end);
        let files = failed(&browser, PLAIN, &path, Fault::Late, &survey).await;
        files.until_asked(&path).await;
        let shown = format!("return {ROOT}?.querySelector('{selector}') == null");
        assert_eq!(browser.run(&shown).await, true, "{path}");
        files.mend();
        browser.find_in_survey(selector).await;
        let failed = format!("return {ROOT}.querySelector('[data-failure=loading]') !== null");
        assert_eq!(browser.run(&failed).await, false, "{path}");
    }
}
