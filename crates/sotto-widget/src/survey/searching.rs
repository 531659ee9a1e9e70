//! Searching in a question's options: from what a person does to the state.

use std::borrow::Cow;

use sotto_survey::{Category, Question};

use super::{choosing::find, search::Search, survey_view::SurveyView};
use crate::survey::{Action, Setting};

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
            *self.state.search_mut() = None;
        } else if !self.state.search().is_some_and(is_here) {
            *self.state.search_mut() = Some(self.search(setting, index, question));
        }
    }

    fn search(&self, setting: &Setting, index: usize, question: &Question) -> Search {
        let answer = self.state.answers().get(index).and_then(Option::as_ref);
        let chosen = answer.and_then(|answer| question.choice(answer));
        let chosen = chosen.and_then(|chosen| question.categories().nth(chosen as usize));
        let text = chosen.map_or_else(String::new, |chosen| setting.words.category(chosen));
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
