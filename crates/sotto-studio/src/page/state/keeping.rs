//! What is kept of a draft, and what comes back of it: the draft itself, and the history beside it.

use std::rc::Rc;

use super::{Screen, State};
use crate::{
    draft::Draft,
    history::{History, Recalled},
    keeping::{KeptDraft, UnreadHistory},
};

/// What is known of the history that was kept beside the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recall {
    /// It was not read yet, and nothing is kept in its place.
    Asked,
    /// It was read, or there was none.
    Done,
    /// It could not be read; another takes its place.
    Damaged,
    /// A newer studio has written it. It stays as it is.
    Newer,
    /// The browser keeps none.
    NotKept,
}

impl Recall {
    /// Whether a history may be kept now.
    pub(crate) const fn may_keep(self) -> bool {
        match self {
            Self::Done | Self::Damaged | Self::NotKept => true,
            Self::Asked | Self::Newer => false,
        }
    }

    /// The message that says what is amiss.
    pub(crate) const fn warning(self) -> Option<&'static str> {
        match self {
            Self::Asked | Self::Done => None,
            Self::Damaged => Some("history-damaged"),
            Self::Newer => Some("history-newer"),
            Self::NotKept => Some("history-not-kept"),
        }
    }
}

impl State {
    /// Goes on with a draft that is kept.
    pub(super) fn go_on(&mut self, name: Rc<str>, kept: KeptDraft) {
        self.name = Some(name);
        self.made_from = kept.made_from;
        self.is_named = kept.is_named;
        self.names_stay = kept.names_stay;
        self.translated = None;
        self.is_elsewhere = false;
        self.recall = Recall::Asked;
        self.respondents = kept.respondents;
        let history = History::new(Draft::of_text(&kept.text)).knowing(kept.sources);
        // Whoever published a name has it in the data.
        self.history = history.naming_by_words(self.made_from.is_none() && !self.names_stay);
        self.look();
        self.selected = None;
        (self.imported, self.before, self.after) = (None, None, None);
        self.screen = Screen::List;
        self.left.clear();
        self.see_all();
        self.see_draft();
    }

    /// As it is kept.
    pub(crate) fn kept(&self, written: f64) -> KeptDraft {
        KeptDraft {
            text: self.draft().written().into_owned(),
            made_from: self.made_from.clone(),
            is_named: self.is_named,
            names_stay: self.names_stay,
            sources: self.history.sources().of(self.draft()),
            respondents: self.respondents,
            written,
        }
    }

    /// Takes in the history that was kept beside the draft, once.
    pub(super) fn recall(&mut self, name: &Rc<str>, kept: Option<Result<Recalled, UnreadHistory>>) {
        // Another draft may be open by now.
        if self.name.as_ref() != Some(name) || self.recall != Recall::Asked {
            return;
        }
        self.recall = match kept {
            None => Recall::Done,
            Some(Ok(recalled)) => {
                self.history = self.history.recalling(&recalled);
                Recall::Done
            }
            Some(Err(UnreadHistory::Newer)) => Recall::Newer,
            Some(Err(UnreadHistory::Damaged)) => Recall::Damaged,
        };
    }

    /// What came of keeping the history. What was damaged has been said, until another took its place.
    pub(super) fn history_kept(&mut self, name: &Rc<str>, is_kept: bool) {
        if self.name.as_ref() != Some(name) {
            return;
        }
        self.recall = match (self.recall, is_kept) {
            (Recall::NotKept, true) => Recall::Done,
            (Recall::Asked | Recall::Done | Recall::Damaged | Recall::NotKept, false) => {
                Recall::NotKept
            }
            (other, _) => other,
        };
    }
}
