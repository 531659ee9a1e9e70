//! From the review to the receipt, and everything that can stand in the way.

use sotto_survey::Survey;

use super::{begin, choose, copy, survey};
use crate::{
    outbox::{Kept, Outcome},
    survey::{Action, Failure, ScrambledCopy, Screen, State},
};

fn sending(survey: &Survey) -> State {
    let mut state = begin(survey);
    state.apply(choose(survey, 0, 1), survey);
    state.apply(Action::Review, survey);
    let copied = copy(survey, &state);
    state.apply(copied, survey);
    assert_eq!(*state.screen(), Screen::Sending);
    state
}

#[test]
fn the_answers_are_gone_once_there_is_a_copy() {
    let survey = survey();
    let state = sending(&survey);
    assert!(state.answers().iter().all(Option::is_none));
    assert!(state.copy().is_some());
    assert!(!state.reviewed());
}

#[test]
fn there_is_never_a_second_copy() {
    let survey = survey();
    let mut state = sending(&survey);
    let first = state.copy().cloned();
    let mut another = begin(&survey);
    another.apply(choose(&survey, 0, 0), &survey);
    let second = copy(&survey, &another);
    for action in [second.clone(), Action::Back, Action::Review, second] {
        state.apply(action, &survey);
    }
    assert_eq!(state.copy().cloned(), first);
    assert_eq!(*state.screen(), Screen::Sending);
}

#[test]
fn without_randomness_nothing_is_sent_and_nothing_lost() {
    let survey = survey();
    let mut state = begin(&survey);
    state.apply(choose(&survey, 0, 1), &survey);
    state.apply(Action::Review, &survey);
    state.apply(Action::NoRandomness, &survey);
    assert_eq!(*state.screen(), Screen::Failure(Failure::NoRandomness));
    state.apply(Action::Retry, &survey);
    assert_eq!(*state.screen(), Screen::Failure(Failure::NoRandomness));
    assert_eq!(state.copy(), None);
    state.apply(Action::Back, &survey);
    assert!(state.answers()[0].is_some());
}

#[test]
fn a_failed_post_is_tried_again_with_the_same_bytes() {
    let survey = survey();
    let mut state = sending(&survey);
    let body = |state: &State| state.copy().map(|copy| copy.kept.body.clone());
    let first = body(&state);
    for attempt in 1..=3 {
        state.apply(
            Action::Posted(Outcome::Unreachable { faulty: false }),
            &survey,
        );
        assert_eq!(
            *state.screen(),
            Screen::Failure(Failure::Unreachable { faulty: false })
        );
        assert_eq!(state.failed_attempts(), attempt);
        state.apply(Action::Retry, &survey);
        assert_eq!(*state.screen(), Screen::Sending);
    }
    state.apply(Action::Posted(Outcome::Counted { status: 200 }), &survey);
    assert_eq!(*state.screen(), Screen::Receipt);
    assert_eq!(body(&state), first);
    assert!(state.copy().is_some_and(|copy| copy.kept.sent));
}

#[test]
fn what_is_tried_again_by_itself_changes_the_screen_only_when_it_is_decided() {
    let survey = survey();
    let mut state = sending(&survey);
    for attempts in 1..=2 {
        state.apply(
            Action::Posted(Outcome::Unreachable { faulty: false }),
            &survey,
        );
        assert_eq!(
            *state.screen(),
            Screen::Failure(Failure::Unreachable { faulty: false })
        );
        assert_eq!(state.failed_attempts(), attempts);
    }
    state.apply(Action::Posted(Outcome::Counted { status: 201 }), &survey);
    assert_eq!(*state.screen(), Screen::Receipt);
    // Another attempt that was under way finds nothing to decide.
    state.apply(
        Action::Posted(Outcome::Unreachable { faulty: false }),
        &survey,
    );
    assert_eq!(*state.screen(), Screen::Receipt);
}

#[test]
fn a_refusal_keeps_the_copy() {
    let survey = survey();
    let mut state = sending(&survey);
    let (status, problem) = (409, "wrong-version".to_owned());
    let refused = Outcome::Refused {
        status,
        problem: problem.clone(),
    };
    state.apply(Action::Posted(refused), &survey);
    assert_eq!(
        *state.screen(),
        Screen::Failure(Failure::Refused { status, problem })
    );
    assert!(state.copy().is_some_and(|copy| !copy.kept.sent));
}

#[test]
fn a_returning_visitor_sees_the_receipt_or_sends_what_is_kept() {
    let survey = survey();
    for (sent, screen) in [(true, Screen::Receipt), (false, Screen::Sending)] {
        let mut state = begin(&survey);
        let found = ScrambledCopy {
            kept: Kept {
                body: String::new(),
                sent,
            },
            report_id: String::new(),
            reports: Vec::new(),
            stored: true,
            in_place: false,
        };
        state.apply(Action::Copied(Box::new(found)), &survey);
        assert_eq!(*state.screen(), screen);
    }
}

#[test]
fn forgetting_starts_over() {
    let survey = survey();
    let mut state = sending(&survey);
    state.apply(Action::Forgotten, &survey);
    assert_eq!(*state.screen(), Screen::Sending);
    state.apply(Action::Posted(Outcome::Counted { status: 201 }), &survey);
    state.apply(Action::Forgotten, &survey);
    assert_eq!(state, begin(&survey));
}
