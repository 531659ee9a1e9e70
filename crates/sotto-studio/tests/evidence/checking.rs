//! Faults are told where they are.

use sotto_studio::{Checked, Draft, Edit, Place, Setting, Words, apply, check, line_of};
use sotto_survey::{FaultCause, Json, QuestionType};

use crate::texts;

fn exams() -> Draft {
    Draft::of_text(texts().nth(4).unwrap())
}

#[test]
fn a_new_question_says_what_it_lacks() {
    let draft = exams();
    let count = draft.questions().len();
    let edit = Edit::AddQuestion {
        question_type: QuestionType::YesNo,
        index: count,
    };
    let draft = apply(&draft, &edit);
    let checked = check(&draft);
    let causes: Vec<_> = checked
        .of_question(count)
        .map(|fault| &fault.cause)
        .collect();
    assert_eq!(causes, [&FaultCause::Untranslated("en".to_owned())]);
    assert_eq!(checked.of_survey().count(), 0);
    let words = Edit::SetWords {
        place: Place::Question(count),
        words: Words::Title,
        language: "en".to_owned(),
        text: "Is it fair?".to_owned(),
    };
    assert!(check(&apply(&draft, &words)).survey().is_some());
}

#[test]
fn what_cannot_be_a_number_stays_as_it_was_typed() {
    let epsilon = Edit::Set {
        place: Place::Survey,
        setting: Setting::Epsilon,
        value: Some(Json::Text("strong".to_owned())),
    };
    let draft = apply(&exams(), &epsilon);
    assert_eq!(draft.typed(Setting::Epsilon), "strong");
    let checked = check(&draft);
    let fault = checked.of_survey().next().unwrap();
    assert_eq!(fault.pointer, "/epsilon");
    let line = line_of(&draft.written(), &fault.pointer);
    let written = draft.written();
    assert!(written.lines().nth(line - 1).unwrap().contains("strong"));
}

#[test]
fn text_that_is_not_json_has_a_line() {
    let draft = Draft::of_text("{\n  \"sotto\": 1,\n  oops\n}");
    let Checked::NotJson { line, sentence } = check(&draft) else {
        panic!("it is not JSON");
    };
    assert_eq!(line, 3);
    assert!(!sentence.contains("line"), "{sentence}");
    assert!(matches!(check(&Draft::of_text("[]")), Checked::Faults(_)));
}

#[test]
fn a_condition_with_nothing_ticked_is_a_fault() {
    let draft = exams();
    let count = draft.questions().len();
    let last = count - 1;
    let earlier = draft.questions().next().unwrap().id().to_owned();
    let condition = |is: &[&str]| {
        let is = is.iter().map(|one| Json::Text((*one).to_owned()));
        Edit::SetCondition {
            question: last,
            condition: Some(Json::Object(vec![
                ("question".to_owned(), Json::Text(earlier.clone())),
                ("is".to_owned(), Json::List(is.collect())),
            ])),
        }
    };
    let checked = check(&apply(&draft, &condition(&[])));
    let faults: Vec<_> = checked.of_question(last).collect();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].cause, FaultCause::NothingListed);
    assert!(faults[0].pointer.ends_with("/condition/is"), "{faults:?}");
    let category = draft.question(0).unwrap().categories().unwrap();
    let ticked = apply(&draft, &condition(&[&category[0]]));
    assert!(check(&ticked).survey().is_some(), "{:?}", check(&ticked));
}
