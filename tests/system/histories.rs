//! The studio's undo and redo after the page was loaded anew, where the browser keeps none, and in several tabs.

use harness::{Browser, StaticFiles};
use serde_json::json;

use crate::studio::{press, write};

/// JavaScript: `kept` is what the browser's database holds, from now on.
const WATCH: &str = "const look = () => {
        const open = indexedDB.open('sotto-studio', 1);
        open.onupgradeneeded = () => open.result.createObjectStore('histories');
        open.onsuccess = () => {
            const all = open.result.transaction('histories').objectStore('histories').getAll();
            all.onsuccess = () => {
                globalThis.kept = all.result.map((one) => JSON.parse(one));
                open.result.close();
                setTimeout(look, 50);
            };
        };
    };
    look();";

/// JavaScript: what the chosen question asks.
const TITLE: &str = "document.querySelector('#question-title-0')?.value";

/// Goes on with the first question, with the caret behind its words.
async fn first_question(browser: &Browser) {
    browser.run(WATCH).await;
    press(browser, "entry-0").await;
    browser.find("#question-title-0").await;
    let to_end = "const title = document.querySelector('#question-title-0'); title.focus();
        title.setSelectionRange(title.value.length, title.value.length)";
    browser.run(to_end).await;
}

/// Begins with a template, in its first question.
async fn begin(browser: &Browser, template: &str) {
    press(browser, template).await;
    first_question(browser).await;
}

/// Presses Undo or Redo until there is no more of it.
async fn press_out(browser: &Browser, id: &str) {
    let can = format!("!document.querySelector('#{id}').ariaDisabled");
    browser.until(&can).await;
    while browser.run(&format!("return {can}")).await == json!(true) {
        press(browser, id).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_and_redo_are_there_after_a_reload_and_go_with_the_draft() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("studio/index.html?lang=en"))
        .await;
    begin(&browser, "template-exams").await;
    let before = browser.run(&format!("return {TITLE}")).await;
    write(&browser, " Really").await;
    let typed = browser.run(&format!("return {TITLE}")).await;
    browser
        .until("globalThis.kept?.some((one) => one.past.length && one.draft.includes('Really'))")
        .await;
    browser.client().refresh().await.unwrap();
    first_question(&browser).await;
    browser.until(&format!("{TITLE} === {typed}")).await;
    press_out(&browser, "undo").await;
    browser.until(&format!("{TITLE} === {before}")).await;
    browser
        .until("globalThis.kept?.some((one) => one.future.length && !one.draft.includes('Really'))")
        .await;
    browser.client().refresh().await.unwrap();
    first_question(&browser).await;
    browser.until(&format!("{TITLE} === {before}")).await;
    press_out(&browser, "redo").await;
    browser.until(&format!("{TITLE} === {typed}")).await;
    // A draft goes with all that it was.
    press(&browser, "new").await;
    begin(&browser, "template-census").await;
    press(&browser, "new").await;
    let delete = "[id^=delete-draft-]";
    browser.click_by_script(delete).await;
    let name = format!(
        "return document.querySelector('{delete}').closest('tr').querySelector('th').textContent"
    );
    let name = browser.run(&name).await;
    browser
        .fill("#delete-draft-name", name.as_str().unwrap())
        .await;
    press(&browser, "delete-draft-now").await;
    browser.until("globalThis.kept?.length === 0").await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_that_is_not_read_or_not_kept_is_told_and_nothing_is_lost() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser
        .open(&files.address("studio/index.html?lang=en"))
        .await;
    begin(&browser, "template-exams").await;
    write(&browser, "!").await;
    browser.until("globalThis.kept?.length === 1").await;
    for (written, said) in [
        (r#"{ "studio": 99 }"#, "newer version"),
        (r#"{ "studio": 1 }"#, "could not be read"),
    ] {
        browser
            .run_async(&format!(
                "const open = indexedDB.open('sotto-studio', 1);
                open.onsuccess = () => {{
                    const store = open.result.transaction('histories', 'readwrite').objectStore('histories');
                    store.getAllKeys().onsuccess = ({{ target }}) => {{
                        store.put('{written}', target.result[0]).onsuccess = () => {{ open.result.close(); arguments[0](); }};
                    }};
                }}"
            ))
            .await;
        browser.client().refresh().await.unwrap();
        browser
            .until(&format!(
                "document.querySelector('#history-said')?.textContent.includes('{said}')"
            ))
            .await;
    }
    // A damaged one gives way to another.
    first_question(&browser).await;
    write(&browser, "?").await;
    browser
        .until("globalThis.kept?.[0].past?.length && !document.querySelector('#history-said')?.textContent.includes('newer')")
        .await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    // There is no more room: it is said, the draft is kept, and Undo works.
    browser
        .run("IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }")
        .await;
    write(&browser, " More").await;
    browser
        .until("document.querySelector('#history-said')?.textContent.includes('keeps the draft')")
        .await;
    browser
        .until("Object.values({ ...localStorage }).some((one) => one.includes('? More'))")
        .await;
    // What is typed in one go is one step, with the question mark before it.
    press(&browser, "undo").await;
    browser.until(&format!("!{TITLE}.includes('More')")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_of_a_draft_are_told_of_each_other() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    let address = files.address("studio/index.html?lang=en");
    browser.open(&address).await;
    begin(&browser, "template-exams").await;
    write(&browser, "!").await;
    browser.until("globalThis.kept?.length === 1").await;
    let client = browser.client();
    let first = client.window().await.unwrap();
    let second = client.new_window(true).await.unwrap().handle;
    client.switch_to_window(second).await.unwrap();
    browser.open(&address).await;
    first_question(&browser).await;
    browser.find("#other-tab").await;
    client.switch_to_window(first.clone()).await.unwrap();
    browser.find("#other-tab").await;
    write(&browser, " One").await;
    let kept = |text: &str| {
        format!("Object.values({{ ...localStorage }}).some((one) => one.includes('! {text}'))")
    };
    browser.until(&kept("One")).await;
    let windows = client.windows().await.unwrap();
    let second = windows.into_iter().find(|window| *window != first).unwrap();
    client.switch_to_window(second).await.unwrap();
    browser.find("#elsewhere").await;
    write(&browser, " Other").await;
    browser.until(&kept("Other")).await;
    // Neither has lost a key, and each is alone with its own.
    assert_eq!(
        browser.run(&format!("return {}", kept("One"))).await,
        json!(true)
    );
    browser
        .until("!document.querySelector('#other-tab, #elsewhere')")
        .await;
    client.switch_to_window(first).await.unwrap();
    browser.until("!document.querySelector('#other-tab')").await;
}
