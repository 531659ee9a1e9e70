//! The order in which a survey is shown: drawn evenly, with what is pinned at its place, and known
//! to nothing that is sent.

use std::collections::BTreeMap;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::{Layout, Survey};

fn option(id: &str) -> Value {
    json!({ "id": id, "title": { "en": id } })
}

fn question(id: &str, more: &Value) -> Value {
    let mut question =
        json!({ "id": id, "type": "yes-no", "title": { "en": "?" }, "epsilon": "1" });
    let fields = more.as_object().unwrap().clone();
    question.as_object_mut().unwrap().extend(fields);
    question
}

/// Five questions on three pages: lists of options, and more that a test adds.
fn survey(change: impl FnOnce(&mut Value)) -> Survey {
    let mut survey = json!({
        "sotto": 1, "id": "order", "version": 1, "title": { "en": "Layout" },
        "languages": ["en"], "plan": "fixed", "epsilon": "9",
        "questions": [
            question("drink", &json!({
                "type": "single-choice",
                "options": [option("tea"), option("coffee"), option("water"), option("other")]
            })),
            question("used", &json!({
                "type": "multiple-choice", "epsilon": "2",
                "options": [option("a"), option("b"), { "id": "none", "title": { "en": "-" }, "exclusive": true }]
            })),
            question("fair", &json!({
                "type": "likert", "options": [option("no"), option("neither"), option("yes")]
            })),
            question("rows", &json!({
                "type": "matrix", "options": [option("x"), option("y")],
                "rows": [option("r"), option("s"), option("t")]
            })),
            question("last", &json!({})),
        ],
        "pages": [
            { "questions": ["drink", "used", "fair"] },
            { "questions": ["rows"] },
            { "questions": ["last"] },
        ],
    });
    change(&mut survey);
    serde_json::from_value(survey).unwrap()
}

/// How often each outcome comes in 24,000 draws, for a fixed seed.
fn outcomes<T: Ord>(survey: &Survey, seen: impl Fn(&Layout) -> T) -> BTreeMap<T, u32> {
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let mut counts = BTreeMap::new();
    for _ in 0..24_000 {
        *counts
            .entry(seen(&Layout::drawn(survey, &mut rng)))
            .or_default() += 1;
    }
    counts
}

/// Every count is within six standard deviations of the same: of at most 24 of them, one of a sound
/// generator is outside in fewer than one in 10⁷ runs.
fn assert_even<T>(counts: &BTreeMap<T, u32>, expected: usize) {
    assert_eq!(counts.len(), expected);
    let mean = 24_000.0 / expected as f64;
    let allowed = 6.0 * mean.sqrt();
    for &count in counts.values() {
        assert!((f64::from(count) - mean).abs() < allowed, "{count}");
    }
}

#[test]
fn what_says_nothing_stays_as_it_is_written() {
    let survey = survey(|_| {});
    let drawn = Layout::drawn(&survey, &mut ChaCha20Rng::seed_from_u64(1));
    assert_eq!(drawn, Layout::as_written(&survey));
    assert_eq!(drawn.questions(), [0, 1, 2, 3, 4]);
    assert_eq!(drawn.listed(0, 5), [0, 1, 2, 3, 4]);
}

#[test]
fn every_order_of_options_is_as_likely_and_declining_stays_last() {
    let survey = survey(|survey| survey["questions"][0]["order"] = json!("random"));
    let counts = outcomes(&survey, |order| order.listed(0, 5));
    assert_even(&counts, 24);
    assert!(counts.keys().all(|shown| shown[4] == 4));
}

#[test]
fn what_is_pinned_or_exclusive_stays_at_its_place() {
    let survey = survey(|survey| {
        survey["questions"][0]["order"] = json!("random");
        survey["questions"][0]["pinned"] = json!(["coffee", "other"]);
        survey["questions"][1]["order"] = json!("random");
        survey["questions"][3]["order"] = json!("random");
    });
    let options = outcomes(&survey, |order| order.listed(0, 4));
    assert_even(&options, 2);
    assert!(options.keys().all(|shown| shown[1] == 1 && shown[3] == 3));
    let ticked = outcomes(&survey, |order| order.listed(1, 3));
    assert_even(&ticked, 2);
    assert!(ticked.keys().all(|shown| shown[2] == 2));
    assert_even(&outcomes(&survey, |order| order.listed(3, 3)), 6);
}

#[test]
fn half_of_the_respondents_see_a_scale_the_other_way_round() {
    let survey = survey(|survey| survey["questions"][2]["order"] = json!("reversed"));
    let counts = outcomes(&survey, |order| order.listed(2, 4));
    assert_even(&counts, 2);
    assert!(counts.contains_key(&vec![0, 1, 2, 3]) && counts.contains_key(&vec![2, 1, 0, 3]));
}

#[test]
fn questions_move_within_their_page_and_pages_as_a_whole() {
    let survey = survey(|survey| {
        survey["page-order"] = json!("random");
        survey["pages"][2]["stays"] = json!(true);
        survey["pages"][0]["order"] = json!("random");
        survey["pages"][0]["pinned"] = json!(["drink"]);
    });
    let counts = outcomes(&survey, |order| {
        (order.pages().to_vec(), order.questions().to_vec())
    });
    assert_even(&counts, 4);
    for (pages, questions) in counts.keys() {
        assert_eq!((pages[2], questions[4]), (2, 4));
        let first = questions
            .iter()
            .position(|&question| question == 0)
            .unwrap();
        assert_eq!(first, usize::from(pages[0] != 0));
    }
}

/// A question may depend on one that is shown before it whatever is drawn, and on no other.
#[test]
fn conditions_on_what_may_come_later_are_refused() {
    let on = |question: &str| json!({ "question": question, "is": ["decline"] });
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut file = serde_json::to_value(survey(|_| {})).unwrap();
        change(&mut file);
        let read = serde_json::from_value::<Survey>(file);
        read.is_err_and(|error| error.to_string().contains("may be asked after"))
    };
    let within = |file: &mut Value| {
        file["questions"][2]["condition"] = on("drink");
        file["pages"][0]["order"] = json!("random");
    };
    assert!(refused(&within));
    assert!(!refused(&|file| {
        within(file);
        file["pages"][0]["pinned"] = json!(["drink"]);
    }));
    let across = |file: &mut Value| {
        file["questions"][4]["condition"] = on("drink");
        file["page-order"] = json!("reversed");
    };
    assert!(refused(&across));
    for stays in [0, 2] {
        assert!(!refused(&|file| {
            across(file);
            file["pages"][stays]["stays"] = json!(true);
        }));
    }
    assert!(refused(&|file| {
        across(file);
        file["pages"][1]["stays"] = json!(true);
    }));
}

/// An order that is published reads back, and changes nothing of what is sent.
#[test]
fn an_order_is_words_to_what_is_sent() {
    let plain = survey(|_| {});
    let ordered = survey(|survey| {
        survey["questions"][0]["order"] = json!("random");
        survey["pages"][0]["order"] = json!("reversed");
        survey["page-order"] = json!("random");
    });
    let published = serde_json::to_string(&ordered).unwrap();
    assert_eq!(serde_json::from_str::<Survey>(&published).unwrap(), ordered);
    assert_eq!(plain.pinned_parameters(), ordered.pinned_parameters());
    assert_eq!(plain.body_length(), ordered.body_length());
    assert!(sotto_survey::Edit::between(&plain, &ordered).keeps_counts());
}
