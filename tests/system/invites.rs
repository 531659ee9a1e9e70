//! Who may answer: what is asked before the form, codes, unlinkable tokens, and surveys that take
//! nothing just now.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::{
    respondent::{SOMEBODY, SURVEY_PAGE, act, send, shown_body, until_screen},
    showing,
    types::{ROOT, press},
};

/// A collector whose operator has changed the census's settings, and a page that shows the census.
async fn with_settings(settings: Value) -> (System, String) {
    let (system, token) = set_up(settings).await;
    system.browser.open(&system.address(SURVEY_PAGE)).await;
    show(&system.browser).await;
    (system, token)
}

/// The same before anybody has opened a page.
async fn set_up(settings: Value) -> (System, String) {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    change(&system, &token, settings).await;
    (system, token)
}

async fn change(system: &System, token: &str, settings: Value) {
    let path = "surveys/census/settings";
    system
        .collector
        .manage("PATCH", path, token, &settings)
        .await;
}

/// Shows the survey as its collector serves it.
async fn show(browser: &Browser) {
    let census = json!({ "src": "../api/v1/surveys/census" });
    showing::show(browser, &census).await;
}

async fn invites(system: &System, token: &str, number: u32) -> Vec<String> {
    let path = "surveys/census/invites";
    let body = json!({ "number": number });
    let made = system.collector.manage("POST", path, token, &body).await;
    let codes = made["invites"].as_array().unwrap().iter();
    codes
        .map(|code| code.as_str().unwrap().to_owned())
        .collect()
}

/// What is wrong with a code, once it is said.
const PROBLEM: &str = "#code-problem:not(:empty)";

/// Types a code where one is asked for.
async fn enter(browser: &Browser, code: &str) {
    browser
        .fill_in_survey("[data-screen=code] input", code)
        .await;
    browser.click_in_survey("[data-screen=code] button").await;
}

/// What is remembered of this survey, besides the copy.
async fn remembered(browser: &Browser) -> Value {
    browser
        .run("return Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('sotto-invite')))")
        .await
}

/// Whether a token is among it, and not only what was begun to buy one.
async fn has_token(browser: &Browser) -> bool {
    let remembered = remembered(browser).await;
    let mut kept = remembered.as_object().unwrap().values();
    kept.any(|kept| {
        let kept: Value = serde_json::from_str(kept.as_str().unwrap()).unwrap();
        kept["token"].is_string()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_code_is_asked_for_and_a_wrong_one_can_be_mended() {
    let settings = json!({ "access": "class-code", "class_code": "blue-whale" });
    let (system, token) = with_settings(settings).await;
    let browser = &system.browser;
    browser.find_in_survey("[data-screen=code]").await;
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    enter(browser, "green-whale").await;
    // Before anybody has answered anything.
    let problem = browser.text_in_survey(PROBLEM).await;
    assert!(problem.contains("typing mistake"), "{problem}");
    enter(browser, "  Blue-Whale").await;
    until_screen(browser, "form").await;
    // The code may change while people answer.
    let other = json!({ "class_code": "red-whale" });
    change(&system, &token, other).await;
    send(browser, &SOMEBODY).await;
    let refused = browser.text_in_survey("[data-failure=refused]").await;
    assert!(refused.contains("typing mistake"), "{refused}");
    let kept = shown_body(browser).await;
    act(browser, "retry").await;
    let back = json!({ "class_code": "blue-whale" });
    change(&system, &token, back).await;
    enter(browser, "  Blue-Whale").await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, kept);
    let posted = system.recorder.posted();
    let last: Value = serde_json::from_str(posted.last().unwrap()).unwrap();
    assert_eq!(last["invite"], "Blue-Whale");
    // All that the code adds stands in front.
    assert!(posted.last().unwrap().ends_with(&kept[1..]));
    assert_eq!(remembered(browser).await, json!({}));
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_forgotten_with_the_copy() {
    let settings = json!({ "access": "class-code", "class_code": "blue-whale" });
    let (system, _) = with_settings(settings).await;
    let browser = &system.browser;
    enter(browser, "blue-whale").await;
    until_screen(browser, "form").await;
    browser.be_offline(true).await;
    send(browser, &SOMEBODY).await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    assert_eq!(browser.run("return localStorage.length").await, 2);
    let words = format!("return {ROOT}.querySelector('[part=forget]').textContent");
    let words = browser.run(&words).await;
    assert!(words.as_str().unwrap().contains("Your code"), "{words}");
    press(browser, "forget").await;
    until_screen(browser, "form").await;
    assert_eq!(browser.run("return localStorage.length").await, 0);
    browser.be_offline(false).await;
    // Whoever answers anew is asked for a code anew.
    send(browser, &SOMEBODY).await;
    enter(browser, "blue-whale").await;
    until_screen(browser, "receipt").await;
    assert_eq!(system.results().await.questions[0].reports, 1);
}

/// Somebody who is asked for a code in the middle of the survey, and changes the language.
#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_asked_for_in_the_language_of_the_moment() {
    let settings = json!({ "access": "class-code", "class_code": "blue-whale" });
    let (system, token) = with_settings(settings).await;
    let browser = &system.browser;
    enter(browser, "blue-whale").await;
    until_screen(browser, "form").await;
    // Where a code has been entered, another language asks for none.
    for language in ["zh-CN", "en"] {
        let turn = format!("document.querySelector('sotto-survey').lang = '{language}'");
        browser.run(&turn).await;
        let form = format!("[data-screen=form][lang={language}]");
        browser.find_in_survey(&form).await;
        let gates = format!("return {ROOT}.querySelectorAll('.gate').length");
        assert_eq!(browser.run(&gates).await, 0);
    }
    let other = json!({ "class_code": "red-whale" });
    change(&system, &token, other).await;
    send(browser, &SOMEBODY).await;
    browser.find_in_survey("[data-failure=refused]").await;
    act(browser, "retry").await;
    browser
        .type_in_survey("[data-screen=code] input", "red-")
        .await;
    let english = browser.text_in_survey(PROBLEM).await;
    browser
        .run("document.querySelector('sotto-survey').lang = 'zh-CN'")
        .await;
    let chinese = browser
        .text_in_survey(".gate[lang=zh-CN] #code-problem:not(:empty)")
        .await;
    assert!(chinese.contains('码') && chinese != english, "{chinese}");
    // What was typed is still there, and so is whoever types.
    let focus = format!("return {ROOT}.activeElement?.id");
    assert_eq!(browser.run(&focus).await, "code");
    browser.type_in_survey("#code", "whale").await;
    let value = format!("return {ROOT}.querySelector('#code').value");
    assert_eq!(browser.run(&value).await, "red-whale");
    browser.click_in_survey("[data-screen=code] button").await;
    browser
        .find_in_survey("[data-screen=receipt][lang=zh-CN]")
        .await;
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_counts_once_and_may_be_given_by_the_page() {
    let (system, token) = with_settings(json!({ "access": "invites" })).await;
    let browser = &system.browser;
    let codes = invites(&system, &token, 2).await;
    browser.find_in_survey("[data-screen=code]").await;
    browser
        .run(&format!(
            "document.querySelector('sotto-survey').invite = '{}'",
            codes[0]
        ))
        .await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    browser
        .run("document.querySelector('sotto-survey').forget()")
        .await;
    // The same invite again: told plainly before a question is asked, and another can be entered.
    let problem = browser.text_in_survey(PROBLEM).await;
    assert!(problem.contains("used already"), "{problem}");
    enter(browser, &codes[1]).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(system.results().await.questions[0].reports, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unlinkable_token_is_bought_when_the_survey_opens_and_is_not_the_invite() {
    let (system, token) = with_settings(json!({ "access": "unlinkable" })).await;
    let browser = &system.browser;
    let codes = invites(&system, &token, 1).await;
    enter(browser, "ABCDE-FGHJK-MNPQR-STVWX").await;
    let problem = browser.text_in_survey(PROBLEM).await;
    assert!(problem.contains("does not know"), "{problem}");
    enter(browser, &codes[0]).await;
    until_screen(browser, "form").await;
    // The purchase is over before a question is asked; the device has forgotten the invite.
    let kept = remembered(browser).await.to_string();
    assert!(
        kept.contains("token") && !kept.contains(&codes[0]),
        "{kept}"
    );
    // The token outlives the page.
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(browser).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let posted = system.recorder.posted();
    let submission: Value = serde_json::from_str(posted.last().unwrap()).unwrap();
    assert_eq!(submission["invite"].as_str().unwrap().len(), 128);
    assert!(!posted.last().unwrap().contains(&codes[0]));
    assert_eq!(purchases(&system), 2, "one with the wrong invite");
    assert_eq!(system.results().await.questions[0].reports, 1);

    // Under the next version nobody is asked for anything, and nothing that is sent was seen before.
    let mut second: Value = serde_json::from_str(showing::CENSUS).unwrap();
    second["version"] = 2.into();
    let path = "surveys/census/versions";
    system.collector.manage("POST", path, &token, &second).await;
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(browser).await;
    until_screen(browser, "form").await;
    assert_eq!(purchases(&system), 3);
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let posted = system.recorder.posted();
    let next: Value = serde_json::from_str(posted.last().unwrap()).unwrap();
    assert_eq!(next["version"], 2);
    assert_ne!(next["invite"], submission["invite"]);
    let requests = system.recorder.requests().into_iter();
    let bought = requests.filter(|request| request.target.ends_with("/unlinkable-tokens"));
    let bought: Vec<Value> = bought
        .map(|request| serde_json::from_str(&request.body).unwrap())
        .collect();
    assert_eq!(bought[1]["invite"], codes[0].as_str());
    let ticket = bought[2]["invite"].as_str().unwrap();
    assert!(ticket.starts_with("2.") && ticket.len() == 130, "{ticket}");
    // That of both versions together, which fit each other.
    assert_eq!(system.results().await.questions[0].reports, 2);

    // Whoever has everything forgotten has no ticket either.
    let survey = "document.querySelector('sotto-survey')";
    browser.run(&format!("{survey}.forget()")).await;
    assert_eq!(browser.run("return localStorage.length").await, 0);
}

/// A collector that asks one person for an invite, or for a token of a key of their own, would learn who
/// answered what. A page that pins the key shows neither a field for the invite nor a question.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_pins_the_issuing_key_asks_for_its_tokens_alone() {
    let (system, token) = with_settings(json!({ "access": "unlinkable" })).await;
    let browser = &system.browser;
    let status = "../api/v1/surveys/census/status";
    let key = showing::fetched(browser, status).await["issuing_key"].clone();
    let other = key.as_str().unwrap().chars().rev().collect::<String>();
    let pinned = |key: &Value| json!({ "src": "../api/v1/surveys/census", "issuing-key": key, "invite": "ABCDE-FGHJK-MNPQR-STVWX" });
    for (access, pin) in [
        ("invites", &key),
        ("class-code", &key),
        ("open", &key),
        ("unlinkable", &Value::from(other)),
    ] {
        let settings = json!({ "access": access, "class_code": "blue-whale" });
        change(&system, &token, settings).await;
        showing::show(browser, &pinned(pin)).await;
        browser.find_in_survey("[data-failure=pin]").await;
        assert_eq!(browser.run("return told.at(-1)").await, "pin", "{access}");
        let controls = format!("return {ROOT}.querySelectorAll('input').length");
        assert_eq!(browser.run(&controls).await, 0, "{access}");
    }
    assert_eq!(purchases(&system), 0);
    let requests = system.recorder.requests();
    assert!(
        !requests
            .iter()
            .any(|request| request.body.contains("ABCDE"))
    );
    // The key that was pinned: the invite is asked for a token, and found unknown.
    change(&system, &token, json!({ "access": "unlinkable" })).await;
    showing::show(browser, &pinned(&key)).await;
    browser.find_in_survey(PROBLEM).await;
    assert_eq!(purchases(&system), 1);
}

/// From now on purchases of tokens end so: `forged` spoils the collector's proof, `lost` the way to it.
async fn spoil_purchases(browser: &Browser, how: &str) {
    browser
        .run(&format!(
            "window.spoilt = '{how}';
            window.fetched ??= window.fetch;
            window.fetch = async (url, how) => {{
                if (!spoilt || !String(url).endsWith('/unlinkable-tokens')) return fetched(url, how);
                if (spoilt === 'lost') throw new TypeError('nobody answers');
                const answer = await (await fetched(url, how)).json();
                const {{ proof }} = answer.ticket;
                const other = proof.startsWith('A') ? 'B' : 'A';
                const ticket = {{ ...answer.ticket, proof: other + proof.slice(1) }};
                return Response.json({{ ...answer, ticket }});
            }}"
        ))
        .await;
}

fn purchases(system: &System) -> usize {
    let requests = system.recorder.requests().into_iter();
    let purchases = requests.filter(|request| request.target.ends_with("/unlinkable-tokens"));
    purchases.count()
}

/// What is said of a collector that has not proved its token to be like all others.
const DISTRUST: [(&str, &str); 3] = [
    ("en", "should not be trusted"),
    ("zh-CN", "不应信任它"),
    ("ar", "فلا ينبغي أن يُؤتمن"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_token_without_a_proof_is_not_taken_and_told_as_what_it_is() {
    let (system, token) = with_settings(json!({ "access": "unlinkable" })).await;
    let browser = &system.browser;
    let codes = invites(&system, &token, 1).await;
    spoil_purchases(browser, "forged").await;
    enter(browser, &codes[0]).await;
    for (place, (language, words)) in DISTRUST.into_iter().enumerate() {
        if place > 0 {
            let turn = format!("document.querySelector('sotto-survey').lang = '{language}'");
            browser.run(&turn).await;
        }
        let selector = format!("[role=alert][data-failure=proof][lang={language}]");
        let said = browser.text_in_survey(&selector).await;
        assert!(said.contains(words), "{said}");
        // Nothing leads round in a circle.
        let controls = format!("return {ROOT}.querySelectorAll('button, input').length");
        assert_eq!(browser.run(&controls).await, 0);
        // Another language starts over; nothing else does.
        assert_eq!(purchases(&system), place + 1);
    }
    assert_eq!(browser.run("return told.at(-1)").await, "proof");
    assert!(!has_token(browser).await);
    // Whoever opens the page again, when the fault has been mended, goes on with the same purchase.
    spoil_purchases(browser, "").await;
    browser
        .run("document.querySelector('sotto-survey').restart()")
        .await;
    until_screen(browser, "form").await;
    assert!(has_token(browser).await);
}

/// The same where nobody sold a token before the copy was made.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_kept_from_a_collector_whose_proof_does_not_hold() {
    let (system, token) = with_settings(json!({ "access": "unlinkable" })).await;
    let browser = &system.browser;
    let codes = invites(&system, &token, 1).await;
    spoil_purchases(browser, "lost").await;
    enter(browser, &codes[0]).await;
    until_screen(browser, "form").await;
    spoil_purchases(browser, "forged").await;
    send(browser, &SOMEBODY).await;
    for (language, words) in DISTRUST {
        browser
            .run(&format!(
                "document.querySelector('sotto-survey').lang = '{language}'"
            ))
            .await;
        let selector = format!("[lang={language}] [data-failure=refused] [role=alert]");
        let said = browser.text_in_survey(&selector).await;
        assert!(said.contains(words), "{said}");
        let retry = format!("return {ROOT}.querySelectorAll('[data-action=retry]').length");
        assert_eq!(browser.run(&retry).await, 0);
    }
    assert_eq!(browser.run("return told.includes('refused')").await, true);
    assert_eq!(purchases(&system), 1);
    let submitted = system.recorder.requests().into_iter();
    let submitted = submitted.filter(|request| request.target.ends_with("/submissions"));
    assert_eq!(submitted.count(), 0);
    let kept = shown_body(browser).await;
    // When the fault has been mended, whoever opens the page again sends the same bytes.
    spoil_purchases(browser, "").await;
    show(browser).await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, kept);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

/// A code that nobody could check when it was entered: it is found wrong when the copy is sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_code_that_was_entered_offline_is_asked_for_again() {
    let (system, token) = with_settings(json!({ "access": "unlinkable" })).await;
    let browser = &system.browser;
    let codes = invites(&system, &token, 1).await;
    browser.find_in_survey("[data-screen=code]").await;
    // What buys tokens is there before anybody needs it.
    let program = "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('unlinkable') && responseEnd)";
    browser.until(program).await;
    browser.be_offline(true).await;
    enter(browser, "ABCDE-FGHJK-MNPQR-STVWX").await;
    send(browser, &SOMEBODY).await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    let kept = shown_body(browser).await;
    browser.be_offline(false).await;
    browser.find_in_survey("[data-failure=refused]").await;
    act(browser, "retry").await;
    let problem = browser.text_in_survey(PROBLEM).await;
    assert!(problem.contains("does not know"), "{problem}");
    enter(browser, &codes[0]).await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, kept);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

/// What buys tokens could not be had: nothing is posted in its place, and the next try has it.
#[tokio::test(flavor = "multi_thread")]
async fn what_buys_tokens_is_had_at_a_later_try() {
    let (system, token) = set_up(json!({ "access": "unlinkable" })).await;
    let browser = &system.browser;
    let codes = invites(&system, &token, 1).await;
    system.recorder.withhold("/widget-unlinkable-");
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(browser).await;
    enter(browser, &codes[0]).await;
    // The questions are asked all the same; before the copy there would be a token.
    send(browser, &SOMEBODY).await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    let kept = shown_body(browser).await;
    assert_eq!(system.recorder.posted(), [""; 0]);
    system.recorder.mend();
    act(browser, "retry").await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, kept);
    assert_eq!(purchases(&system), 1);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_takes_nothing_says_so_before_it_asks() {
    let (system, token) = with_settings(json!({ "opens": "2999-01-01T00:00:00Z" })).await;
    let browser = &system.browser;
    let words = |phase: &str| format!("[data-phase={phase}]");
    let early = browser.text_in_survey(&words("not-yet-open")).await;
    assert!(
        early.contains("not begun") && early.contains("2999"),
        "{early}"
    );
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    // It opens while somebody waits.
    change(&system, &token, json!({ "opens": null, "quota": 1 })).await;
    browser.click_in_survey("[data-phase] button").await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(browser.run("return told[0]").await, "not-yet-open");
    // It is full now. Whoever has a receipt still sees it; others are told.
    show(browser).await;
    until_screen(browser, "receipt").await;
    browser.run("localStorage.clear()").await;
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(browser).await;
    browser.find_in_survey(&words("full")).await;
    let controls = format!("return {ROOT}.querySelectorAll('input').length");
    assert_eq!(browser.run(&controls).await, 0);
    change(&system, &token, json!({ "quota": null, "closed": true })).await;
    show(browser).await;
    browser.find_in_survey(&words("closed")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_closes_meanwhile_keeps_the_copy_and_says_why() {
    let (system, token) = with_settings(json!({})).await;
    let browser = &system.browser;
    until_screen(browser, "form").await;
    change(&system, &token, json!({ "closed": true })).await;
    send(browser, &SOMEBODY).await;
    let refused = "[data-failure=refused] [role=alert]";
    let refused = browser.text_in_survey(refused).await;
    assert!(refused.contains("is not taking answers now"), "{refused}");
    let kept = shown_body(browser).await;
    // It is opened again: the same bytes arrive.
    change(&system, &token, json!({ "closed": false })).await;
    act(browser, "retry").await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, kept);
}
