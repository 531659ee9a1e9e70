//! The studio's rarer settings: found by a word, pages as dividers of the list, and questions that are dragged.

use fantoccini::actions::{
    ActionSequence, InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use harness::{Browser, StaticFiles};
use serde_json::json;

use crate::studio::{ENTER, press, write};

const DOWN: char = '\u{e015}';
const ESCAPE: char = '\u{e00c}';

/// JavaScript: that element has the focus, and can be seen.
fn is_focused(id: &str) -> String {
    format!("document.activeElement?.id === '{id}' && document.activeElement.checkVisibility()")
}

/// Looks for a setting and opens the first that is found.
async fn find(browser: &Browser, word: &str, id: &str) {
    browser.run("document.activeElement?.blur()").await;
    browser.press('/').await;
    browser.until(&is_focused("find-setting")).await;
    browser.type_into("#find-setting", word).await;
    browser.find("#found-0[aria-selected=true]").await;
    browser.press(ENTER).await;
    browser.until(&is_focused(id)).await;
}

/// From a page without a studio, which could keep its draft once more.
async fn open_without_drafts(browser: &Browser, files: &StaticFiles, language: &str) {
    browser.open(&files.address("index.html")).await;
    browser.find("#flip-no").await;
    browser.run("localStorage.clear()").await;
    browser
        .open(&files.address(&format!("studio/index.html?lang={language}")))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_is_found_by_a_word_and_opened_by_enter() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    for width in [1280, 390] {
        // So high that no entry is cut off at the end of a list that scrolls, and so is too small to press.
        browser.resize(width, 1600).await;
        open_without_drafts(&browser, &files, "en").await;
        press(&browser, "template-exams").await;
        press(&browser, "entry-0").await;
        browser.find("#question-title-0").await;
        press(&browser, "to-list").await;
        for (word, id) in [
            ("mandatory", "question-required"),
            ("algorithm", "question-mechanism"),
            ("crosstab", "join-link"),
            ("A/B", "join-arms"),
            ("variable", "question-id"),
            ("thanks", "closing-text-0"),
            ("section", "pages"),
            ("threshold", "minimum-reports"),
            ("branch", "condition"),
        ] {
            find(&browser, word, id).await;
            // On a narrow page the list is another screen.
            let back = "document.querySelector('#to-list')?.click()";
            browser.run(back).await;
        }
        // Keys lead through what is found; nothing is found by what nothing is called.
        browser.type_into("#find-setting", "order").await;
        browser.find("#found-1").await;
        browser.press(DOWN).await;
        browser.find("#found-1[aria-selected=true]").await;
        let active =
            "return document.querySelector('#find-setting').getAttribute('aria-activedescendant')";
        assert_eq!(browser.run(active).await, json!("found-1"));
        assert_eq!(browser.accessibility_violations().await, [""; 0]);
        browser.errors().await;
        browser.press(ESCAPE).await;
        browser.until("!document.querySelector('#found-0')").await;
        browser.type_into("#find-setting", "qwertz").await;
        browser
            .until("document.querySelector('#settings-said').textContent.startsWith('No setting')")
            .await;
    }
    open_without_drafts(&browser, &files, "zh-CN").await;
    press(&browser, "template-exams").await;
    press(&browser, "entry-0").await;
    for (word, id) in [("必填", "question-required"), ("谢谢", "closing-text-0")] {
        find(&browser, word, id).await;
        browser
            .run("document.querySelector('#to-list')?.click()")
            .await;
    }
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_stand_in_the_list_as_dividers() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("studio/index.html?lang=en"))
        .await;
    press(&browser, "template-exams").await;
    press(&browser, "entry-2").await;
    press(&browser, "page-break").await;
    browser
        .until("[...document.querySelectorAll('.divider')].map((one) => one.textContent).join() === 'Page 1,Page 2'")
        .await;
    // The second stands before the third question.
    let stands = "document.querySelector('#page-1').closest('li').nextElementSibling.querySelector('#entry-2') !== null";
    assert_eq!(browser.run(&format!("return {stands}")).await, json!(true));
    press(&browser, "page-1").await;
    browser.until(&is_focused("page-title-1-0")).await;
    write(&browser, "Later").await;
    browser
        .until("document.querySelector('#page-1')?.textContent === 'Page 2: Later'")
        .await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    browser.errors().await;
    press(&browser, "entry-2").await;
    press(&browser, "page-break").await;
    browser.until("!document.querySelector('.divider')").await;
    press(&browser, "undo").await;
    browser
        .until("document.querySelector('#page-1')?.textContent === 'Page 2: Later'")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

/// A mouse or a finger.
#[derive(Clone, Copy)]
enum Pointer {
    Mouse,
    Finger,
}

impl Pointer {
    /// Does one thing after the other. A driver forgets between two sequences that a finger is down.
    async fn act(self, browser: &Browser, steps: Vec<PointerAction>) {
        // One device has one name: a driver refuses a finger by that of the mouse.
        let actions: ActionSequence = match self {
            Self::Mouse => steps
                .into_iter()
                .fold(MouseActions::new("mouse".to_owned()), MouseActions::then)
                .into(),
            Self::Finger => steps
                .into_iter()
                .fold(TouchActions::new("finger".to_owned()), TouchActions::then)
                .into(),
        };
        browser.client().perform_actions(actions).await.unwrap();
    }
}

const TAKE: PointerAction = PointerAction::Down {
    button: MOUSE_BUTTON_LEFT,
};
const LET_GO: PointerAction = PointerAction::Up {
    button: MOUSE_BUTTON_LEFT,
};

const fn move_to(x: f64, y: f64) -> PointerAction {
    let duration = None;
    PointerAction::MoveTo { duration, x, y }
}

/// The middle of an element in the view.
async fn middle(browser: &Browser, selector: &str) -> (f64, f64) {
    let script = format!(
        "const {{ x, y, width, height }} = document.querySelector('{selector}').getBoundingClientRect();
        return [Math.round(x + width / 2), Math.round(y + height / 2)]"
    );
    let middle = browser.run(&script).await;
    (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap())
}

/// What the first questions ask, without their numbers.
const ASKED: &str = "[...document.querySelectorAll('[data-entry] .entry-name')].slice(0, 4)
    .map((one) => one.textContent.replace(/^[0-9]+[.] /, ''))";

/// Takes the first question to the third place, and then does what comes last. Where it would stand is said on the way.
async fn drag(browser: &Browser, pointer: Pointer, last: impl IntoIterator<Item = PointerAction>) {
    browser
        .run(
            "document.querySelector('#entry-1').scrollIntoView({ block: 'center' });
            const said = document.querySelector('#drag-said');
            window.said = [];
            new MutationObserver(() => window.said.push(said.textContent))
                .observe(said, { childList: true, characterData: true, subtree: true })",
        )
        .await;
    let (x, y) = middle(browser, "#handle-0").await;
    let (_, below) = middle(browser, "#entry-2").await;
    let way = [
        move_to(x, y),
        TAKE,
        move_to(x, f64::midpoint(y, below)),
        move_to(x, below + 4.0),
    ];
    let steps = way.into_iter().chain(last).collect();
    pointer.act(browser, steps).await;
    browser
        .until("window.said.some((one) => one.startsWith('Place 3 of'))")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_dragged_by_its_handle_and_moved_by_keys() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("studio/index.html?lang=en"))
        .await;
    press(&browser, "template-exams").await;
    browser.find("#handle-3").await;
    let before = browser.run(&format!("return {ASKED}")).await;
    let moved = json!([before[1], before[2], before[0], before[3]]);
    let asked = |list: &serde_json::Value| format!("JSON.stringify({ASKED}) === `{list}`");
    for (width, pointer) in [(1280, Pointer::Mouse), (390, Pointer::Finger)] {
        browser.resize(width, 900).await;
        drag(&browser, pointer, [LET_GO]).await;
        browser.until(&asked(&moved)).await;
        browser
            .until("document.querySelector('#notice').textContent.includes('place 3')")
            .await;
        // It was dragged, and not pressed.
        browser
            .until("document.activeElement?.id !== 'move-to'")
            .await;
        press(&browser, "undo").await;
        browser.until(&asked(&before)).await;
    }
    browser.resize(1280, 900).await;
    // Escape leaves it where it was.
    drag(&browser, Pointer::Mouse, []).await;
    browser.find("[data-entry='2'][data-drag=behind]").await;
    browser.press(ESCAPE).await;
    browser
        .until("!document.querySelector('[data-drag]')")
        .await;
    Pointer::Mouse.act(&browser, vec![LET_GO]).await;
    assert_eq!(browser.run(&format!("return {ASKED}")).await, before);
    // By keys, with the handle in the focus; and a press leads to every place.
    browser
        .run("document.querySelector('#handle-0').focus()")
        .await;
    for handle in ["handle-1", "handle-2"] {
        browser.press(DOWN).await;
        browser.until(&is_focused(handle)).await;
    }
    browser.until(&asked(&moved)).await;
    browser.press(ENTER).await;
    browser.until(&is_focused("move-to")).await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    browser.errors().await;
}
