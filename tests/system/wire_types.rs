//! What leaves the browser, to the byte, for every type of question and every way through a survey.

use std::collections::BTreeSet;

use harness::{Browser, StaticFiles, g_statistic};
use serde_json::{Value, json};
use sotto_survey::{Part, PartDomain, PartRole, Question, Survey};

use crate::types::{SCRIPT, SILENT, Step, TALKATIVE, as_json, opened, submission, survey};

const SUBMISSIONS: usize = 60;

/// Answers over and over: page by page to the receipt, looks at everything that a browser can
/// remember, forgets, and begins again. What it has seen remembered.
async fn answer_many_times(browser: &Browser, pages: &[&[Step]]) -> Vec<Value> {
    let script = format!(
        "{SCRIPT}
        const done = arguments[arguments.length - 1];
        const remembered = async () => ({{
            local: {{ ...localStorage }},
            session: {{ ...sessionStorage }},
            databases: await indexedDB.databases(),
            caches: await caches.keys(),
            cookie: document.cookie,
            address: location.href,
            history: [history.length, history.state],
            name: window.name,
        }});
        (async () => {{
            const seen = [];
            for (let time = 0; time < {SUBMISSIONS}; time++) {{
                for (const steps of {}) {{
                    for (const step of steps) await take(step);
                    const on = root().querySelector('[data-action=next]') ?? root().querySelector('[data-action=review]');
                    const page = root().querySelector('#progress').textContent;
                    on.click();
                    while (root().querySelector('#progress')?.textContent === page) {{
                        await new Promise((resolve) => setTimeout(resolve));
                    }}
                }}
                (await find('[data-screen=review] [data-action=send]')).click();
                await find('[data-screen=receipt]');
                seen.push(await remembered());
                (await find('[data-action=forget]')).click();
                await find('[data-screen=form]');
            }}
            done(seen);
        }})();",
        as_json(pages)
    );
    let seen = browser.run_async(&script).await;
    seen.as_array().cloned().unwrap()
}

/// The true value of a part for whoever answers so; `None` for whoever declines to give a number.
fn truth(question: &Question, part: &Part, pages: &[&[Step]]) -> Option<u32> {
    let steps = || pages.iter().copied().flatten();
    let picked = |name: &str| {
        let mut values = steps().filter_map(|step| match *step {
            Step::Pick(of, value) if of == name => Some(value),
            Step::Search(of, _) if of == name => Some("cote-d-ivoire"),
            _ => None,
        });
        values.next().unwrap_or("decline")
    };
    let written = |name: &str| {
        steps().find_map(|step| match *step {
            Step::Write(of, text) | Step::Slide(of, text) if of == name => Some(text),
            _ => None,
        })
    };
    let id = question.id().as_str();
    let cell = |name: &str| match part.domain() {
        PartDomain::Numbers(grid) => {
            written(name).map(|text| grid.index_of(text.parse().unwrap()).unwrap())
        }
        PartDomain::Categories(_) => None,
    };
    match part.role() {
        PartRole::Category => question.category_index(picked(id)),
        PartRole::Option(place) => {
            let option = question.categories().nth(place).unwrap().id();
            let chosen: Vec<_> = steps()
                .filter_map(|step| match *step {
                    Step::Pick(of, value) if of == id => Some(value),
                    _ => None,
                })
                .collect();
            let is_chosen = if chosen.is_empty() {
                option == "decline"
            } else {
                chosen.contains(&option)
            };
            Some(u32::from(!is_chosen))
        }
        PartRole::Row(place) => {
            let row = ["library", "sports"][place];
            question.category_index(picked(&format!("{id}.{row}")))
        }
        PartRole::Number(place) => match id {
            "money" => cell(&format!("money.{}", ["food", "fun"][place])),
            _ => cell(id),
        },
        PartRole::Answered => {
            let any = steps().any(|step| match *step {
                Step::Write(of, _) | Step::Slide(of, _) => of.split('.').next() == Some(id),
                _ => false,
            });
            Some(u32::from(!any))
        }
    }
}

/// Whether so many of so many is what a chance gives. Pr[G ≥ g] ≤ 2·e^(−g/2) for a binomial count
/// (Chernoff), so that of two hundred tests one is wrong less than once in a million runs.
fn is_usual(found: u32, of: u32, chance: f64) -> bool {
    if chance >= 1.0 {
        return found == of;
    }
    g_statistic(&[found, of - found], &[chance, 1.0 - chance]) < 40.0
}

/// Every part's reports must follow its mechanism, given the true answer, and which parts are drawn
/// must have nothing to do with it.
fn assert_follows_mechanisms(survey: &Survey, bodies: &[String], pages: &[&[Step]]) {
    let submissions: Vec<_> = bodies.iter().map(|body| submission(body)).collect();
    let all = u32::try_from(bodies.len()).unwrap();
    let mut place = 0;
    for question in survey.questions() {
        for part in question.parts() {
            let reports: Vec<_> = submissions
                .iter()
                .filter_map(|submission| submission.reports()[place].as_ref())
                .collect();
            place += 1;
            let count = u32::try_from(reports.len()).unwrap();
            let what = format!("{} {:?}", question.id(), part.role());
            let drawn_from = u32::try_from(question.drawn_parts().len()).unwrap();
            let share = match part.role() {
                PartRole::Answered => 1.0,
                _ => f64::from(question.reported()) / f64::from(drawn_from),
            };
            assert!(
                is_usual(count, all, share),
                "{what}: drawn {count} times of {all}"
            );
            let truth = truth(question, part, pages);
            let randomizer = part.randomizer();
            match (part.domain(), randomizer.support_probabilities(), truth) {
                (PartDomain::Numbers(grid), ..) => {
                    let Some(cell) = truth else { continue };
                    let distance = grid.cells() / 4;
                    let near = reports.iter().filter(|report| {
                        let nearest = randomizer.nearest(report).unwrap();
                        nearest.abs_diff(cell) <= distance
                    });
                    let near = u32::try_from(near.count()).unwrap();
                    let chance = 1.0 - randomizer.share_beyond(cell, distance);
                    assert!(
                        is_usual(near, count, chance),
                        "{what}: {near} of {count}, {chance}"
                    );
                }
                (_, Some(probabilities), Some(truth)) => {
                    for value in 0..randomizer.domain_size() {
                        let says = |report: &&&sotto_ldp::Report| {
                            randomizer.supports(report, value) == Ok(true)
                        };
                        let found = u32::try_from(reports.iter().filter(says).count()).unwrap();
                        let chance = if value == truth {
                            probabilities.of_truth()
                        } else {
                            probabilities.of_other()
                        };
                        assert!(
                            is_usual(found, count, chance),
                            "{what} {value}: {found} of {count}, {chance}"
                        );
                    }
                }
                _ => panic!("{what} has no odds"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_opposite_people_look_the_same() {
    let (files, browser): (StaticFiles, Browser) = opened().await;
    let timeout = std::time::Duration::from_mins(4);
    let timeouts = fantoccini::wd::TimeoutConfiguration::new(Some(timeout), None, None);
    browser.client().update_timeouts(timeouts).await.unwrap();
    let survey = survey();
    let length = survey.body_length();
    let mut elsewhere = BTreeSet::new();
    for pages in [TALKATIVE, SILENT] {
        let before = files.posted().len();
        let remembered = answer_many_times(&browser, &pages).await;
        let bodies = files.posted()[before..].to_vec();
        assert_eq!(bodies.len(), SUBMISSIONS);
        assert!(bodies.iter().all(|body| body.len() == length));
        for (memory, body) in remembered.iter().zip(&bodies) {
            let kept = memory["local"].as_object().unwrap();
            let entries: Vec<Value> = kept
                .values()
                .map(|entry| serde_json::from_str(entry.as_str().unwrap()).unwrap())
                .collect();
            assert_eq!(entries, [json!({ "state": "sent", "body": body })]);
            let mut rest = memory.clone();
            rest.as_object_mut().unwrap().remove("local");
            elsewhere.insert(rest.to_string());
        }
        assert_follows_mechanisms(&survey, &bodies, &pages);
    }
    assert_eq!(elsewhere.len(), 1, "{elsewhere:#?}");
    assert_eq!(browser.errors().await, [""; 0]);
}

/// The check above must be able to fail: what one of the two sends does not look like the other's.
#[test]
fn the_other_person_would_be_told_apart() {
    // A yes that is true is reported by three quarters (two coins), one that is not by a quarter.
    assert!(is_usual(45, 60, 0.75));
    assert!(!is_usual(45, 60, 0.25));
    assert!(is_usual(60, 60, 1.0) && !is_usual(59, 60, 1.0));
}
