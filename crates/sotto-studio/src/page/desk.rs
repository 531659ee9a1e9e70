//! What every part of the page has at hand.

use std::{collections::BTreeSet, rc::Rc};

use sotto_survey::Fault;
use sotto_ui::Messages;
use yew::{Callback, Html, UseReducerHandle};

use super::{
    faults,
    state::{Action, State},
};
use crate::{
    check::Checked,
    draft::{Draft, QuestionDraft, Words},
    edit::Edit,
};

/// The words, what is shown, and who is told what a person does.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    pub(super) words: &'a Messages,
    pub(super) state: &'a UseReducerHandle<State>,
    pub(super) act: &'a Callback<Action>,
    /// What leads from the page's address to the site's folder.
    pub(super) base: &'static str,
}

/// The same, to be kept by a part of the page.
#[derive(Clone)]
pub(super) struct OwnedDesk {
    words: Messages,
    state: UseReducerHandle<State>,
    act: Callback<Action>,
    base: &'static str,
}

/// The faults that are told at one moment, and in which fields.
#[derive(Clone)]
pub(super) struct Faults {
    checked: Rc<Checked>,
    left: BTreeSet<String>,
    seen: Rc<BTreeSet<String>>,
}

impl Faults {
    /// Whether the same is told in the same fields.
    pub(super) fn are_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.checked, &other.checked)
            && self.left == other.left
            && self.seen == other.seen
    }
}

impl OwnedDesk {
    /// To be used.
    pub(super) const fn desk(&self) -> Desk<'_> {
        Desk {
            words: &self.words,
            state: &self.state,
            act: &self.act,
            base: self.base,
        }
    }
}

impl<'a> Desk<'a> {
    /// To be kept.
    pub(super) fn owned(self) -> OwnedDesk {
        OwnedDesk {
            words: self.words.clone(),
            state: self.state.clone(),
            act: self.act.clone(),
            base: self.base,
        }
    }

    /// The faults that it tells, and in which fields.
    pub(super) fn faults(self) -> Faults {
        Faults {
            checked: Rc::clone(&self.state.checked),
            left: self.state.left.clone(),
            seen: Rc::clone(&self.state.seen),
        }
    }

    pub(super) fn draft(self) -> &'a Draft {
        self.state.draft()
    }

    pub(super) fn text(self, key: &str) -> String {
        self.words.text(key)
    }

    /// A question's number and what it asks, in the first language that has it.
    pub(super) fn name_of(self, index: usize) -> String {
        name_of(self.words, self.draft(), index)
    }

    /// The languages whose texts are in the forms: the chosen one, and the others beside it where that was asked for.
    pub(super) fn languages(self) -> Vec<&'a str> {
        let all = self.draft().languages();
        let chosen = self.language();
        let others = all.iter().copied().filter(|tag| *tag != chosen);
        let others = others.filter(|_| self.state.shows_translations);
        [chosen].into_iter().chain(others).collect()
    }

    /// The language that is written in: the chosen one, else the page's, else the draft's first.
    pub(super) fn language(self) -> &'a str {
        let all = self.draft().languages();
        let has = |tag: &str| all.iter().copied().find(|other| *other == tag);
        let chosen = self.state.language.as_deref().and_then(has);
        let found = chosen.or_else(|| has(self.words.language()));
        found.or_else(|| all.first().copied()).unwrap_or("en")
    }

    /// The languages in the order in which columns are pasted: the one that is written in first.
    pub(super) fn columns(self) -> Vec<String> {
        let chosen = self.language();
        let all = self.draft().languages().into_iter();
        let others = all.filter(|tag| *tag != chosen);
        [chosen]
            .into_iter()
            .chain(others)
            .map(str::to_owned)
            .collect()
    }

    /// What is wrong with the chosen question, once its field or the whole of it was left.
    pub(super) fn faults_of(self, index: usize) -> Vec<&'a Fault> {
        let faults = self.state.checked.of_question(index);
        let id = self.draft().question(index).map_or("", QuestionDraft::id);
        let is_seen = self.state.seen.contains(id);
        let is_left = |fault: &&Fault| {
            let field = self.field_of(fault);
            is_seen || field.is_some_and(|field| self.state.left.contains(&field))
        };
        faults.filter(is_left).collect()
    }

    /// What is wrong with one field, in words.
    pub(super) fn fault_at(self, index: usize, field: &str) -> Option<Html> {
        let faults = self.faults_of(index);
        let mut faults = faults.into_iter();
        let found = faults.find(|fault| self.field_of(fault).as_deref() == Some(field))?;
        Some(faults::entry(self.words, found))
    }

    /// The field in the form that a question's fault is about, where there is one.
    pub(super) fn field_of(self, fault: &Fault) -> Option<String> {
        let steps: Vec<_> = fault.pointer.split('/').skip(3).collect();
        let languages = self.languages();
        let language = |tag: &str| languages.iter().position(|other| *other == tag);
        match steps[..] {
            // Where every language is missing, the one that is written in comes first.
            [words @ ("title" | "help" | "otherwise")] => Some(format!("question-{words}-0")),
            [words @ ("title" | "help" | "otherwise"), tag] => {
                Some(format!("question-{words}-{}", language(tag)?))
            }
            ["picture", "alt"] => Some("question-picture-0".to_owned()),
            ["picture", "alt", tag] => Some(format!("question-picture-{}", language(tag)?)),
            ["options", item, "picture", "alt"] => Some(format!("options-{item}-picture-0")),
            ["options", item, "picture", "alt", tag] => {
                Some(format!("options-{item}-picture-{}", language(tag)?))
            }
            [list @ ("options" | "rows" | "fields"), item, "title"] => {
                Some(format!("{list}-{item}-0"))
            }
            [list @ ("options" | "rows" | "fields"), item, "title", tag] => {
                Some(format!("{list}-{item}-{}", language(tag)?))
            }
            _ => None,
        }
    }

    /// Who makes that edit whenever it is called.
    pub(super) fn does<E>(self, edit: Edit) -> Callback<E> {
        self.act.reform(move |_| Action::Edit(edit.clone()))
    }

    /// Who makes the edit that a text leads to.
    pub(super) fn typed(self, edit: impl Fn(String) -> Edit + 'static) -> Callback<String> {
        self.act.reform(move |text| Action::Edit(edit(text)))
    }
}

/// What a survey is called, in the first language that has it.
pub(super) fn title_of(words: &Messages, draft: &Draft) -> String {
    first_of(words, draft, |tag| draft.words(Words::Title, tag))
}

/// A question's number and what it asks, in the first language that has it.
pub(super) fn name_of(words: &Messages, draft: &Draft, index: usize) -> String {
    match draft.question(index) {
        Some(question) => named(words, question, (index, draft)),
        None => format!("{}. {}", index + 1, words.text("untitled")),
    }
}

/// The same of a question that was found.
fn named(words: &Messages, question: QuestionDraft<'_>, (index, draft): (usize, &Draft)) -> String {
    let title = first_of(words, draft, |tag| question.words(Words::Title, tag));
    format!("{}. {title}", index + 1)
}

/// A text in the language of the page, else in the draft's first that has it.
fn first_of<'a>(words: &Messages, draft: &Draft, text: impl Fn(&str) -> &'a str) -> String {
    let preferred = [words.language()];
    let mut languages = preferred.into_iter().chain(draft.languages());
    let found = languages.find_map(|tag| Some(text(tag)).filter(|text| !text.is_empty()));
    found.map_or_else(|| words.text("untitled"), str::to_owned)
}
