//! What pages and frames say to each other, and who else says the same: each listens only to the
//! other.

use harness::{StaticFiles, System};
use serde_json::{Value, json};

use crate::{
    respondent::{SOMEBODY, send, until_screen},
    showing::show,
};

const FRAME: &str = "document.querySelector('sotto-survey').shadowRoot.querySelector('iframe')";

/// A frame on the page that says everything that a survey in a frame says, to whoever is around it.
const FORGER: &str = "<!doctype html><title>Forger</title><script>
    const say = (message) => parent.postMessage(message, '*');
    say({ sotto: 'height', height: 77 });
    say({ sotto: 'state', type: 'sotto-sent', screen: 'forged', kind: 'forged' });
    say({ sotto: 'state', type: 'sotto-error', screen: 'forged', kind: 'forged' });
    say('forger is done');
    </script>";

/// Puts a frame with that page beside the survey, and waits until it has said everything.
fn beside(address: &str) -> String {
    format!(
        "const done = arguments[arguments.length - 1];
        addEventListener('message', function hear({{ data }}) {{
            if (data !== 'forger is done') return;
            removeEventListener('message', hear);
            setTimeout(() => done());
        }});
        const frame = document.createElement('iframe');
        frame.src = {};
        document.body.append(frame);",
        Value::from(address)
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_listens_only_to_the_frame_of_its_survey_on_the_collectors_origin() {
    let system = System::start().await;
    let browser = &system.browser;
    let elsewhere = StaticFiles::with_files(&[("forger.html", FORGER)]).await;
    browser.open(&elsewhere.address("embed/framed.html")).await;
    let framed = json!({
        "display": "frame", "collector": system.address(""),
        "src": system.address("api/v1/surveys/census"),
    });
    show(browser, &framed).await;
    browser.until("told.includes('sotto-ready')").await;
    browser
        .until(&format!("parseFloat({FRAME}.style.height)"))
        .await;
    let heard = json!(["sotto-ready"]);

    // The page itself, and other frames, of its own origin and of the collector's.
    let forge = "const done = arguments[arguments.length - 1];
        postMessage({ sotto: 'height', height: 77 }, '*');
        postMessage({ sotto: 'state', type: 'sotto-sent', kind: 'forged' }, '*');
        setTimeout(() => setTimeout(done));";
    browser.run_async(forge).await;
    let forger = elsewhere.address("forger.html");
    browser.run_async(&beside(&forger)).await;
    let told = "return told";
    assert_eq!(browser.run(told).await, heard);
    let shown = format!("return parseFloat({FRAME}.style.height)");
    // Its own is told anew whenever it is drawn.
    assert_ne!(browser.run(&shown).await, json!(77));

    // The survey's own frame, once it has been led to another origin.
    let lead = format!(
        "const done = arguments[arguments.length - 1];
        addEventListener('message', ({{ data, source }}) => {{
            if (data === 'forger is done') setTimeout(() => done(source === {FRAME}.contentWindow));
        }});
        {FRAME}.contentWindow.location = {};",
        Value::from(forger.as_str())
    );
    assert_eq!(browser.run_async(&lead).await, true);
    assert_eq!(browser.run(told).await, heard);
    assert_ne!(browser.run(&shown).await, json!(77));

    // A message that the right frame sends, but of another kind, or beyond measure.
    show(browser, &framed).await;
    browser.until("told.includes('sotto-ready')").await;
    browser.enter_frame_in_survey("iframe").await;
    until_screen(browser, "form").await;
    browser
        .run(
            "const say = (message) => parent.postMessage(message, '*');
            say(null);
            say({ sotto: 'state', type: 'click', kind: 'forged' });
            say({ sotto: 'height', height: 'calc(1px)' });
            say({ sotto: 'height', height: 1e9 });
            say({ sotto: 'state', type: 'sotto-error', kind: 'last' });",
        )
        .await;
    browser.leave_frame().await;
    browser.until("told.includes('last')").await;
    let told = browser.run(told).await;
    assert!(!told.to_string().contains("forged"), "{told}");
    assert_eq!(browser.run(&shown).await, 100_000);
}

/// The survey in its frame says nothing before the page around it has greeted it, and nothing to others.
#[tokio::test(flavor = "multi_thread")]
async fn a_frame_answers_its_parent_alone() {
    let system = System::start().await;
    let browser = &system.browser;
    let elsewhere =
        StaticFiles::with_files(&[("empty.html", "<!doctype html><title>Page</title>")]).await;
    browser.open(&elsewhere.address("empty.html")).await;
    let frame = system.address("embed/frame.html?survey=census");
    // Another frame of the page greets it, in the page's own name and origin.
    let open = format!(
        "const done = arguments[arguments.length - 1];
        window.heard = []; window.overheard = [];
        addEventListener('message', ({{ data }}) => data?.sotto && heard.push(data.type ?? data.sotto));
        const frame = document.createElement('iframe');
        frame.id = 'survey';
        frame.src = {};
        const other = document.createElement('iframe');
        document.body.append(frame, other);
        other.contentWindow.addEventListener('message', ({{ data }}) => overheard.push(data));
        frame.addEventListener('load', () => {{
            other.contentWindow.eval(\"parent.document.querySelector('#survey').contentWindow.postMessage({{ sotto: 'hello' }}, '*')\");
            done();
        }});",
        Value::from(frame.as_str())
    );
    browser.run_async(&open).await;
    browser.enter_frame("#survey").await;
    until_screen(browser, "form").await;
    browser.find_in_survey("[data-action=review]").await;
    browser.leave_frame().await;
    let silence = "const done = arguments[arguments.length - 1];
        setTimeout(() => setTimeout(() => done([heard, overheard])));";
    assert_eq!(browser.run_async(silence).await, json!([[], []]));

    // Greeted by its parent it says what has happened so far.
    let greet =
        "document.querySelector('#survey').contentWindow.postMessage({ sotto: 'hello' }, '*')";
    browser.run(greet).await;
    browser
        .until("heard.includes('sotto-ready') && heard.includes('height')")
        .await;
    assert_eq!(browser.run("return overheard").await, json!([]));
}

/// What the survey inside wears: its theme, the scheme of the frame's own page, and whether it is dark.
const WORN: &str = "(() => {
    const survey = document.querySelector('sotto-survey');
    const [red] = getComputedStyle(survey.shadowRoot.querySelector('.survey')).backgroundColor.match(/\\d+/);
    const { content } = document.querySelector('meta[name=color-scheme]');
    return [survey.getAttribute('theme'), content, red < 128].join();
})()";

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_follows_the_theme_by_name_alone() {
    let system = System::start().await;
    let browser = &system.browser;
    let forger = FORGER.replace(
        "say('forger is done')",
        &format!(
            "const other = parent.{FRAME}.contentWindow;
            other.postMessage({{ sotto: 'hello' }}, '*');
            other.postMessage({{ sotto: 'theme', theme: 'dark' }}, '*');
            say('forger is done')"
        ),
    );
    let elsewhere = StaticFiles::with_files(&[("forger.html", &forger)]).await;
    browser.prefer(&[("prefers-color-scheme", "light")]).await;
    browser.open(&elsewhere.address("embed/framed.html")).await;
    let point = format!(
        "window.ready = 0;
        addEventListener('sotto-ready', () => ready++);
        const survey = document.querySelector('sotto-survey').cloneNode();
        survey.setAttribute('src', '{0}api/v1/surveys/census');
        survey.setAttribute('collector', '{0}');
        survey.setAttribute('theme', 'dark');
        document.querySelector('sotto-survey').replaceWith(survey)",
        system.address("")
    );
    browser.run(&point).await;
    browser.until("ready").await;
    let worn = async |theme: &str| {
        browser.enter_frame_in_survey("iframe").await;
        browser.until(&format!("{WORN} === '{theme}'")).await;
        browser.leave_frame().await;
    };
    worn("dark,dark,true").await;
    let scheme = format!("return getComputedStyle({FRAME}).colorScheme");
    assert_eq!(browser.run(&scheme).await, "dark");

    // Every theme that the survey wears from now on is written down.
    browser.enter_frame_in_survey("iframe").await;
    let write = "window.written = [];
        const survey = document.querySelector('sotto-survey');
        new MutationObserver(() => written.push(survey.getAttribute('theme')))
            .observe(survey, { attributeFilter: ['theme'] })";
    browser.run(write).await;
    browser.leave_frame().await;
    let theme = "document.querySelector('sotto-survey').setAttribute('theme', 'THEME')";
    browser.run(&theme.replace("THEME", "light")).await;
    worn("light,light,false").await;
    assert_eq!(browser.run(&scheme).await, "light");

    // Another frame of the page is not listened to, and what is no name of a theme is none.
    browser
        .run_async(&beside(&elsewhere.address("forger.html")))
        .await;
    browser
        .run(&theme.replace("THEME", "dark; background: url(x)"))
        .await;
    worn(",light dark,false").await;
    let forge = format!(
        "for (const theme of ['darker', 'dark only', ['dark'], {{}}, 7])
            {FRAME}.contentWindow.postMessage({{ sotto: 'theme', theme }}, '*')"
    );
    browser.run(&forge).await;
    browser.run(&theme.replace("THEME", "light")).await;
    worn("light,light,false").await;
    browser
        .run("document.querySelector('sotto-survey').removeAttribute('theme')")
        .await;
    worn(",light dark,false").await;
    browser.enter_frame_in_survey("iframe").await;
    assert_eq!(
        browser
            .run("return written.filter((theme, place) => theme !== written[place - 1])")
            .await,
        json!(["light", null, "light", null])
    );
    browser.leave_frame().await;
    // It is still the same survey.
    assert_eq!(browser.run("return ready").await, 1);

    // Without a theme the system decides, also later.
    browser.prefer(&[("prefers-color-scheme", "dark")]).await;
    worn(",light dark,true").await;
}

/// A page that is nothing but its survey is called what it says, also where there is no survey to show.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_only_a_frame_says_by_its_title_what_is_the_matter() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let browser = &system.browser;
    let called = "[document.title, document.documentElement.lang]";
    let named = "return document.querySelector('main').ariaLabel";
    let open = async |survey: &str, lang: &str, selector: &str| {
        // The part behind the # alone would load nothing.
        browser.open("about:blank").await;
        let page = format!("embed/frame.html?survey={survey}#lang={lang}");
        browser.open(&system.address(&page)).await;
        browser.text_in_survey(selector).await
    };

    for (lang, title) in [
        (
            "zh-CN",
            "这个地址没有调查：它可能已经结束，也可能链接有误。没有发送任何内容。",
        ),
        (
            "ar",
            "لا يوجد استبيان في هذا العنوان: ربما انتهى، أو كان الرابط خاطئًا. لم يُرسل شيء.",
        ),
    ] {
        let said = open("nobody", lang, "p[data-failure=missing]").await;
        assert!(said.starts_with(title), "{said}");
        assert_eq!(
            browser.run(&format!("return {called}")).await,
            json!([title, lang])
        );
        assert_eq!(browser.run(named).await, title);
    }

    // A gate has a heading, and gives way to the survey.
    let settings = "surveys/census/settings";
    let access = json!({ "access": "class-code", "class_code": "blue-whale" });
    system
        .collector
        .manage("PATCH", settings, &token, &access)
        .await;
    open("census", "zh-CN", "[data-screen=code]").await;
    browser
        .until(&format!("{called}.join() === '这项调查需要参与码,zh-CN'"))
        .await;
    browser.type_in_survey("#code", "blue-whale\n").await;
    until_screen(browser, "form").await;
    let title = browser
        .run("return document.querySelector('sotto-survey').shadowRoot.querySelector('#heading').textContent")
        .await;
    browser
        .until(&format!(
            "{called}.join() === '{},zh-CN'",
            title.as_str().unwrap()
        ))
        .await;
    // What comes after its first page gives it no other name.
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(browser.run("return document.title").await, title);
}

/// In a frame that may run scripts and nothing else, the collector's own files are those of another origin.
#[tokio::test(flavor = "multi_thread")]
async fn a_sandboxed_frame_asks_and_sends() {
    let system = System::start().await;
    let browser = &system.browser;
    let elsewhere = StaticFiles::with_files(&[(
        "sandbox.html",
        "<!doctype html><title>Page</title><iframe sandbox=allow-scripts width=600 height=900></iframe>",
    )])
    .await;
    browser.open(&elsewhere.address("sandbox.html")).await;
    let frame = Value::from(system.address("embed/frame.html?survey=census&lang=en"));
    browser
        .run(&format!("document.querySelector('iframe').src = {frame}"))
        .await;
    browser.enter_frame("iframe").await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    // It cannot remember, and says so.
    browser.find_in_survey("[data-note=not-remembered]").await;
    assert_eq!(system.recorder.posted().len(), 1);
}
