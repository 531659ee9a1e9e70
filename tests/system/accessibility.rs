//! axe-core, with no rule switched off, on every screen, width and language.

use harness::{Browser, System};

use crate::{
    respondent::{SOMEBODY, SURVEY_PAGE, act, choose, opened_survey, send, until_screen},
    types::{self, ROOT, Step, TALKATIVE, opened, press, take},
};

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

/// In a language and a theme, on a narrow window and a wide one: no violation, and nothing that
/// sticks out, not even at 320 px, which is 1280 px at 400 %.
async fn assert_accessible_when_narrow(browser: &Browser, what: &str) {
    for (width, height) in [(320, 800), (1280, 1000)] {
        browser.resize(width, height).await;
        let violations = browser.accessibility_violations().await;
        assert_eq!(violations, [""; 0], "{what} at {width} px");
        let overflows = format!(
            "document.documentElement.scrollWidth > innerWidth
                || {ROOT}.firstElementChild.scrollWidth > {ROOT}.firstElementChild.clientWidth"
        );
        let overflows = browser.run(&format!("return {overflows}")).await;
        assert_eq!(overflows, false, "{what} at {width} px");
    }
}

async fn assert_every_type_accessible(language: &str, theme: &str) {
    let (_files, browser) = opened().await;
    types::show(&browser, language).await;
    browser
        .run(&format!(
            "document.documentElement.style.colorScheme = '{theme}';
            document.querySelector('sotto-survey').setAttribute('theme', '{theme}');"
        ))
        .await;
    let what = |screen: &str| format!("{screen} in {language}, {theme}");
    // Everything that can be opened stands open.
    let open = format!("{ROOT}.querySelectorAll('details').forEach((d) => d.open = true)");
    press(&browser, "next").await;
    browser.find_in_survey("#problems").await;
    browser.run(&open).await;
    assert_accessible_when_narrow(&browser, &what("the first page and its problems")).await;
    for (page, steps) in TALKATIVE.iter().enumerate() {
        // What is searched for is called otherwise in every language.
        let is_search = |step: &&Step| matches!(step, Step::Search(..));
        let steps: Vec<_> = steps
            .iter()
            .filter(|step| !is_search(step))
            .copied()
            .collect();
        take(&browser, &steps).await;
        if page > 0 {
            assert_accessible_when_narrow(&browser, &what("a page")).await;
        }
        let is_last = page + 1 == TALKATIVE.len();
        if is_last {
            // The list of a search, open.
            let field = browser.find_in_survey("[name=country]").await;
            field.click().await.unwrap();
            browser.find_in_survey("[role=option]").await;
            assert_accessible_when_narrow(&browser, &what("the open list")).await;
            take(&browser, &[Step::Search("country", "")]).await;
        }
        press(&browser, if is_last { "review" } else { "next" }).await;
        let next = [
            ".question [name=stress]",
            ".question [name=sleep]",
            "[data-screen=review]",
        ];
        browser.find_in_survey(next[page]).await;
    }
    assert_accessible_when_narrow(&browser, &what("the review")).await;
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    browser.run(&open).await;
    assert_accessible_when_narrow(&browser, &what("the receipt")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_in_english_in_the_light() {
    assert_every_type_accessible("en", "light").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_in_chinese_in_the_dark() {
    assert_every_type_accessible("zh-CN", "dark").await;
}

/// From right to left.
#[tokio::test(flavor = "multi_thread")]
async fn every_type_in_arabic_in_the_dark() {
    assert_every_type_accessible("ar", "dark").await;
}
