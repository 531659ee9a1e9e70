//! What a page that embeds surveys can do with the element, and what the element does to the page.

use harness::{Browser, Counters, Key, StaticFiles, System};
use serde_json::Value;

use crate::{
    respondent::{
        CHECKED, SOMEBODY, SURVEY_PAGE, act, choose, opened_survey, shown_body, until_screen,
    },
    types,
};

#[tokio::test(flavor = "multi_thread")]
async fn another_language_or_place_or_theme_keeps_the_choices() {
    let system = opened_survey().await;
    let browser = &system.browser;
    choose(browser, &SOMEBODY).await;
    browser
        .run(
            "const survey = document.querySelector('sotto-survey');
            survey.lang = 'zh-CN'; survey.setAttribute('theme', 'dark')",
        )
        .await;
    browser
        .find_in_survey("[data-screen=form][lang=zh-CN]")
        .await;
    assert_eq!(
        browser.run(&format!("return {CHECKED}")).await,
        "no,sales,black"
    );
    browser
        .run(
            "const place = document.body.appendChild(document.createElement('section'));
            place.append(document.querySelector('sotto-survey'))",
        )
        .await;
    assert_eq!(
        browser.run(&format!("return {CHECKED}")).await,
        "no,sales,black"
    );
    act(browser, "review").await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, system.recorder.posted()[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_window_has_made_is_read_too() {
    let system = opened_survey().await;
    let show = "const done = arguments[arguments.length - 1];
        (async () => {
            const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
            const compiled = await (await fetch('../surveys/census.sotto')).arrayBuffer();
            const bytes = new contentWindow.ArrayBuffer(compiled.byteLength);
            new Uint8Array(bytes).set(new Uint8Array(compiled));
            const object = contentWindow.JSON.parse(await (await fetch('../surveys/census.json')).text());
            const heard = [];
            for (const survey of [bytes, object]) {
                const element = document.createElement('sotto-survey');
                element.setAttribute('collector', '..');
                element.survey = survey;
                const told = new Promise((resolve) => {
                    for (const type of ['sotto-ready', 'sotto-error']) {
                        element.addEventListener(type, () => resolve(type), { once: true });
                    }
                });
                document.body.append(element);
                element.scrollIntoView();
                heard.push(await told);
                element.remove();
            }
            done(heard.join());
        })();";
    let heard = system.browser.run_async(show).await;
    assert_eq!(heard, "sotto-ready,sotto-ready");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_surveys_come_and_go_and_leave_nothing() {
    let system = opened_survey().await;
    let browser = &system.browser;
    let come_and_go = "const done = arguments[arguments.length - 1];
        (async () => {
            const first = document.querySelector('sotto-survey');
            for (let time = 0; time < 12; time++) {
                const both = [first.cloneNode(), first.cloneNode()];
                // Each comes, goes, and comes back.
                for (const turn of [1, 2]) {
                    const ready = both.map((survey) => new Promise((resolve) =>
                        survey.addEventListener('sotto-ready', resolve, { once: true })));
                    first.after(...both);
                    both.forEach((survey) => survey.scrollIntoView());
                    await Promise.all(ready);
                    await new Promise((resolve) => setTimeout(resolve));
                    both.forEach((survey) => survey.remove());
                    await new Promise((resolve) => setTimeout(resolve));
                }
            }
            await new Promise((resolve) => setTimeout(resolve));
            done();
        })();";
    // What is made once and kept is made in the first round.
    browser.run_async(come_and_go).await;
    let before = browser.counters().await;
    browser.run_async(come_and_go).await;
    // 24 surveys have come and gone twice, each with hundreds of nodes and with listeners. What the
    // browser still holds of the last two is not counted against us. A survey that stayed would take
    // more than 20 kB of JavaScript's heap, 24 of them half a megabyte.
    let limits = Counters {
        nodes: 4 * before.nodes,
        listeners: before.listeners + 5,
        heap_bytes: before.heap_bytes + 300_000,
    };
    let after = browser.counters_below(limits).await;
    assert!(after.nodes < limits.nodes, "{before:?} {after:?}");
    assert!(after.listeners < limits.listeners, "{before:?} {after:?}");
    assert!(after.heap_bytes < limits.heap_bytes, "{before:?} {after:?}");
}

/// A page that is long, with a survey at its end and one that is not shown at all.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_far_from_the_view_is_not_fetched_before_it_comes_near() {
    let files = StaticFiles::with_files(&[]).await;
    let browser = Browser::start().await;
    browser.open(&files.address(SURVEY_PAGE)).await;
    until_screen(&browser, "form").await;
    browser
        .run_async(
            "const done = arguments[arguments.length - 1];
            const first = document.querySelector('sotto-survey');
            const survey = (src) => {
                const made = first.cloneNode();
                made.setAttribute('src', `../surveys/${src}.json`);
                return made;
            };
            const unseen = survey('unseen');
            unseen.hidden = true;
            first.before(unseen);
            const space = document.createElement('div');
            space.style.height = '9000px';
            document.body.append(space, survey('far'));
            // Observers speak after a frame.
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));",
        )
        .await;
    let asked = |survey: &str| {
        let path = format!("surveys/{survey}.json");
        files.asked().contains(&path)
    };
    assert!(!asked("far") && !asked("unseen"), "{:?}", files.asked());
    browser
        .run("[...document.querySelectorAll('sotto-survey')].at(-1).scrollIntoView()")
        .await;
    browser
        .until("[...document.querySelectorAll('sotto-survey')].at(-1).shadowRoot.querySelector('[data-failure]')")
        .await;
    assert!(asked("far") && !asked("unseen"), "{:?}", files.asked());
}

const FIRST_PIN: &str = "const done = arguments[arguments.length - 1];
    const survey = document.querySelector('sotto-survey');
    survey.addEventListener('sotto-error', (event) => done(event.detail.kind), { once: true });
    survey.addEventListener('sotto-ready', () => done('ready'), { once: true });
    survey.setAttribute('epsilon-pin', PIN);";

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_with_other_parameters_than_the_pinned_ones_is_not_asked() {
    let system = opened_survey().await;
    let browser = &system.browser;
    let with_pin = |pin: &str| FIRST_PIN.replace("PIN", &Value::from(pin).to_string());
    let kind = browser.run_async(&with_pin("sha256-AAAA")).await;
    assert_eq!(kind, "pin");
    browser
        .find_in_survey("[data-failure=pin][role=alert]")
        .await;
    let controls = "document.querySelector('sotto-survey').shadowRoot.querySelectorAll('input')";
    assert_eq!(browser.run(&format!("return {controls}.length")).await, 0);
    // The console tells the designer which pin the survey has.
    let said = browser.errors().await.join("\n");
    let found = said.split("the survey has \"").nth(1);
    let pin = found.and_then(|rest| rest.split('"').next());
    let pin = pin.unwrap_or_else(|| panic!("no pin in {said}"));
    assert_eq!(pin.len(), "sha256-".len() + 44, "{pin}");
    assert_eq!(browser.run_async(&with_pin(pin)).await, "ready");
    until_screen(browser, "form").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_opens_by_its_button_and_gives_the_focus_back() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address("embed/dialog.html")).await;
    // The program that opens it is there once the button says that it opens something.
    browser.click("#opener[aria-haspopup]").await;
    let inner = "document.querySelector('sotto-survey').shadowRoot.querySelector('sotto-survey')";
    browser
        .until(&format!(
            "{inner}?.shadowRoot.querySelector('[data-screen=form]') != null"
        ))
        .await;
    let dialog = "document.querySelector('sotto-survey').shadowRoot.querySelector('dialog')";
    assert_eq!(browser.run(&format!("return {dialog}.open")).await, true);
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    browser.press(Key::Escape.into()).await;
    browser.until(&format!("{dialog}.open === false")).await;
    assert_eq!(
        browser.run("return document.activeElement.id").await,
        "opener"
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_tells_its_height_and_its_states_and_no_more() {
    let system = System::start().await;
    let browser = &system.browser;
    // A page of another origin, which cannot look into the frame.
    let elsewhere = StaticFiles::start().await;
    browser.open(&elsewhere.address("embed/framed.html")).await;
    let point = format!(
        "const survey = document.querySelector('sotto-survey');
        survey.setAttribute('src', '{0}api/v1/surveys/census');
        survey.setAttribute('collector', '{0}')",
        system.address("")
    );
    browser.run(&point).await;
    let frame = "document.querySelector('sotto-survey').shadowRoot.querySelector('iframe')";
    browser
        .until(&format!(
            "{frame}?.src.startsWith('{}')",
            system.address("")
        ))
        .await;
    browser
        .run(
            "window.heard = []; window.told = [];
            addEventListener('message', (event) => heard.push(event.data));
            for (const type of ['sotto-ready', 'sotto-progress', 'sotto-sent', 'sotto-error'])
                document.addEventListener(type, (event) => told.push([type, event.detail]));",
        )
        .await;
    browser.enter_frame_in_survey("iframe").await;
    until_screen(browser, "form").await;
    browser.click_in_survey("[part=label] summary").await;
    let label = browser.text_in_survey("[data-party=site]").await;
    choose(browser, &SOMEBODY).await;
    act(browser, "review").await;
    act(browser, "send").await;
    until_screen(browser, "receipt").await;
    browser.leave_frame().await;

    assert!(label.contains("No"));
    browser
        .until("told.some(([type]) => type === 'sotto-sent')")
        .await;
    let heard = browser.run("return heard").await;
    for message in heard.as_array().unwrap() {
        let mut keys: Vec<_> = message.as_object().unwrap().keys().collect();
        keys.retain(|key| !["sotto", "height", "type", "screen", "kind"].contains(&key.as_str()));
        assert!(keys.is_empty(), "{message}");
    }
    let heights = heard.as_array().unwrap().iter();
    let last = heights
        .filter_map(|message| message["height"].as_f64())
        .next_back();
    let shown = browser
        .run(&format!("return {frame}.getBoundingClientRect().height"))
        .await;
    assert_eq!(last, shown.as_f64());
    assert_eq!(system.recorder.posted().len(), 1);
}

/// A question that an answer brings up must not be seen in the height that the page around is told.
#[tokio::test(flavor = "multi_thread")]
async fn the_height_of_a_frame_does_not_tell_what_is_answered() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let file: Value = serde_json::from_str(types::FILE).unwrap();
    let path = "surveys";
    system.collector.manage("POST", path, &token, &file).await;
    let browser = &system.browser;
    let elsewhere = StaticFiles::start().await;
    browser.open(&elsewhere.address("embed/framed.html")).await;
    let point = format!(
        "window.heights = [];
        addEventListener('message', ({{ data }}) => data.height && heights.push(data.height));
        const survey = document.querySelector('sotto-survey');
        survey.setAttribute('src', '{0}api/v1/surveys/every-type');
        survey.setAttribute('collector', '{0}')",
        system.address("")
    );
    browser.run(&point).await;
    let heights = "return heights";
    // Until the survey has been drawn whole, in parts that everybody sees alike.
    let parts = browser.until("heights.at(-1) > 900 && heights").await;
    let told = parts.as_array().unwrap().last().unwrap().clone();
    // The page as it stands asked for a survey that is not there.
    browser.errors().await;
    let height = told.as_f64().unwrap();
    let frame = "document.querySelector('sotto-survey').shadowRoot.querySelector('iframe')";
    let shown = format!("return {frame}.getBoundingClientRect().height");
    assert_eq!(browser.run(&shown).await.as_f64(), Some(height));

    browser.enter_frame_in_survey("iframe").await;
    until_screen(browser, "form").await;
    browser.find_in_survey("[data-action=next]").await;
    let own = "return document.querySelector('sotto-survey').offsetHeight";
    let before = browser.run(own).await.as_f64().unwrap();
    types::take(browser, types::TALKATIVE[0]).await;
    browser.find_in_survey("[name=subject]").await;
    let after = browser.run(own).await.as_f64().unwrap();
    assert!(
        after > before + 50.0,
        "the question has appeared: {before} {after}"
    );
    // There is room for it: the twin has it, too.
    assert!(after <= height, "{after} {height}");
    for page in &types::TALKATIVE[1..] {
        types::press(browser, "next").await;
        types::take(browser, page).await;
    }
    for action in ["review", "send"] {
        types::press(browser, action).await;
    }
    until_screen(browser, "receipt").await;
    browser.leave_frame().await;
    assert_eq!(browser.run(heights).await, parts);

    // Another width, another height.
    browser.resize(500, 1000).await;
    browser.until(&format!("heights.at(-1) > {height}")).await;
    // The twin has sent nothing, and is nobody's to answer.
    assert_eq!(system.recorder.posted().len(), 1);
    assert_eq!(browser.errors().await, [""; 0]);
}
