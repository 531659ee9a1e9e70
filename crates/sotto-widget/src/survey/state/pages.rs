//! The pages of a survey, and the way through those on which something is asked.

use sotto_survey::Survey;

use super::State;

/// The index of the page on which a question stands.
pub(super) fn page_of(survey: &Survey, question: usize) -> usize {
    let mut pages = survey.pages().into_iter();
    let page = pages.position(|page| page.questions.contains(&question));
    page.unwrap_or_default()
}

impl State {
    /// The page that is shown; pages count from 0.
    #[must_use]
    pub(crate) const fn page(&self) -> usize {
        self.page
    }

    /// Whether no later page has a question that is asked.
    #[must_use]
    pub(crate) fn is_last_page(&self, survey: &Survey) -> bool {
        let mut later = self.asked.iter().enumerate();
        !later.any(|(index, asked)| *asked && page_of(survey, index) > self.page)
    }

    /// To the next page on which something is asked, or the one before.
    pub(super) fn turn(&mut self, survey: &Survey, forward: bool) {
        let pages = survey.pages();
        let is_open = |page: &usize| {
            let page = pages.get(*page);
            page.is_some_and(|page| page.questions.clone().any(|index| self.asks(index)))
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
}
