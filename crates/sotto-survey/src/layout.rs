//! What one respondent is shown: which arms, and in which order options, questions and pages stand, as
//! written or drawn on the device.
//!
//! It is drawn before anything is answered. Which arm was asked is sent; the order is not: answers,
//! reports and submissions know the order of the file alone.

use std::num::NonZeroU64;

use rand::CryptoRng;
use serde::Serialize;
use sotto_ldp::uniform_below;

use crate::{
    arms::Arms,
    condition::Condition,
    fault::{At, FaultCause},
    fields,
    identifier::Identifier,
    json::Json,
    kind::QuestionKind,
    question_file::{OptionFile, RowFile},
    survey::{Page, Survey},
};

/// How the elements of a list are shown; as they are written where a file does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Order))]
pub enum ListOrder {
    /// Every order is as likely as any other.
    Random,
    /// As written for one half of the respondents, the other way round for the other.
    Reversed,
}

impl ListOrder {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["random", "reversed"])?;
        [Self::Random, Self::Reversed].get(index).copied()
    }

    /// Draws an order of a list, given which of its elements are shown where they are written.
    fn draw<R: CryptoRng + ?Sized>(self, stays: &[bool], rng: &mut R) -> Vec<usize> {
        let mut order: Vec<usize> = (0..stays.len()).collect();
        let mut moving = order.clone();
        moving.retain(|&index| !stays[index]);
        let half = match self {
            Self::Reversed if below(2, rng) == 0 => 0,
            Self::Reversed => moving.len() / 2,
            Self::Random => 0,
        };
        for place in 0..half {
            order.swap(moving[place], moving[moving.len() - 1 - place]);
        }
        if self == Self::Random {
            // Fisher and Yates: the last place gets any of the elements, the one before any of the rest.
            for last in (1..moving.len()).rev() {
                order.swap(moving[last], moving[below(last + 1, rng)]);
            }
        }
        order
    }
}

fn below<R: CryptoRng + ?Sized>(bound: usize, rng: &mut R) -> usize {
    let bound = NonZeroU64::new(bound as u64).unwrap_or(NonZeroU64::MIN);
    usize::try_from(uniform_below(bound, rng)).unwrap_or_default()
}

/// What one respondent is shown of a survey, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pages: Vec<usize>,
    /// Without those that are hidden.
    questions: Vec<usize>,
    /// Those of other arms.
    hidden: Vec<usize>,
    /// For each question the order of its options, or of a matrix's rows; empty where it is as
    /// written.
    lists: Vec<Vec<usize>>,
}

impl Layout {
    /// Everything as it is written, every arm included: for answers to all questions, of which a draw
    /// decides later what is sent. Nothing is perturbed for somebody who is shown more than one arm.
    #[must_use]
    pub fn with_every_arm(survey: &Survey) -> Self {
        Self {
            questions: (0..survey.questions().len()).collect(),
            hidden: Vec::new(),
            ..Self::as_written(survey)
        }
    }

    /// Everything as it is written, and the first of all arms.
    #[must_use]
    pub fn as_written(survey: &Survey) -> Self {
        let count = survey.questions().len();
        let mut written = Self {
            pages: (0..survey.pages().len()).collect(),
            questions: (0..count).collect(),
            hidden: Vec::new(),
            lists: vec![Vec::new(); count],
        };
        for arms in survey.arms() {
            written.show_one_of(arms, 0);
        }
        written
    }

    /// Draws what the survey leaves to chance.
    #[must_use]
    pub fn drawn<R: CryptoRng + ?Sized>(survey: &Survey, rng: &mut R) -> Self {
        let mut drawn = Self::as_written(survey);
        let pages = survey.pages();
        if let Some(order) = survey.page_order() {
            let stays: Vec<bool> = pages.iter().map(|page| page.stays).collect();
            drawn.pages = order.draw(&stays, rng);
        }
        drawn.questions.clear();
        drawn.hidden.clear();
        for page in drawn.pages.iter().map(|&page| &pages[page]) {
            let first = drawn.questions.len();
            drawn.questions.extend(page.questions.clone());
            if let Some(order) = page.order {
                let shown = order.draw(&stays_on(survey, page), rng);
                let shown = shown.into_iter().map(|index| page.questions.start + index);
                drawn.questions.truncate(first);
                drawn.questions.extend(shown);
            }
        }
        for arms in survey.arms() {
            drawn.show_one_of(arms, below(arms.questions().len(), rng));
        }
        for (list, question) in drawn.lists.iter_mut().zip(survey.questions()) {
            if let Some(order) = question.order() {
                let mut stays = Vec::new();
                each_element(question.kind(), &mut |id, is_exclusive| {
                    stays.push(is_exclusive || question.pinned().contains(id));
                });
                *list = order.draw(&stays, rng);
            }
        }
        drawn
    }

    fn show_one_of(&mut self, arms: &Arms, asked: usize) {
        for (index, &question) in arms.questions().iter().enumerate() {
            if index != asked {
                self.hidden.push(question);
                self.questions.retain(|&shown| shown != question);
            }
        }
    }

    /// The indices of the pages, in the order in which they are shown.
    #[must_use]
    pub fn pages(&self) -> &[usize] {
        &self.pages
    }

    /// Whether a question is shown, if its condition holds.
    #[must_use]
    pub fn shows(&self, question: usize) -> bool {
        !self.hidden.contains(&question)
    }

    /// The indices of the questions, in the order in which they are shown.
    #[must_use]
    pub fn questions(&self) -> &[usize] {
        &self.questions
    }

    /// The indices of a question's categories, or of a matrix's rows, in the order in which they are
    /// shown. What the survey does not list, such as "Prefer not to answer", stays behind.
    #[must_use]
    pub fn listed(&self, question: usize, count: usize) -> Vec<usize> {
        let mut listed = self.lists.get(question).cloned().unwrap_or_default();
        listed.extend(listed.len()..count);
        listed
    }
}

/// For each question of a page whether it stays.
fn stays_on(survey: &Survey, page: &Page) -> Vec<bool> {
    let questions = survey.questions().get(page.questions.clone());
    let questions = questions.unwrap_or_default().iter();
    let stays = questions.map(|question| page.pinned.contains(question.id()));
    stays.collect()
}

/// Tells what can be put in order: the ids, and whether an element stays whatever is said. "None of
/// these" does.
fn each_element(kind: &QuestionKind, tell: &mut dyn FnMut(&Identifier, bool)) {
    let (options, rows): (&[OptionFile], &[RowFile]) = match kind {
        QuestionKind::SingleChoice(options) | QuestionKind::Likert(options) => (options, &[]),
        QuestionKind::MultipleChoice(choice) => (&choice.options, &[]),
        QuestionKind::Ranking(ranking) => (&ranking.options, &[]),
        QuestionKind::Matrix(matrix) => (&[], &matrix.rows),
        QuestionKind::YesNo
        | QuestionKind::Dropdown(_)
        | QuestionKind::Rating(_)
        | QuestionKind::Nps(_)
        | QuestionKind::Number(_)
        | QuestionKind::Slider(_)
        | QuestionKind::Numbers(_)
        | QuestionKind::Statement
        | QuestionKind::Consent => (&[], &[]),
    };
    for option in options {
        tell(&option.id, option.exclusive);
    }
    for row in rows {
        tell(&row.id, false);
    }
}

/// Refuses what no order can follow: pins that name nothing, or where nothing moves, and conditions on
/// what may be shown later. Whoever publishes a survey asks for that; a device would show it all the
/// same.
pub(crate) fn check(survey: &Survey, root: &At<'_>) {
    let pages = survey.pages();
    let at = root.key("questions");
    for (index, question) in survey.questions().iter().enumerate() {
        let mut ids = Vec::new();
        each_element(question.kind(), &mut |id, _| ids.push(id.clone()));
        check_pins(question.order(), question.pinned(), &ids, &at.index(index));
    }
    for (index, page) in pages.iter().enumerate() {
        let questions = survey.questions().get(page.questions.clone());
        let questions = questions.unwrap_or_default().iter();
        let ids: Vec<_> = questions.map(|question| question.id().clone()).collect();
        let at = root.key("pages");
        check_pins(page.order, &page.pinned, &ids, &at.index(index));
    }
    check_conditions(survey, &pages, &at);
}

fn check_pins(order: Option<ListOrder>, pinned: &[Identifier], ids: &[Identifier], at: &At<'_>) {
    let at = at.key("pinned");
    if order.is_none() && !pinned.is_empty() {
        at.fault(FaultCause::PinnedWithoutOrder);
    }
    for (index, id) in pinned.iter().enumerate() {
        if !ids.contains(id) {
            at.index(index)
                .fault(FaultCause::UnknownPin(id.to_string()));
        }
    }
}

/// Refuses conditions on what may be shown later; `at` is where the questions stand.
fn check_conditions(survey: &Survey, pages: &[Page], at: &At<'_>) {
    let questions = survey.questions();
    let page_of = |index| {
        pages
            .iter()
            .position(|page| page.questions.contains(&index))
    };
    let stays: Vec<bool> = pages.iter().map(|page| page.stays).collect();
    for (index, question) in questions.iter().enumerate() {
        let Some(condition) = question.condition() else {
            continue;
        };
        named(condition, &mut |id| {
            let other = questions.iter().position(|one| one.id() == id);
            let places = other.and_then(|other| Some((other, page_of(other)?, page_of(index)?)));
            let Some((other, page_of_other, own_page)) = places else {
                return;
            };
            let page = &pages[own_page];
            let comes_first = if page_of_other == own_page {
                let first = page.questions.start;
                let stays = stays_on(survey, page);
                page.order.is_none() || is_first(&stays, other - first, index - first)
            } else {
                survey.page_order().is_none() || is_first(&stays, page_of_other, own_page)
            };
            if !comes_first {
                let cause = FaultCause::MayBeAskedLater(id.to_string());
                at.index(index).key("condition").fault(cause);
            }
        });
    }
}

/// Whether one element comes before another whatever is drawn.
fn is_first(stays: &[bool], one: usize, other: usize) -> bool {
    let latest = |index: usize| {
        let moving = stays.iter().rposition(|stays| !stays);
        moving.filter(|_| !stays[index]).unwrap_or(index)
    };
    let earliest = |index: usize| {
        let moving = stays.iter().position(|stays| !stays);
        moving.filter(|_| !stays[index]).unwrap_or(index)
    };
    latest(one) < earliest(other)
}

/// Tells every question that a condition names.
fn named(condition: &Condition, tell: &mut impl FnMut(&Identifier)) {
    match condition {
        Condition::All(conditions) | Condition::Any(conditions) => {
            for condition in conditions {
                named(condition, tell);
            }
        }
        Condition::Not(condition) => named(condition, tell),
        Condition::Is { question, .. } | Condition::Within { question, .. } => tell(question),
    }
}
