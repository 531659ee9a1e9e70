//! Rankings: what an order reports, that no report or length tells more than its pair, and what follows
//! from all reports.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{
    Edit, EditClass, Fault, FaultCause, PartRole, Question, Submission, SubmissionFile, Survey,
    SurveyOracles, Tally,
};

use crate::faults::faults;

fn file(question: &Value) -> Value {
    let option = |id: &str| json!({ "id": id, "title": { "en": id } });
    let mut ranking = json!({
        "id": "drinks", "type": "ranking", "title": { "en": "In which order?" },
        "options": [option("tea"), option("coffee"), option("water"), option("juice")],
    });
    let object = ranking.as_object_mut().unwrap();
    object.extend(question.as_object().unwrap().clone());
    json!({
        "sotto": 1, "id": "taste", "version": 1, "title": { "en": "Taste" }, "languages": ["en"],
        "plan": "split", "epsilon": "2", "questions": [ranking],
    })
}

fn survey(question: &Value) -> Survey {
    serde_json::from_value(file(question)).unwrap()
}

fn question(survey: &Survey) -> &Question {
    &survey.questions()[0]
}

#[test]
fn one_random_pair_is_reported_at_the_whole_epsilon() {
    let survey = survey(&json!({}));
    let question = question(&survey);
    assert_eq!(question.parts().len(), 6);
    assert_eq!(question.reported(), 1);
    assert_eq!(question.privacy_loss().to_string(), "2");
    assert_eq!(survey.privacy_loss().to_string(), "2");
    // First, second, or declined.
    assert!(
        question
            .parts()
            .iter()
            .all(|part| part.domain().size() == 3)
    );
    let winner = serde_json::from_value::<Survey>(file(&json!({ "report": "first-place" })));
    let winner = winner.unwrap();
    assert_eq!(winner.questions()[0].parts().len(), 1);
    assert_eq!(winner.questions()[0].parts()[0].role(), PartRole::Category);
}

#[test]
fn an_order_is_given_step_by_step() {
    let survey = survey(&json!({}));
    let question = question(&survey);
    let placed = |options: &[u32]| {
        options.iter().fold(None, |answer, &option| {
            question.with_moved(answer.as_ref(), option, true).ok()
        })
    };
    let order = |answer: &Option<_>| answer.as_ref().map(|answer| question.order_of(answer));
    let some = placed(&[2, 0]);
    assert_eq!(order(&some), Some(vec![2, 0]));
    assert!(question.check(some.as_ref()).is_err());
    // The last place follows.
    let all = placed(&[2, 0, 3]);
    assert_eq!(order(&all), Some(vec![2, 0, 3, 1]));
    assert!(question.check(all.as_ref()).is_ok());
    let moved_up = question.with_moved(all.as_ref(), 3, true).unwrap();
    assert_eq!(question.order_of(&moved_up), [2, 3, 0, 1]);
    let down = question.with_moved(Some(&moved_up), 2, false).unwrap();
    assert_eq!(question.order_of(&down), [3, 2, 0, 1]);
    // Beyond the ends nothing moves.
    let unmoved = question.with_moved(Some(&down), 3, true).unwrap();
    assert!(unmoved == down);
    assert!(question.with_moved(None, 4, true).is_err());
    assert!(question.answer_order(&[1, 1]).is_err());
    let declined = question.no_answer().unwrap();
    assert!(question.order_of(&declined).is_empty());
    assert!(question.check(Some(&declined)).is_ok());
    assert!(question.is_declined(&declined));
}

#[test]
fn bodies_have_one_length_whatever_is_put_first() {
    let survey = survey(&json!({}));
    let question = question(&survey);
    let mut generator = ChaCha20Rng::seed_from_u64(4);
    let orders: [&[u32]; 3] = [&[0, 1, 2, 3], &[3, 2, 1, 0], &[2, 0, 3, 1]];
    let answers = orders.map(|order| Some(question.answer_order(order).unwrap()));
    for answer in answers.into_iter().chain([question.no_answer(), None]) {
        for _ in 0..20 {
            let submission = survey.randomize(std::slice::from_ref(&answer), &mut generator);
            let submission = submission.unwrap();
            let body = submission.body(&survey);
            assert_eq!(body.len(), survey.body_length());
            let sent: SubmissionFile = serde_json::from_str(&body).unwrap();
            assert_eq!(Submission::check(sent, &survey).unwrap(), submission);
            let drawn: Value = serde_json::from_str(&body).unwrap();
            let pairs = drawn["reports"]["drinks"].as_array().unwrap().clone();
            assert_eq!(pairs.iter().filter(|pair| !pair.is_null()).count(), 1);
        }
    }
}

/// 4,000 people, of whom 1 in 10 declines; the others put tea before coffee before water before juice, or
/// with the first two exchanged (one in four). Intervals at 0.999999 hold (false alarm 10⁻⁶ each).
#[test]
fn the_mean_order_is_found_again() {
    let survey = survey(&json!({}));
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let question = question(&survey);
    let mut tally = Tally::empty(&oracles);
    let mut generator = ChaCha20Rng::seed_from_u64(1954);
    let orders = [[0, 1, 2, 3], [1, 0, 2, 3]];
    let orders = orders.map(|order| question.answer_order(&order).unwrap());
    for _ in 0..4_000 {
        let answer = match generator.random_range(0..40) {
            0..4 => None,
            4..13 => Some(orders[1].clone()),
            _ => Some(orders[0].clone()),
        };
        let submission = survey.randomize(&[answer], &mut generator).unwrap();
        tally.add(&oracles, &submission).unwrap();
    }
    let confidence = Confidence::new(0.999_999).unwrap();
    let results = tally.results(&oracles, confidence);
    let found = &results.questions[0];
    assert_eq!(found.reports, 4_000);
    let ranking = found.ranking.as_ref().unwrap();
    let holds = |[low, high]: [f64; 2], truth: f64| low <= truth && truth <= high;
    let answered = found.answered.unwrap();
    assert!(holds(answered.interval, 0.9), "{answered:?}");
    for (place, truth) in ranking.places.iter().zip([1.25, 1.75, 3.0, 4.0]) {
        let mean = place.mean.unwrap();
        assert!(holds(mean.interval, truth), "{place:?}, not {truth}");
        assert!(mean.standard_error < 0.1, "{mean:?}");
    }
    let pair = &ranking.pairs[0];
    assert_eq!((&*pair.first, &*pair.second), ("tea", "coffee"));
    assert!(holds(pair.share.unwrap().interval, 0.75), "{pair:?}");
    assert_eq!(
        ranking.pairs.iter().map(|pair| pair.reports).sum::<u64>(),
        4_000
    );
}

#[test]
fn a_condition_looks_at_what_comes_first() {
    let mut file = file(&json!({}));
    file["questions"].as_array_mut().unwrap().push(json!({
        "id": "why", "type": "yes-no", "title": { "en": "Because of the taste?" },
        "condition": { "question": "drinks", "is": ["water"] },
    }));
    let survey: Survey = serde_json::from_value(file).unwrap();
    let layout = sotto_survey::Layout::as_written(&survey);
    let asked = |order: &[u32]| {
        let answer = question(&survey).answer_order(order).unwrap();
        survey.asked(&layout, &[Some(answer), None])
    };
    assert_eq!(asked(&[2, 0, 1, 3]), [true, true]);
    assert_eq!(asked(&[0, 2, 1, 3]), [true, false]);
}

#[test]
fn bad_rankings_are_named_with_their_place() {
    let one = json!({ "options": [{ "id": "tea", "title": { "en": "Tea" } }] });
    for (question, pointer, is_it) in [
        (
            one,
            "/questions/0/options",
            (|cause| matches!(cause, FaultCause::RankedCount(1))) as fn(&FaultCause) -> bool,
        ),
        (
            json!({ "mechanism": "hadamard-response" }),
            "/questions/0/mechanism",
            |cause| matches!(cause, FaultCause::RankingMechanism(_)),
        ),
        (json!({ "reported": 2 }), "/questions/0/reported", |cause| {
            matches!(cause, FaultCause::ReportedOutOfRange { parts: 1, .. })
        }),
        (json!({ "report": "all" }), "/questions/0/report", |cause| {
            matches!(cause, FaultCause::UnknownName { .. })
        }),
        (json!({ "at-most": 2 }), "/questions/0/at-most", |cause| {
            matches!(cause, FaultCause::FieldForeign { .. })
        }),
    ] {
        let found = faults(&file(&question));
        let is_named = |fault: &Fault| fault.pointer == pointer && is_it(&fault.cause);
        assert!(found.iter().any(is_named), "{question}: {found:?}");
    }
    assert!(
        faults(&file(
            &json!({ "report": "first-place", "mechanism": "hadamard-response" })
        ))
        .is_empty()
    );
    assert!(faults(&file(&json!({ "order": "random", "pinned": ["juice"] }))).is_empty());
}

#[test]
fn what_is_reported_of_an_order_is_part_of_its_counts() {
    let (pairs, first) = (
        survey(&json!({})),
        survey(&json!({ "report": "first-place" })),
    );
    assert_eq!(Edit::between(&pairs, &first).class(), EditClass::Structural);
    assert_ne!(pairs.pinned_parameters(), first.pinned_parameters());
}
