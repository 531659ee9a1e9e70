//! The state machine without a browser: answers given and taken back, then pages, then sending.

mod pages;
mod sending;

use std::rc::Rc;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_survey::{Layout, Survey};

use super::{Action, Problem, Screen, State};
use crate::{outbox::Kept, survey::ScrambledCopy};

fn survey() -> Survey {
    let file = include_str!("../../../../../../www/surveys/census.json");
    serde_json::from_str(file).expect("the sample survey is valid")
}

/// The beginning of a survey that is shown as it is written.
fn begin(survey: &Survey) -> State {
    State::new(survey, &Rc::new(Layout::as_written(survey)))
}

fn choose(survey: &Survey, question: usize, category: u32) -> Action {
    let answer = survey.questions()[question].answer(category).ok();
    Action::Choose { question, answer }
}

/// The copy that the answers of `state` would become.
fn copy(survey: &Survey, state: &State) -> Action {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let submission = survey.randomize(state.answers(), &mut rng).unwrap();
    Action::Copied(Box::new(ScrambledCopy {
        kept: Kept {
            body: submission.body(survey),
            sent: false,
        },
        report_id: submission.report_id().to_string(),
        reports: submission.into_reports(),
        stored: true,
        in_place: false,
    }))
}

#[test]
fn a_question_that_cannot_be_declined_must_be_answered() {
    let survey = survey();
    let mut state = begin(&survey);
    state.apply(Action::Review, &survey);
    let missing = [(0, Problem::Missing)];
    assert_eq!(
        (state.screen(), state.problems()),
        (&Screen::Form, &missing[..])
    );
    // Answering takes the complaint away; the others may be skipped.
    state.apply(choose(&survey, 0, 0), &survey);
    assert_eq!(state.problems(), []);
    state.apply(Action::Review, &survey);
    assert_eq!(*state.screen(), Screen::Review);
}

#[test]
fn back_keeps_the_answers_and_a_choice_can_be_changed() {
    let survey = survey();
    let mut state = begin(&survey);
    for category in [0, 1] {
        state.apply(choose(&survey, 0, category), &survey);
    }
    state.apply(Action::Review, &survey);
    state.apply(Action::Back, &survey);
    assert_eq!(*state.screen(), Screen::Form);
    let no = survey.questions()[0].answer(1).unwrap();
    assert!(state.answers()[0] == Some(no));
}

#[test]
fn the_debug_form_does_not_tell() {
    let survey = survey();
    let shown = |category| {
        let mut state = begin(&survey);
        state.apply(choose(&survey, 1, category), &survey);
        format!("{state:?}")
    };
    assert_eq!(shown(0), shown(5));
}
