//! A kiosk: one device on which one person after the other answers, without network or with it.

use std::process::Stdio;

use harness::{Browser, System, setting};
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, process::Command};

use crate::{
    respondent::{CHECKED, SOMEBODY, choose, send, until_screen},
    showing::{CENSUS, census},
};

const PAGE: &str = "embed/frame.html?survey=census&lang=en&kiosk";

/// JavaScript: what is said to whoever looks after the device.
const LINE: &str = "document.querySelector('.panel').textContent";

/// JavaScript: what comes of what they do.
const NEWS: &str = "document.querySelector('.panel .news').textContent";

/// Sets a device up: the cover, and all that it takes to work without network.
async fn set_up(system: &System) {
    system.browser.open(&system.address(PAGE)).await;
    until_said(&system.browser, LINE, "Ready to work without network.").await;
}

/// Waits until somewhere something is said.
async fn until_said(browser: &Browser, place: &str, words: &str) {
    let words = Value::from(words);
    browser.until(&format!("({place}).includes({words})")).await;
}

async fn begin(browser: &Browser) {
    browser.click(".cover .start").await;
    until_screen(browser, "form").await;
}

/// One person answers, reads the receipt and leaves.
async fn answer(browser: &Browser) {
    begin(browser).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    browser.click(".after .start").await;
    browser.find(".cover .start").await;
}

/// Presses a button of the panel, by its words.
async fn press(browser: &Browser, words: &str) {
    browser
        .run("document.querySelector('.panel').open = true")
        .await;
    let button = format!(
        "[...document.querySelectorAll('.panel button')].find((one) => one.textContent === {})",
        Value::from(words)
    );
    browser.until(&format!("Boolean({button})")).await;
    browser.run(&format!("{button}.click()")).await;
}

/// The copies that wait, in the order of their keys: each key, and what is stored under it.
async fn stored(browser: &Browser) -> Vec<(String, Value)> {
    let script = "const done = arguments[arguments.length - 1];
        const opening = indexedDB.open('sotto-kiosk');
        opening.onsuccess = () => {
            const copies = opening.result.transaction('copies').objectStore('copies');
            const keys = copies.getAllKeys();
            const all = copies.getAll();
            all.onsuccess = () => {
                opening.result.close();
                done(keys.result.map((key, place) => [key, all.result[place]]));
            };
        };";
    serde_json::from_value(browser.run_async(script).await).unwrap()
}

/// The file that is taken out.
async fn taken_out(browser: &Browser) -> String {
    browser
        .run(
            "URL.createObjectURL = (file) => { window.file = file; return 'blob:'; };
            HTMLAnchorElement.prototype.click = function () { window.fileName = this.download; };",
        )
        .await;
    press(browser, "Take them out as a file").await;
    browser.until("window.fileName ?? null").await;
    let text = browser.run("return window.file.text()").await;
    text.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_answer_without_network_and_leave_nothing_to_the_next() {
    let mut system = System::start().await;
    set_up(&system).await;
    let browser = &system.browser;
    let left = "return [history.length, JSON.stringify(history.state), scrollY, Object.keys(localStorage).join(),
        sessionStorage.length, document.activeElement.className]";
    let before = browser.run(left).await;
    assert_eq!(before[3], "sotto-kiosk:census");
    assert_eq!(before[5], "start", "the button has the focus");
    system.collector.kill().await;
    begin(browser).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    // It was not sent, and nothing says so.
    let heading = browser.text_in_survey("#heading").await;
    assert_eq!(heading, "Your copy is kept on this device");
    let receipt = browser.text_in_survey("section").await;
    assert!(
        receipt.contains("Kept: ") && !receipt.contains("Sent: "),
        "{receipt}"
    );
    let is_offered =
        "return Boolean(document.querySelector('sotto-survey').shadowRoot.querySelector('.keep'))";
    assert_eq!(browser.run(is_offered).await, false, "no draft is kept");
    browser.click(".after .start").await;
    browser.find(".cover .start").await;
    until_said(browser, LINE, "1 copy is waiting.").await;
    assert_eq!(browser.run(left).await, before);
    begin(browser).await;
    assert_eq!(browser.run(&format!("return {CHECKED}")).await, "");
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    // Whoever does not press it leaves nothing, either.
    browser
        .run("const real = Date.now; Date.now = () => real() + 61_000")
        .await;
    browser.find(".cover .start").await;
    until_said(browser, LINE, "2 copies are waiting.").await;
    let databases =
        "return indexedDB.databases().then((all) => all.map(({ name }) => name).join())";
    assert_eq!(browser.run(databases).await, "sotto-kiosk");
    assert_eq!(browser.accessibility_violations().await, [""; 0]);

    system.collector.restart().await;
    press(browser, "Send them now").await;
    until_said(browser, NEWS, "2 copies were counted.").await;
    until_said(browser, LINE, "0 copies are waiting.").await;
    assert_eq!(system.results().await.questions[0].reports, 2);
    assert!(stored(browser).await.is_empty());
}

/// How far an order is from being drawn: the rank correlation with the order of coming, in its own standard errors.
fn correlation(order: &[u32]) -> f64 {
    let last = f64::from(u32::try_from(order.len()).unwrap()) - 1.0;
    let (mut both, mut one) = (0.0, 0.0);
    for (place, &came) in (0_u32..).zip(order) {
        let (place, came) = (f64::from(place) - last / 2.0, f64::from(came) - last / 2.0);
        both += place * came;
        one += place * place;
    }
    both / one * last.sqrt()
}

/// How many stand beside each other that came one after the other.
fn neighbours(order: &[u32]) -> usize {
    let pairs = order.windows(2);
    pairs.filter(|pair| pair[0].abs_diff(pair[1]) == 1).count()
}

/// Of a drawn order of 200 the correlation is beyond five standard errors with a chance of less than 10⁻⁶, and more than
/// 14 neighbours are left, of 2 on average, with less than 10⁻⁷.
#[tokio::test(flavor = "multi_thread")]
async fn no_order_of_two_hundred_copies_tells_who_came_when() {
    let mut system = System::start().await;
    set_up(&system).await;
    let survey = census_survey();
    let mut generator = ChaCha20Rng::seed_from_u64(46);
    let answers = survey
        .questions()
        .iter()
        .map(|question| question.answer_of_simulated(0).ok())
        .collect::<Vec<_>>();
    let bodies = (0..200)
        .map(|_| {
            let submission = survey.randomize(&answers, &mut generator).unwrap();
            submission.body(&survey)
        })
        .collect::<Vec<_>>();
    // So that none of them leaves before the last has come.
    system.collector.kill().await;
    let browser = &system.browser;
    let address = system.address("api/v1/surveys/census/submissions");
    for bodies in bodies.chunks(50) {
        let script = format!(
            "const survey = document.querySelector('sotto-survey');
            return (async () => {{
                for (const body of {}) await survey.transport({}, body);
            }})()",
            json!(bodies),
            json!(address),
        );
        browser.run(&script).await;
    }
    let place = |body: &str| {
        let place = bodies.iter().position(|one| one == body);
        u32::try_from(place.unwrap()).unwrap()
    };
    let copies = stored(browser).await;
    // Nothing is with a copy by which it could be told when it came.
    for (key, copy) in &copies {
        assert_eq!(key.len(), 36, "{key}");
        let members: Vec<_> = copy.as_object().unwrap().keys().collect();
        assert_eq!(members, ["address", "body"]);
    }
    let by_key = copies
        .iter()
        .map(|(_, copy)| place(copy["body"].as_str().unwrap()));
    let by_key: Vec<_> = by_key.collect();
    let file: Value = serde_json::from_str(&taken_out(browser).await).unwrap();
    let in_file = file["copies"].as_array().unwrap().iter();
    let in_file: Vec<_> = in_file.map(|body| place(body.as_str().unwrap())).collect();
    system.collector.restart().await;
    press(browser, "Send them now").await;
    until_said(browser, NEWS, "200 copies were counted.").await;
    let sent: Vec<_> = system
        .recorder
        .posted()
        .iter()
        .map(|body| place(body))
        .collect();
    for (what, order) in [("keys", by_key), ("file", in_file), ("sent", sent)] {
        assert_eq!(order.len(), 200, "{what}");
        let correlation = correlation(&order);
        assert!(correlation.abs() < 5.0, "{what}: {correlation} {order:?}");
        let neighbours = neighbours(&order);
        assert!(neighbours <= 14, "{what}: {neighbours} {order:?}");
    }
    assert_eq!(system.results().await.questions[0].reports, 200);
}

fn census_survey() -> sotto_survey::Survey {
    serde_json::from_str(CENSUS).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_copies_leave_together_and_none_before() {
    let system = System::start().await;
    set_up(&system).await;
    let browser = &system.browser;
    for _ in 0..9 {
        answer(browser).await;
    }
    until_said(browser, LINE, "9 copies are waiting.").await;
    assert!(system.recorder.posted().is_empty());
    answer(browser).await;
    until_said(browser, NEWS, "10 copies were counted.").await;
    assert_eq!(system.recorder.posted().len(), 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_was_left_is_asked_about_and_cleared() {
    let system = System::start().await;
    set_up(&system).await;
    let browser = &system.browser;
    begin(browser).await;
    choose(browser, &SOMEBODY).await;
    let chosen = browser.run(&format!("return {CHECKED}")).await;
    browser
        .run("window.real = Date.now; Date.now = () => real() + 181_000")
        .await;
    let words = browser.text_of("dialog.still[open] p").await;
    assert_eq!(
        words,
        "Are you still there? This form is cleared in 30 seconds."
    );
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    browser.click("dialog.still .start").await;
    browser
        .until("!document.querySelector('dialog.still').open")
        .await;
    assert_eq!(browser.run(&format!("return {CHECKED}")).await, chosen);
    browser
        .run("Date.now = () => real() + 181_000 + 211_000")
        .await;
    browser.find(".cover .start").await;
    begin(browser).await;
    assert_eq!(browser.run(&format!("return {CHECKED}")).await, "");
    assert!(system.recorder.posted().is_empty());
    assert!(stored(browser).await.is_empty());
}

/// Runs `sotto submit` on what comes from standard input.
async fn submit(system: &System, file: &str) -> String {
    let mut command = Command::new(setting("SOTTO_BINARY"))
        .args(["submit", "-", "--url", &system.address("")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = command.stdin.take().unwrap();
    input.write_all(file.as_bytes()).await.unwrap();
    drop(input);
    let output = command.wait_with_output().await.unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_closed_is_said_and_its_copies_leave_as_a_file() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    set_up(&system).await;
    answer(&system.browser).await;
    let settings = "surveys/census/settings";
    let close = async |closed: bool| {
        let change = json!({ "closed": closed });
        let changed = system.collector.manage("PATCH", settings, &token, &change);
        changed.await;
    };
    close(true).await;
    let browser = &system.browser;
    browser.open(&system.address(PAGE)).await;
    let said = browser.text_of(".cover .cause").await;
    assert!(said.contains("not taking answers now"), "{said}");
    assert_eq!(
        browser
            .run("return document.querySelector('.cover .start')")
            .await,
        Value::Null
    );
    press(browser, "Send them now").await;
    until_said(browser, LINE, "1 of them was refused").await;
    let file = taken_out(browser).await;
    assert_eq!(
        browser.run("return window.fileName").await,
        "sotto-copies-census.json"
    );
    browser.run("window.confirm = () => true").await;
    press(browser, "Remove what is in the file").await;
    until_said(browser, LINE, "0 copies are waiting.").await;
    close(false).await;
    let handed_in = submit(&system, &file).await;
    assert_eq!(
        handed_in,
        "1 of 1 copies accepted: 1 counted now, 0 counted before. 0 refused.\n"
    );
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_changed_is_said_before_it_is_used() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    set_up(&system).await;
    answer(&system.browser).await;
    let mut file = census();
    file["version"] = 2.into();
    file["title"]["en"] = "A smaller census".into();
    let path = "surveys/census/versions";
    system.collector.manage("POST", path, &token, &file).await;
    let browser = &system.browser;
    browser.open(&system.address(PAGE)).await;
    let said = browser.text_of(".cover .cause").await;
    assert!(said.contains("has changed since this device"), "{said}");
    press(browser, "Send them now").await;
    until_said(browser, LINE, "1 of them was refused").await;
    browser.click(".cover .start").await;
    browser
        .until("document.querySelector('.cover .start')?.textContent === 'Begin'")
        .await;
    assert_eq!(browser.text_of(".cover h1").await, "A smaller census");
    // What was refused stays until it is taken out, and leaves with no others.
    until_said(browser, LINE, "1 copy is waiting.1 of them was refused").await;
    answer(browser).await;
    until_said(browser, LINE, "2 copies are waiting.1 of them was refused").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kiosk_is_only_made_of_what_can_be_one() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let manage = async |method: &str, path: &str, body: &Value| {
        system.collector.manage(method, path, &token, body).await
    };
    let mut waves = crate::waves::survey(1);
    waves["id"] = "waves".into();
    let mut invited = waves.clone();
    invited["id"] = "invited".into();
    invited.as_object_mut().unwrap().remove("epsilon-first");
    let mut led = invited.clone();
    led["id"] = "led".into();
    let to = json!({ "title": { "en": "Back" }, "to": "https://example.org/" });
    led["closing"] = json!({ "redirect": to });
    manage("POST", "surveys", &led).await;
    manage("POST", "surveys", &waves).await;
    manage("POST", "surveys", &invited).await;
    let access = json!({ "access": "invites" });
    manage("PATCH", "surveys/invited/settings", &access).await;
    let browser = &system.browser;
    for (id, words) in [
        ("waves", "not for surveys in waves"),
        ("invited", "for surveys that are open to all"),
        ("led", "lead on to another page"),
        ("nobodys", "There is no survey at this address"),
    ] {
        let page = format!("embed/frame.html?survey={id}&lang=en&kiosk");
        browser.open(&system.address(&page)).await;
        let said = browser.text_of(".cover .cause").await;
        assert!(said.contains(words), "{said}");
        let begins = "return document.querySelector('.cover .start')";
        assert_eq!(browser.run(begins).await, Value::Null, "{id}");
    }
    // Two tabs would take each other's copies for their own.
    set_up(&system).await;
    let client = browser.client();
    let other = client.new_window(true).await.unwrap();
    client.switch_to_window(other.handle).await.unwrap();
    browser.open(&system.address(PAGE)).await;
    let said = browser.text_of(".cover .cause").await;
    assert!(said.contains("in another tab"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_without_room_says_so_and_loses_nothing() {
    let system = System::start().await;
    set_up(&system).await;
    let browser = &system.browser;
    begin(browser).await;
    let origin = system.address("");
    browser.limit_storage(&origin, Some(1)).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "failure").await;
    let alert = browser.text_of(".after[role=alert]").await;
    assert!(alert.contains("no room for another copy"), "{alert}");
    // It is not cleared, as long as it is nowhere else.
    browser
        .run("const real = Date.now; Date.now = () => real() + 3_600_000")
        .await;
    browser.limit_storage(&origin, None).await;
    // The receipt is only passed through: by that clock its time is over as soon as it is there.
    browser.find(".cover .start").await;
    until_said(browser, LINE, "1 copy is waiting.").await;
    assert_eq!(stored(browser).await.len(), 1);
}
