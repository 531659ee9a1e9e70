//! Pages of other origins, in real browsers of both engines: which of them may post to a survey and
//! frame it, and that none can act with a designer's cookie.

use harness::{Browser, StaticFiles, System};
use serde_json::{Value, json};

use crate::{
    engines::in_both,
    respondent::{SOMEBODY, send, until_screen},
};

/// Somebody else's page with the collector's survey on it.
async fn page_with_survey(system: &System) -> StaticFiles {
    let collector = system.address("");
    let page = format!(
        "<!doctype html><title>Somebody else's</title>
        <script type=module src='{collector}sotto-survey.js'></script>
        <sotto-survey src='{collector}api/v1/surveys/census' collector='{collector}'></sotto-survey>"
    );
    StaticFiles::with_file("page.html", &page).await
}

async fn change(system: &System, operator: &str, settings: &Value) {
    let path = "surveys/census/settings";
    system
        .collector
        .manage("PATCH", path, operator, settings)
        .await;
}

async fn counted(system: &System) -> u64 {
    system.results().await.questions[0].reports
}

in_both!(
    only_a_page_that_the_survey_names_can_ask_it_and_post,
    no_other_page_can_act_with_a_designers_cookie,
    only_a_page_that_the_survey_names_can_frame_it_and_none_the_studio,
);

async fn only_a_page_that_the_survey_names_can_ask_it_and_post(browser: Browser) {
    let mut system = System::with_browser(browser).await;
    let operator = system.collector.operator().await;
    let (named, other) = (
        page_with_survey(&system).await,
        page_with_survey(&system).await,
    );
    let settings = json!({ "origins": [named.origin()] });
    change(&system, &operator, &settings).await;
    let browser = &system.browser;

    browser.open(&named.address("page.html")).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(counted(&system).await, 1);
    let body = system.recorder.posted().remove(0);

    browser.open(&other.address("page.html")).await;
    browser.find_in_survey("[role=alert]").await;
    // Nor by hand: readable, unreadable, and as a form; what is posted would count.
    let mut fresh: Value = serde_json::from_str(&body).unwrap();
    fresh["report_id"] = "0123456789abcdef0123456789abcdef".into();
    let address = system.address("api/v1/surveys/census/submissions");
    let tries = format!(
        "const done = arguments[arguments.length - 1];
        const [address, body] = [{}, {}];
        const post = async (options, to = address) => {{
            try {{
                const answer = await fetch(to, {{ method: 'POST', body, ...options }});
                return answer.type + answer.status;
            }} catch {{ return 'refused'; }}
        }};
        (async () => done([
            await post({{ headers: {{ 'content-type': 'application/json' }} }}),
            await post({{ headers: {{ 'content-type': 'application/json' }} }}, address.replace('census', 'cen%73us')),
            await post({{ mode: 'no-cors' }}),
            await post({{ mode: 'no-cors', body: new Blob([body], {{ type: 'application/json' }}) }}),
        ]))();",
        Value::from(address.as_str()),
        Value::from(fresh.to_string()),
    );
    let found = browser.run_async(&tries).await;
    assert_eq!(found, json!(["refused", "refused", "opaque0", "opaque0"]));
    assert_eq!(counted(&system).await, 1);
    // From the page that is named, the same counts.
    browser.open(&named.address("page.html")).await;
    let found = browser.run_async(&tries).await;
    assert_eq!(found[0], "cors201");
    assert_eq!(counted(&system).await, 2);
}

/// Signs the browser in on the collector's own page, as the studio does.
async fn sign_in(browser: &Browser, system: &System, token: &str) -> String {
    browser.open(&system.address("")).await;
    let script = format!(
        "const done = arguments[arguments.length - 1];
        fetch('/api/v1/session', {{
            method: 'POST', headers: {{ 'content-type': 'application/json' }},
            body: JSON.stringify({{ token: {} }}),
        }}).then((answer) => answer.json()).then(({{ csrf }}) => done(csrf));",
        Value::from(token)
    );
    let csrf = browser.run_async(&script).await;
    csrf.as_str().unwrap().to_owned()
}

/// What the collector heard of attempts to close the survey: whether the cookie came with each.
fn attempts(system: &System) -> Vec<bool> {
    let requests = system.recorder.requests().into_iter();
    let closing = requests.filter(|one| one.method == "POST" && one.target.ends_with("/close"));
    let with_cookie = |line: &String| line.to_ascii_lowercase().starts_with("cookie: sotto-");
    let mut attempts: Vec<bool> = closing
        .map(|one| one.head.iter().any(with_cookie))
        .collect();
    // They come connection by connection.
    attempts.sort_unstable();
    attempts
}

async fn no_other_page_can_act_with_a_designers_cookie(browser: Browser) {
    let mut system = System::with_browser(browser).await;
    let operator = system.collector.operator().await;
    let files = StaticFiles::with_file("page.html", "<!doctype html><title>Evil</title>").await;
    let browser = &system.browser;
    let csrf = sign_in(browser, &system, &operator).await;
    let close = system.address("api/v1/surveys/census/close");
    let quoted = Value::from(close.as_str());

    // Another origin of the same site, to which the browser does send the cookie; and another site.
    let same_site = files.address("page.html");
    let other_site = same_site.replace("127.0.0.1", "localhost");
    for page in [&same_site, &other_site] {
        browser.open(page).await;
        let script = format!(
            "const done = arguments[arguments.length - 1];
            const act = async (options) => {{
                try {{
                    const answer = await fetch({quoted}, {{ credentials: 'include', ...options }});
                    return answer.type;
                }} catch {{ return 'refused'; }}
            }};
            (async () => done([
                await act({{ method: 'POST', mode: 'no-cors' }}),
                await act({{ method: 'POST', headers: {{ 'x-sotto-csrf': {csrf} }} }}),
                await act({{ method: 'DELETE' }}),
            ]))();",
            csrf = Value::from(csrf.as_str()),
        );
        let found = browser.run_async(&script).await;
        assert_eq!(found, json!(["opaque", "refused", "refused"]), "{page}");
        let submit = format!(
            "const form = document.createElement('form');
            form.method = 'post'; form.enctype = 'text/plain'; form.action = {quoted};
            document.body.append(form); form.submit();"
        );
        browser.run(&submit).await;
        browser
            .until("document.body?.textContent.includes('urn:sotto:problem:')")
            .await;
    }
    assert_eq!(attempts(&system), [false, false, true, true]);
    let phase = "const done = arguments[arguments.length - 1];
        fetch('/api/v1/surveys/census/status').then((a) => a.json()).then(({ phase }) => done(phase));";
    browser.open(&system.address("")).await;
    assert_eq!(browser.run_async(phase).await, "open");

    // The collector's own page can: the cookie is there, and good.
    let script = format!(
        "const done = arguments[arguments.length - 1];
        fetch({quoted}, {{ method: 'POST', headers: {{ 'x-sotto-csrf': {} }} }})
            .then(({{ status }}) => done(status));",
        Value::from(csrf)
    );
    assert_eq!(browser.run_async(&script).await, 204);
    assert_eq!(browser.run_async(phase).await, "closed");
}

/// What stands in a frame of that page: whether it is the survey.
async fn framed(browser: &Browser, page: &StaticFiles, address: &str) -> bool {
    browser.open(&page.address("page.html")).await;
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const frame = document.createElement('iframe');
        frame.addEventListener('load', () => done());
        frame.src = {};
        document.body.append(frame);",
        Value::from(address)
    );
    browser.run_async(&script).await;
    browser.enter_frame("iframe").await;
    let inside = browser.run("return document.documentURI").await;
    browser.leave_frame().await;
    match inside.as_str().unwrap() {
        found if found == address => true,
        "chrome-error://chromewebdata/" => false,
        found if found.starts_with("about:neterror?e=cspBlocked&") => false,
        other => panic!("{other:?} in the frame"),
    }
}

async fn only_a_page_that_the_survey_names_can_frame_it_and_none_the_studio(browser: Browser) {
    let mut system = System::with_browser(browser).await;
    let operator = system.collector.operator().await;
    let empty = || StaticFiles::with_file("page.html", "<!doctype html><title>Frames</title><p>");
    let (named, other) = (empty().await, empty().await);
    let browser = &system.browser;
    let survey = system.address("embed/frame.html?survey=census");
    for (ancestors, by_named, by_other) in [
        (Value::Null, true, true),
        (json!([named.origin()]), true, false),
        (json!([]), false, false),
    ] {
        let settings = json!({ "frame_ancestors": ancestors });
        change(&system, &operator, &settings).await;
        assert_eq!(
            framed(browser, &named, &survey).await,
            by_named,
            "{ancestors}"
        );
        assert_eq!(
            framed(browser, &other, &survey).await,
            by_other,
            "{ancestors}"
        );
        for nobodys in [
            "",
            "embed/frame.html?survey=nobodys",
            "api/v1/surveys/census",
        ] {
            let address = system.address(nobodys);
            assert!(!framed(browser, &named, &address).await, "{nobodys}");
        }
    }
}
