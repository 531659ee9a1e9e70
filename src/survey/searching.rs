//! Searching in a question's options: from what a person does to the state.

use sotto_survey::Question;

use super::{
    search::Search,
    view::{SurveyView, find},
};
use crate::survey::{Action, Setting};

impl SurveyView {
    /// The focus came to a search field, or left it and its list.
    pub(super) fn search_focus(
        &mut self,
        setting: &Setting,
        (place, question): (usize, &Question),
        inside: bool,
    ) {
        let is_here = |search: &Search| search.question == place;
        if !inside {
            *self.state.search_mut() = None;
        } else if !self.state.search().is_some_and(is_here) {
            *self.state.search_mut() = Some(self.search(setting, place, question));
        }
    }

    fn search(&self, setting: &Setting, place: usize, question: &Question) -> Search {
        let names: Vec<_> = question.categories().map(|c| setting.category(c)).collect();
        let answer = self.state.answers().get(place).and_then(Option::as_ref);
        let chosen = answer.and_then(|answer| question.choice(answer));
        let text = chosen.and_then(|chosen| names.get(chosen as usize).cloned());
        let text = text.unwrap_or_default();
        let mut search = Search::new(place, text, names.iter().map(String::as_str));
        // It opens when something is done with it.
        search.open = false;
        search
    }

    /// Something was typed into a search field. An empty field is no answer.
    pub(super) fn look_for(
        &mut self,
        setting: &Setting,
        (place, question): (usize, &Question),
        text: String,
    ) {
        self.search_focus(setting, (place, question), true);
        if text.is_empty() {
            let answer = None;
            let action = Action::Choose {
                question: place,
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
        let Some((place, question)) = find(setting, id) else {
            return;
        };
        self.search_focus(setting, (place, question), true);
        let closed = self.search(setting, place, question);
        let Some(search) = self.state.search_mut() else {
            return;
        };
        match key {
            "ArrowDown" | "ArrowUp" => search.step(key == "ArrowDown"),
            "Escape" => *search = closed,
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
        if let Some((place, question)) = find(setting, id) {
            *self.state.search_mut() = Some(self.search(setting, place, question));
        }
    }
}
