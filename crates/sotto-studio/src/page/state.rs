//! What the page shows: the draft with its history, what is wrong with it, and which part is in view.

use std::rc::Rc;

use sotto_survey::Json;
use yew::prelude::*;

use crate::{
    check::{Checked, check},
    draft::{Draft, Place, Setting},
    edit::Edit,
    history::History,
    publishing::{MadeFrom, version_of},
};

/// The parts of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// What to begin with.
    Start,
    /// The questions.
    Build,
    /// How many people it takes.
    Plan,
    /// As a respondent sees it.
    Preview,
    /// The file as text.
    Text,
    /// How it gets to people: published, and onto a page.
    Embed,
}

impl View {
    /// Those that a draft has.
    pub(super) const OF_DRAFT: [Self; 5] = [
        Self::Build,
        Self::Plan,
        Self::Preview,
        Self::Text,
        Self::Embed,
    ];

    /// The name in messages and in the page.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Build => "build",
            Self::Plan => "plan",
            Self::Preview => "preview",
            Self::Text => "text",
            Self::Embed => "embed",
        }
    }
}

/// What is said once, where a screen reader hears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// The message's key.
    pub(super) key: &'static str,
    /// What stands in it.
    pub(super) what: String,
}

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) history: History,
    pub(super) checked: Rc<Checked>,
    pub(super) view: View,
    /// The question in the form; the survey itself if none.
    pub(super) selected: Option<usize>,
    pub(super) notice: Option<Notice>,
    /// The published version that this device has seen last.
    pub(super) made_from: Option<MadeFrom>,
    /// The element that gets the focus next, and how often that was asked for.
    pub(super) focus: (String, u32),
}

/// What a person does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Changes the draft.
    Edit(Edit),
    /// Begins with another draft; the old one can be had back.
    Open(String),
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
    /// Begins with a draft, or with the choice of one.
    pub(super) fn new(kept: Option<String>, made_from: Option<MadeFrom>) -> Self {
        let view = if kept.is_some() {
            View::Build
        } else {
            View::Start
        };
        let text = kept.unwrap_or_else(|| crate::templates::TEMPLATES[0].text.to_owned());
        let history = History::new(Draft::of_text(&text));
        let checked = Rc::new(check(history.draft()));
        let view = if history.draft().json().is_some() {
            view
        } else {
            View::Text
        };
        Self {
            history,
            checked,
            view,
            selected: None,
            notice: None,
            made_from,
            focus: (String::new(), 0),
        }
    }

    pub(super) fn draft(&self) -> &Draft {
        self.history.draft()
    }

    /// The version of the survey that the draft was made from.
    pub(super) fn version(&self) -> u32 {
        version_of(self.draft(), self.made_from.as_ref())
    }

    fn take(&mut self, history: History) {
        if history.draft() != self.history.draft() {
            self.checked = Rc::new(check(history.draft()));
        }
        self.history = history;
        let count = self.draft().questions().len();
        self.selected = self
            .selected
            .filter(|_| count > 0)
            .map(|one| one.min(count - 1));
    }

    fn focus_on(&mut self, id: &str) {
        self.focus = (id.to_owned(), self.focus.1 + 1);
    }

    fn say(&mut self, key: &'static str, what: &str) {
        self.notice = Some(Notice {
            key,
            what: what.to_owned(),
        });
    }

    fn edit(&mut self, edit: &Edit) {
        let id = |state: &Self, index| {
            let question = state.draft().question(index);
            question.map_or_else(String::new, |question| question.id().to_owned())
        };
        let before = Rc::clone(self.history.draft());
        let named = match edit {
            Edit::DeleteQuestion(index) => id(self, *index),
            _ => String::new(),
        };
        self.take(self.history.with(edit));
        if before == *self.history.draft() {
            return;
        }
        self.notice = None;
        match edit {
            Edit::AddQuestion { index, .. } => {
                let index = (*index).min(self.draft().questions().len().saturating_sub(1));
                self.selected = Some(index);
                self.focus_on("question-title-0");
                let id = id(self, index);
                self.say("question-added", &id);
            }
            Edit::DuplicateQuestion(index) => {
                self.selected = Some(index + 1);
                self.focus_on("question-title-0");
                let id = id(self, index + 1);
                self.say("question-added", &id);
            }
            Edit::DeleteQuestion(_) => {
                let entry = self.selected.map_or_else(
                    || "entry-survey".to_owned(),
                    |index| format!("entry-{index}"),
                );
                self.focus_on(&entry);
                self.say("question-deleted", &named);
            }
            Edit::MoveQuestion { to, .. } => {
                self.selected = Some(*to);
                let what = (to + 1).to_string();
                self.say("question-moved", &what);
            }
            Edit::AddItem { list, question } => {
                let count = self.draft().question(*question);
                let count = count.map_or(0, |question| question.items(*list).len());
                let id = format!("{}-{}-0", list.name(), count.saturating_sub(1));
                self.focus_on(&id);
            }
            Edit::DeleteItem { list, .. } => {
                let add = format!("add-{}", list.name());
                self.focus_on(&add);
            }
            _ => {}
        }
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = (*self).clone();
        match action {
            Action::Edit(edit) => state.edit(&edit),
            Action::Open(text) => {
                state.take(state.history.paused().with(&Edit::Replace(text)).paused());
                let is_form = state.draft().json().is_some();
                state.view = if is_form { View::Build } else { View::Text };
                state.selected = None;
                // The file itself says which version it is.
                state.made_from = None;
                state.focus_on("view-heading");
                state.say("opened", "");
            }
            Action::Undo => {
                state.take(state.history.undone());
                state.say("undone", "");
            }
            Action::Redo => {
                state.take(state.history.redone());
                state.say("redone", "");
            }
            Action::See(view) => {
                state.view = view;
                state.notice = None;
            }
            Action::Select(selected) => {
                state.selected = selected;
                state.notice = None;
                state.focus_on("form-heading");
            }
            Action::MoveSelected(by) => {
                let target = state.selected.and_then(|from| {
                    let to = from.checked_add_signed(by)?;
                    (to < state.draft().questions().len()).then_some((from, to))
                });
                if let Some((from, to)) = target {
                    state.edit(&Edit::MoveQuestion { from, to });
                }
            }
            Action::Seen(seen) => state.made_from = Some(seen),
            Action::Published(seen) => {
                // Whoever saves the draft as a file has the version that was published.
                let version = Edit::Set {
                    place: Place::Survey,
                    setting: Setting::Version,
                    value: Some(Json::Whole(seen.version.into())),
                };
                state.take(state.history.paused().with(&version).paused());
                state.made_from = Some(seen);
            }
        }
        Rc::new(state)
    }
}
