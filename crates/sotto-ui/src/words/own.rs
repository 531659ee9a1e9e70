//! Words that a survey brings for a language that the interface does not speak. Label, odds and receipt stay the interface's
//! own, in the nearest language that it has.

use std::rc::Rc;

use sotto_survey::Survey;

use super::Words;
use crate::language::first_of;

impl Words {
    /// The same with the survey's own words, where none of the languages that the interface speaks (`spoken`) is that of
    /// the survey's texts.
    #[must_use]
    pub fn with_own(self, survey: &Survey, spoken: &[&str]) -> Self {
        let is_spoken = first_of(&[self.wanted.to_string()], spoken).is_some();
        let own = survey
            .own_words()
            .filter(|own| !is_spoken && own.speaks(&self.wanted));
        let own = own.map(|own| Rc::new(own.clone()));
        Self { own, ..self }
    }

    /// Whether the survey brings any words.
    #[must_use]
    pub const fn brings_own(&self) -> bool {
        self.own.is_some()
    }

    /// What the survey says in place of a text of the interface, behind the tag of its language.
    pub(super) fn brought(&self, key: &str) -> Option<(&str, &str)> {
        let said = self.own.as_ref()?.said(key, &self.wanted)?;
        Some((&self.wanted, said))
    }
}
