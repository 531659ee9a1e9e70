//! Every draft that there was: undo and redo.

use std::rc::Rc;

use crate::{
    draft::Draft,
    edit::{Edit, apply, named_by_words},
};

/// So many steps can be undone.
const LONGEST: usize = 500;

/// A draft with what it was before, and what it will be again if what was undone is redone. Whole drafts
/// are kept, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    past: Vec<Rc<Draft>>,
    present: Rc<Draft>,
    future: Vec<Rc<Draft>>,
    /// The last edit, while more of the same typing joins it.
    last: Option<Edit>,
    /// How many edits have joined the last step.
    joined: usize,
    /// Whether names in the data follow the words.
    names_by_words: bool,
}

/// So many keys are one step at most, of languages that put no spaces between words.
const LONGEST_STEP: usize = 20;

impl History {
    /// Begins with a draft.
    #[must_use]
    pub fn new(draft: Draft) -> Self {
        Self {
            past: Vec::new(),
            present: Rc::new(draft),
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

    /// The draft as it is.
    #[must_use]
    pub const fn draft(&self) -> &Rc<Draft> {
        &self.present
    }

    /// Makes an edit. One that changes nothing is no step; typing on in the same word of the same field is one.
    #[must_use]
    pub fn with(&self, edit: &Edit) -> Self {
        let plain = apply(&self.present, edit);
        let next = if self.names_by_words {
            named_by_words(&self.present, plain, edit)
        } else {
            plain
        };
        if next == *self.present {
            return self.clone();
        }
        let mut history = self.clone();
        let goes_on = self.joined < LONGEST_STEP
            && self
                .last
                .as_ref()
                .is_some_and(|last| last.goes_on_with(edit));
        history.joined = if goes_on { self.joined + 1 } else { 1 };
        if !goes_on {
            history.past.push(Rc::clone(&self.present));
            if history.past.len() > LONGEST {
                history.past.remove(0);
            }
        }
        history.present = Rc::new(next);
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
            history.future.push(Rc::clone(&self.present));
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
            history.past.push(Rc::clone(&self.present));
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
