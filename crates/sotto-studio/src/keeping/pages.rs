//! Pages that were given lines with a pin: they stop at the next version until they get new lines.

use serde::{Deserialize, Serialize};
use sotto_survey::Pin;

/// A page, and the pin in its lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PinnedPage {
    /// What its designer calls it.
    pub page: String,
    /// The pin that it was given last.
    pub pin: Pin,
}

/// The pages of a survey, by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PinnedPages(Vec<PinnedPage>);

impl PinnedPages {
    /// What was kept; none of what cannot be read.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// As they are kept.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Texts always become JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Notes that a page was given that pin; a page of this name has it from now on.
    #[must_use]
    pub fn with(mut self, page: &str, pin: Pin) -> Self {
        let page = page.trim().to_owned();
        self.0.retain(|one| one.page != page);
        self.0.push(PinnedPage { page, pin });
        self.0.sort_by(|one, other| one.page.cmp(&other.page));
        self
    }

    /// Without a page that has no such lines any more.
    #[must_use]
    pub fn without(mut self, page: &str) -> Self {
        self.0.retain(|one| one.page != page);
        self
    }

    /// Every page.
    #[must_use]
    pub fn all(&self) -> &[PinnedPage] {
        &self.0
    }

    /// Their names, with commas between; `None` where there are none.
    #[must_use]
    pub fn names(&self) -> Option<String> {
        names(self.0.iter())
    }

    /// The names of those whose lines have another pin than what is published now.
    #[must_use]
    pub fn stopped(&self, now: Pin) -> Option<String> {
        names(self.0.iter().filter(|one| one.pin != now))
    }
}

fn names<'a>(pages: impl Iterator<Item = &'a PinnedPage>) -> Option<String> {
    let names: Vec<_> = pages.map(|one| one.page.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}
