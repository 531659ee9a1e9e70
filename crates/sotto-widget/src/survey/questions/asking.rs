//! What the controls of a question are drawn from.

use sotto_survey::{Answer, Category, Question};
use sotto_ui::Words;

use crate::survey::{Problem, State};

/// A question as it is being asked.
pub(in crate::survey) struct Asking<'a> {
    pub(in crate::survey) words: &'a Words,
    pub(in crate::survey) state: &'a State,
    pub(in crate::survey) question: &'a Question,
    /// Its index in the survey.
    pub(in crate::survey) index: usize,
    /// What it was found to lack.
    pub(in crate::survey) problem: Option<&'a Problem>,
}

impl<'a> Asking<'a> {
    pub(super) fn id(&self) -> &'a str {
        self.question.id().as_str()
    }

    pub(super) fn answer(&self) -> Option<&'a Answer> {
        self.state.answers().get(self.index)?.as_ref()
    }

    /// The categories with their values, in the order in which this respondent sees them.
    pub(super) fn categories(&self) -> Vec<(u32, Category<'a>)> {
        let written: Vec<_> = (0..).zip(self.question.categories()).collect();
        let listed = self.state.layout().listed(self.index, written.len());
        let shown = listed
            .iter()
            .filter_map(|&index| written.get(index).copied());
        shown.collect()
    }

    /// The id of what tells more about the question, for assistive technology.
    pub(super) fn description(&self, of: &str) -> String {
        [of, "-", self.id()].concat()
    }
}
