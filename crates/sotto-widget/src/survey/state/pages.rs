//! The pages of a survey, and the way through those on which something is asked.

use sotto_survey::{Page, Survey};

use super::State;

impl State {
    /// The place of the page that is shown, from 0.
    #[must_use]
    pub(crate) const fn page(&self) -> usize {
        self.page
    }

    /// The pages in the order in which they are shown.
    #[must_use]
    pub(crate) fn pages(&self, survey: &Survey) -> Vec<Page> {
        self.layout.pages_of(survey)
    }

    /// The place of the page on which a question stands.
    pub(super) fn page_of(&self, survey: &Survey, question: usize) -> usize {
        let mut pages = self.pages(survey).into_iter();
        let place = pages.position(|page| page.questions.contains(&question));
        place.unwrap_or_default()
    }

    /// Whether no later page has a question that is asked.
    #[must_use]
    pub(crate) fn is_last_page(&self, survey: &Survey) -> bool {
        let pages = self.pages(survey);
        let mut later = pages.iter().skip(self.page + 1);
        !later.any(|page| self.is_open(page))
    }

    /// Whether something on a page is asked.
    fn is_open(&self, page: &Page) -> bool {
        page.questions.clone().any(|index| self.asks(index))
    }

    /// To the next page on which something is asked, or the one before.
    pub(super) fn turn(&mut self, survey: &Survey, forward: bool) {
        let pages = self.pages(survey);
        let is_open = |page: &usize| pages.get(*page).is_some_and(|page| self.is_open(page));
        let page = if forward {
            (self.page + 1..pages.len()).find(is_open)
        } else {
            (0..self.page).rev().find(is_open)
        };
        if let Some(page) = page {
            self.page = page;
        }
    }
}
