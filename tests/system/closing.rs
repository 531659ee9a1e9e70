//! What people read below the receipt: the same whatever they answered, a completion code with it; links that tell no page
//! where somebody comes from; a page that goes on by itself only where the survey says so, and never out of a frame of another site.

use harness::{Browser, Fault, StaticFiles, System};
use serde_json::{Value, json};

use crate::{
    respondent::{SURVEY_PAGE, act, until_screen},
    showing::show,
};

/// The closing words on the screen.
const CLOSING: &str =
    "document.querySelector('sotto-survey').shadowRoot.querySelector('[part=closing]')";

fn survey(id: &str, by_itself: bool) -> Value {
    let text = |english: &str, chinese: &str| json!({ "en": english, "zh-CN": chinese });
    let mut survey = json!({
        "sotto": 1, "id": id, "version": 1, "title": text("At home", "家中"), "languages": ["en", "zh-CN"],
        "plan": "split", "epsilon": "1",
        "questions": [{ "id": "hurt", "type": "yes-no", "title": text("Has somebody hurt you?", "有人伤害过您吗？") }],
        "closing": {
            "text": text("Thank you.\nYou are not alone.", "谢谢。\n您并不孤单。"),
            "help": [{ "title": text("Day and night: 116 006", "昼夜：116 006"), "to": "tel:116006" },
                { "title": text("By mail", "邮件"), "to": "mailto:help@example.org" }],
            "links": [{ "title": text("About the study", "关于研究"), "to": "https://example.org/study?a=1&b=2" }],
            "redirect": { "title": text("Back to the course", "回到课程"), "to": "https://course.example.org/week-3" },
        },
    });
    if by_itself {
        survey["closing"]["redirect"]["by-itself"] = true.into();
    }
    survey
}

/// Shows the survey on a page that keeps, in place of following it, every link that is pressed, by a person or a program.
async fn shown(browser: &Browser, id: &str, language: &str) {
    let src = format!("../api/v1/surveys/{id}");
    show(browser, &json!({ "src": src, "lang": language })).await;
    watch(browser).await;
    until_screen(browser, "form").await;
}

async fn watch(browser: &Browser) {
    // Once a page: its document outlives the surveys that are shown on it.
    let script = "if (window.pressed) return;
        window.pressed = []; window.led = [];
        const seen = ({ href, rel, target, referrerPolicy }) => [href, rel, target, referrerPolicy].join(' | ');
        HTMLAnchorElement.prototype.click = function () { led.push(seen(this)); };
        addEventListener('click', (event) => {
            const link = event.composedPath().find((one) => one.localName === 'a');
            if (!link) return;
            event.preventDefault();
            pressed.push(seen(link));
        }, true);";
    browser.run(script).await;
}

/// Answers, and looks at the review before the copy is sent.
async fn answered(browser: &Browser, answer: &str) -> String {
    let option = format!("label:has(input[name=hurt][value={answer}])");
    browser.click_in_survey(&option).await;
    assert_eq!(browser.run(&format!("return {CLOSING}")).await, Value::Null);
    act(browser, "review").await;
    until_screen(browser, "review").await;
    let review = browser.text_in_survey("[data-screen=review]").await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    review
}

async fn forget(browser: &Browser) {
    let forget = "const done = arguments[arguments.length - 1];
        document.querySelector('sotto-survey').forget().then(() => done());";
    browser.run_async(forget).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_reads_the_same_closing_words_and_no_page_learns_where_from() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let (collector, browser) = (&system.collector, &system.browser);
    collector
        .manage("POST", "surveys", &token, &survey("at-home", false))
        .await;
    browser.open(&system.address(SURVEY_PAGE)).await;
    let mut seen = Vec::new();
    for answer in ["yes", "no", "decline"] {
        shown(browser, "at-home", "en").await;
        let review = answered(browser, answer).await;
        assert!(!review.contains("example.org"), "{review}");
        seen.push(browser.run(&format!("return {CLOSING}.outerHTML")).await);
        // What was sent is told first.
        let order = format!(
            "const sent = document.querySelector('sotto-survey').shadowRoot.querySelector('.sent');
            return sent.compareDocumentPosition({CLOSING}) & Node.DOCUMENT_POSITION_FOLLOWING"
        );
        assert_eq!(browser.run(&order).await, 4);
        forget(browser).await;
    }
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");

    shown(browser, "at-home", "zh-CN").await;
    answered(browser, "yes").await;
    let words = browser.text_in_survey("[part=closing]").await;
    for word in [
        "谢谢。",
        "您并不孤单。",
        "昼夜：116 006",
        "关于研究",
        "course.example.org",
    ] {
        assert!(words.contains(word), "{words}");
    }
    for link in [
        "[href^=tel]",
        "[href^=mailto]",
        "li [href^=https]",
        "p [href^=https]",
    ] {
        browser
            .click_in_survey(&format!("[part=closing] {link}"))
            .await;
    }
    let alone = "noreferrer noopener";
    let pressed = json!([
        format!("tel:116006 | {alone} |  | no-referrer"),
        format!("mailto:help@example.org | {alone} |  | no-referrer"),
        format!("https://example.org/study?a=1&b=2 | {alone} | _blank | no-referrer"),
        format!("https://course.example.org/week-3 | {alone} | _top | no-referrer"),
    ]);
    assert_eq!(browser.run("return pressed").await, pressed);
    // Nobody is led on who has not pressed.
    assert_eq!(browser.run("return led").await, json!([]));
    assert_eq!(browser.errors().await, [""; 0]);
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_goes_on_by_itself_where_the_survey_says_so_and_tells_it_before() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let (collector, browser) = (&system.collector, &system.browser);
    collector
        .manage("POST", "surveys", &token, &survey("goes-on", true))
        .await;
    browser.open(&system.address(SURVEY_PAGE)).await;
    shown(browser, "goes-on", "en").await;
    let review = answered(browser, "no").await;
    let told = "this page goes on to course.example.org by itself";
    assert!(review.contains(told), "{review}");
    browser.until("led.length").await;
    let led = json!(["https://course.example.org/week-3 | noreferrer noopener |  | no-referrer"]);
    assert_eq!(browser.run("return led").await, led);
    // Who comes back reads the receipt, and is not led away from it.
    shown_again(browser).await;
    assert_eq!(browser.run("return led").await, json!([]));

    // In a frame of another site only the button leads on.
    forget(browser).await;
    let elsewhere = StaticFiles::start().await;
    browser.open(&elsewhere.address("embed/framed.html")).await;
    let framed = json!({
        "display": "frame", "collector": system.address(""), "src": system.address("api/v1/surveys/goes-on"),
    });
    show(browser, &framed).await;
    browser.until("told.includes('sotto-ready')").await;
    browser.enter_frame_in_survey("iframe").await;
    until_screen(browser, "form").await;
    watch(browser).await;
    let review = answered(browser, "no").await;
    assert!(!review.contains("by itself"), "{review}");
    assert_eq!(browser.run("return led").await, json!([]));
    browser
        .click_in_survey("[part=closing] p [href^=https]")
        .await;
    let pressed =
        json!(["https://course.example.org/week-3 | noreferrer noopener | _top | no-referrer"]);
    assert_eq!(browser.run("return pressed").await, pressed);
}

/// What Prolific would add to a link.
const PANEL: &str = "PROLIFIC_PID=5f3e9c0d&STUDY_ID=60aa&SESSION_ID=71bb";

#[tokio::test(flavor = "multi_thread")]
async fn everybody_gets_the_same_completion_code_and_no_panel_finds_its_id_anywhere() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let (collector, browser) = (&system.collector, &system.browser);
    let mut paid = survey("paid", false);
    paid["closing"]["code"] = "C1K2X9".into();
    collector.manage("POST", "surveys", &token, &paid).await;
    collector
        .manage("POST", "surveys", &token, &survey("unpaid", false))
        .await;
    let mut seen = Vec::new();
    for answer in ["yes", "no", "decline"] {
        let page = format!("s/paid?{PANEL}&lang=en");
        browser.open(&system.address(&page)).await;
        until_screen(browser, "form").await;
        let screen = "document.querySelector('sotto-survey').shadowRoot.textContent";
        let before = browser.run(&format!("return {screen}")).await;
        assert!(!before.as_str().unwrap().contains("C1K2X9"), "{before}");
        let review = answered(browser, answer).await;
        assert!(!review.contains("C1K2X9"), "{review}");
        browser.find_in_survey("[part=code] button").await;
        seen.push(browser.run(&format!("return {CLOSING}.outerHTML")).await);
        let kept = browser
            .run(
                "return [location.href, document.referrer, JSON.stringify(history.state), JSON.stringify(localStorage),
                JSON.stringify(sessionStorage), ...performance.getEntriesByType('resource').map(({ name }) => name)].join(' ')",
            )
            .await;
        for id in ["5f3e9c0d", "60aa", "71bb"] {
            assert!(!kept.as_str().unwrap().contains(id), "{id}: {kept}");
        }
        if answer != "decline" {
            forget(browser).await;
        }
    }
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
    let words = browser.text_in_survey("[part=code]").await;
    for word in [
        "Your completion code",
        "C1K2X9",
        "Copy the code",
        "Everyone gets the same code.",
    ] {
        assert!(words.contains(word), "{words}");
    }
    // The browser's own request for the link is the only one that names them: no other, in no line of its head.
    let panels = ["PROLIFIC_PID", "5f3e9c0d", "60aa", "71bb"];
    for request in system.recorder.requests() {
        if request.target.starts_with("/s/paid?") {
            continue;
        }
        let whole = format!("{} {:?} {}", request.target, request.head, request.body);
        assert!(!panels.iter().any(|id| whole.contains(id)), "{whole}");
    }

    // It is copied, or it is selected and people are told.
    let status = format!("{CLOSING}.querySelector('[part=code] [role=status]').textContent");
    browser.click_in_survey("[part=code] button").await;
    browser.until(&format!("{status} !== ''")).await;
    let told = browser.run(&format!("return {status}")).await;
    if told == "The code was copied." {
        let read = "const done = arguments[arguments.length - 1];
            navigator.clipboard.readText().then(done, () => done('C1K2X9'));";
        assert_eq!(browser.run_async(read).await, "C1K2X9");
    } else {
        assert_eq!(
            told,
            "The code was not copied. Select it, or write it down."
        );
    }
    assert_eq!(browser.errors().await, [""; 0]);
    assert_eq!(browser.accessibility_violations().await, [""; 0]);

    // Who comes back finds it, in the language that is spoken then.
    browser.open(&system.address("s/paid?lang=zh-CN")).await;
    until_screen(browser, "receipt").await;
    browser.find_in_survey("[part=code] button").await;
    let words = browser.text_in_survey("[part=code]").await;
    assert!(
        words.contains("您的完成码") && words.contains("C1K2X9"),
        "{words}"
    );

    // A survey without one loads nothing of it.
    let loads =
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('widget-code'))";
    assert_eq!(browser.run(&format!("return {loads}")).await, true);
    browser.open(&system.address("s/unpaid?lang=en")).await;
    until_screen(browser, "form").await;
    answered(browser, "yes").await;
    assert_eq!(browser.run(&format!("return {loads}")).await, false);
}

/// The same survey once more, of which the device keeps the copy.
async fn shown_again(browser: &Browser) {
    let src = json!({ "src": "../api/v1/surveys/goes-on" });
    browser.run("window.led = []").await;
    show(browser, &src).await;
    until_screen(browser, "receipt").await;
}

/// A code without a word about it would stand at the end, or a look that nobody chose: what shows them is here first.
#[tokio::test(flavor = "multi_thread")]
async fn without_what_shows_its_code_or_its_look_a_survey_does_not_begin() {
    let (mut coded, mut looks) = (survey("coded", false), survey("looks", false));
    coded["closing"]["code"] = "C1K2X9".into();
    looks["theme"] = json!({ "accent": "#7a1fa2" });
    let files = StaticFiles::with_files(&[
        ("surveys/coded.json", &coded.to_string()),
        ("surveys/looks.json", &looks.to_string()),
    ])
    .await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    until_screen(&browser, "form").await;
    for (id, part) in [("coded", "widget-code-"), ("looks", "widget-theme-")] {
        files.fail(part, Fault::Missing);
        show(&browser, &json!({ "src": format!("../surveys/{id}.json") })).await;
        let words = browser.text_in_survey("[data-failure=loading]").await;
        assert!(words.contains("Nothing was sent"), "{part}: {words}");
        files.mend();
        browser.click_in_survey("[data-failure] button").await;
        browser.find_in_survey("[name=hurt]").await;
    }
    assert!(files.posted().is_empty());
}
