//! Completion codes of people's own: one for each person who was counted, the same again after a lost answer and a reload,
//! gone with the copy, and a plain word where none can be made. In the studio they are for the invited alone.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::{
    engines::in_both,
    publishing::{come_by_the_link, publish, until_said},
    respondent::{SURVEY_PAGE, act, shown_body, until_screen},
    showing::show,
    studio::press,
};

/// What is shown of a code.
const CODE: &str = "document.querySelector('sotto-survey').shadowRoot.querySelector('[part=code] > code')?.textContent ?? ''";

/// A collector with a survey that gives such codes to those whom its access lets in, and invites to it.
async fn giving(browser: Browser, access: &str) -> (System, String, Vec<String>) {
    let mut system = System::with_browser(browser).await;
    let token = system.collector.operator().await;
    let text = |english: &str| json!({ "en": english });
    let survey = json!({
        "sotto": 1, "id": "paid", "version": 1, "title": text("Paid"), "languages": ["en"], "plan": "split", "epsilon": "1", "minimum-reports": 1,
        "questions": [{ "id": "cheated", "type": "yes-no", "title": text("Have you cheated?") }],
        "closing": { "text": text("Thank you."), "own-code": true },
    });
    let collector = &system.collector;
    collector.manage("POST", "surveys", &token, &survey).await;
    let settings = json!({ "access": access });
    collector
        .manage("PATCH", "surveys/paid/settings", &token, &settings)
        .await;
    let wanted = json!({ "number": 3 });
    let made = collector
        .manage("POST", "surveys/paid/invites", &token, &wanted)
        .await;
    let invites = serde_json::from_value(made["invites"].clone()).unwrap();
    system.browser.open(&system.address(SURVEY_PAGE)).await;
    (system, token, invites)
}

/// Shows it to whoever has that invite.
async fn invited(browser: &Browser, invite: &str) {
    let src = json!({ "src": "../api/v1/surveys/paid", "invite": invite, "lang": "en" });
    show(browser, &src).await;
    until_screen(browser, "form").await;
}

async fn answered(browser: &Browser, answer: &str) {
    let option = format!("label:has(input[name=cheated][value={answer}])");
    browser.click_in_survey(&option).await;
    act(browser, "review").await;
    until_screen(browser, "review").await;
    act(browser, "send").await;
}

/// Forgets all of it. The survey then asks for the next invite.
async fn forget(browser: &Browser) {
    browser
        .run("document.querySelector('sotto-survey').forget()")
        .await;
    browser
        .until("!JSON.stringify(localStorage).includes('paid')")
        .await;
}

/// The code on the receipt.
async fn code(browser: &Browser) -> String {
    until_screen(browser, "receipt").await;
    browser.until(&format!("({CODE}).length === 39")).await;
    let code = browser.run(&format!("return {CODE}")).await;
    code.as_str().unwrap().to_owned()
}

async fn check(system: &System, token: &str, codes: &[&str]) -> Value {
    let path = "surveys/paid/completion-codes/check";
    let request = json!({ "codes": codes });
    let checked = system.collector.manage("POST", path, token, &request).await;
    checked["codes"].clone()
}

/// The members of the last submission beside the copy itself, and their lengths.
fn beside(posted: &[String], copy: &str) -> Vec<(String, usize)> {
    let last = posted.last().unwrap();
    assert!(last.ends_with(&copy[1..]), "{last} and {copy}");
    let whole: Value = serde_json::from_str(last).unwrap();
    let copy: Value = serde_json::from_str(copy).unwrap();
    let members = whole.as_object().unwrap().iter();
    let more = members.filter(|(name, _)| copy.get(name).is_none());
    more.map(|(name, value)| (name.clone(), value.as_str().unwrap().len()))
        .collect()
}

async fn each_gets_a_code_of_their_own(browser: Browser, access: &str) {
    let (system, token, invites) = giving(browser, access).await;
    let browser = &system.browser;
    let mut codes = Vec::new();
    let mut lengths = Vec::new();
    for (invite, answer) in invites.iter().zip(["yes", "no", "decline"]) {
        invited(browser, invite).await;
        answered(browser, answer).await;
        codes.push(code(browser).await);
        lengths.push(beside(
            &system.recorder.posted(),
            &shown_body(browser).await,
        ));
        let words = browser.text_in_survey("[part=code]").await;
        for word in [
            "Your completion code",
            "Copy the code",
            "This code is yours alone.",
        ] {
            assert!(words.contains(word), "{words}");
        }
        assert!(!words.contains("Everyone gets"), "{words}");
        let exact = "return document.querySelector('sotto-survey').shadowRoot.querySelector('[part=exact]').textContent";
        let exact = browser.run(exact).await;
        let told = "They are also preceded by 43 characters drawn by chance, from which your completion code was made.";
        assert!(exact.as_str().unwrap().contains(told), "{exact}");
        if answer != "decline" {
            forget(browser).await;
        }
    }
    assert!(lengths.iter().all(|one| *one == lengths[0]), "{lengths:?}");
    assert!(
        lengths[0].contains(&("blinded_code".to_owned(), 43)),
        "{lengths:?}"
    );
    let asked: Vec<_> = codes.iter().map(String::as_str).collect();
    assert_eq!(
        check(&system, &token, &asked).await,
        json!(["given", "given", "given"])
    );
    // Nothing of a code was in anything that was sent.
    for posted in system.recorder.posted() {
        for code in &codes {
            let plain = code.replace('-', "");
            let found = { plain.as_bytes().windows(8) }
                .any(|part| posted.contains(std::str::from_utf8(part).unwrap()));
            assert!(!found, "{code} in {posted}");
        }
    }
    // An invite that was used is told as such, which Chromium writes down; Firefox's driver does not tell what it writes.
    if !browser.is_firefox() {
        let errors = browser.errors().await;
        let others = { errors.iter() }.filter(|error| !error.contains("status of 409"));
        assert_eq!(others.count(), 0, "{errors:?}");
    }
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    // Who comes back finds the same.
    browser.open(&system.address(SURVEY_PAGE)).await;
    let src = json!({ "src": "../api/v1/surveys/paid", "lang": "en" });
    show(browser, &src).await;
    assert_eq!(code(browser).await, codes[2]);
}

in_both!(
    each_invite_gives_a_code_that_tells_nobody_which_copy_it_came_with,
    each_unlinkable_token_gives_one_too,
);

async fn each_invite_gives_a_code_that_tells_nobody_which_copy_it_came_with(browser: Browser) {
    each_gets_a_code_of_their_own(browser, "invites").await;
}

async fn each_unlinkable_token_gives_one_too(browser: Browser) {
    each_gets_a_code_of_their_own(browser, "unlinkable").await;
}

/// Changes what comes of the page's submissions: `then` is a function of the response.
async fn replies(browser: &Browser, then: &str) {
    let script = format!(
        "const real = window.fetch; window.posts = 0;
        window.fetch = async (...asked) => {{
            const response = await real(...asked);
            return String(asked[0]).endsWith('/submissions') ? ({then})(response, ++window.posts) : response;
        }};"
    );
    browser.run(&script).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_costs_nobody_their_code() {
    let (system, token, invites) = giving(Browser::start().await, "invites").await;
    let browser = &system.browser;
    invited(browser, &invites[0]).await;
    let lost =
        "(response, posts) => { if (posts === 1) throw new TypeError('lost'); return response; }";
    replies(browser, lost).await;
    answered(browser, "yes").await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    act(browser, "retry").await;
    let code = code(browser).await;
    let posted: Vec<_> = { system.recorder.posted().into_iter() }
        .filter(|one| one.contains("report_id"))
        .collect();
    assert!(
        posted.len() >= 2 && posted.iter().all(|one| *one == posted[0]),
        "{posted:?}"
    );
    assert_eq!(check(&system, &token, &[&code]).await, json!(["given"]));
    let results = system.collector.results_as("paid", &token).await;
    assert_eq!(results["questions"][0]["reports"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_cannot_be_trusted_is_not_shown_and_people_are_told() {
    let (system, _, invites) = giving(Browser::start().await, "invites").await;
    let browser = &system.browser;
    invited(browser, &invites[0]).await;
    // Made by another key than the published one, the element could mark whoever shows the code.
    let other = "async (response) => {
        const said = await response.json();
        said.code.evaluated = JSON.parse(Object.entries(localStorage).find(([name]) => name.includes(':code-'))[1]).begun.blinded;
        return new Response(JSON.stringify(said), { status: response.status });
    }";
    replies(browser, other).await;
    answered(browser, "no").await;
    until_screen(browser, "receipt").await;
    let words = browser.text_in_survey("[part=code]").await;
    assert!(
        words.contains("Your answers have arrived, but no code could be made."),
        "{words}"
    );
    assert!(!words.contains("Copy the code"), "{words}");
    assert_eq!(browser.run(&format!("return {CODE}")).await, "");
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
}

/// Chooses, in the studio, a code of each person's own.
async fn choose_own_codes(browser: &Browser) {
    press(browser, "see-build").await;
    press(browser, "entry-survey").await;
    browser
        .run("document.querySelector('#closing').open = true")
        .await;
    press(browser, "closing-own-code").await;
    let note = browser.text_of("#closing-own-code-note").await;
    assert!(note.contains("invite"), "{note}");
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    press(browser, "see-embed").await;
}

/// Who may answer the survey, and what the version that collects says at its end.
async fn access_and_closing(system: &System, token: &str) -> (Value, Value) {
    let (collector, none) = (&system.collector, Value::Null);
    let path = "surveys/exams-honestly";
    let settings = collector
        .manage("GET", &format!("{path}/settings"), token, &none)
        .await;
    let survey = collector.manage("GET", path, token, &none).await;
    (settings["access"].clone(), survey["closing"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_studio_a_new_survey_with_such_codes_asks_for_invites() {
    let mut system = System::start().await;
    let token = come_by_the_link(&mut system, "en", "exams").await;
    let browser = &system.browser;
    choose_own_codes(browser).await;
    // Nobody else is offered.
    browser.find("#first-access option").await;
    let offered =
        "return [...document.querySelectorAll('#first-access option')].map(({ value }) => value)";
    assert_eq!(browser.run(offered).await, json!(["invites", "unlinkable"]));
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    publish(browser, "publish").await;
    until_said(browser, "version 1").await;
    let (access, closing) = access_and_closing(&system, &token).await;
    assert_eq!(
        (access, closing),
        (json!("invites"), json!({ "own-code": true }))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_studio_an_open_survey_asks_for_invites_before_it_gives_such_codes() {
    let mut system = System::start().await;
    let token = come_by_the_link(&mut system, "en", "exams").await;
    let browser = &system.browser;
    press(browser, "see-embed").await;
    publish(browser, "publish").await;
    until_said(browser, "version 1").await;
    assert_eq!(access_and_closing(&system, &token).await.0, "open");
    choose_own_codes(browser).await;
    let told = browser.text_of("#edit-takes-invites").await;
    assert!(told.contains("Everybody"), "{told}");
    assert_eq!(
        browser.text_of("#publish-edit").await,
        "Ask for invites and publish as version 2"
    );
    publish(browser, "publish-edit").await;
    until_said(browser, "ersion 2").await;
    let (access, closing) = access_and_closing(&system, &token).await;
    assert_eq!(
        (access, closing),
        (json!("invites"), json!({ "own-code": true }))
    );
}
