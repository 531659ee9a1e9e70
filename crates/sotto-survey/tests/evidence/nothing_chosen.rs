//! A multiple choice of which nothing is ticked: what that says, and that nobody can tell it from the
//! copy.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::{AnswerError, Layout, Survey};

/// A survey of one multiple choice with these fields besides, and of what comes behind it.
fn survey(fields: &Value, exclusive: bool, behind: Option<Value>) -> Survey {
    let text = json!({ "en": "?" });
    let mut options = vec![
        json!({ "id": "tea", "title": text }),
        json!({ "id": "milk", "title": text }),
    ];
    if exclusive {
        options.push(json!({ "id": "none", "title": text, "exclusive": true }));
    }
    let mut question =
        json!({ "id": "drinks", "type": "multiple-choice", "title": text, "options": options });
    let object = question.as_object_mut().unwrap();
    object.extend(fields.as_object().unwrap().clone());
    let questions: Vec<_> = [question].into_iter().chain(behind).collect();
    let file = json!({
        "sotto": 1, "id": "drinks", "version": 1, "title": text, "languages": ["en"],
        "plan": "split", "epsilon": "3", "questions": questions,
    });
    serde_json::from_value(file).unwrap()
}

#[test]
fn leaving_all_unticked_says_none_where_nothing_else_can() {
    for combination in 0..16_u32 {
        let is = |bit: u32| combination >> bit & 1 == 1;
        let (declinable, required, asks_for_one, exclusive) = (is(0), is(1), is(2), is(3));
        let fields = json!({
            "decline": declinable, "required": required, "at-least": u32::from(asks_for_one),
        });
        let survey = survey(&fields, exclusive, None);
        let question = &survey.questions()[0];
        let says_none = !(declinable || required || asks_for_one || exclusive);
        let may_be_left = !required && (declinable || says_none);
        let place = format!("{fields}, exclusive: {exclusive}");
        assert_eq!(question.takes_none(), says_none, "{place}");
        assert_eq!(question.needs_answer(), !may_be_left, "{place}");
        let lacks = if may_be_left {
            Ok(())
        } else {
            Err(AnswerError::Missing)
        };
        assert_eq!(question.check(None), lacks, "{place}");
        // Taking a tick back leaves the question as it was, or declines it in plain sight.
        let ticked = question.with_option(None, 0, true).unwrap();
        let taken_back = question.with_option(Some(&ticked), 0, false).unwrap();
        let lacks = if declinable { Ok(()) } else { lacks };
        assert_eq!(question.check(Some(&taken_back)), lacks, "{place}");
        assert_eq!(question.is_declined(&taken_back), declinable, "{place}");
        // What is left alone is perturbed if it says anything.
        let mut generator = ChaCha20Rng::seed_from_u64(11);
        let made = survey.randomize(&[None], &mut generator);
        assert_eq!(made.is_ok(), declinable || says_none, "{place}");
    }
}

#[test]
fn the_copy_of_none_is_drawn_like_every_other() {
    let survey = survey(&json!({ "decline": false }), false, None);
    let question = &survey.questions()[0];
    let copy = |answer| {
        let mut generator = ChaCha20Rng::seed_from_u64(12);
        survey.randomize(&[answer], &mut generator).unwrap()
    };
    // Left alone is the same as ticked and taken back, to the last draw.
    let none = question.answer_set(&[]).unwrap();
    assert_eq!(copy(None), copy(Some(none)));
    let all = question.answer_set(&[0, 1]).unwrap();
    let lengths = [None, Some(all)].map(|answer| copy(answer).body(&survey).len());
    assert_eq!(lengths, [survey.body_length(); 2]);
}

#[test]
fn a_condition_sees_that_nothing_was_ticked() {
    let behind = json!({
        "id": "why", "type": "yes-no", "title": { "en": "?" },
        "condition": { "not": { "question": "drinks", "is": ["tea", "milk"] } },
    });
    let survey = survey(&json!({ "decline": false }), false, Some(behind));
    let layout = Layout::as_written(&survey);
    assert_eq!(survey.asked(&layout, &[None, None]), [true, true]);
    let tea = survey.questions()[0].answer_set(&[0]).ok();
    assert_eq!(survey.asked(&layout, &[tea, None]), [true, false]);
}
