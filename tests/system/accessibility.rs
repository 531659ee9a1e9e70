//! axe-core, with no rule switched off, on every screen, width and language.

use harness::{Browser, System};

use crate::respondent::{SOMEBODY, SURVEY_PAGE, act, choose, opened_survey, send, until_screen};

async fn assert_accessible(browser: &Browser, what: &str) {
    for (width, height) in [(360, 800), (1280, 1000)] {
        browser.resize(width, height).await;
        let violations = browser.accessibility_violations().await;
        assert_eq!(violations, [""; 0], "{what} at {width} px");
        let overflows = "document.documentElement.scrollWidth > innerWidth";
        assert_eq!(
            browser.run(&format!("return {overflows}")).await,
            false,
            "{what} at {width}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_screen_of_the_survey() {
    let system = System::start().await;
    let browser = &system.browser;
    for language in ["en", "zh-CN"] {
        browser.open(&system.address(SURVEY_PAGE)).await;
        browser.find_in_survey("[data-screen]").await;
        let script = format!(
            "localStorage.clear(); document.documentElement.lang = '{language}';
            document.querySelector('sotto-survey').lang = '{language}';
            document.querySelector('sotto-survey').forget();"
        );
        browser.run(&script).await;
        browser
            .find_in_survey(&format!("[data-screen=form][lang={language}]"))
            .await;
        assert_accessible(browser, "the form").await;
        act(browser, "review").await;
        browser.find_in_survey("#problems").await;
        assert_accessible(browser, "the form with its problems").await;
        choose(browser, &SOMEBODY).await;
        act(browser, "review").await;
        until_screen(browser, "review").await;
        assert_accessible(browser, "the review").await;
        act(browser, "send").await;
        until_screen(browser, "receipt").await;
        assert_accessible(browser, "the receipt").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_failure_screen() {
    let mut system = opened_survey().await;
    // axe-core is run from the driver, so nothing is needed of the server any more.
    system.collector.kill().await;
    send(&system.browser, &SOMEBODY).await;
    system
        .browser
        .find_in_survey("[data-failure=unreachable]")
        .await;
    assert_accessible(&system.browser, "the failure").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_site_before_and_after() {
    let system = System::start().await;
    let browser = &system.browser;
    for language in ["en", "zh-CN"] {
        browser
            .open(&system.address(&format!("?lang={language}")))
            .await;
        browser.run("localStorage.clear()").await;
        browser.client().refresh().await.unwrap();
        browser.find("#collector[data-collector=server]").await;
        until_screen(browser, "form").await;
        assert_accessible(browser, "the site").await;
        browser.resize(1280, 1000).await;
        send(browser, &SOMEBODY).await;
        until_screen(browser, "receipt").await;
        browser.find("#crowd-start").await.click().await.unwrap();
        browser.find("#crowd-held").await;
        assert_accessible(browser, "the site with everything on it").await;
    }
}
