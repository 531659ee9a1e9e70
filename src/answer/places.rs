//! Where on the page things stand.
//!
//! The survey's place is beside what Yew draws and never inside it: Yew finds the listeners of an
//! event by numbers that it writes on elements, and a `<sotto-survey>` is drawn by a Yew of its own,
//! with the same numbers. An event there, passing through the page's Yew, would set off a listener
//! of the page.

use web_sys::{Document, Element};

/// The places that www/answer/index.html has.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// The name of the site and its languages.
    pub masthead: Element,
    /// The words above the survey.
    pub survey_head: Element,
    /// The survey.
    pub survey: Element,
    /// What becomes of the answers.
    pub panel: Element,
}

impl Places {
    /// Finds them; `None` when the page is not the site's.
    #[must_use]
    pub fn find(document: &Document) -> Option<Self> {
        let place = |id| document.get_element_by_id(id);
        Some(Self {
            masthead: place("masthead")?,
            survey_head: place("survey-head")?,
            survey: place("survey-place")?,
            panel: place("panel")?,
        })
    }
}
