//! Where a respondent is in a survey: a pure state machine, with no browser in it.
//!
//! The true answers live here and in no other place. They are dropped in the same step that takes
//! in the scrambled copy.

use sotto_survey::{Answer, Survey};

use crate::{outbox::Outcome, survey::ScrambledCopy};

/// What the respondent sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The questions.
    Form,
    /// The answers once more, before anything happens to them.
    Review,
    /// The copy is on its way.
    Sending,
    /// The copy has arrived.
    Receipt,
    /// Something stands in the way.
    Failure(Failure),
}

impl Screen {
    /// A stable name, for pages and tests.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Review => "review",
            Self::Sending => "sending",
            Self::Receipt => "receipt",
            Self::Failure(_) => "failure",
        }
    }
}

/// What can stand in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No copy could be made, for want of randomness; the answers are still here.
    NoRandomness,
    /// The collector does not answer; the copy is kept, and tried again.
    Unreachable,
    /// The collector does not take the copy.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The collector's own words; may be empty.
        detail: String,
    },
}

impl Failure {
    /// A stable name, for pages and tests.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NoRandomness => "randomness",
            Self::Unreachable => "unreachable",
            Self::Refused { .. } => "refused",
        }
    }
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// An option was chosen.
    Choose {
        /// The place of the question.
        question: usize,
        /// The choice.
        answer: Answer,
    },
    /// The form was handed in.
    Review,
    /// Back to the form.
    Back,
    /// No copy can be made.
    NoRandomness,
    /// A copy was made, or one of an earlier visit was found.
    Copied(Box<ScrambledCopy>),
    /// A post ended.
    Posted(Outcome),
    /// The same bytes are to be posted again.
    Retry,
}

/// Where a respondent is.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    screen: Screen,
    answers: Vec<Option<Answer>>,
    missing: Vec<usize>,
    copy: Option<ScrambledCopy>,
    failed_attempts: u32,
}

impl State {
    /// The beginning.
    #[must_use]
    pub fn new(survey: &Survey) -> Self {
        Self {
            screen: Screen::Form,
            answers: vec![None; survey.questions().len()],
            missing: Vec::new(),
            copy: None,
            failed_attempts: 0,
        }
    }

    /// What happens next. An action that does not belong to the screen (the second click of a
    /// double click, say) changes nothing.
    pub fn apply(&mut self, action: Action, survey: &Survey) {
        match (&self.screen, action) {
            (Screen::Form, Action::Choose { question, answer }) => {
                if let Some(place) = self.answers.get_mut(question) {
                    *place = Some(answer);
                    self.missing.retain(|&missing| missing != question);
                }
            }
            (Screen::Form, Action::Review) => {
                self.missing = self.unanswered(survey);
                if self.missing.is_empty() {
                    self.screen = Screen::Review;
                }
            }
            (Screen::Review | Screen::Failure(Failure::NoRandomness), Action::Back) => {
                self.screen = Screen::Form;
            }
            (Screen::Review, Action::NoRandomness) => {
                self.screen = Screen::Failure(Failure::NoRandomness);
            }
            (Screen::Form | Screen::Review, Action::Copied(copy)) if self.copy.is_none() => {
                self.answers.fill(None);
                self.screen = if copy.kept.sent {
                    Screen::Receipt
                } else {
                    Screen::Sending
                };
                self.copy = Some(*copy);
            }
            (Screen::Sending, Action::Posted(outcome)) => self.post_ended(outcome),
            (Screen::Failure(Failure::Unreachable | Failure::Refused { .. }), Action::Retry) => {
                self.screen = Screen::Sending;
            }
            _ => {}
        }
    }

    fn post_ended(&mut self, outcome: Outcome) {
        self.screen = match outcome {
            Outcome::Counted { .. } => {
                if let Some(copy) = &mut self.copy {
                    copy.kept.sent = true;
                }
                Screen::Receipt
            }
            Outcome::Unreachable => {
                self.failed_attempts = self.failed_attempts.saturating_add(1);
                Screen::Failure(Failure::Unreachable)
            }
            Outcome::Refused { status, detail } => {
                Screen::Failure(Failure::Refused { status, detail })
            }
        };
    }

    /// The questions that need an answer and have none.
    fn unanswered(&self, survey: &Survey) -> Vec<usize> {
        survey
            .questions()
            .iter()
            .zip(&self.answers)
            .enumerate()
            .filter(|(_, (question, answer))| answer.is_none() && !question.offers_decline())
            .map(|(place, _)| place)
            .collect()
    }

    /// What the respondent sees.
    #[must_use]
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// One answer for each question; all `None` once there is a copy.
    #[must_use]
    pub fn answers(&self) -> &[Option<Answer>] {
        &self.answers
    }

    /// The places of the questions that were found unanswered.
    #[must_use]
    pub fn missing(&self) -> &[usize] {
        &self.missing
    }

    /// The scrambled copy, once there is one.
    #[must_use]
    pub const fn copy(&self) -> Option<&ScrambledCopy> {
        self.copy.as_ref()
    }

    /// How many posts have found nobody.
    #[must_use]
    pub const fn failed_attempts(&self) -> u32 {
        self.failed_attempts
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    use super::*;
    use crate::outbox::Kept;

    fn survey() -> Survey {
        let file = include_str!("../../www/surveys/census.json");
        serde_json::from_str(file).expect("the sample survey is valid")
    }

    fn choose(survey: &Survey, question: usize, category: u32) -> Action {
        let answer = survey.questions()[question].answer(category).unwrap();
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
            reports: vec![submission.reports().to_vec()],
            stored: true,
        }))
    }

    fn sending(survey: &Survey) -> State {
        let mut state = State::new(survey);
        state.apply(choose(survey, 0, 1), survey);
        state.apply(Action::Review, survey);
        let copied = copy(survey, &state);
        state.apply(copied, survey);
        assert_eq!(*state.screen(), Screen::Sending);
        state
    }

    #[test]
    fn a_question_that_cannot_be_declined_must_be_answered() {
        let survey = survey();
        let mut state = State::new(&survey);
        state.apply(Action::Review, &survey);
        assert_eq!((state.screen(), state.missing()), (&Screen::Form, &[0][..]));
        // Answering takes the complaint away; the others may be skipped.
        state.apply(choose(&survey, 0, 0), &survey);
        assert_eq!(state.missing(), [0; 0]);
        state.apply(Action::Review, &survey);
        assert_eq!(*state.screen(), Screen::Review);
    }

    #[test]
    fn back_keeps_the_answers_and_a_choice_can_be_changed() {
        let survey = survey();
        let mut state = State::new(&survey);
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
    fn the_answers_are_gone_once_there_is_a_copy() {
        let survey = survey();
        let state = sending(&survey);
        assert!(state.answers().iter().all(Option::is_none));
        assert!(state.copy().is_some());
    }

    #[test]
    fn there_is_never_a_second_copy() {
        let survey = survey();
        let mut state = sending(&survey);
        let first = state.copy().cloned();
        let mut another = State::new(&survey);
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
        let mut state = State::new(&survey);
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
            state.apply(Action::Posted(Outcome::Unreachable), &survey);
            assert_eq!(*state.screen(), Screen::Failure(Failure::Unreachable));
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
    fn a_refusal_keeps_the_copy() {
        let survey = survey();
        let mut state = sending(&survey);
        let (status, detail) = (409, "another version".to_owned());
        let refused = Outcome::Refused {
            status,
            detail: detail.clone(),
        };
        state.apply(Action::Posted(refused), &survey);
        assert_eq!(
            *state.screen(),
            Screen::Failure(Failure::Refused { status, detail })
        );
        assert!(state.copy().is_some_and(|copy| !copy.kept.sent));
    }

    #[test]
    fn a_returning_visitor_sees_the_receipt_or_sends_what_is_kept() {
        let survey = survey();
        for (sent, screen) in [(true, Screen::Receipt), (false, Screen::Sending)] {
            let mut state = State::new(&survey);
            let found = ScrambledCopy {
                kept: Kept {
                    body: String::new(),
                    sent,
                },
                report_id: String::new(),
                reports: Vec::new(),
                stored: true,
            };
            state.apply(Action::Copied(Box::new(found)), &survey);
            assert_eq!(*state.screen(), screen);
        }
    }

    #[test]
    fn the_debug_form_does_not_tell() {
        let survey = survey();
        let shown = |category| {
            let mut state = State::new(&survey);
            state.apply(choose(&survey, 1, category), &survey);
            format!("{state:?}")
        };
        assert_eq!(shown(0), shown(5));
    }
}
