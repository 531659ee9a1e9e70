//! Searching in a question's options: from what a person does to the state.

use std::borrow::Cow;

use sotto_survey::{Category, Question};

use super::{choosing::find, search::Search, survey_view::SurveyView};
use crate::survey::{Action, Setting, Typed};

impl SurveyView {
    /// The focus came to a search field, or left it and its list.
    pub(super) fn search_focus(
        &mut self,
        setting: &Setting,
        (index, question): (usize, &Question),
        inside: bool,
    ) {
        let is_here = |search: &Search| search.question == index;
        if !inside {
            let left = self.state.search_mut().take();
            if let Some(left) = left.filter(is_here) {
                self.leave(setting, (index, question), left);
            }
        } else if !self.state.search().is_some_and(is_here) {
            *self.state.search_mut() = Some(self.search(setting, index, question));
        }
    }

    /// What was typed names an option, or is told as a problem when the page is left. It is never dropped.
    fn leave(&mut self, setting: &Setting, (index, question): (usize, &Question), left: Search) {
        if left.text == self.shown(setting, index, question) {
            return;
        }
        let named = left.named();
        let named = named.and_then(|named| question.categories().nth(named as usize));
        if let Some(category) = named {
            return self.choose(setting, question.id().as_str(), category.id(), true);
        }
        let action = Action::Type {
            question: index,
            field: 0,
            text: Typed(left.text),
        };
        self.state.apply(action, &setting.survey);
    }

    /// What a search field says while nobody types in it: the option chosen, or what names none.
    fn shown(&self, setting: &Setting, index: usize, question: &Question) -> String {
        let answer = self.state.answers().get(index).and_then(Option::as_ref);
        let chosen = answer.and_then(|answer| question.choice(answer));
        let chosen = chosen.and_then(|chosen| question.categories().nth(chosen as usize));
        chosen.map_or_else(
            || self.state.typed(index, 0).to_owned(),
            |chosen| setting.words.category(chosen),
        )
    }

    fn search(&self, setting: &Setting, index: usize, question: &Question) -> Search {
        let text = self.shown(setting, index, question);
        // Of thousands of names none is copied more often than it must be.
        let names = question.categories().map(|category| match category {
            Category::Option(option) => Cow::Borrowed(setting.words.text(&option.title)),
            other => Cow::Owned(setting.words.category(other)),
        });
        let mut search = Search::new(index, text, names);
        // It opens when something is done with it.
        search.open = false;
        search
    }

    /// Something was typed into a search field. An empty field is no answer.
    pub(super) fn look_for(
        &mut self,
        setting: &Setting,
        (index, question): (usize, &Question),
        text: String,
    ) {
        self.search_focus(setting, (index, question), true);
        if text.is_empty() {
            let answer = None;
            let action = Action::Choose {
                question: index,
                answer,
            };
            self.state.apply(action, &setting.survey);
        }
        if let Some(search) = self.state.search_mut() {
            search.look_for(text);
        }
    }

    /// A key in a search field.
    pub(super) fn key(&mut self, setting: &Setting, id: &str, key: &str) {
        let Some((index, question)) = find(setting, id) else {
            return;
        };
        self.search_focus(setting, (index, question), true);
        if key == "Escape" {
            *self.state.search_mut() = Some(self.search(setting, index, question));
            return;
        }
        let Some(search) = self.state.search_mut() else {
            return;
        };
        match key {
            "ArrowDown" | "ArrowUp" => search.step(key == "ArrowDown"),
            "Enter" => {
                let active = search.active.filter(|_| search.open);
                let index = active.and_then(|active| search.found.get(active)).copied();
                let category = index.and_then(|index| question.categories().nth(index as usize));
                if let Some(category) = category {
                    self.pick(setting, id, category.id());
                }
            }
            // A click into the field.
            _ => search.open = true,
        }
        self.scroll = true;
    }

    /// An option of the list was chosen.
    pub(super) fn pick(&mut self, setting: &Setting, id: &str, category: &str) {
        self.choose(setting, id, category, true);
        if let Some((index, question)) = find(setting, id) {
            *self.state.search_mut() = Some(self.search(setting, index, question));
        }
    }
}
