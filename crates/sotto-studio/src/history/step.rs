//! One step of undo and redo as it is kept: what differs between two moments of a draft.

use serde::{Deserialize, Serialize};

use super::{Moment, difference::Difference};

/// From one moment of a draft to the next, and back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryStep {
    /// What differs in the draft as text.
    draft: Difference,
    /// What differs in what is known of its translations; nothing where that is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sources: Option<Difference>,
}

/// A moment as texts: the draft, and what is known of its translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentTexts {
    /// The draft.
    pub draft: String,
    /// The sources of its translations, as JSON.
    pub sources: String,
}

impl HistoryStep {
    /// From one moment to another.
    #[must_use]
    pub fn between(one: &MomentTexts, other: &MomentTexts) -> Self {
        let is_same = one.sources == other.sources;
        let sources = || Difference::between(&one.sources, &other.sources);
        Self {
            draft: Difference::between(&one.draft, &other.draft),
            sources: (!is_same).then(sources),
        }
    }

    /// How much it holds, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.draft.bytes() + self.sources.as_ref().map_or(0, Difference::bytes)
    }

    /// The moment before the one that it leads to; nothing where it leads to another.
    pub(super) fn back(&self, moment: &Moment) -> Option<Moment> {
        let texts = moment.texts();
        let sources = self.sources.as_ref();
        let sources = sources.map_or_else(
            || Some(texts.sources.clone()),
            |difference| difference.back(&texts.sources),
        );
        Moment::of_texts(&self.draft.back(&texts.draft)?, &sources?)
    }

    /// The moment that it leads to from another; nothing where it leads from a third.
    pub(super) fn forth(&self, moment: &Moment) -> Option<Moment> {
        let texts = moment.texts();
        let sources = self.sources.as_ref();
        let sources = sources.map_or_else(
            || Some(texts.sources.clone()),
            |difference| difference.forth(&texts.sources),
        );
        Moment::of_texts(&self.draft.forth(&texts.draft)?, &sources?)
    }
}
