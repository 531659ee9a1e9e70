//! Several drafts side by side, and several tabs that write them.

use super::KeptDraft;

/// Texts by name, which every tab of the site shares.
pub trait Shelf {
    /// The text of that name.
    fn get(&self, name: &str) -> Option<String>;
    /// Puts a text there; whether there was room.
    fn set(&self, name: &str, text: &str) -> bool;
    /// Takes it away.
    fn remove(&self, name: &str);
    /// Every name that there is.
    fn names(&self) -> Vec<String>;
}

/// What came of keeping a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It is kept.
    Kept,
    /// Another tab has written the draft since this one looked: what this one has is kept beside it, under
    /// another name, and neither loses anything.
    Beside(String),
    /// There is no room, or nothing can be kept.
    Failed,
}

/// The drafts on a shelf, as one tab knows them.
#[derive(Debug, PartialEq)]
pub struct Drafts<S> {
    shelf: S,
    /// What this tab has read or written last.
    seen: Option<Seen>,
}

/// A draft as a tab knows it.
#[derive(Debug, PartialEq)]
struct Seen {
    name: String,
    text: String,
    draft: KeptDraft,
}

/// Before the name of every draft.
const PREFIX: &str = "sotto-studio-draft-";

impl<S: Shelf> Drafts<S> {
    /// Those on that shelf.
    #[must_use]
    pub const fn new(shelf: S) -> Self {
        Self { shelf, seen: None }
    }

    /// All of them with their names, the one written last first.
    #[must_use]
    pub fn all(&self) -> Vec<(String, KeptDraft)> {
        let names = self.shelf.names().into_iter();
        let names = names.filter(|name| name.starts_with(PREFIX));
        let mut all: Vec<_> = names
            .filter_map(|name| {
                let kept = KeptDraft::of_text(&self.shelf.get(&name)?)?;
                Some((name, kept))
            })
            .collect();
        all.sort_by(|(name, one), (other_name, other)| {
            let latest_first = other.written.total_cmp(&one.written);
            latest_first.then_with(|| name.cmp(other_name))
        });
        all
    }

    /// A name that no draft has, from the time.
    #[must_use]
    pub fn fresh_name(&self, now: f64) -> String {
        let stem = format!("{PREFIX}{now:.0}");
        let mut names = (1_u32..).map(|number| format!("{stem}-{number}"));
        let free = names.find(|name| self.shelf.get(name).is_none());
        free.unwrap_or(stem)
    }

    /// Opens a draft: from now on this tab knows what stands there.
    pub fn open(&mut self, name: &str) -> Option<KeptDraft> {
        let text = self.shelf.get(name)?;
        let draft = KeptDraft::of_text(&text)?;
        self.seen = Some(Seen {
            name: name.to_owned(),
            text,
            draft: draft.clone(),
        });
        Some(draft)
    }

    /// Whether a text that stands under that name is not this tab's doing.
    #[must_use]
    pub fn is_anothers(&self, name: &str) -> bool {
        let there = self.shelf.get(name);
        there.is_some_and(|there| self.seen_as(name).is_none_or(|seen| seen.text != there))
    }

    /// Whether a draft stands there already as it is, so that it need not be written again.
    #[must_use]
    pub fn holds(&self, name: &str, draft: &KeptDraft) -> bool {
        self.seen_as(name).is_some_and(|seen| {
            let seen = &seen.draft;
            let beside = (seen.is_named, seen.names_stay, &seen.sources);
            (&seen.text, &seen.made_from) == (&draft.text, &draft.made_from)
                && beside == (draft.is_named, draft.names_stay, &draft.sources)
        })
    }

    /// Keeps a draft. What another tab has written there stays.
    pub fn keep(&mut self, name: &str, draft: &KeptDraft) -> Keeping {
        if self.is_anothers(name) {
            let beside = self.fresh_name(draft.written);
            return if self.write(&beside, draft) {
                Keeping::Beside(beside)
            } else {
                Keeping::Failed
            };
        }
        if self.write(name, draft) {
            Keeping::Kept
        } else {
            Keeping::Failed
        }
    }

    /// Deletes a draft.
    pub fn delete(&mut self, name: &str) {
        self.shelf.remove(name);
    }

    fn write(&mut self, name: &str, draft: &KeptDraft) -> bool {
        let text = draft.to_text();
        let is_written = self.shelf.set(name, &text);
        if is_written {
            self.seen = Some(Seen {
                name: name.to_owned(),
                text,
                draft: draft.clone(),
            });
        }
        is_written
    }

    fn seen_as(&self, name: &str) -> Option<&Seen> {
        self.seen.as_ref().filter(|seen| seen.name == name)
    }
}
