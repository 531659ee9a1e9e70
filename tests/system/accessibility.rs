//! axe-core, with no rule switched off, on every state of the survey, in both browsers: in three
//! languages (`every_language.rs` has the others), light and dark, on a wide window and on one of 320 px, which is 1280 px at 400 %; with it
//! what axe-core does not measure: nothing sticks out, nothing is cut off, and what is pressed is large
//! enough.

use harness::{Browser, System};
use serde_json::json;

use crate::{
    engines::in_both,
    loading::without_webassembly,
    respondent::{SOMEBODY, send, until_screen},
    showing::show,
    states::{self, Host, open_all},
    types::{ROOT, SILENT, Step, TALKATIVE, press, take},
};

/// A Latin script, Chinese, and one from right to left, light and dark, on a wide window and on a narrow one.
const LOOKS: [(u32, &str, &str); 6] = [
    (1280, "zh-CN", "dark"),
    (1280, "en", "light"),
    (1280, "ar", "dark"),
    (320, "en", "dark"),
    (320, "zh-CN", "light"),
    (320, "ar", "light"),
];

in_both!(
    the_first_pages_of_every_type_and_their_problems,
    the_last_page_of_every_type_and_the_review,
    the_review_of_little_and_every_way_out,
    the_receipt_and_another_wave,
    what_stands_before_a_survey,
    what_stands_in_place_of_a_survey_that_cannot_be_asked,
    what_is_said_without_webassembly,
    still_pictures_forced_colours_and_wide_text,
    the_site_before_and_after,
    a_dialog_and_a_frame,
);

/// JavaScript: what sticks out, is cut off, or is too small to be hit (WCAG 2.2, 2.5.8). A control that
/// has a label around it is as large as that.
pub(crate) const MEASURE: &str = "
    const complaints = new Set();
    const hidden = (element) => !element.checkVisibility({ visibilityProperty: true })
        || element.closest('.unseen, .visually-hidden') || getComputedStyle(element).clipPath !== 'none';
    const name = (element) => `${element.localName}.${element.getAttribute('class') ?? ''} \"${element.textContent.trim().slice(0, 40)}\"`;
    const measure = (root) => {
        for (const element of root.querySelectorAll('*')) {
            if (element.shadowRoot) measure(element.shadowRoot);
            if (hidden(element) || element.closest('thead')) continue;
            const style = getComputedStyle(element);
            const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element;
            const scrolls = /auto|scroll/.test(style.overflowX);
            if (style.display !== 'inline' && clientWidth && scrollWidth > clientWidth + 1 && !scrolls)
                complaints.add(`${name(element)} holds ${scrollWidth} px in ${clientWidth}`);
            if (style.overflowY === 'hidden' && clientHeight && scrollHeight > clientHeight + 1)
                complaints.add(`${name(element)} is cut off`);
            if (element.matches('button, input, select, summary, a[href], [role=option]')) {
                const target = element.closest('label') ?? element;
                const { width, height } = target.getBoundingClientRect();
                if (width < 24 || height < 24) complaints.add(`${name(target)} is ${width} by ${height} px`);
            }
        }
    };
    measure(document);
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) complaints.add(`the page is ${scrollWidth} px wide in ${innerWidth}`);
    const measured = [...complaints];";

pub(crate) async fn assert_state_accessible(browser: &Browser, what: &str) {
    assert_eq!(browser.accessibility_violations().await, [""; 0], "{what}");
    let measured = browser.run(&format!("{MEASURE} return measured")).await;
    assert_eq!(measured, json!([]), "{what}");
}

/// The state that is shown, in all its looks; in Firefox, where axe-core takes several times as long, in
/// the first and the last. On a wide window the colours are those that the person has asked the system
/// for, on a narrow one those that the page has asked the widget for.
async fn assert_accessible(browser: &Browser, what: &str) {
    let apart = if browser.is_firefox() { 5 } else { 1 };
    for (width, language, colours) in LOOKS.into_iter().step_by(apart) {
        let (preferred, theme) = match width {
            320 => ("no-preference", colours),
            _ => (colours, ""),
        };
        browser.resize(width, 900).await;
        browser.prefer(&[("prefers-color-scheme", preferred)]).await;
        states::look(browser, language, theme).await;
        if preferred == colours {
            let matches = format!("matchMedia('(prefers-color-scheme: {colours})').matches");
            browser.until(&matches).await;
        }
        let what = format!("{what} in {language}, {colours}, at {width} px");
        assert_state_accessible(browser, &what).await;
    }
    browser.resize(1280, 900).await;
    states::look(browser, "en", "").await;
}

/// The steps without searches: what is searched for is called otherwise in every language.
fn without_search(steps: &[Step]) -> Vec<Step> {
    let is_search = |step: &&Step| matches!(step, Step::Search(..));
    let steps = steps.iter().filter(|step| !is_search(step));
    steps.copied().collect()
}

async fn the_first_pages_of_every_type_and_their_problems(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    states::show_every_type(browser).await;
    open_all(browser).await;
    press(browser, "next").await;
    browser.find_in_survey("#problems").await;
    assert_accessible(browser, "the first page and its problem").await;
    take(browser, TALKATIVE[0]).await;
    press(browser, "next").await;
    browser.find_in_survey("[name=stress]").await;
    take(browser, TALKATIVE[1]).await;
    take(browser, &[Step::Pick("used", "tobacco")]).await;
    open_all(browser).await;
    press(browser, "next").await;
    browser.find_in_survey("#problems").await;
    assert_accessible(browser, "a page of choices and its problem").await;
}

async fn the_last_page_of_every_type_and_the_review(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    states::show_every_type(browser).await;
    states::turn_to_the_last_page(browser, [TALKATIVE[0], TALKATIVE[1]]).await;
    take(
        browser,
        &[
            Step::Write("sleep", "25"),
            Step::Write("money.food", "1,000"),
        ],
    )
    .await;
    open_all(browser).await;
    press(browser, "review").await;
    browser.find_in_survey("#problems").await;
    assert_accessible(browser, "a page of numbers and its problems").await;
    take(browser, &without_search(TALKATIVE[2])).await;
    // The list of a search, open.
    browser.click_in_survey("[name=country]").await;
    browser.press(harness::Key::Down.into()).await;
    browser.find_in_survey("[role=option][data-active]").await;
    assert_accessible(browser, "the open list").await;
    take(browser, &[Step::Search("country", "")]).await;
    press(browser, "review").await;
    until_screen(browser, "review").await;
    assert_accessible(browser, "the review").await;
}

async fn the_review_of_little_and_every_way_out(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    states::show_every_type(browser).await;
    states::turn_to_the_last_page(browser, [SILENT[0], SILENT[1]]).await;
    press(browser, "review").await;
    browser.find_in_survey("[data-note=not-asked]").await;
    assert_accessible(browser, "the review of few answers").await;
    states::lose_randomness(browser).await;
    press(browser, "send").await;
    browser.find_in_survey("[data-failure=randomness]").await;
    states::find_randomness(browser).await;
    assert_accessible(browser, "without randomness").await;
    press(browser, "back").await;
    press(browser, "review").await;
    states::answer_posts(browser, "new Promise(() => {})").await;
    press(browser, "send").await;
    until_screen(browser, "sending").await;
    assert_accessible(browser, "the copy on its way").await;
    states::come_back(browser, "Promise.reject(new Error('nobody'))").await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    open_all(browser).await;
    assert_accessible(browser, "the copy that waits").await;
    let refused = "{ status: 409, problem: 'x', detail: 'this copy conflicts with another one' }";
    states::come_back(browser, refused).await;
    browser.find_in_survey("[data-failure=refused]").await;
    open_all(browser).await;
    assert_accessible(browser, "the copy that is refused").await;
}

async fn the_receipt_and_another_wave(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    states::show_every_type(browser).await;
    states::turn_to_the_last_page(browser, [TALKATIVE[0], TALKATIVE[1]]).await;
    press(browser, "review").await;
    states::fill_storage(browser).await;
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    browser.find_in_survey("[data-note=not-remembered]").await;
    open_all(browser).await;
    assert_accessible(browser, "the receipt of a copy that is not kept").await;
    // Another origin, with storage of its own.
    let host = Host::with_browser(host.browser).await;
    let browser = &host.browser;
    states::show_wave(browser, 1).await;
    press(browser, "review").await;
    press(browser, "send").await;
    until_screen(browser, "receipt").await;
    states::show_wave(browser, 2).await;
    browser.find_in_survey("[part~=again]").await;
    open_all(browser).await;
    press_check(browser).await;
    assert_accessible(browser, "another wave").await;
}

/// The check question, answered.
async fn press_check(browser: &Browser) {
    let check = format!("{ROOT}.querySelector('[data-value=certainly]').click()");
    browser.run(&check).await;
    browser
        .until(&format!(
            "{ROOT}.querySelector('.check [role=status]').textContent !== ''"
        ))
        .await;
}

async fn what_stands_before_a_survey(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    for access in ["class-code", "invites", "unlinkable"] {
        states::show_gated(browser, &json!({ "access": access, "issuing_key": "AAAA" })).await;
        browser.find_in_survey("[data-screen=code]").await;
        assert_accessible(browser, access).await;
    }
    let submit = format!("{ROOT}.querySelector('[type=submit]').click()");
    browser.run(&submit).await;
    browser.find_in_survey("#code-problem:not(:empty)").await;
    assert_accessible(browser, "a missing code").await;
    let problem = browser.text_in_survey("#code-problem").await;
    assert!(problem.contains("enter the code"), "{problem}");
    for phase in ["closed", "full", "not-yet-open"] {
        let status = json!({ "phase": phase, "opens": "2999-01-01T00:00:00Z" });
        states::show_gated(browser, &status).await;
        browser
            .find_in_survey(&format!("[data-phase={phase}]"))
            .await;
        assert_accessible(browser, phase).await;
    }
}

async fn what_stands_in_place_of_a_survey_that_cannot_be_asked(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    for (kind, attributes) in [
        ("missing", json!({ "src": "nowhere.json" })),
        ("survey", json!({ "src": "bad.json" })),
        (
            "pin",
            json!({ "src": "../surveys/census.sotto", "epsilon-pin": "sha256-AAAA" }),
        ),
        (
            "log-signature",
            json!({ "src": "../surveys/census.sotto", "log-key": "none" }),
        ),
    ] {
        show(browser, &attributes).await;
        browser
            .find_in_survey(&format!("[data-failure={kind}]"))
            .await;
        assert_accessible(browser, kind).await;
    }
    show(browser, &json!({ "src": "../surveys/census.sotto" })).await;
    until_screen(browser, "form").await;
    states::stop_program(browser).await;
    browser.find_in_survey("[data-failure=broken]").await;
    assert_accessible(browser, "a program that has stopped").await;
    // And what is wrong would have been seen.
    let wrong = "const wrong = document.createElement('button');
        document.body.append(wrong)";
    browser.run(wrong).await;
    assert_ne!(browser.accessibility_violations().await, [""; 0]);
    let measured = browser.run(&format!("{MEASURE} return measured")).await;
    assert_ne!(measured, json!([]));
}

async fn what_is_said_without_webassembly(browser: Browser) {
    let _files = without_webassembly(&browser, None).await;
    browser.find_in_survey("[data-failure=unsupported]").await;
    assert_accessible(&browser, "no WebAssembly").await;
}

/// Reduced motion and forced colours are asked of the system; text spacing (WCAG 1.4.12) is laid over
/// every style sheet.
async fn still_pictures_forced_colours_and_wide_text(browser: Browser) {
    let host = Host::with_browser(browser).await;
    let browser = &host.browser;
    states::show_every_type(browser).await;
    states::turn_to_the_last_page(browser, [TALKATIVE[0], TALKATIVE[1]]).await;
    press(browser, "back").await;
    browser.find_in_survey("[name=stress]").await;
    open_all(browser).await;
    browser
        .run(&format!(
            "const wide = new CSSStyleSheet();
            wide.replaceSync(`* {{ line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }}
                p {{ margin-block-end: 2em !important }}`);
            {ROOT}.adoptedStyleSheets.push(wide)"
        ))
        .await;
    for (width, language, _) in LOOKS {
        browser.resize(width, 900).await;
        states::look(browser, language, "").await;
        let measured = browser.run(&format!("{MEASURE} return measured")).await;
        assert_eq!(measured, json!([]), "wide text, {language}, {width} px");
    }
    browser
        .run(&format!("{ROOT}.adoptedStyleSheets.pop()"))
        .await;

    // What is chosen differs from what is not by more than a colour that the system takes away.
    let looks = format!(
        "const looks = (value) => {{
            const label = {ROOT}.querySelector(`[name=recommend][value='${{value}}']`).closest('label');
            const {{ outlineStyle, backgroundColor }} = getComputedStyle(label);
            return [outlineStyle, backgroundColor].join();
        }};
        return [looks(10), looks(3)]"
    );
    for colours in ["light", "dark"] {
        let forced = [
            ("forced-colors", "active"),
            ("prefers-color-scheme", colours),
        ];
        browser.prefer(&forced).await;
        browser
            .until("matchMedia('(forced-colors: active)').matches")
            .await;
        // In Firefox the forced colours are those of the machine, whatever their contrast.
        if !browser.is_firefox() {
            assert_state_accessible(browser, "forced colours").await;
        }
        let [chosen, other] = [0, 1];
        let looks = browser.run(&looks).await;
        assert_ne!(looks[chosen], looks[other]);
        assert!(
            looks[chosen].as_str().unwrap().starts_with("solid"),
            "{looks}"
        );
    }

    let moves =
        format!("getComputedStyle({ROOT}.querySelector('.waiting'), '::before').animationName");
    press(browser, "next").await;
    browser.find_in_survey("[name=sleep]").await;
    press(browser, "review").await;
    states::answer_posts(browser, "new Promise(() => {})").await;
    press(browser, "send").await;
    until_screen(browser, "sending").await;
    for (motion, animation) in [("no-preference", "turn"), ("reduce", "none")] {
        browser.prefer(&[("prefers-reduced-motion", motion)]).await;
        browser.until(&format!("{moves} === '{animation}'")).await;
    }
}

async fn the_site_before_and_after(browser: Browser) {
    let system = System::with_browser(browser).await;
    let browser = &system.browser;
    for (language, colours, width) in [("en", "light", 1280), ("zh-CN", "dark", 320)] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        browser
            .open(&system.address(&format!("?lang={language}")))
            .await;
        browser.find("#flip-no").await;
        assert_state_accessible(browser, "the front door").await;
        browser.click("#flip-no").await;
        browser.click("#add-people").await;
        browser.find("#door-crowd figcaption").await;
        // Until the steps have appeared.
        browser
            .until("document.getAnimations().every((one) => one.playState === 'finished')")
            .await;
        assert_state_accessible(browser, "the front door with a crowd").await;
        browser
            .open(&system.address(&format!("answer/?survey=census&lang={language}")))
            .await;
        browser.run("localStorage.clear()").await;
        browser.client().refresh().await.unwrap();
        browser.find("#collector[data-collector=server]").await;
        until_screen(browser, "form").await;
        browser.find_in_survey("[data-action=review]").await;
        browser.resize(width, 900).await;
        assert_state_accessible(browser, "the site").await;
        browser.resize(1280, 1000).await;
        send(browser, &SOMEBODY).await;
        until_screen(browser, "receipt").await;
        browser.click("#crowd-start").await;
        browser.find("#crowd-held").await;
        for width in [1280, 320] {
            browser.resize(width, 900).await;
            assert_state_accessible(browser, "the site with everything on it").await;
        }
    }
}

/// A page about something else, with a survey that opens above it, and one with a survey in a frame.
async fn a_dialog_and_a_frame(browser: Browser) {
    let system = System::with_browser(browser).await;
    let browser = &system.browser;
    browser.open(&system.address("embed/dialog.html")).await;
    // Without a name of its own, it has that of its button.
    let dialog =
        json!({ "display": "dialog", "opener": "opener", "src": "../surveys/census.sotto" });
    show(browser, &dialog).await;
    // The element before was another one, with a name of its own.
    let named = format!("{ROOT}?.querySelector('dialog')?.ariaLabel");
    browser
        .until(&format!("{named} === 'Answer three questions'"))
        .await;
    browser.click("#opener").await;
    browser
        .until(&format!(
            "{}?.querySelector('[data-action=review]') != null",
            states::INNER
        ))
        .await;
    for (width, colours) in [(1280, "light"), (320, "dark")] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        assert_state_accessible(browser, "a dialog").await;
    }
    browser.open(&system.address("embed/framed.html")).await;
    for (width, colours) in [(320, "light"), (1280, "dark")] {
        browser.prefer(&[("prefers-color-scheme", colours)]).await;
        browser.resize(width, 900).await;
        browser.find_in_survey("iframe").await;
        assert_state_accessible(browser, "a page around a frame").await;
        browser.enter_frame_in_survey("iframe").await;
        browser.find_in_survey("[data-action=review]").await;
        assert_state_accessible(browser, "a survey in a frame").await;
        browser.leave_frame().await;
    }
}
