//! The look of a survey: drawn from the first frame on, readable whatever it says, and chosen in the studio.

use harness::{Browser, StaticFiles, System};
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::{
    accessibility::assert_state_accessible,
    prerendered::{TAKEN_OVER, page, prerendered, without_its_program},
    respondent::{SOMEBODY, act, choose, until_screen},
    showing::{census, show, show_prepared},
    studio::{ENTER, press, write},
    types::ROOT,
};

/// The census in violet on cream, and in the dark on something darker still.
fn themed() -> Value {
    let mut survey = census();
    survey["theme"] = json!({
        "accent": "#7a1fa2", "surface": "#fff8e7", "text": "#2b1a33",
        "dark": { "accent": "#d7a8ff", "surface": "#1b1020" },
        "font": "serif", "corners": "square",
    });
    survey
}

/// JavaScript: what the survey is drawn with.
const WORN: &str = "(() => {
    const [survey, button] = ['section.survey:not([hidden])', 'button[part~=primary]']
        .map((selector) => getComputedStyle(document.querySelector('sotto-survey').shadowRoot.querySelector(selector)));
    return [survey.backgroundColor, survey.color, survey.borderRadius, survey.fontFamily.split(',')[0],
        button.backgroundColor, button.color, button.borderRadius].join(' | ');
})()";

const LIGHT: &str = "rgb(255, 248, 231) | rgb(43, 26, 51) | 0px | ui-serif | rgb(122, 31, 162) | rgb(255, 255, 255) | 0px";

const DARK: &str = "rgb(27, 16, 32) | rgb(231, 239, 237) | 0px | ui-serif | rgb(215, 168, 255) | rgb(0, 0, 0) | 0px";

async fn worn(browser: &Browser) -> Value {
    browser.run(&format!("return {WORN}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_is_there_before_the_program_and_nothing_changes_with_it() {
    let browser = Browser::start().await;
    let survey = themed().to_string();
    let html = page("surveys/own.json", "en", &prerendered(&survey, "en"));
    let files = without_its_program(&browser, &survey, &html).await;
    assert_eq!(worn(&browser).await, LIGHT);
    files.mend();
    browser.until(TAKEN_OVER).await;
    until_screen(&browser, "form").await;
    assert_eq!(worn(&browser).await, LIGHT);
    // It has asked for the common program, and for no other because of its look.
    let asked = files.asked();
    assert!(
        asked.iter().any(|name| name.starts_with("widget-theme-")),
        "{asked:?}"
    );
    assert!(
        !asked.iter().any(|name| name.starts_with("widget-whole-")),
        "{asked:?}"
    );
    // The page says when it is dark, and its own properties win.
    let dark = "document.querySelector('sotto-survey').setAttribute('theme', 'dark')";
    browser.run(dark).await;
    assert_eq!(worn(&browser).await, DARK);
    browser
        .run(
            "const { style } = document.querySelector('sotto-survey');
            style.setProperty('--sotto-accent', '#ffffff');
            style.setProperty('--sotto-on-accent', '#000001');
            style.setProperty('--sotto-radius', '7px')",
        )
        .await;
    let own = DARK
        .replacen("0px", "7px", 1)
        .replace("215, 168, 255", "255, 255, 255")
        .replace("rgb(0, 0, 0)", "rgb(0, 0, 1)");
    assert_eq!(worn(&browser).await, json!(own));
    assert_eq!(browser.errors().await, [""; 0]);
}

/// A survey that names no look loads nothing of it.
#[tokio::test(flavor = "multi_thread")]
async fn no_look_no_file() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("embed/survey.html")).await;
    until_screen(&browser, "form").await;
    let asked = files.asked();
    assert!(
        !asked.iter().any(|name| name.starts_with("widget-theme")),
        "{asked:?}"
    );
}

/// Its own pages have a policy that lets in no style but by its hash.
#[tokio::test(flavor = "multi_thread")]
async fn a_collector_s_own_page_wears_it_from_the_first_frame() {
    let mut system = System::start().await;
    let operator = system.collector.operator().await;
    let mut survey = themed();
    survey["id"] = json!("violet");
    system
        .collector
        .manage("POST", "surveys", &operator, &survey)
        .await;
    let browser = &system.browser;
    browser.open(&system.address("s/violet?lang=en")).await;
    until_screen(browser, "form").await;
    assert_eq!(worn(browser).await, LIGHT);
    // The HTML has it, in a style that both policies allow.
    let (_, html) = system
        .collector
        .get("/embed/frame.html?survey=violet&lang=en")
        .await;
    assert_eq!(html.matches("--light-accent:#7a1fa2;").count(), 1);
    assert_eq!(
        html.matches("'sha256-").count(),
        2,
        "one of the widget's style, one of its look"
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_screen_of_it_can_be_read_in_light_and_dark() {
    let browser = Browser::start().await;
    let survey = {
        let mut survey = themed();
        // As little contrast as there may be, and something in between as a ground.
        survey["theme"] = json!({
            "accent": "#907300", "text": "#767676",
            "dark": { "surface": "#7a7a7a" }, "font": "mono", "corners": "round",
        });
        survey.to_string()
    };
    let files = StaticFiles::with_file("surveys/own.json", &survey).await;
    files.answer_posts(201, "{}");
    for (width, theme) in [
        (390, "light"),
        (1280, "light"),
        (390, "dark"),
        (1280, "dark"),
    ] {
        browser.resize(width, 900).await;
        browser.open(&files.address("embed/survey.html")).await;
        until_screen(&browser, "form").await;
        let scheme = format!("document.documentElement.style.colorScheme = '{theme}'");
        browser.run(&scheme).await;
        show(
            &browser,
            &json!({ "src": "../surveys/own.json", "theme": theme }),
        )
        .await;
        until_screen(&browser, "form").await;
        let what = |screen: &str| format!("{screen}, {theme}, at {width} px");
        browser
            .run(&format!(
                "for (const one of {ROOT}.querySelectorAll('details')) one.open = true"
            ))
            .await;
        act(&browser, "review").await;
        browser.find_in_survey("#problems").await;
        assert_state_accessible(&browser, &what("a form with problems")).await;
        choose(&browser, &SOMEBODY).await;
        assert_state_accessible(&browser, &what("a form with answers")).await;
        act(&browser, "review").await;
        until_screen(&browser, "review").await;
        assert_state_accessible(&browser, &what("a review")).await;
    }
    assert_eq!(browser.errors().await, [""; 0]);
}

/// Whoever serves a survey cannot hide what it says: the device looks at the colours itself.
#[tokio::test(flavor = "multi_thread")]
async fn colours_that_hide_words_are_refused_on_the_device() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("embed/survey.html")).await;
    until_screen(&browser, "form").await;
    let survey: Survey = serde_json::from_value(themed()).unwrap();
    let compiled = survey.compile();
    // Of the light palette: accent, on accent, surface, soft, text.
    let start = compiled.len() - 54;
    let mut hidden = compiled.clone();
    hidden.copy_within(start + 6..start + 9, start + 12);
    for (bytes, refused) in [(compiled, false), (hidden, true)] {
        let bytes = json!(bytes);
        let prepare = format!("survey.survey = new window.Uint8Array({bytes})");
        show_prepared(&browser, &json!({}), &prepare).await;
        if refused {
            browser.until("window.told.join() === 'survey'").await;
            browser.find_in_survey("[data-failure=survey]").await;
        } else {
            until_screen(&browser, "form").await;
            assert_eq!(worn(&browser).await, LIGHT);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_is_chosen_in_the_studio_and_seen_at_once() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.resize(1280, 1600).await;
    browser
        .open(&files.address("studio/index.html?lang=en"))
        .await;
    press(&browser, "template-exams").await;
    press(&browser, "entry-0").await;
    browser.find("#question-title-0").await;
    browser.run("document.activeElement?.blur()").await;
    browser.press('/').await;
    browser
        .until("document.activeElement?.id === 'find-setting'")
        .await;
    browser.type_into("#find-setting", "brand").await;
    browser.find("#found-0[aria-selected=true]").await;
    browser.press(ENTER).await;
    browser
        .until("document.activeElement?.id === 'theme-light-accent'")
        .await;
    write(&browser, "#ffcc00").await;
    let said = "document.querySelector('#theme-light-accent-fault')?.textContent";
    browser
        .until(&format!(
            "{said}?.includes('1.51 : 1') && {said}.includes('#907300')"
        ))
        .await;
    // What people would see meanwhile is the nearest that can be read.
    let button = "getComputedStyle(document.querySelector('.beside sotto-survey')?.shadowRoot?.querySelector('button[part~=primary]') ?? document.body).backgroundColor";
    browser
        .until(&format!("{button} === 'rgb(144, 115, 0)'"))
        .await;
    press(&browser, "theme-light-accent-fault-take").await;
    browser
        .until(&format!(
            "!{said} && document.querySelector('#theme-light-accent').value === '#907300' && document.activeElement?.id === 'theme-light-accent'"
        ))
        .await;
    browser
        .until("document.querySelector('#theme-light-accent-pick').value === '#907300'")
        .await;
    // The browser's own field, as it tells of a colour.
    browser
        .run(
            "const pick = document.querySelector('#theme-light-surface-pick');
            pick.value = '#fff8e7';
            pick.dispatchEvent(new Event('input', { bubbles: true }))",
        )
        .await;
    browser
        .until("document.querySelector('#theme-light-surface').value === '#fff8e7'")
        .await;
    let ground = "getComputedStyle(document.querySelector('.beside sotto-survey')?.shadowRoot?.querySelector('section.survey') ?? document.body).backgroundColor";
    browser
        .until(&format!("{ground} === 'rgb(255, 248, 231)'"))
        .await;
    // Light and dark beside the form.
    browser
        .run(
            "const theme = document.querySelector('#preview-theme');
            theme.value = 'dark';
            theme.dispatchEvent(new Event('change', { bubbles: true }))",
        )
        .await;
    browser
        .until(&format!("{ground} === 'rgb(20, 29, 27)'"))
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
    for scheme in ["light", "dark"] {
        browser.prefer(&[("prefers-color-scheme", scheme)]).await;
        for width in [1280, 390] {
            browser.resize(width, 1600).await;
            browser.find("#theme-dark-accent").await;
            assert_state_accessible(&browser, &format!("the look, {scheme}, at {width} px")).await;
        }
        browser.resize(1280, 1600).await;
    }
    // axe-core writes imported style sheets into the page, which the page's policy refuses.
    browser.errors().await;
    // It is in the file, in words.
    press(&browser, "see-text").await;
    browser
        .until("/\"theme\": \\{\\s*\"accent\": \"#907300\",\\s*\"surface\": \"#fff8e7\"\\s*\\}/.test(document.querySelector('textarea').value)")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}
