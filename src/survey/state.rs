//! Where a respondent is in a survey: a pure state machine, with no browser in it.
//!
//! The true answers live here and in no other place. They are dropped in the same step that takes
//! in the scrambled copy.

use std::fmt;

use sotto_survey::{Answer, AnswerError, Question, QuestionKind, Survey};

use crate::{
    outbox::Outcome,
    survey::{ScrambledCopy, number_text::number, search::Search},
};

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

/// What a question still lacks before it can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// An answer.
    Missing,
    /// At least so many options.
    TooFew(u32),
    /// At most so many options.
    TooMany(u32),
    /// An answer in that row.
    Row(usize),
    /// A number in that field.
    Field(usize),
    /// In that field a number that can be answered.
    Range(usize),
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// A question was answered.
    Choose {
        /// The place of the question.
        question: usize,
        /// The answer; `None` when it was taken back.
        answer: Option<Answer>,
    },
    /// Something stands in a field for a number. It may be one or not: it is not printed.
    Type {
        /// The place of the question.
        question: usize,
        /// The place of the field.
        field: usize,
        /// What stands there.
        text: Typed,
    },
    /// A page was filled in.
    Next,
    /// The form was handed in.
    Review,
    /// Back to the page before.
    Back,
    /// To the page of a question.
    GoTo(usize),
    /// No copy can be made.
    NoRandomness,
    /// A copy was made, or one of an earlier visit was found.
    Copied(Box<ScrambledCopy>),
    /// A post ended.
    Posted(Outcome),
    /// The same bytes are to be posted again.
    Retry,
    /// The copy was forgotten on this device.
    Forgotten,
}

/// What was typed. Its debug form does not tell.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Typed(pub String);

impl fmt::Debug for Typed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Typed(..)")
    }
}

/// Where a respondent is.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    screen: Screen,
    answers: Vec<Option<Answer>>,
    /// What stands in the fields for numbers, by question.
    typed: Vec<Vec<Typed>>,
    /// Whether each question is asked, given the answers.
    asked: Vec<bool>,
    page: usize,
    /// Whether the review was reached, so that there is a short way back to it.
    reviewed: bool,
    problems: Vec<(usize, Problem)>,
    search: Option<Search>,
    copy: Option<ScrambledCopy>,
    failed_attempts: u32,
}

/// The place of the page on which a question stands.
fn page_of(survey: &Survey, question: usize) -> usize {
    let mut pages = survey.pages().into_iter();
    let page = pages.position(|page| page.questions.contains(&question));
    page.unwrap_or_default()
}

impl State {
    /// The beginning.
    #[must_use]
    pub fn new(survey: &Survey) -> Self {
        let count = survey.questions().len();
        let answers = vec![None; count];
        Self {
            screen: Screen::Form,
            asked: survey.asked(&answers),
            answers,
            typed: vec![Vec::new(); count],
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
    pub fn apply(&mut self, action: Action, survey: &Survey) {
        match (&self.screen, action) {
            (Screen::Form, Action::Choose { question, answer }) => {
                self.set(survey, question, answer);
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
                    self.problems_of(survey, |place| page_of(survey, place) == self.page);
                if self.problems.is_empty() {
                    self.turn(survey, true);
                }
            }
            (Screen::Form, Action::Review) => {
                self.problems = self.problems_of(survey, |_| true);
                if let Some(&(place, _)) = self.problems.first() {
                    self.page = page_of(survey, place);
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
                self.page = page_of(survey, question);
            }
            (Screen::Review | Screen::Failure(Failure::NoRandomness), Action::Back) => {
                self.screen = Screen::Form;
            }
            (Screen::Review, Action::NoRandomness) => {
                self.screen = Screen::Failure(Failure::NoRandomness);
            }
            (Screen::Form | Screen::Review, Action::Copied(copy)) if self.copy.is_none() => {
                // With them goes all that was typed or looked for.
                *self = Self::new(survey);
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
            (Screen::Receipt | Screen::Failure(_), Action::Forgotten) => *self = Self::new(survey),
            _ => {}
        }
    }

    fn set(&mut self, survey: &Survey, question: usize, answer: Option<Answer>) {
        if let Some(place) = self.answers.get_mut(question) {
            *place = answer;
            self.asked = survey.asked(&self.answers);
            self.problems.retain(|(place, _)| *place != question);
        }
        // Whoever declines has nothing typed.
        let is_declined = self.is_declined(survey, question);
        if let Some(typed) = self.typed.get_mut(question).filter(|_| is_declined) {
            typed.clear();
        }
    }

    fn is_declined(&self, survey: &Survey, question: usize) -> bool {
        let answer = self.answers.get(question).and_then(Option::as_ref);
        let asked = survey.questions().get(question);
        asked
            .zip(answer)
            .is_some_and(|(question, answer)| question.is_declined(answer))
    }

    /// Reads what was typed, if it is a number; what is none is no answer, and a problem in time.
    fn type_in(&mut self, survey: &Survey, place: usize, field: usize, text: Typed) {
        let Some(question) = survey.questions().get(place) else {
            return;
        };
        let grids = question.kind().grids();
        let Some(typed) = self.typed.get_mut(place).filter(|_| field < grids.len()) else {
            return;
        };
        typed.resize(grids.len(), Typed::default());
        if let Some(place) = typed.get_mut(field) {
            *place = text;
        }
        let numbers: Vec<_> = grids
            .iter()
            .zip(&*typed)
            .map(|(grid, text)| number(&text.0, grid))
            .collect();
        let answer = match (question.kind(), &numbers[..]) {
            (QuestionKind::Numbers(_), _) if typed.iter().all(|text| text.0.is_empty()) => None,
            (QuestionKind::Numbers(_), numbers) => question.answer_numbers(numbers).ok(),
            (_, [Some(number)]) => question.answer_number(*number).ok(),
            _ => None,
        };
        self.set(survey, place, answer);
    }

    /// To the next page on which something is asked, or the one before.
    fn turn(&mut self, survey: &Survey, forward: bool) {
        let pages = survey.pages();
        let is_open = |page: &usize| {
            let page = pages.get(*page);
            page.is_some_and(|page| page.questions.clone().any(|place| self.asks(place)))
        };
        let page = if forward {
            (self.page + 1..pages.len()).find(is_open)
        } else {
            (0..self.page).rev().find(is_open)
        };
        if let Some(page) = page {
            self.page = page;
        }
    }

    /// What is still lacking on the pages wanted.
    fn problems_of(
        &self,
        survey: &Survey,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<(usize, Problem)> {
        let questions = survey.questions().iter().enumerate();
        let asked = questions.filter(|(place, _)| wanted(*place) && self.asked[*place]);
        asked
            .filter_map(|(place, question)| Some((place, self.problem(place, question)?)))
            .collect()
    }

    fn problem(&self, place: usize, question: &Question) -> Option<Problem> {
        let grids = question.kind().grids();
        let unusable = grids.iter().enumerate().position(|(field, grid)| {
            let text = self.typed(place, field);
            !text.is_empty() && number(text, grid).is_none()
        });
        if let Some(field) = unusable {
            return Some(Problem::Range(field));
        }
        match question.check(self.answers.get(place)?.as_ref()) {
            Ok(()) => None,
            Err(AnswerError::TooFew(count)) => Some(Problem::TooFew(count)),
            Err(AnswerError::TooMany(count)) => Some(Problem::TooMany(count)),
            Err(AnswerError::RowMissing(row)) => Some(Problem::Row(row)),
            Err(AnswerError::FieldMissing(field)) => Some(Problem::Field(field)),
            Err(_) => Some(Problem::Missing),
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

    /// What stands in a question's field for a number.
    #[must_use]
    pub fn typed(&self, question: usize, field: usize) -> &str {
        let fields = self.typed.get(question).map_or(&[][..], Vec::as_slice);
        fields.get(field).map_or("", |text| &text.0)
    }

    /// Whether a question is asked, given the answers so far.
    #[must_use]
    pub fn asks(&self, question: usize) -> bool {
        self.asked.get(question).is_some_and(|asked| *asked)
    }

    /// The page that is shown; pages count from 0.
    #[must_use]
    pub const fn page(&self) -> usize {
        self.page
    }

    /// Whether no later page has a question that is asked.
    #[must_use]
    pub fn is_last_page(&self, survey: &Survey) -> bool {
        let mut later = self.asked.iter().enumerate();
        !later.any(|(place, asked)| *asked && page_of(survey, place) > self.page)
    }

    /// Whether the answers were reviewed before.
    #[must_use]
    pub const fn reviewed(&self) -> bool {
        self.reviewed
    }

    /// What the questions were found to lack, by their places.
    #[must_use]
    pub fn problems(&self) -> &[(usize, Problem)] {
        &self.problems
    }

    /// The search in a question's options, while there is one.
    #[must_use]
    pub const fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }

    /// The same, to be changed.
    pub const fn search_mut(&mut self) -> &mut Option<Search> {
        &mut self.search
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
            reports: submission.reports().to_vec(),
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
        assert!(!state.reviewed());
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
        let mut state = State::new(&survey);
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
        let mut state = State::new(&survey);
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
        let mut state = State::new(&survey);
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
    fn forgetting_starts_over() {
        let survey = survey();
        let mut state = sending(&survey);
        state.apply(Action::Forgotten, &survey);
        assert_eq!(*state.screen(), Screen::Sending);
        state.apply(Action::Posted(Outcome::Counted { status: 201 }), &survey);
        state.apply(Action::Forgotten, &survey);
        assert_eq!(state, State::new(&survey));
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
