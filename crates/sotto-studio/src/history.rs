//! Every draft that there was: undo and redo.

use std::rc::Rc;

use crate::{
    draft::Draft,
    edit::{Edit, apply, named_by_words},
    translating::Sources,
};

/// So many steps can be undone.
const LONGEST: usize = 500;

/// A draft with what it was before, and what it will be again if what was undone is redone. Whole drafts
/// are kept, each once, with what was known of their translations.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    past: Vec<Moment>,
    present: Moment,
    future: Vec<Moment>,
    /// The last edit, while more of the same typing joins it.
    last: Option<Edit>,
    /// How many edits have joined the last step.
    joined: usize,
    /// Whether names in the data follow the words.
    names_by_words: bool,
}

/// A draft at one time.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    draft: Rc<Draft>,
    sources: Rc<Sources>,
}

/// So many keys are one step at most, of languages that put no spaces between words.
const LONGEST_STEP: usize = 20;

impl History {
    /// Begins with a draft.
    #[must_use]
    pub fn new(draft: Draft) -> Self {
        Self {
            past: Vec::new(),
            present: Moment {
                draft: Rc::new(draft),
                sources: Rc::default(),
            },
            future: Vec::new(),
            last: None,
            joined: 0,
            names_by_words: false,
        }
    }

    /// The same, in which names in the data follow the words or stay as they are.
    #[must_use]
    pub fn naming_by_words(self, names_by_words: bool) -> Self {
        Self {
            names_by_words,
            ..self
        }
    }

    /// The same, in which that is known of what translations were made of.
    #[must_use]
    pub fn knowing(mut self, sources: Sources) -> Self {
        self.present.sources = Rc::new(sources);
        self
    }

    /// The draft as it is.
    #[must_use]
    pub const fn draft(&self) -> &Rc<Draft> {
        &self.present.draft
    }

    /// What its translations were made of.
    #[must_use]
    pub const fn sources(&self) -> &Rc<Sources> {
        &self.present.sources
    }

    /// Makes an edit. One that changes nothing is no step; typing on in the same word of the same field is one.
    #[must_use]
    pub fn with(&self, edit: &Edit) -> Self {
        let now = &self.present;
        let plain = apply(&now.draft, edit);
        let named = if self.names_by_words {
            named_by_words(&now.draft, plain, edit)
        } else {
            plain
        };
        let draft = if named == *now.draft {
            Rc::clone(&now.draft)
        } else {
            Rc::new(named)
        };
        let goes_on = self.joined < LONGEST_STEP
            && self
                .last
                .as_ref()
                .is_some_and(|last| last.goes_on_with(edit));
        // What was typed on the way to a step's end was never there.
        let begun = if goes_on { self.past.last() } else { None };
        let begun = begun.unwrap_or(now);
        let sources = begun.sources.after(edit, &begun.draft, &draft);
        let sources = match sources {
            Some(sources) if sources != *now.sources => Rc::new(sources),
            _ => Rc::clone(&now.sources),
        };
        if Rc::ptr_eq(&draft, &now.draft) && Rc::ptr_eq(&sources, &now.sources) {
            return self.clone();
        }
        let mut history = self.clone();
        history.joined = if goes_on { self.joined + 1 } else { 1 };
        if !goes_on {
            history.past.push(now.clone());
            if history.past.len() > LONGEST {
                history.past.remove(0);
            }
        }
        history.present = Moment { draft, sources };
        history.future.clear();
        history.last = Some(edit.clone());
        history
    }

    /// The same, the next edit being a step of its own.
    #[must_use]
    pub fn paused(&self) -> Self {
        Self {
            last: None,
            ..self.clone()
        }
    }

    /// The same with the last step undone.
    #[must_use]
    pub fn undone(&self) -> Self {
        let mut history = self.clone();
        if let Some(before) = history.past.pop() {
            history.future.push(self.present.clone());
            history.present = before;
        }
        history.last = None;
        history
    }

    /// The same with what was undone last done again.
    #[must_use]
    pub fn redone(&self) -> Self {
        let mut history = self.clone();
        if let Some(next) = history.future.pop() {
            history.past.push(self.present.clone());
            history.present = next;
        }
        history.last = None;
        history
    }

    /// Whether there is something to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to do again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}
