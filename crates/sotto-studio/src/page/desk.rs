//! What every part of the page has at hand.

use sotto_ui::Messages;
use yew::Callback;

use super::state::{Action, State};
use crate::{
    draft::{Draft, Words},
    edit::Edit,
};

/// The words, what is shown, and who is told what a person does.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    pub(super) words: &'a Messages,
    pub(super) state: &'a State,
    pub(super) act: &'a Callback<Action>,
    /// What leads from the page's address to the site's folder.
    pub(super) base: &'static str,
}

impl<'a> Desk<'a> {
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
    let question = draft.question(index);
    let title = first_of(words, draft, |tag| {
        question.map_or("", |question| question.words(Words::Title, tag))
    });
    format!("{}. {title}", index + 1)
}

/// A text in the language of the page, else in the draft's first that has it.
fn first_of<'a>(words: &Messages, draft: &'a Draft, text: impl Fn(&str) -> &'a str) -> String {
    let preferred = [words.language()];
    let mut languages = preferred.into_iter().chain(draft.languages());
    let found = languages.find_map(|tag| Some(text(tag)).filter(|text| !text.is_empty()));
    found.map_or_else(|| words.text("untitled"), str::to_owned)
}
