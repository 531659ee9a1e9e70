//! Publishing in the studio: a survey's way to people, its edits and those who may make them.

use harness::{Browser, System};
use serde_json::json;

use crate::studio::{ENTER, assert_whole, press, write};

/// Comes by the link that the collector prints, with a survey of that template.
pub(crate) async fn come_by_the_link(
    system: &mut System,
    language: &str,
    template: &str,
) -> String {
    let setup = system.collector.setup_token().await;
    let browser = &system.browser;
    let link = system.address(&format!("studio/?lang={language}#setup={setup}"));
    browser.open(&link).await;
    let token = browser.text_of("#first-token").await;
    // Neither the address nor what the browser keeps has a secret.
    let left = "return location.href + JSON.stringify(localStorage)";
    let left = browser.run(left).await.as_str().unwrap().to_owned();
    assert!(
        !left.contains("setup") && !left.contains("sotto_"),
        "{left}"
    );
    press(browser, "put-token-away").await;
    press(browser, &format!("template-{template}")).await;
    token
}

/// Publishes by a button, and says it again where the figures would say next to nothing.
pub(crate) async fn publish(browser: &Browser, id: &str) {
    press(browser, id).await;
    browser
        .run("document.querySelector('#publish-anyway')?.click()")
        .await;
}

/// Waits until what came of an act is said in these words.
pub(crate) async fn until_said(browser: &Browser, words: &str) {
    let said = "document.querySelector('#publish-said')?.textContent";
    browser.until(&format!("{said}?.includes('{words}')")).await;
}

/// Gives the survey another title, and goes on to publishing it.
async fn retitle(browser: &Browser, title: &str) {
    press(browser, "see-build").await;
    press(browser, "entry-survey").await;
    // Selected and overwritten, as people do: a field that is emptied and left has its words again.
    browser.find("#survey-title-0").await;
    browser
        .run("const title = document.querySelector('#survey-title-0'); title.focus(); title.select()")
        .await;
    write(browser, title).await;
    press(browser, "see-embed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_is_published_edited_and_edited_by_two() {
    let mut system = System::start().await;
    let token = come_by_the_link(&mut system, "en", "exams").await;
    let browser = &system.browser;
    press(browser, "see-embed").await;
    publish(browser, "publish").await;
    until_said(browser, "version 1").await;
    browser.find("#no-changes").await;
    // Most pages get lines without a pin; those with one are given to a page by name.
    let plain = browser.text_of("#page-lines").await;
    assert!(!plain.contains("pin="), "{plain}");
    browser
        .run("document.querySelector('#stricter').open = true")
        .await;
    browser.fill("#pinned-page", "intranet/news").await;
    press(browser, "pin-page").await;
    let pin = browser
        .until("document.querySelector('#pinned-lines')?.textContent.match(/ pin=\"(sha256-[^\"]{44})\"/)?.[1]")
        .await;
    // The widget finds the same pin.
    let page =
        "return document.querySelector('#respond-link').href + '#pin=' + encodeURIComponent(";
    let page = browser.run(&format!("{page}{pin})")).await;
    browser.open(page.as_str().unwrap()).await;
    browser.find_in_survey("[data-question], fieldset").await;
    // A page that is loaded again is still signed in.
    browser.open(&system.address("studio/?lang=en")).await;
    retitle(browser, "Other words").await;
    browser
        .until("document.querySelector('#edit-class')?.dataset.class === 'words'")
        .await;
    let stops = browser.text_of(".pages-stop").await;
    assert!(stops.contains("intranet/news"), "{stops}");
    publish(browser, "publish-edit").await;
    until_said(browser, "version 2").await;
    browser
        .until("document.querySelector('#pinned-pages')?.textContent.includes('until its new lines are in')")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);

    // Somebody else publishes between the look at an edit and its publishing.
    press(browser, "see-build").await;
    press(browser, "entry-6").await;
    press(browser, "delete").await;
    press(browser, "see-embed").await;
    browser
        .until("document.querySelector('#edit-class')?.dataset.class === 'structural'")
        .await;
    let anew = browser.text_of("#starts-at-zero").await;
    assert!(anew.contains("All 6 questions start at zero"), "{anew}");
    let mut theirs = system
        .collector
        .manage("GET", "surveys/exams-honestly", &token, &json!(null))
        .await;
    theirs["version"] = json!(3);
    theirs["title"]["en"] = json!("Theirs");
    system
        .collector
        .manage("POST", "surveys/exams-honestly/versions", &token, &theirs)
        .await;
    publish(browser, "publish-edit").await;
    until_said(browser, "meanwhile").await;
    let told = browser.text_of("#meanwhile").await;
    assert!(
        told.contains("Version 3") && told.contains("version 2"),
        "{told}"
    );
    // Nothing is lost: the draft is as it was, and can be compared with theirs and published after it.
    press(browser, "compare").await;
    browser
        .until("document.querySelector('.changes')?.children.length === 2")
        .await;
    publish(browser, "publish-edit").await;
    until_said(browser, "version 4").await;
    let published = system
        .collector
        .manage("GET", "surveys/exams-honestly", &token, &json!(null))
        .await;
    assert_eq!(published["title"]["en"], "Other words");
    assert_eq!(published["questions"].as_array().unwrap().len(), 6);
    let refused = browser.errors().await;
    assert!(
        refused.iter().all(|error| error.contains("412")),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_designer_signs_in_by_token_until_it_is_revoked() {
    let mut system = System::start().await;
    let operator = system.collector.operator().await;
    let wish = json!({ "name": "Ms Lee", "role": "designer", "surveys": [] });
    let made = system
        .collector
        .manage("POST", "tokens", &operator, &wish)
        .await;
    let browser = &system.browser;
    browser.open(&system.address("studio/?lang=en")).await;
    press(browser, "template-exams").await;
    press(browser, "see-embed").await;
    for (token, shown) in [
        (
            "sotto_wrong",
            "document.querySelector('#sign-in-said')?.textContent.includes('does not know')",
        ),
        (
            made["token"].as_str().unwrap(),
            "document.querySelector('#signed-in')?.textContent.includes('designer')",
        ),
    ] {
        browser.type_into("#sign-in-token", token).await;
        browser.press(ENTER).await;
        browser.until(shown).await;
    }
    publish(browser, "publish").await;
    until_said(browser, "version 1").await;
    // Settings: what is wrong is told, what is right is kept.
    browser.find("#save-terms").await;
    browser
        .run("document.querySelector('#relay').closest('details').open = true")
        .await;
    browser.fill("#relay", "https://relay.example").await;
    press(browser, "save-terms").await;
    browser
        .until("document.querySelector('#terms-fault')?.textContent.includes('with the slash')")
        .await;
    browser.fill("#relay", "https://relay.example/").await;
    browser.fill("#relay-seconds", "5").await;
    for (typed, shown) in [
        (
            "many",
            "document.querySelector('#terms-fault')?.textContent.includes('whole number')",
        ),
        (
            "5",
            "document.querySelector('#publish-said')?.textContent.includes('Saved')",
        ),
    ] {
        browser.fill("#quota", typed).await;
        press(browser, "save-terms").await;
        browser.until(shown).await;
    }
    let settings = "surveys/exams-honestly/settings";
    let settings = system
        .collector
        .manage("GET", settings, &operator, &json!(null))
        .await;
    assert_eq!(
        (&settings["quota"], &settings["closed"]),
        (&json!(5), &json!(false))
    );
    let relay = json!({ "url": "https://relay.example/", "seconds": 5 });
    assert_eq!(settings["relay"], relay);
    // The lines for a page have the pin that goes with it.
    let status = "surveys/exams-honestly/status";
    let status = system
        .collector
        .manage("GET", status, &operator, &json!(null))
        .await;
    browser
        .run("document.querySelector('#stricter').open = true")
        .await;
    browser.fill("#pinned-page", "intranet/news").await;
    press(browser, "pin-page").await;
    let lines = browser.text_of("#pinned-lines").await;
    assert!(lines.contains(status["pin"].as_str().unwrap()), "{lines}");
    press(browser, "make-invites").await;
    browser
        .until("document.querySelector('#invites-made')?.textContent.split('\\n').length === 30")
        .await;
    close_and_reopen(browser).await;
    // What a token loses is told in words, and the draft stays.
    let id = made["id"].as_str().unwrap();
    let path = format!("tokens/{id}");
    system
        .collector
        .manage("DELETE", &path, &operator, &json!(null))
        .await;
    press(browser, "close-survey").await;
    browser
        .until("document.querySelector('#sign-in-said')?.textContent.includes('not signed in any more')")
        .await;
    press(browser, "see-build").await;
    browser
        .until("document.querySelector('#entry-6') != null")
        .await;
    let refused = browser.errors().await;
    assert!(
        refused.iter().all(|error| error.contains("401")),
        "{refused:?}"
    );
}

async fn close_and_reopen(browser: &Browser) {
    press(browser, "close-survey").await;
    until_said(browser, "closed").await;
    press(browser, "reopen").await;
    until_said(browser, "open again").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_in_every_look() {
    let mut system = System::start().await;
    come_by_the_link(&mut system, "en", "exams").await;
    let browser = &system.browser;
    press(browser, "see-embed").await;
    assert_whole(browser, "before publishing").await;
    publish(browser, "publish").await;
    until_said(browser, "version 1").await;
    retitle(browser, "Other words").await;
    for (width, language, colours) in [
        (320, "zh-CN", "dark"),
        (1280, "en", "light"),
        (320, "en", "light"),
        (390, "en", "dark"),
        (1280, "zh-CN", "dark"),
    ] {
        let look = format!("at {width} px, {language}, {colours}");
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        browser
            .open(&system.address(&format!("studio/?lang={language}")))
            .await;
        press(browser, "see-embed").await;
        browser.find("#publish-edit").await;
        browser
            .run("for (const one of document.querySelectorAll('#studio details')) one.open = true")
            .await;
        browser.fill("#relay", "https://relay.example/").await;
        browser.find("#relay-seconds").await;
        press(browser, "make-invites").await;
        browser.find("#invites-made").await;
        assert_whole(browser, &format!("publishing {look}")).await;
    }
}

/// Two drafts from one template are two surveys; each draft is there when the page is loaded again.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_survey_is_not_the_second_version_of_the_first() {
    let mut system = System::start().await;
    let token = come_by_the_link(&mut system, "en", "exams").await;
    let browser = &system.browser;
    press(browser, "see-embed").await;
    publish(browser, "publish").await;
    until_said(browser, "exams-honestly").await;
    press(browser, "new").await;
    press(browser, "template-exams").await;
    press(browser, "see-embed").await;
    let offered = "document.querySelector('#publish')?.previousElementSibling.textContent";
    browser
        .until(&format!("{offered}.includes('“exams-honestly-2”')"))
        .await;
    assert!(
        browser
            .run("return document.querySelector('#publish-edit') === null")
            .await
            .as_bool()
            .unwrap()
    );
    publish(browser, "publish").await;
    until_said(browser, "exams-honestly-2").await;
    // From an edit of it, too.
    retitle(browser, "For the other school").await;
    publish(browser, "publish-as-new").await;
    until_said(browser, "for-the-other-school").await;
    let surveys = system
        .collector
        .manage("GET", "surveys", &token, &json!(null))
        .await;
    let surveys = surveys.as_array().unwrap().iter();
    let surveys: Vec<_> = surveys
        .map(|one| {
            (
                one["id"].as_str().unwrap(),
                one["version"].as_u64().unwrap(),
            )
        })
        .filter(|(id, _)| id.contains("school") || id.contains("exams"))
        .collect();
    let expected = [
        ("exams-honestly", 1),
        ("exams-honestly-2", 1),
        ("for-the-other-school", 1),
    ];
    assert_eq!(surveys, expected);
    browser.client().refresh().await.unwrap();
    press(browser, "new").await;
    browser
        .until("document.querySelector('#drafts')?.children.length === 2")
        .await;
    assert_whole(browser, "two drafts").await;
}

/// A survey of which results would say next to nothing is published at a second word, and "Make it fit" mends it by one
/// click that one step undoes.
#[tokio::test(flavor = "multi_thread")]
async fn a_vague_survey_is_made_to_fit() {
    let mut system = System::start().await;
    come_by_the_link(&mut system, "en", "exams").await;
    let browser = &system.browser;
    browser.find("#respondents").await;
    // As a person does: what is selected is written over. A field that is emptied by a script fires no event that the page
    // hears, and is filled anew when it is drawn.
    browser
        .run("const field = document.querySelector('#respondents'); field.focus(); field.select()")
        .await;
    write(browser, "250").await;
    let said = "document.querySelector('#people-figures').textContent";
    browser
        .until(&format!("{said}.includes('250 people')"))
        .await;
    browser.run(&format!("window.before = {said}")).await;
    press(browser, "make-it-fit").await;
    browser.find("#fit-take-0").await;
    press(browser, "fit-take-0").await;
    browser.until(&format!("{said} !== window.before")).await;
    press(browser, "undo").await;
    browser.until(&format!("{said} === window.before")).await;
    press(browser, "see-embed").await;
    press(browser, "publish").await;
    browser.find("#second-word").await;
    press(browser, "publish-anyway").await;
    until_said(browser, "version 1").await;
    assert_eq!(browser.errors().await, [""; 0]);
}
