//! Content security policies of pages that embed a survey.

use harness::{Browser, StaticFiles};
use serde_json::{Value, json};

use crate::respondent::{SOMEBODY, SURVEY_PAGE, act, choose, until_screen};

/// The strictest policy under which the widget works.
const STRICT: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    connect-src 'self'; img-src 'self' blob:; font-src 'self'; base-uri 'none'; form-action 'none'; \
    require-trusted-types-for 'script'";

/// The policy violations since the page was opened, those from before this call included.
async fn violations(browser: &Browser) -> Value {
    browser
        .run_async(
            "const done = arguments[arguments.length - 1];
            const seen = [];
            const hear = (reports) => seen.push(...reports.map(({ body }) =>
                `${body.effectiveDirective} ${body.blockedURL} ${body.sample}`));
            const observer = new ReportingObserver(hear, { buffered: true, types: ['csp-violation'] });
            observer.observe();
            setTimeout(() => { hear(observer.takeRecords()); done(seen); });",
        )
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn breaks_no_rule_of_a_strict_page() {
    let files = StaticFiles::with_policy(STRICT).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    until_screen(&browser, "form").await;
    choose(&browser, &SOMEBODY).await;
    act(&browser, "review").await;
    act(&browser, "send").await;
    // Nobody counts here.
    browser.find_in_survey("[data-failure=refused]").await;
    assert_eq!(violations(&browser).await, json!([]));
    // And a rule that is broken would have been seen.
    browser
        .run("try { document.body.innerHTML = '<b>markup</b>' } catch { }")
        .await;
    let seen = violations(&browser).await;
    assert!(
        seen.as_array().is_some_and(|seen| seen.len() == 1),
        "{seen}"
    );
}

/// A page that trusts no address, but the scripts that carry a word made for this answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_nonce_on_the_loader_is_enough_for_all_that_it_loads() {
    let page = "<!doctype html><title>A page with a nonce</title>
        <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; script-src 'nonce-word' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'\">
        <script type=module src='../sotto-survey.js' nonce=word></script>
        <sotto-survey src='../surveys/census.sotto' collector='..' epsilon-pin='sha256-AAAA'></sotto-survey>";
    let files = StaticFiles::with_file("embed/nonce.html", page).await;
    let browser = Browser::start().await;
    browser.open(&files.address("embed/nonce.html")).await;
    // The check of a pin is a module that another module loads.
    browser.find_in_survey("[data-failure=pin]").await;
    browser
        .run("document.querySelector('sotto-survey').removeAttribute('epsilon-pin')")
        .await;
    until_screen(&browser, "form").await;
    choose(&browser, &SOMEBODY).await;
    act(&browser, "review").await;
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(violations(&browser).await, json!([]));
    // Without it nothing is run.
    let forgotten = page.replace(" nonce=word", "");
    let files = StaticFiles::with_file("embed/nonce.html", &forgotten).await;
    browser.open(&files.address("embed/nonce.html")).await;
    assert_eq!(
        browser
            .run("return document.querySelector('sotto-survey:defined')")
            .await,
        Value::Null
    );
}
