//! Where a respondent is in a survey: a pure state machine, with no browser in it.
//!
//! The true answers live here and nowhere else. They are dropped in the same step that takes
//! in the scrambled copy.

mod action;
mod answers;
mod pages;
mod problem;
mod screen;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use sotto_survey::{Answer, Layout, Survey};

pub(crate) use self::{
    action::{Action, Typed},
    problem::Problem,
    screen::{Failure, Screen},
};
use crate::{
    outbox::Outcome,
    survey::{ScrambledCopy, search::Search},
};

/// Where a respondent is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    screen: Screen,
    answers: Vec<Option<Answer>>,
    /// What stands in the fields for numbers, or was left in those to search in, by question.
    typed: Vec<Vec<Typed>>,
    /// Whether each question is asked, given the answers.
    asked: Vec<bool>,
    /// Which questions this respondent is asked, and in which order everything is shown.
    layout: Rc<Layout>,
    /// The place of the page that is shown in that order.
    page: usize,
    /// Whether the review was reached, so that there is a short way back to it.
    reviewed: bool,
    problems: Vec<(usize, Problem)>,
    search: Option<Search>,
    copy: Option<ScrambledCopy>,
    failed_attempts: u32,
}

impl State {
    /// The beginning.
    #[must_use]
    pub(crate) fn new(survey: &Survey, layout: &Rc<Layout>) -> Self {
        let count = survey.questions().len();
        let answers = vec![None; count];
        Self {
            screen: Screen::Form,
            asked: survey.asked(layout, &answers),
            answers,
            typed: vec![Vec::new(); count],
            layout: Rc::clone(layout),
            page: 0,
            reviewed: false,
            problems: Vec::new(),
            search: None,
            copy: None,
            failed_attempts: 0,
        }
    }

    /// What happens next. An action that does not belong to the screen (the second click of a
    /// double click, say) changes nothing.
    pub(crate) fn apply(&mut self, action: Action, survey: &Survey) {
        match (&self.screen, action) {
            (Screen::Form, Action::Choose { question, answer }) => {
                self.choose(survey, question, answer);
            }
            (
                Screen::Form,
                Action::Type {
                    question,
                    field,
                    text,
                },
            ) => {
                self.type_in(survey, question, field, text);
            }
            (Screen::Form, Action::Next) => {
                self.problems =
                    self.problems_of(survey, |index| self.page_of(survey, index) == self.page);
                if self.problems.is_empty() {
                    self.turn(survey, true);
                }
            }
            (Screen::Form, Action::Review) => {
                self.problems = self.problems_of(survey, |_| true);
                if let Some(&(index, _)) = self.problems.first() {
                    self.page = self.page_of(survey, index);
                } else {
                    self.screen = Screen::Review;
                    self.reviewed = true;
                }
            }
            (Screen::Form, Action::Back) => {
                self.problems.clear();
                self.turn(survey, false);
            }
            (Screen::Form | Screen::Review, Action::GoTo(question)) => {
                self.screen = Screen::Form;
                self.page = self.page_of(survey, question);
            }
            (Screen::Review | Screen::Failure(Failure::NoRandomness), Action::Back) => {
                self.screen = Screen::Form;
            }
            (Screen::Form | Screen::Review, Action::NoRandomness) => {
                self.screen = Screen::Failure(Failure::NoRandomness);
            }
            (Screen::Form | Screen::Review, Action::Copied(copy)) if self.copy.is_none() => {
                // With them goes all that was typed or looked for.
                *self = Self::new(survey, &self.layout);
                self.screen = if copy.kept.sent {
                    Screen::Receipt
                } else {
                    Screen::Sending
                };
                self.copy = Some(*copy);
            }
            (
                Screen::Sending | Screen::Failure(Failure::Unreachable { .. }),
                Action::Posted(outcome),
            ) => {
                self.post_ended(outcome);
            }
            (
                Screen::Failure(Failure::Unreachable { .. } | Failure::Refused { .. }),
                Action::Retry,
            ) => {
                self.screen = Screen::Sending;
            }
            (Screen::Receipt | Screen::Failure(_), Action::Forgotten) => {
                *self = Self::new(survey, &self.layout);
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
            Outcome::Unreachable { faulty } => {
                self.failed_attempts = self.failed_attempts.saturating_add(1);
                Screen::Failure(Failure::Unreachable { faulty })
            }
            Outcome::Refused { status, problem } => {
                Screen::Failure(Failure::Refused { status, problem })
            }
        };
    }

    /// What the respondent sees.
    #[must_use]
    pub(crate) const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// One answer for each question; all `None` once there is a copy.
    #[must_use]
    pub(crate) fn answers(&self) -> &[Option<Answer>] {
        &self.answers
    }

    /// Whether a question is asked, given the answers so far.
    #[must_use]
    pub(crate) fn asks(&self, question: usize) -> bool {
        self.asked.get(question).is_some_and(|asked| *asked)
    }

    /// Whether the answers were reviewed before.
    #[must_use]
    pub(crate) const fn reviewed(&self) -> bool {
        self.reviewed
    }

    /// The search in a question's options, while there is one.
    #[must_use]
    pub(crate) const fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }

    /// The same, to be changed.
    pub(crate) const fn search_mut(&mut self) -> &mut Option<Search> {
        &mut self.search
    }

    /// Which questions this respondent is asked, and in which order everything is shown.
    #[must_use]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The scrambled copy, once there is one.
    #[must_use]
    pub(crate) const fn copy(&self) -> Option<&ScrambledCopy> {
        self.copy.as_ref()
    }

    /// How many posts have found nobody.
    #[must_use]
    pub(crate) const fn failed_attempts(&self) -> u32 {
        self.failed_attempts
    }
}
