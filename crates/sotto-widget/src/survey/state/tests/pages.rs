//! Pages, what is typed, and the way from the review to a question and back.

use std::rc::Rc;

use sotto_survey::{Layout, Survey};

use super::{State, begin, choose};
use crate::survey::{Action, Problem, Screen, Typed};

/// Two pages: whether somebody smokes and if so how much, then hours of sleep and a matrix.
fn paged() -> Survey {
    let file = r#"{ "sotto": 1, "id": "paged", "version": 1, "title": { "en": "Pages" },
        "languages": ["en"], "plan": "fixed", "epsilon": "6", "questions": [
        { "id": "smokes", "type": "yes-no", "title": { "en": "?" }, "epsilon": "1",
          "decline": false },
        { "id": "much", "type": "single-choice", "title": { "en": "?" }, "epsilon": "1",
          "required": true, "condition": { "question": "smokes", "is": ["yes"] },
          "options": [{ "id": "a", "title": { "en": "A" } }, { "id": "b", "title": { "en": "B" } }] },
        { "id": "more", "type": "statement", "title": { "en": "!" },
          "condition": { "question": "smokes", "is": ["yes"] } },
        { "id": "sleep", "type": "number", "title": { "en": "?" }, "epsilon": "1",
          "min": 0, "max": 24, "step": 0.5, "decline": false },
        { "id": "rows", "type": "matrix", "title": { "en": "?" }, "epsilon": "2",
          "required": true, "decline": false,
          "rows": [{ "id": "x", "title": { "en": "X" } }, { "id": "y", "title": { "en": "Y" } }],
          "options": [{ "id": "a", "title": { "en": "A" } }, { "id": "b", "title": { "en": "B" } }] }
        ], "pages": [{ "questions": ["smokes", "much"] }, { "questions": ["more"] },
          { "questions": ["sleep", "rows"] }] }"#;
    serde_json::from_str(file).expect("a valid survey")
}

fn type_in(question: usize, text: &str) -> Action {
    Action::Type {
        question,
        field: 0,
        text: Typed(text.to_owned()),
    }
}

#[test]
fn a_page_is_left_when_nothing_on_it_is_lacking() {
    let survey = paged();
    let mut state = begin(&survey);
    assert_eq!(
        [0, 1, 2].map(|question| state.asks(question)),
        [true, false, false]
    );
    assert!(!state.is_last_page(&survey));
    state.apply(Action::Next, &survey);
    assert_eq!(
        (state.page(), state.problems()),
        (0, &[(0, Problem::Missing)][..])
    );
    // Yes opens another question on this page, and the next page.
    state.apply(choose(&survey, 0, 0), &survey);
    assert!(state.asks(1) && state.asks(2));
    state.apply(Action::Next, &survey);
    assert_eq!(
        (state.page(), state.problems()),
        (0, &[(1, Problem::Missing)][..])
    );
    state.apply(choose(&survey, 1, 0), &survey);
    state.apply(Action::Next, &survey);
    assert_eq!(state.page(), 1);
    state.apply(Action::Back, &survey);
    assert_eq!(state.page(), 0);
    // No closes them again: the page between is passed over, there and back.
    state.apply(choose(&survey, 0, 1), &survey);
    state.apply(Action::Next, &survey);
    assert_eq!(state.page(), 2);
    assert!(state.is_last_page(&survey));
    state.apply(Action::Back, &survey);
    assert_eq!(state.page(), 0);
    // Back from the first page is nowhere.
    state.apply(Action::Back, &survey);
    assert_eq!((state.page(), state.screen()), (0, &Screen::Form));
}

#[test]
fn what_is_typed_is_an_answer_only_if_it_is_a_number_of_the_grid() {
    let survey = paged();
    let mut state = begin(&survey);
    state.apply(choose(&survey, 0, 1), &survey);
    state.apply(Action::Next, &survey);
    for (text, answered) in [
        ("7.5", true),
        ("7,5", true),
        ("7.3", false),
        ("x", false),
        ("", false),
    ] {
        state.apply(type_in(3, text), &survey);
        assert_eq!(state.answers()[3].is_some(), answered, "{text}");
        assert_eq!(state.typed(3, 0), text);
    }
    state.apply(Action::Review, &survey);
    assert_eq!(
        state.problems(),
        [(3, Problem::Missing), (4, Problem::Missing)]
    );
    state.apply(type_in(3, "25"), &survey);
    let row = survey.questions()[4].with_row(None, 1, 0).ok();
    state.apply(
        Action::Choose {
            question: 4,
            answer: row,
        },
        &survey,
    );
    state.apply(Action::Review, &survey);
    assert_eq!(
        state.problems(),
        [(3, Problem::Range(0)), (4, Problem::Row(0))]
    );
    assert!(!format!("{state:?}").contains("25"));
}

#[test]
fn from_the_review_to_a_question_and_back() {
    let survey = paged();
    let mut state = begin(&survey);
    state.apply(choose(&survey, 0, 1), &survey);
    state.apply(type_in(3, "8"), &survey);
    let rows = survey.questions()[4].answer_rows(&[Some(0), Some(1)]).ok();
    state.apply(
        Action::Choose {
            question: 4,
            answer: rows,
        },
        &survey,
    );
    state.apply(Action::Review, &survey);
    assert_eq!(*state.screen(), Screen::Review);
    state.apply(Action::GoTo(0), &survey);
    assert_eq!(
        (state.screen(), state.page(), state.reviewed()),
        (&Screen::Form, 0, true)
    );
    // A new answer asks for more: the review leads to where it is lacking.
    state.apply(choose(&survey, 0, 0), &survey);
    state.apply(Action::Review, &survey);
    assert_eq!(
        (state.page(), state.problems()),
        (0, &[(1, Problem::Missing)][..])
    );
    state.apply(choose(&survey, 1, 1), &survey);
    state.apply(Action::Review, &survey);
    assert_eq!(*state.screen(), Screen::Review);
}

#[test]
fn in_steps_each_question_that_is_asked_has_a_page_of_its_own() {
    let survey = paged();
    let layout = Layout::as_written(&survey).in_steps(true);
    let mut state = State::new(&survey, &Rc::new(layout));
    let count = state.pages(&survey).len();
    assert_eq!(count, survey.questions().len());
    // A step is left once nothing on it is lacking, whatever comes after it.
    state.apply(Action::Next, &survey);
    assert_eq!(
        (state.page(), state.problems()),
        (0, &[(0, Problem::Missing)][..])
    );
    state.apply(choose(&survey, 0, 1), &survey);
    state.apply(Action::Next, &survey);
    // The two that are asked of those who smoke are passed over, and counted as steps all the same.
    assert_eq!((state.page(), state.pages(&survey).len()), (3, count));
    state.apply(type_in(3, "8"), &survey);
    state.apply(Action::Next, &survey);
    assert_eq!(state.page(), 4);
    assert!(state.is_last_page(&survey));
    state.apply(Action::Back, &survey);
    state.apply(Action::Back, &survey);
    assert_eq!(state.page(), 0);
}
