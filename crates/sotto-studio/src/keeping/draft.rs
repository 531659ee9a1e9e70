//! A draft as it is kept.

use serde::{Deserialize, Serialize};

use crate::{publishing::MadeFrom, translating::Sources};

/// A draft with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptDraft {
    /// The draft as text.
    pub text: String,
    /// The survey that it is an edit of, and which version it was made from.
    pub made_from: Option<MadeFrom>,
    /// Whether somebody chose its name in addresses; else the title gives it one.
    pub is_named: bool,
    /// Whether names in the data stay as they are, because files for translators name texts by them.
    pub names_stay: bool,
    /// What its translations were made of.
    pub sources: Sources,
    /// How many people will answer, as its designer says.
    pub respondents: u64,
    /// When it was written last, in milliseconds since 1970.
    pub written: f64,
}

impl KeptDraft {
    /// As it is kept.
    pub(super) fn to_text(&self) -> String {
        // Texts and numbers always become JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was kept.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}
