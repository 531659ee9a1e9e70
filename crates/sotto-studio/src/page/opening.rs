//! A file that is opened: one of Sotto's own begins a draft; of another program's a draft is made by the reader.

use std::{cell::RefCell, rc::Rc};

use js_sys::Uint8Array;
use sotto_survey::Json;
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    files, import_report,
    state::{Action, Imported, RESPONDENTS},
    storage::{self, Browser},
};
use crate::{
    draft::Draft,
    keeping::Drafts,
    reading::{ForeignFile, Reading, Report},
    translating::Sources,
};

/// How far a file is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Opening {
    /// None is being opened.
    #[default]
    Idle,
    /// It cannot be read at all.
    Unreadable,
    /// The reader reads it; what it is called.
    Reading(String),
    /// The reader did not start, or broke down.
    NoReader(String),
    /// Nothing of it can be taken.
    Refused {
        /// What it is called.
        name: String,
        /// Why.
        why: String,
        report: Report,
    },
}

impl Opening {
    pub(super) fn shown(&self, words: &Messages) -> Html {
        let fill = |key: &str, name: &str| words.fill(key, &[("what", name)]);
        match self {
            Self::Idle => Html::default(),
            Self::Reading(name) => {
                html! { <p role="status" class="note" id="reading-file">{ fill("reading-file", name) }</p> }
            }
            Self::Unreadable => {
                html! { <p class="card warning" role="alert">{ words.text("file-failed") }</p> }
            }
            Self::NoReader(name) => {
                html! { <p class="card warning" role="alert">{ fill("reader-failed", name) }</p> }
            }
            Self::Refused { name, why, report } => html! {
                <div class="card warning import-report" id="import-refused" role="alert">
                    <p>{ fill("import-refused", name) }</p>
                    <p>{ why }</p>
                    { import_report::lines(report.lines.iter(), |named| html! { <b dir="auto">{ &named.name }</b> }) }
                </div>
            },
        }
    }
}

/// The text of a survey of Sotto's own, also of one that has to be mended.
fn own(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let draft = Draft::of_text(text);
    let is_own = match draft.head() {
        Some(Json::Object(fields)) => fields.iter().any(|(name, _)| name == "sotto"),
        Some(_) => false,
        None => text.contains("\"sotto\""),
    };
    is_own.then_some(text)
}

/// Who opens the file that was chosen.
#[derive(Clone)]
pub(super) struct Opener {
    pub(super) language: String,
    pub(super) drafts: Rc<RefCell<Drafts<Browser>>>,
    pub(super) reader: Callback<ForeignFile>,
    pub(super) act: Callback<Action>,
    pub(super) tell: UseStateSetter<Opening>,
}

impl Opener {
    pub(super) fn open(&self, event: &Event) {
        let opener = self.clone();
        files::open(
            event,
            Callback::from(move |(name, bytes): (String, Option<Uint8Array>)| {
                opener.opened(name, bytes);
            }),
        );
    }

    fn fresh_name(&self) -> Rc<str> {
        self.drafts.borrow().fresh_name(storage::now()).into()
    }

    fn opened(&self, name: String, bytes: Option<Uint8Array>) {
        let Some(bytes) = bytes else {
            self.tell.set(Opening::Unreadable);
            return;
        };
        if let Some(text) = own(&bytes.to_vec()) {
            self.tell.set(Opening::Idle);
            self.act.emit(Action::Begin {
                name: self.fresh_name(),
                text: text.to_owned(),
                // Whoever wrote the file gave the survey its name.
                is_named: true,
                respondents: RESPONDENTS,
                // A file is the survey alone.
                sources: Sources::default(),
            });
            return;
        }
        self.tell.set(Opening::Reading(name.clone()));
        let opener = self.clone();
        self.reader.emit(ForeignFile {
            bytes,
            name: name.clone(),
            language: self.language.clone(),
            done: Callback::from(move |reading| opener.read(&name, reading)),
        });
    }

    fn read(&self, file: &str, reading: Option<Reading>) {
        let file = file.to_owned();
        self.tell.set(match reading {
            None => Opening::NoReader(file),
            Some(Reading::Refused { why, report }) => Opening::Refused {
                name: file,
                why,
                report,
            },
            Some(Reading::Made { draft, report }) => {
                self.act.emit(Action::Import {
                    name: self.fresh_name(),
                    text: draft,
                    imported: Rc::new(Imported { file, report }),
                });
                Opening::Idle
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::own;

    #[test]
    fn a_survey_of_sottos_own_is_not_for_the_reader() {
        assert!(own(br#"{ "sotto": 1, "id": "tea" }"#).is_some());
        assert!(own("\u{feff}{ \"sotto\": 1 }".as_bytes()).is_some());
        // To be mended as text.
        assert!(own(br#"{ "sotto": 1, "id": "#).is_some());
        assert!(own(br#"{ "elements": [{ "name": "sotto", "choices": ["sotto"] }] }"#).is_none());
        assert!(own(b"class\tname").is_none());
        assert!(own(b"PK\x03\x04").is_none());
    }
}
