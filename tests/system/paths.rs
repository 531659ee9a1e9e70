//! What leaves the browser and what stays in it, for every type of question and every way through a
//! survey: skipped, declined, changed on the way back, hidden by a condition, corrected, reviewed,
//! sent later.

use std::collections::BTreeSet;

use harness::{Browser, System, g_statistic};
use serde_json::{Value, json};
use sotto_ldp::randomizers::Said;
use sotto_survey::{Pin, Submission, Survey};

use crate::{
    respondent::{SURVEY_PAGE, until_screen},
    showing::show,
    types::{FILE, SCRIPT, SILENT, TALKATIVE, as_json, survey},
    wire::REMEMBERED,
};

/// How often the two people answer whose reports are counted; others once.
const OFTEN: usize = 40;

/// Ways through the survey, as moves: what `take` does, and `press`.
fn ways() -> Vec<(&'static str, Value, usize)> {
    let pages = |sheet: &[&[_]]| as_json(sheet).as_array().unwrap().clone();
    let steps = |page: &Value| page.as_array().unwrap().clone();
    let press = |screen: &str, action: &str| json!(["press", screen, action]);
    let [talk, silent] = [pages(&TALKATIVE), pages(&SILENT)];
    let (next, back) = (press("form", "next"), press("form", "back"));
    let (review, send) = (press("form", "review"), press("review", "send"));
    let first = steps(&talk[0]);
    let answered = [
        first.clone(),
        vec![next.clone()],
        steps(&talk[1]),
        vec![next.clone()],
        steps(&talk[2]),
        vec![review.clone()],
    ]
    .concat();
    let little = [
        steps(&silent[0]),
        vec![next.clone(), next.clone(), review.clone()],
    ]
    .concat();
    let same = json!(["pick", "copied", "same"]);
    let deny = json!(["pick", "cheated", "no"]);
    let decline = |name: &str| json!(["pick", name, "decline"]);
    let declined = [
        vec![first[0].clone(), decline("cheated"), same, next.clone()],
        ["stress", "stars", "recommend", "used", "agree-scale"]
            .map(decline)
            .into(),
        vec![
            decline("services.library"),
            decline("services.sports"),
            next.clone(),
        ],
        ["sleep", "health", "money"].map(decline).into(),
        vec![review.clone()],
    ]
    .concat();
    let there_and_back = [
        first.clone(),
        vec![
            next.clone(),
            back,
            deny.clone(),
            next.clone(),
            next.clone(),
            review.clone(),
        ],
    ]
    .concat();
    let change = json!(["press", "review", "go-to", "cheated"]);
    let corrected = [vec![next.clone()], little.clone()].concat();
    let changed = [answered.clone(), vec![change, deny, review]].concat();
    let handed_in = |moves: Vec<Value>| Value::from([moves, vec![send.clone()]].concat());
    vec![
        ("talkative", handed_in(answered), OFTEN),
        ("silent", handed_in(little), OFTEN),
        ("everything declined", handed_in(declined), 1),
        ("changed on the way back", handed_in(there_and_back), 1),
        ("changed at the review", handed_in(changed), 1),
        ("corrected", handed_in(corrected), 1),
    ]
}

/// Walks a way so many times; what the browser remembered of each, as JSON.
async fn walk(browser: &Browser, moves: &Value, times: usize, end: &str) -> Vec<Value> {
    let script = format!(
        "{SCRIPT}
        {REMEMBERED}
        const done = arguments[arguments.length - 1];
        const survey = document.querySelector('sotto-survey');
        const move = async (step) => {{
            const [kind, screen, action, question] = step;
            if (kind !== 'press') return take(step);
            const which = question ? `[data-question=${{question}}]` : '';
            (await find(`[data-screen=${{screen}}] [data-action=${{action}}]${{which}}`)).click();
        }};
        (async () => {{
            const seen = [];
            for (let time = 0; time < {times}; time++) {{
                await find('[data-screen=form] [name=agree]');
                for (const step of {moves}) await move(step);
                await find('{end}');
                seen.push({{ ...await remembered(), page: document.documentElement.outerHTML }});
                if ('{end}' === '[data-screen=receipt]') survey.forget();
            }}
            done(seen);
        }})().catch((error) => done(error.message));"
    );
    let seen = browser.run_async(&script).await;
    let memories = seen.as_array().cloned();
    memories.unwrap_or_else(|| panic!("{seen}"))
}

/// How long every copy is: each says to which survey it is.
fn length(survey: &Survey) -> usize {
    let pin = Pin::of_sha256(&[0; 32]);
    survey.body_length() + format!("\"pin\":\"{pin}\",").len()
}

/// Whether reports say the truth as often as their mechanisms say, part by part. With a correct
/// sampler a G above 36 comes once in 500 million tests, and there are 18.
fn assert_scrambled(people: &[(&str, Vec<Submission>)]) {
    let survey = survey();
    let truths = |way: &str, question: &str| match (way, question) {
        ("talkative", "cheated" | "recommend" | "agree-scale") => Some("yes 10"),
        ("talkative", "subject") => Some("history"),
        ("talkative", "used") => Some("alcohol"),
        ("talkative", "stress") => Some("5"),
        ("talkative", "stars") => Some("4"),
        ("talkative", "country") => Some("cote-d-ivoire"),
        ("silent", "cheated") => Some("no"),
        ("silent", _) => Some("decline"),
        _ => None,
    };
    let mut seen = 0;
    for question in survey.reported_questions() {
        let id = question.id().as_str();
        let place = survey
            .parts()
            .position(|part| std::ptr::eq(part, &raw const question.parts()[0]));
        let place = place.unwrap();
        let randomizer = question.parts()[0].randomizer();
        let Some(support) = randomizer.support_probabilities() else {
            continue;
        };
        if question.parts().len() > 1 {
            continue;
        }
        if question.shape().own_secret().is_some() {
            // Sent as it was said.
            for (way, copies) in people {
                let said = if *way == "talkative" {
                    Said::Different
                } else {
                    Said::Same
                };
                let sent = copies
                    .iter()
                    .filter_map(|copy| copy.reports()[place].as_deref());
                for report in sent {
                    assert_eq!(Said::of_report(report), Some(said), "{way}");
                }
            }
            continue;
        }
        let (mut agreeing, mut all) = (0, 0);
        for (way, copies) in people {
            let named = truths(way, id).unwrap_or("decline");
            let truth = named
                .split(' ')
                .find_map(|name| question.category_index(name))
                .unwrap();
            for copy in copies {
                // Each device draws which question it reports.
                let Some(report) = copy.reports()[place].as_ref() else {
                    continue;
                };
                agreeing += u32::from(randomizer.supports(report, truth).unwrap());
                all += 1;
            }
        }
        if all == 0 {
            continue;
        }
        seen += all;
        let chance = support.of_truth();
        let g = g_statistic(&[agreeing, all - agreeing], &[chance, 1.0 - chance]);
        assert!(g < 36.0, "{id}: {agreeing} of {all} at {chance}");
    }
    assert!(seen > 0);
}

/// What is asked for each time the survey is shown, be it of the browser's cache: addresses that say
/// nothing.
const FETCHED: [&str; 2] = [
    "/api/v1/surveys/every-type",
    "/api/v1/surveys/every-type/status",
];

/// What a person chose or typed, in the form in which a page holds it.
const MARKS: [&str; 8] = [
    "history", "alcohol", "cannabis", "23.5", "cote", "\"yes\"", "\"good\"", "decline",
];

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_answered_and_however_the_same_leaves_and_the_same_stays() {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let file: Value = serde_json::from_str(FILE).unwrap();
    system
        .collector
        .manage("POST", "surveys", &token, &file)
        .await;
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    show(browser, &json!({ "src": "../api/v1/surveys/every-type" })).await;
    // Its program has been asked for by then.
    browser.find_in_survey("[data-screen=form]").await;
    // And the last of its files.
    browser.find_in_survey(".keep").await;
    let survey = survey();
    let mut memories = BTreeSet::new();
    let mut heads = BTreeSet::new();
    let mut people = Vec::new();
    for (way, moves, times) in ways() {
        let before = system.recorder.requests();
        let remembered = walk(browser, &moves, times, "[data-screen=receipt]").await;
        let mut requests = system.recorder.requests();
        for request in &before {
            let place = requests.iter().position(|later| later == request).unwrap();
            requests.remove(place);
        }
        let (posts, others): (Vec<_>, Vec<_>) = requests
            .into_iter()
            .partition(|request| request.method == "POST");
        assert_eq!(posts.len(), times, "{way}");
        for request in others {
            assert_eq!((&*request.method, &*request.body), ("GET", ""));
            let target = &*request.target;
            assert!(FETCHED.contains(&target), "{way}: {target}");
        }
        let mut copies = Vec::new();
        for request in &posts {
            assert_eq!(request.target, "/api/v1/surveys/every-type/submissions");
            assert_eq!(request.body.len(), length(&survey), "{way}");
            heads.insert(request.head.clone());
            let sent = request.head.join("\n") + &request.body;
            for mark in MARKS {
                assert!(!sent.contains(mark), "{way}: {mark} in {sent}");
            }
            let body = serde_json::from_str(&request.body).unwrap();
            copies.push(Submission::check(body, &survey).unwrap());
        }
        for memory in remembered {
            let kept = memory["local"].as_object().unwrap();
            assert_eq!(kept.len(), 1, "{memory}");
            let entry = kept.values().next().unwrap().as_str().unwrap();
            let entry: Value = serde_json::from_str(entry).unwrap();
            let body = entry["body"].as_str().unwrap();
            assert!(posts.iter().any(|request| request.body == body), "{way}");
            assert_eq!(entry, json!({ "state": "sent", "body": body }));
            let mut elsewhere = memory.clone();
            elsewhere["local"] = Value::Null;
            memories.insert(elsewhere.to_string());
        }
        people.push((way, copies));
    }
    assert_eq!(memories.len(), 1, "{memories:#?}");
    assert_eq!(heads.len(), 1, "{heads:#?}");
    people.truncate(2);
    assert_scrambled(&people);

    // Nobody is there: the copy waits, as long as any other, and arrives unchanged.
    let (_, moves, _) = ways().swap_remove(0);
    // The survey is here again by then, whose form follows the last receipt.
    until_screen(browser, "form").await;
    system.collector.kill().await;
    let waiting = walk(browser, &moves, 1, "[data-failure=unreachable]").await;
    let kept = waiting[0]["local"].as_object().unwrap();
    assert_eq!(kept.len(), 1);
    let entry: Value =
        serde_json::from_str(kept.values().next().unwrap().as_str().unwrap()).unwrap();
    let body = entry["body"].as_str().unwrap().to_owned();
    assert_eq!(
        (entry["state"].as_str(), body.len()),
        (Some("pending"), length(&survey))
    );
    let before = system.recorder.posted().len();
    system.collector.restart().await;
    system
        .browser
        .run("document.querySelector('sotto-survey').shadowRoot.querySelector('[data-action=retry]')?.click()")
        .await;
    system.browser.find_in_survey("[data-screen=receipt]").await;
    let posted = system.recorder.posted();
    assert!(posted.len() > before && posted[before..].iter().all(|sent| *sent == body));
}
