//! What publishing a new version of a survey would do.

use serde::{Deserialize, Serialize};
use sotto_survey::{Change, Edit, EditClass, Survey};

/// What an edit of a published survey does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EditReport {
    /// The version that collects now.
    pub current: u32,
    /// The version that was sent.
    pub version: u32,
    /// The class of the weightiest change.
    pub class: EditClass,
    /// Whether it can be published now: an edit that is forbidden while open can be, once the survey
    /// is closed.
    pub permitted: bool,
    /// Whether all counts add up over both versions.
    pub counts_fit: bool,
    /// Where they do not: the questions that did not change, which go on being counted, by their ids; of linked questions
    /// all of their ids, with "+" between. All others begin at zero.
    pub goes_on: Vec<String>,
    /// The ε that a person loses who answers both versions, rounded up to a millionth.
    pub epsilon_of_both: f64,
    /// Every change, the weightiest first.
    pub changes: Vec<EditChange>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EditChange {
    /// What it does to counts and people.
    pub class: EditClass,
    /// What kind of change, such as "texts" or "epsilon-raised".
    pub kind: String,
    /// A JSON pointer into the survey that was sent; for something removed, to the list that held it.
    pub pointer: String,
    /// What follows from it, and what would keep the counts.
    pub sentence: String,
}

impl EditReport {
    /// The report of an edit from one version to the next, of a survey that is closed or not.
    #[must_use]
    pub fn of(edit: &Edit, (old, new): (&Survey, &Survey), is_closed: bool) -> Self {
        let class = edit.class();
        let counted_since = edit.counted_since((old, new), old.version());
        Self {
            current: old.version(),
            version: new.version(),
            class,
            permitted: is_closed || class < EditClass::ForbiddenWhileOpen,
            counts_fit: edit.keeps_counts(),
            goes_on: counted_since
                .into_iter()
                .filter(|_| !edit.keeps_counts())
                .map(|one| one.question)
                .collect(),
            epsilon_of_both: edit.spent_on_both().to_f64(),
            changes: edit.changes().iter().map(EditChange::from).collect(),
        }
    }
}

impl From<&Change> for EditChange {
    fn from(change: &Change) -> Self {
        Self {
            class: change.kind.class(),
            kind: change.kind.name().to_owned(),
            pointer: change.pointer.clone(),
            sentence: change.to_string(),
        }
    }
}
