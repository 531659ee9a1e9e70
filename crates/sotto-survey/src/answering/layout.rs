//! What one respondent is shown: which arms, and in which order options, questions and pages stand, as
//! written or drawn on the device.
//!
//! It is drawn before anything is answered. Which arm was asked is sent; the order is not: answers,
//! reports and submissions know the order of the file alone.

use std::num::NonZeroU64;

use rand::CryptoRng;
use sotto_ldp::uniform_below;

use crate::{
    file::list_order::ListOrder,
    survey::{Page, Survey, arms::Arms},
};

/// Draws an order of a list, given which of its elements are shown where they are written.
fn shuffled<R: CryptoRng + ?Sized>(list: ListOrder, stays: &[bool], rng: &mut R) -> Vec<usize> {
    let mut order: Vec<usize> = (0..stays.len()).collect();
    let mut moving = order.clone();
    moving.retain(|&index| !stays[index]);
    let half = match list {
        ListOrder::Reversed if below(2, rng) == 0 => 0,
        ListOrder::Reversed => moving.len() / 2,
        ListOrder::Random => 0,
    };
    for index in 0..half {
        order.swap(moving[index], moving[moving.len() - 1 - index]);
    }
    if list == ListOrder::Random {
        // Fisher and Yates: the last position gets any of the elements, the one before any of the rest.
        for last in (1..moving.len()).rev() {
            order.swap(moving[last], moving[below(last + 1, rng)]);
        }
    }
    order
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
    /// Whether each question stands alone.
    #[cfg(feature = "whole")]
    steps: bool,
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

    /// Everything as it is written, and of arms the one that a link named, or the first.
    #[must_use]
    pub fn as_written(survey: &Survey) -> Self {
        let count = survey.questions().len();
        let mut written = Self {
            pages: (0..survey.pages().len()).collect(),
            questions: (0..count).collect(),
            hidden: Vec::new(),
            lists: vec![Vec::new(); count],
            #[cfg(feature = "whole")]
            steps: false,
        };
        for arms in survey.arms() {
            written.show_one_of(arms, arms.named().unwrap_or_default());
        }
        written
    }

    /// Draws what the survey leaves to chance. Arms that a link is to name are as
    /// [it named them](Survey::with_arms_named); where none did, they are drawn evenly, as for a crowd whose links
    /// were given out by chance.
    #[must_use]
    pub fn drawn<R: CryptoRng + ?Sized>(survey: &Survey, rng: &mut R) -> Self {
        let mut drawn = Self::as_written(survey);
        let pages = survey.pages();
        if let Some(order) = survey.page_order() {
            let stays: Vec<bool> = pages.iter().map(|page| page.stays).collect();
            drawn.pages = shuffled(order, &stays, rng);
        }
        drawn.questions.clear();
        drawn.hidden.clear();
        for page in drawn.pages.iter().map(|&page| &pages[page]) {
            let first = drawn.questions.len();
            drawn.questions.extend(page.questions.clone());
            if let Some(order) = page.order {
                let shown = shuffled(order, &page.staying(survey.questions()), rng);
                let shown = shown.into_iter().map(|index| page.questions.start + index);
                drawn.questions.truncate(first);
                drawn.questions.extend(shown);
            }
        }
        for arms in survey.arms() {
            let drawn_arm = || below(arms.questions().len(), rng);
            drawn.show_one_of(arms, arms.named().unwrap_or_else(drawn_arm));
        }
        for (list, question) in drawn.lists.iter_mut().zip(survey.questions()) {
            if let Some(order) = question.order() {
                let mut stays = Vec::new();
                question.kind().each_movable(&mut |id, is_exclusive| {
                    stays.push(is_exclusive || question.pinned().contains(id));
                });
                *list = shuffled(order, &stays, rng);
            }
        }
        drawn
    }

    /// The same, one question after the other.
    #[cfg(feature = "whole")]
    #[must_use]
    pub const fn in_steps(mut self, steps: bool) -> Self {
        self.steps = steps;
        self
    }

    /// The pages in the order in which they are shown. In steps each question that is shown has one of its own, with the
    /// title of the page that it is written on.
    #[must_use]
    pub fn pages_of(&self, survey: &Survey) -> Vec<Page> {
        let written = survey.pages();
        let pages = self.pages.iter();
        let pages = pages.filter_map(|&page| written.get(page).cloned());
        #[cfg(feature = "whole")]
        if self.steps {
            return pages.flat_map(|page| self.steps_of(&page)).collect();
        }
        pages.collect()
    }

    #[cfg(feature = "whole")]
    fn steps_of(&self, page: &Page) -> Vec<Page> {
        let shown = self.questions.iter().copied();
        let on_page = shown.filter(|index| page.questions.contains(index));
        let alone = on_page.map(|index| Page {
            questions: index..index + 1,
            ..page.clone()
        });
        alone.collect()
    }

    /// Whether [`Layout::drawn`] draws anything: an order, or which arm is asked.
    #[must_use]
    pub fn leaves_to_chance(survey: &Survey) -> bool {
        survey.page_order().is_some()
            || survey.pages().iter().any(|page| page.order.is_some())
            || survey
                .questions()
                .iter()
                .any(|question| question.order().is_some())
            || !survey.arms().is_empty()
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
