//! Undo and Redo: of edits, and of the opening of a file of another program.

use std::rc::Rc;

use super::{State, imported::Imported};
use crate::{keeping::KeptDraft, translating::Sources};

impl State {
    pub(crate) fn can_undo(&self) -> bool {
        self.history.can_undo() || self.before.is_some()
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.history.can_redo() || self.after.is_some()
    }

    /// What was there before or after the opening of a file: what follows it is heard of anew.
    fn there(&self, other: &Self) -> Self {
        Self {
            focus: self.focus.clone(),
            steps: self.steps,
            ..other.clone()
        }
    }

    /// Goes on with a draft, by its name and text, that was made of a file of another program.
    pub(super) fn import(
        &mut self,
        before: Rc<Self>,
        (name, text): (Rc<str>, String),
        imported: Rc<Imported>,
    ) {
        let kept = KeptDraft {
            text,
            made_from: None,
            is_named: true,
            names_stay: false,
            sources: Sources::default(),
            written: 0.0,
            respondents: self.respondents,
        };
        self.go_on(name, kept);
        self.say("imported", &imported.file);
        self.imported = Some(imported);
        self.before = Some(before);
        self.focus_on("view-heading");
    }

    /// Takes back the last edit, or else the opening of a file; `now` is what it is taken back from.
    pub(super) fn undo(&mut self, now: &Rc<Self>) {
        match (now.history.can_undo(), &now.before) {
            (false, Some(before)) => {
                *self = now.there(before);
                self.after = Some(Rc::clone(now));
            }
            _ => self.take(now.history.undone()),
        }
        self.steps += 1;
    }

    /// Does again what was taken back last.
    pub(super) fn redo(&mut self, now: &Rc<Self>) {
        match (now.history.can_redo(), &now.after) {
            (false, Some(after)) => *self = now.there(after),
            _ => self.take(now.history.redone()),
        }
        self.steps += 1;
    }
}

#[cfg(test)]
mod tests {
    use sotto_survey::Json;
    use yew::Reducible;

    use super::{
        super::{Action, tests::begun},
        *,
    };
    use crate::{
        draft::{Place, Setting},
        edit::Edit,
    };

    #[test]
    fn opening_a_file_of_another_program_is_undone_like_an_edit() {
        let imported = Rc::new(Imported {
            file: "tea.qsf".to_owned(),
            report: crate::reading::Report::default(),
        });
        let import = Action::Import {
            name: "two".into(),
            text: r#"{ "id": "tea" }"#.to_owned(),
            imported: Rc::clone(&imported),
        };
        let rename = |id: &str| {
            Action::Edit(Edit::Set {
                place: Place::Survey,
                setting: Setting::Id,
                value: Some(Json::Text(id.to_owned())),
            })
        };
        let state = Rc::new(State::new(None)).reduce(begun("one", "workplace"));
        let before = state.reduce(rename("work"));
        let opened = Rc::clone(&before).reduce(import);
        assert_eq!(opened.draft().id(), "tea");
        assert_eq!(opened.imported.as_ref(), Some(&imported));
        assert!(opened.can_undo() && !opened.can_redo());
        // Its own edits come first.
        let back = { opened.reduce(rename("coffee")) }
            .reduce(Action::Undo)
            .reduce(Action::Undo);
        assert_eq!(
            (back.name.as_deref(), back.draft().id()),
            (Some("one"), "work")
        );
        assert_eq!((&back.imported, &back.history), (&None, &before.history));
        // What was there can be undone further, and the file is there again after that.
        assert_eq!(
            Rc::clone(&back).reduce(Action::Undo).draft().id(),
            "workplace"
        );
        let again = Rc::clone(&back).reduce(Action::Redo);
        assert_eq!(
            (again.name.as_deref(), again.draft().id()),
            (Some("two"), "tea")
        );
        assert_eq!(again.imported.as_ref(), Some(&imported));
        assert!(!back.reduce(rename("tea-time")).can_redo());
    }
}
