//! What leaves the browser, to the byte, over many submissions.

use std::collections::{BTreeMap, BTreeSet};

use harness::{System, exceeds, g_statistic};
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::{
    respondent::{SURVEY_PAGE, Sheet, until_screen},
    showing::CENSUS,
};

const SUBMISSIONS: usize = 150;

/// Two people who differ in everything; one answers at length, the other as little as possible.
const TALKATIVE: Sheet = [
    ("over-50", Some("yes")),
    ("occupation", Some("transport-moving")),
    ("race", Some("white")),
];
const SILENT: Sheet = [
    ("over-50", Some("no")),
    ("occupation", None),
    ("race", None),
];

/// JavaScript: `remembered()` is everything that a browser can remember of a page.
pub(crate) const REMEMBERED: &str = "
    const remembered = async () => ({
        local: { ...localStorage },
        session: { ...sessionStorage },
        databases: await indexedDB.databases(),
        caches: await caches.keys(),
        cookie: document.cookie,
        address: location.href,
        history: [history.length, history.state],
        name: window.name,
    });";

/// Answers as `sheet` says, over and over: clicks, waits for the receipt, looks at everything that
/// a browser can remember, forgets, and begins again. What it has seen remembered, as JSON.
async fn answer_many_times(system: &System, sheet: &Sheet) -> Vec<Value> {
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const sheet = {}, times = {SUBMISSIONS};
        const survey = document.querySelector('sotto-survey');
        const frame = () => new Promise((resolve) => setTimeout(resolve));
        const find = async (selector) => {{
            for (;;) {{
                const found = survey.shadowRoot?.querySelector(selector);
                if (found) return found;
                await frame();
            }}
        }};
        {REMEMBERED}
        (async () => {{
            const seen = [];
            for (let time = 0; time < times; time++) {{
                for (const [question, category] of sheet) {{
                    if (category) (await find(`[data-screen=form] input[name=\"${{question}}\"][value=\"${{category}}\"]`)).click();
                }}
                (await find('[data-screen=form] [data-action=review]')).click();
                (await find('[data-screen=review] [data-action=send]')).click();
                await find('[data-screen=receipt]');
                seen.push(await remembered());
                survey.forget();
                await find('[data-screen=form]');
            }}
            done(seen);
        }})();",
        serde_json::to_string(sheet).unwrap()
    );
    let seen = system.browser.run_async(&script).await;
    seen.as_array().cloned().unwrap()
}

/// How often each category was supported, by question, beside the number of reports.
fn supports(survey: &Survey, bodies: &[String]) -> BTreeMap<String, Vec<u32>> {
    let mut supports: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for body in bodies {
        let file = serde_json::from_str(body).unwrap();
        let submission = sotto_survey::Submission::check(file, survey).unwrap();
        for (question, report) in survey.questions().iter().zip(submission.reports()) {
            let randomizer = question.parts()[0].randomizer();
            let report = report.as_ref().unwrap();
            let size = randomizer.domain_size();
            let counts = supports
                .entry(question.id().to_string())
                .or_insert_with(|| vec![0; size as usize]);
            for (value, count) in (0..).zip(counts) {
                *count += u32::from(randomizer.supports(report, value).unwrap());
            }
        }
    }
    supports
}

/// Each category's share of reports must follow p* or q*. One G-test a category, supported or not:
/// 23 in all, so a false alarm comes once in about 400,000 runs. The browser's randomness cannot be
/// seeded.
fn assert_follows_weights(survey: &Survey, bodies: &[String], sheet: &Sheet) {
    let supports = supports(survey, bodies);
    let reports = u32::try_from(bodies.len()).unwrap();
    for (question, (_, category)) in survey.questions().iter().zip(sheet) {
        let truth = question
            .category_index(category.unwrap_or("decline"))
            .unwrap();
        let probabilities = question.parts()[0]
            .randomizer()
            .support_probabilities()
            .unwrap();
        for (value, &count) in (0..).zip(&supports[question.id().as_str()]) {
            let chance = if value == truth {
                probabilities.of_truth()
            } else {
                probabilities.of_other()
            };
            let g = g_statistic(&[count, reports - count], &[chance, 1.0 - chance]);
            assert!(
                !exceeds(g, 2),
                "{} {value}: {count} of {reports}, G = {g}",
                question.id()
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_true_answer_stands_nowhere() {
    let system = System::start().await;
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    until_screen(browser, "form").await;
    let survey: Survey = serde_json::from_str(CENSUS).unwrap();

    let mut shapes = BTreeSet::new();
    let mut fetched = BTreeSet::new();
    for sheet in [&TALKATIVE, &SILENT] {
        let before = system.recorder.requests();
        let remembered = answer_many_times(&system, sheet).await;
        let all = system.recorder.requests();
        // Requests may lie on several connections: take away those that were there before.
        let mut requests = all;
        for request in &before {
            let place = requests.iter().position(|later| later == request).unwrap();
            requests.remove(place);
        }

        // Submissions go to one address; whatever else is fetched is the same for everybody, and
        // carries nothing.
        let (submissions, others): (Vec<_>, Vec<_>) = requests
            .into_iter()
            .partition(|request| request.method == "POST");
        let mut targets = BTreeSet::new();
        for other in others {
            assert_eq!((other.method.as_str(), other.body.as_str()), ("GET", ""));
            assert!(!other.target.contains('?'), "{}", other.target);
            targets.insert(other.target);
        }
        fetched.insert(targets);
        for submission in &submissions {
            assert_eq!(submission.target, "/api/v1/surveys/census/submissions");
        }
        let bodies: Vec<_> = submissions
            .iter()
            .map(|request| request.body.clone())
            .collect();
        assert_eq!(bodies.len(), SUBMISSIONS);
        let ids: BTreeSet<_> = bodies
            .iter()
            .map(|body| serde_json::from_str::<Value>(body).unwrap()["report_id"].to_string())
            .collect();
        assert_eq!(
            ids.len(),
            SUBMISSIONS,
            "every submission has an id of its own"
        );

        // What is remembered is the bytes that were sent, and that they were; nothing else.
        for memory in &remembered {
            let kept = memory["local"].as_object().unwrap();
            assert_eq!(kept.len(), 1, "{memory}");
            for (key, entry) in kept {
                assert!(key.starts_with("sotto:census:1:http://127.0.0.1:"), "{key}");
                let entry: Value = serde_json::from_str(entry.as_str().unwrap()).unwrap();
                let body = entry["body"].as_str().unwrap();
                assert!(bodies.iter().any(|sent| sent == body));
                assert_eq!(entry, json!({ "state": "sent", "body": body }));
            }
            let elsewhere = json!({
                "session": memory["session"], "databases": memory["databases"],
                "caches": memory["caches"], "cookie": memory["cookie"],
                "address": memory["address"], "history": memory["history"],
                "name": memory["name"],
            });
            shapes.insert(elsewhere.to_string());
        }

        // Everything of a request but the report id and the reports is the same.
        for request in submissions {
            assert_eq!(request.body.len(), bodies[0].len());
            shapes.insert(format!("{:?} {} bytes", request.head, request.body.len()));
        }
        assert_follows_weights(&survey, &bodies, sheet);
    }
    // One shape of memory and one shape of request, whoever answered.
    assert_eq!(shapes.len(), 2, "{shapes:#?}");
    assert_eq!(fetched.len(), 1, "{fetched:#?}");

    let results = system.results().await;
    let expected = 2 * u64::try_from(SUBMISSIONS).unwrap();
    assert!(
        results
            .questions
            .iter()
            .all(|question| question.reports == expected)
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

/// The check above must be able to fail: what the talkative person sends does not look like what
/// the weights say of the silent one.
#[test]
fn reports_of_another_truth_are_told_apart() {
    let survey: Survey = serde_json::from_str(CENSUS).unwrap();
    let question = &survey.questions()[0];
    let randomizer = question.parts()[0].randomizer();
    let p = randomizer.support_probabilities().unwrap().of_truth();
    let typical = [112, 38]; // three quarters of 150 report the truth
    assert!(!exceeds(g_statistic(&typical, &[p, 1.0 - p]), 2));
    assert!(exceeds(g_statistic(&typical, &[1.0 - p, p]), 2));
}
