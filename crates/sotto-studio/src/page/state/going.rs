//! Where somebody is in a draft: the part of the page, the chosen question, and the element that gets the focus.

use std::rc::Rc;

use super::{Screen, State, View};
use crate::finding::Found;

impl State {
    /// From now on it is said of every question there is what is wrong with it.
    pub(super) fn see_all(&mut self) {
        let questions = self.history.draft().questions();
        let ids: Vec<_> = questions.map(|one| one.id().to_owned()).collect();
        Rc::make_mut(&mut self.seen).extend(ids);
    }

    /// Goes to another question, or to the survey itself: the one before was left.
    pub(super) fn choose(&mut self, selected: Option<usize>) {
        let before = self.selected.filter(|_| self.selected != selected);
        let before = before.and_then(|index| self.draft().question(index));
        let before = before.map(|question| question.id().to_owned());
        if self.selected != selected {
            self.left.clear();
        }
        if let Some(before) = before {
            Rc::make_mut(&mut self.seen).insert(before);
        }
        self.selected = selected;
    }

    /// The forms, or the text of what is none.
    pub(super) fn see_draft(&mut self) {
        let is_form = self.draft().is_form();
        self.view = if is_form { View::Build } else { View::Text };
    }

    /// The chosen entry of the list.
    pub(super) fn entry(&self) -> String {
        let entry = |index| format!("entry-{index}");
        self.selected
            .map_or_else(|| "entry-survey".to_owned(), entry)
    }

    pub(super) fn focus_on(&mut self, id: &str) {
        self.focus = (id.to_owned(), self.focus.1 + 1);
    }

    /// Goes to where a setting is.
    pub(super) fn go_to(&mut self, found: Found) {
        let (question, field) = match found {
            Found::Survey(field) => (None, field.to_owned()),
            Found::Question(index, field) => (Some(index), field.to_owned()),
            Found::Page(page) => (None, format!("page-title-{page}-0")),
            Found::Part(name) => {
                let view = View::OF_DRAFT.into_iter().find(|view| view.name() == name);
                self.see(view.unwrap_or(self.view));
                self.focus_on("view-heading");
                return;
            }
            Found::Nowhere => return,
        };
        self.see(View::Build);
        self.choose(question);
        self.screen = Screen::Form;
        self.focus_on(&field);
    }

    /// Goes to the field that finds settings, where there are any.
    pub(super) fn find(&mut self) {
        if self.name.is_some() && self.draft().is_form() {
            self.see(View::Build);
            self.screen = Screen::List;
            self.focus_on("find-setting");
        }
    }

    /// Goes to a part of the page.
    pub(super) fn see(&mut self, view: View) {
        self.look();
        if view != View::Build {
            self.see_all();
        }
        self.view = view;
        self.notice = None;
    }

    /// Goes to the table of translations into that language.
    pub(super) fn translate_into(&mut self, language: String) {
        self.translated = Some(language);
        if self.view != View::Translations {
            self.look();
            self.see_all();
            self.view = View::Translations;
            self.notice = None;
            self.focus_on("view-heading");
        }
    }
}
