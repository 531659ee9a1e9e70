//! What the page shows: the draft with its history, what is wrong with it, and which part is in view.

mod going;
mod imported;
mod keeping;
mod undoing;
mod view;

use std::{collections::BTreeSet, rc::Rc};

use sotto_survey::{Json, Survey};
use yew::prelude::*;

use crate::{
    check::{Checked, check},
    draft::{Draft, List, Place, Setting, Words},
    edit::{Edit, Pasted},
    finding::Found,
    fitting::{Figures, figures},
    history::{History, Recalled},
    keeping::{KeptDraft, UnreadHistory},
    placeholders::filled,
    publishing::MadeFrom,
    references::asked_of_all,
    translating::Sources,
};

pub(super) use imported::Imported;
pub(super) use keeping::Recall;
pub(super) use view::{Screen, View};

/// So many people answer unless somebody says otherwise.
pub(super) const RESPONDENTS: u64 = 400;

/// What is said once, where a screen reader hears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// The message's key.
    pub(super) key: &'static str,
    /// What stands in it.
    pub(super) what: String,
    /// What else stands in it.
    pub(super) more: String,
}

/// A survey that was looked at; the same until somebody looks again.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown(Option<Rc<Survey>>);

impl Shown {
    /// The survey, if there is one.
    pub(super) fn survey(&self) -> Option<&Survey> {
        self.0.as_deref()
    }
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a choice of its own, and any may go with any other"
)]
pub(super) struct State {
    /// What the browser calls the draft; nothing before one was chosen.
    pub(super) name: Option<Rc<str>>,
    pub(super) history: History,
    /// What was wrong with the draft when it was looked at last.
    pub(super) checked: Rc<Checked>,
    /// The draft as it was then, with placeholders where words are missing; nothing where that is no survey either.
    pub(super) shown: Shown,
    /// What so many people give by it.
    pub(super) figures: Option<Figures>,
    /// The draft that this is about.
    pub(super) looked_at: Rc<Draft>,
    /// How many people will answer.
    pub(super) respondents: u64,
    pub(super) view: View,
    /// The question in the form; the survey itself if none.
    pub(super) selected: Option<usize>,
    /// What a narrow page shows.
    pub(super) screen: Screen,
    /// The language that is written in; the page's if none was chosen.
    pub(super) language: Option<String>,
    /// Whether the other languages stand beside it.
    pub(super) shows_translations: bool,
    /// The fields of the chosen question that were left: what is wrong with them is said.
    pub(super) left: BTreeSet<String>,
    /// The ids of the questions that were left as wholes.
    pub(super) seen: Rc<BTreeSet<String>>,
    pub(super) notice: Option<Notice>,
    /// The survey that the draft is an edit of, and the version that was seen last.
    pub(super) made_from: Option<MadeFrom>,
    /// Whether somebody chose the draft's name in addresses; else its title gives it one.
    pub(super) is_named: bool,
    /// Whether names in the data stay as they are, because files for translators name texts by them.
    pub(super) names_stay: bool,
    /// The language that is translated into; the first that is not the survey's first if none was chosen.
    pub(super) translated: Option<String>,
    /// Whether another tab has written the draft since: what is written here is kept beside it.
    pub(super) is_elsewhere: bool,
    /// What is known of the history that was kept beside the draft.
    pub(super) recall: Recall,
    /// The element that gets the focus next, and how often that was asked for.
    pub(super) focus: (String, u32),
    /// How often something was undone or done again: what had the focus may be gone then.
    pub(super) steps: u32,
    /// The file of another program that the draft was made of.
    pub(super) imported: Option<Rc<Imported>>,
    /// What was there before such a file was opened, which Undo brings back.
    before: Option<Rc<State>>,
    /// What was there when the opening of such a file was undone, which Redo brings back.
    after: Option<Rc<State>>,
}

/// What a person does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Changes the draft.
    Edit(Edit),
    /// Begins a draft of its own.
    Begin {
        /// What the browser calls it.
        name: Rc<str>,
        /// What it begins with.
        text: String,
        /// Whether that has a name in addresses that somebody chose.
        is_named: bool,
        /// How many people will answer.
        respondents: u64,
        /// What its translations were made of.
        sources: Sources,
    },
    /// Begins a draft of its own that was made of a file of another program; Undo leads back.
    Import {
        /// What the browser calls it.
        name: Rc<str>,
        /// The draft.
        text: String,
        imported: Rc<Imported>,
    },
    /// Has read what became of that file.
    CloseReport,
    /// Nobody has written for a moment: the draft can be looked at.
    Look,
    /// So many people will answer.
    People(u64),
    /// Goes on with a draft that is kept.
    GoOn(Rc<str>, KeptDraft),
    /// Puts what a survey is now in place of the draft; Undo brings that back.
    Open(String, MadeFrom),
    /// The history that was kept beside the draft of that name: none, one, or one that is not read.
    Recall(Rc<str>, Option<Result<Recalled, UnreadHistory>>),
    /// The browser kept the history of the draft of that name, or did not.
    HistoryKept(Rc<str>, bool),
    /// Another tab has written the draft.
    Elsewhere,
    /// The draft is kept under another name from now on, beside what another tab has written.
    Beside(Rc<str>),
    /// Changes the draft, and goes to a field.
    EditAndGo(Edit, String),
    /// Goes to a setting, wherever it is.
    GoTo(Found),
    /// Looks for a setting.
    Find,
    /// A field was left.
    Left(String),
    /// A narrow page shows the list.
    ShowList,
    /// Writes in that language.
    Write(String),
    /// Translates into that language.
    TranslateInto(String),
    /// A file for translators was made: names in the data stay as they are.
    NamesStay,
    /// Shows the other languages beside it, or not.
    ShowTranslations(bool),
    Undo,
    Redo,
    See(View),
    /// Chooses a question, or the survey itself.
    Select(Option<usize>),
    /// Moves the chosen question so many places.
    MoveSelected(isize),
    /// Has seen another published version than the draft was made from, and goes on with the draft.
    Seen(MadeFrom),
    /// Has published the draft as that version.
    Published(MadeFrom),
}

impl State {
    /// Begins with a draft that is kept, or with the choice of one.
    pub(super) fn new(kept: Option<(Rc<str>, KeptDraft)>) -> Self {
        let text = kept.as_ref().map(|(_, kept)| &*kept.text);
        let history = History::new(Draft::of_text(text.unwrap_or("{}")));
        let mut state = Self {
            name: None,
            checked: Rc::new(Checked::Faults(Vec::new())),
            shown: Shown::default(),
            figures: None,
            looked_at: Rc::clone(history.draft()),
            respondents: RESPONDENTS,
            history,
            view: View::Start,
            selected: None,
            screen: Screen::List,
            language: None,
            shows_translations: false,
            left: BTreeSet::new(),
            seen: Rc::default(),
            notice: None,
            made_from: None,
            is_named: false,
            names_stay: false,
            translated: None,
            is_elsewhere: false,
            recall: Recall::Asked,
            focus: (String::new(), 0),
            steps: 0,
            imported: None,
            before: None,
            after: None,
        };
        if let Some((name, kept)) = kept {
            state.go_on(name, kept);
        }
        state
    }

    pub(super) fn draft(&self) -> &Draft {
        self.history.draft()
    }

    /// Looks at the draft: what is wrong with it, and what it gives. That takes longer the more there is of it, so it is
    /// not done while somebody writes.
    fn look(&mut self) {
        let draft = Rc::clone(self.history.draft());
        if Rc::ptr_eq(&draft, &self.looked_at) {
            return;
        }
        let checked = check(&draft);
        let shown = match checked.survey() {
            Some(survey) => Some(survey.clone()),
            None => check(&filled(&draft)).survey().cloned(),
        };
        self.checked = Rc::new(checked);
        self.shown = Shown(shown.map(Rc::new));
        self.looked_at = draft;
        self.plan();
    }

    fn plan(&mut self) {
        let shown = self.shown.survey();
        self.figures = shown.and_then(|survey| figures(survey, self.respondents));
    }

    fn take(&mut self, history: History) {
        let chosen = self.selected.and_then(|index| self.draft().question(index));
        let chosen = chosen.map(|question| question.id().to_owned());
        self.history = history;
        let count = self.draft().questions().len();
        // The same question, wherever it stands now; else what stands in its place.
        let place = |id: &str| self.draft().questions().position(|one| one.id() == id);
        let moved = chosen.as_deref().and_then(place);
        self.selected = moved.or_else(|| {
            let stays = self.selected.filter(|_| count > 0);
            stays.map(|one| one.min(count - 1))
        });
    }

    fn say(&mut self, key: &'static str, what: &str) {
        self.notice = Some(Notice {
            key,
            what: what.to_owned(),
            more: String::new(),
        });
    }

    /// Says how many lines became elements, and how many did not.
    fn say_pasted(
        &mut self,
        before: &Draft,
        (question, list): (usize, List),
        languages: &[String],
        text: &str,
    ) {
        let language = languages.first().map_or("", String::as_str);
        let asked = before.question(question);
        let items = asked.into_iter().flat_map(|asked| asked.items(list));
        let known: Vec<_> = items
            .map(|item| item.words(Words::Title, language))
            .collect();
        let pasted = Pasted::read(text, &known);
        let key = match (pasted.repeated, pasted.beyond) {
            (0, 0) => "pasted",
            (_, 0) => "pasted-repeated",
            _ => "pasted-beyond",
        };
        self.say(key, &pasted.rows.len().to_string());
        if let Some(notice) = &mut self.notice {
            notice.more = (pasted.repeated + pasted.beyond).to_string();
        }
    }

    fn edit(&mut self, edit: &Edit) {
        let before = Rc::clone(self.history.draft());
        let sources = Rc::clone(self.history.sources());
        let named = match edit {
            Edit::DeleteQuestion(index) => (index + 1).to_string(),
            _ => String::new(),
        };
        self.take(self.history.with(edit));
        // An edit that changes nothing leaves the very draft that was there.
        let is_same = Rc::ptr_eq(&sources, self.history.sources());
        if is_same && Rc::ptr_eq(&before, self.history.draft()) {
            return;
        }
        self.notice = None;
        self.after = None;
        match edit {
            Edit::Set {
                place: Place::Survey,
                setting: Setting::Id,
                ..
            } => self.is_named = true,
            Edit::Replace(_) if before.id() != self.draft().id() => self.is_named = true,
            Edit::AddQuestion { index, .. } => {
                let index = (*index).min(self.draft().questions().len().saturating_sub(1));
                self.choose(Some(index));
                self.screen = Screen::Form;
                self.focus_on("question-title-0");
                let number = (index + 1).to_string();
                self.say("question-added", &number);
            }
            Edit::DuplicateQuestion(index) => {
                self.choose(Some(index + 1));
                self.focus_on("question-title-0");
                let number = (index + 2).to_string();
                self.say("question-added", &number);
            }
            Edit::DeleteQuestion(_) => {
                let entry = self.entry();
                self.focus_on(&entry);
                self.say("question-deleted", &named);
            }
            Edit::MoveQuestion { to, .. } => {
                self.selected = Some(*to);
                let what = (to + 1).to_string();
                self.say("question-moved", &what);
            }
            Edit::InsertItem { list, index, .. } => {
                let id = format!("{}-{index}-0", list.name());
                self.focus_on(&id);
            }
            Edit::PasteItems {
                question,
                list,
                languages,
                text,
                ..
            } => self.say_pasted(&before, (*question, *list), languages, text),
            Edit::AddItem { list, question } => {
                let count = self.draft().question(*question);
                let count = count.map_or(0, |question| question.items(*list).len());
                let id = format!("{}-{}-0", list.name(), count.saturating_sub(1));
                self.focus_on(&id);
            }
            Edit::AddWay(ways) => {
                let count = self.draft().ways(*ways).len();
                let id = format!("{}-{}-title-0", ways.name(), count.saturating_sub(1));
                self.focus_on(&id);
            }
            Edit::Several(_) => self.say("fit-taken", ""),
            // The words are as they were; what they were made of is not.
            Edit::Translate(_) if Rc::ptr_eq(&before, self.history.draft()) => {
                self.say("translation-confirmed", "");
            }
            Edit::Translate(all) => {
                let count = all.len().to_string();
                self.say("translations-taken", &count);
            }
            Edit::DeleteWay(ways, _) => {
                let add = format!("add-{}", ways.name());
                self.focus_on(&add);
            }
            Edit::DeleteItem { list, .. } => {
                let add = format!("add-{}", list.name());
                self.focus_on(&add);
            }
            _ => {}
        }
        // Words take no condition away, and one that somebody took away says nothing new.
        if !matches!(
            edit,
            Edit::SetWords { .. }
                | Edit::Translate(_)
                | Edit::SetCondition { .. }
                | Edit::Replace(_)
        ) {
            let freed = asked_of_all(&before, self.draft());
            let numbers: Vec<_> = freed.iter().map(|index| (index + 1).to_string()).collect();
            match &numbers[..] {
                [] => {}
                [one] => self.say("asked-of-all-now", one),
                several => self.say("asked-of-all-now-several", &several.join(", ")),
            }
        }
    }
}

impl State {
    /// Moves the chosen question so many places, if there are so many.
    fn move_selected(&mut self, by: isize) {
        let target = self.selected.and_then(|from| {
            let to = from.checked_add_signed(by)?;
            (to < self.draft().questions().len()).then_some((from, to))
        });
        if let Some((from, to)) = target {
            self.edit(&Edit::MoveQuestion { from, to });
        }
    }

    /// Puts what a survey is now in place of the draft.
    fn open(&mut self, text: String, published: MadeFrom) {
        self.take(self.history.paused().with(&Edit::Replace(text)).paused());
        let history = self.history.clone().knowing(Sources::default());
        self.history = history.naming_by_words(false);
        self.look();
        self.see_draft();
        self.selected = None;
        self.made_from = Some(published);
        self.focus_on("view-heading");
        self.say("opened", "");
    }

    /// The draft is what was published as that version.
    fn publish(&mut self, seen: MadeFrom) {
        // Whoever saves the draft as a file has what was published.
        let set = |setting, value| Edit::Set {
            place: Place::Survey,
            setting,
            value: Some(value),
        };
        let version = set(Setting::Version, Json::Whole(seen.version.into()));
        let id = set(Setting::Id, Json::Text(seen.survey.clone()));
        self.take(self.history.paused().with(&version).with(&id).paused());
        self.history = self.history.clone().naming_by_words(false);
        self.look();
        self.is_named = false;
        self.made_from = Some(seen);
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = (*self).clone();
        match action {
            Action::Edit(edit) => state.edit(&edit),
            Action::EditAndGo(edit, id) => {
                // Whoever presses has ended what was typed: Undo leads back to that.
                state.history = state.history.paused();
                state.edit(&edit);
                state.focus_on(&id);
            }
            Action::Left(id) => {
                state.left.insert(id);
            }
            Action::ShowList => {
                state.choose(state.selected);
                state.screen = Screen::List;
                let entry = state.entry();
                state.focus_on(&entry);
            }
            Action::Write(language) => state.language = Some(language),
            Action::TranslateInto(language) => state.translate_into(language),
            Action::NamesStay => {
                state.names_stay = true;
                state.history = state.history.clone().naming_by_words(false);
            }
            Action::ShowTranslations(shows) => state.shows_translations = shows,
            Action::Look => state.look(),
            Action::People(respondents) => {
                state.respondents = respondents;
                state.plan();
            }
            Action::Begin {
                name,
                text,
                is_named,
                respondents,
                sources,
            } => {
                let kept = KeptDraft {
                    text,
                    made_from: None,
                    is_named,
                    names_stay: false,
                    sources,
                    respondents,
                    written: 0.0,
                };
                state.go_on(name, kept);
                state.focus_on("view-heading");
                state.say("begun", "");
            }
            Action::Import {
                name,
                text,
                imported,
            } => state.import(self, (name, text), imported),
            Action::CloseReport => {
                state.imported = None;
                state.focus_on("view-heading");
            }
            Action::GoOn(name, kept) => {
                state.go_on(name, kept);
                state.focus_on("view-heading");
                state.notice = None;
            }
            Action::Open(text, published) => state.open(text, published),
            Action::Recall(name, kept) => state.recall(&name, kept),
            Action::HistoryKept(name, is_kept) => state.history_kept(&name, is_kept),
            Action::Elsewhere => state.is_elsewhere = true,
            Action::Beside(name) => {
                state.name = Some(name);
                state.is_elsewhere = false;
                // What one tab did is no other's history.
                state.recall = Recall::Done;
                state.say("kept-beside", "");
            }
            Action::Undo => {
                state.undo(&self);
                state.say("undone", "");
            }
            Action::Redo => {
                state.redo(&self);
                state.say("redone", "");
            }
            Action::See(view) => state.see(view),
            Action::GoTo(found) => state.go_to(found),
            Action::Find => state.find(),
            Action::Select(selected) => {
                state.choose(selected);
                state.screen = Screen::Form;
                state.notice = None;
                state.focus_on("form-heading");
            }
            Action::MoveSelected(by) => state.move_selected(by),
            Action::Seen(seen) => state.made_from = Some(seen),
            Action::Published(seen) => state.publish(seen),
        }
        Rc::new(state)
    }
}

#[cfg(test)]
mod tests {
    use sotto_survey::Scheme;

    use super::*;

    pub(super) fn begun(name: &str, id: &str) -> Action {
        Action::Begin {
            name: name.into(),
            text: format!(r#"{{ "id": "{id}" }}"#),
            is_named: false,
            respondents: 400,
            sources: Sources::default(),
        }
    }

    #[test]
    fn a_draft_knows_which_survey_it_is() {
        let state = Rc::new(State::new(None)).reduce(begun("one", "workplace"));
        assert_eq!(state.made_from, None);
        let published = MadeFrom {
            survey: "how-is-it".to_owned(),
            version: 1,
        };
        let state = state.reduce(Action::Published(published.clone()));
        assert_eq!(state.draft().id(), "how-is-it");
        // Whatever is undone, an edit is one of that survey.
        let state = state.reduce(Action::Undo).reduce(Action::Undo);
        assert_eq!(state.made_from.as_ref(), Some(&published));
        // A second one from the same template is not.
        let second = Rc::clone(&state).reduce(begun("two", "workplace"));
        assert_eq!((&second.made_from, second.is_named), (&None, false));
        let back = second.reduce(Action::GoOn("one".into(), state.kept(1.0)));
        assert_eq!(back.made_from, Some(published));
    }

    #[test]
    fn what_is_pressed_is_undone_by_itself() {
        let colour = |text: &str| Edit::Set {
            place: Place::Theme(Scheme::Light),
            setting: Setting::Accent,
            value: Some(Json::Text(text.to_owned())),
        };
        let written = |state: &State| state.draft().written().contains("#ffcc00");
        let state = Rc::new(State::new(None)).reduce(begun("one", "tea"));
        let typed = state.reduce(Action::Edit(colour("#ffcc0")));
        let typed = typed.reduce(Action::Edit(colour("#ffcc00")));
        assert!(written(&typed));
        let field = "theme-light-accent".to_owned();
        let taken = typed.reduce(Action::EditAndGo(colour("#907300"), field.clone()));
        assert!(!written(&taken));
        assert_eq!(taken.focus.0, field);
        assert!(written(&taken.reduce(Action::Undo)));
    }

    #[test]
    fn a_name_that_somebody_writes_is_a_chosen_one() {
        let state = Rc::new(State::new(None)).reduce(begun("one", "my-survey"));
        let rename = Edit::Set {
            place: Place::Survey,
            setting: Setting::Id,
            value: Some(Json::Text("tea".to_owned())),
        };
        assert!(state.reduce(Action::Edit(rename)).is_named);
    }
}
