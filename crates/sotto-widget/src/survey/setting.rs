//! Everything a view of a survey is given, in the parts that its readers need.

use std::rc::Rc;

use sotto_survey::{Layout, Survey};
use sotto_ui::Words;

use crate::{outbox::Destination, survey::Surroundings};

/// A survey with the words for its reader, the way out for its copy and what surrounds it. Cloning is
/// cheap.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) survey: Rc<Survey>,
    /// Drawn once, so that it stays whatever is drawn anew.
    pub(crate) layout: Rc<Layout>,
    pub(crate) words: Words,
    pub(crate) destination: Destination,
    pub(crate) around: Surroundings,
}

/// Only the words ever change: another survey is another view.
impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.survey, &other.survey) && self.words == other.words
    }
}
