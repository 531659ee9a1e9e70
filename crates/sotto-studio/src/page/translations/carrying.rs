//! Files for whoever translates elsewhere: made, and what came back taken into the draft.

use std::{cell::RefCell, rc::Rc};

use js_sys::Uint8Array;
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    super::{
        files,
        languages::{Spoken, full_name},
        state::Action,
    },
    report::{self, Came},
    words::place_of,
};
use crate::{
    draft::Draft,
    edit::Edit,
    reading::{
        TranslationFile, TranslationFormat, TranslationReading, TranslationTable, TranslationTask,
        TranslationText, TranslationWish,
    },
    translating::{Row, Sources, State, Unfit, all_rows, language_of_source, take},
};

/// How far a file is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Carrying {
    /// There is none.
    #[default]
    Idle,
    /// The program that makes and reads them is at it.
    Busy,
    /// One was saved; so many texts are not in it, because their names in the data do not tell them from others.
    Saved(usize),
    /// The browser did not save or read it.
    Failed,
    /// The program did not start, or broke down.
    NoProgram,
    /// Nothing of it is taken: what it is called, and why.
    Refused(String, String),
    /// What came of it.
    Came(Rc<Came>),
}

impl Carrying {
    pub(super) fn shown(&self, words: &Messages, rows: &[Row]) -> Html {
        let alert =
            |key: &str| html! { <p class="card warning" role="alert">{ words.text(key) }</p> };
        match self {
            Self::Idle => Html::default(),
            Self::Busy => {
                html! { <p role="status" class="note">{ words.text("translations-busy") }</p> }
            }
            Self::Saved(0) => {
                html! { <p role="status" id="translations-saved">{ words.text("translations-saved") }</p> }
            }
            Self::Saved(without) => {
                let without = without.to_string();
                let said = words.fill("translations-saved-without", &[("count", &*without)]);
                html! { <p role="status" id="translations-saved">{ said }</p> }
            }
            Self::Failed => alert("file-failed"),
            Self::NoProgram => alert("translations-no-program"),
            Self::Refused(name, why) => html! {
                <div class="card warning" id="translations-refused" role="alert">
                    <p>{ words.fill("import-refused", &[("what", &**name)]) }</p>
                    <p>{ why }</p>
                </div>
            },
            Self::Came(came) => report::report(words, came, rows),
        }
    }
}

/// Who carries files to and fro.
#[derive(Clone)]
pub(super) struct Carrier {
    pub(super) words: Messages,
    /// The draft as it is, and what its translations were made of.
    pub(super) latest: Rc<RefCell<(Rc<Draft>, Rc<Sources>)>>,
    pub(super) tasks: Callback<TranslationTask>,
    pub(super) act: Callback<Action>,
    pub(super) tell: UseStateSetter<Carrying>,
    /// The languages that Sotto speaks itself.
    pub(super) spoken: Spoken,
}

impl Carrier {
    /// Makes a file of the texts in a language.
    pub(super) fn save(&self, language: &str, format: TranslationFormat) {
        let (draft, sources) = self.latest.borrow().clone();
        let rows = all_rows(&draft, &sources, language, !self.spoken.lacks(language));
        let table = self.table(&draft, language, &rows);
        let without = rows.len() - table.texts.len();
        let ending = match format {
            TranslationFormat::Csv => "csv",
            TranslationFormat::Xliff => "xlf",
        };
        let id = if draft.id().is_empty() {
            "survey"
        } else {
            draft.id()
        };
        let name = format!("{id}.{language}.{ending}");
        self.tell.set(Carrying::Busy);
        // The file names texts by their names in the data, and has to find them again.
        self.act.emit(Action::NamesStay);
        let tell = self.tell.clone();
        self.tasks.emit(TranslationTask {
            wish: TranslationWish::Write(table, format),
            language: self.words.language().to_owned(),
            done: Callback::from(move |reading| {
                tell.set(match reading {
                    Some(TranslationReading::Written(bytes))
                        if files::save_bytes(&name, &bytes) =>
                    {
                        Carrying::Saved(without)
                    }
                    Some(TranslationReading::Refused(why)) => Carrying::Refused(name.clone(), why),
                    Some(_) => Carrying::Failed,
                    None => Carrying::NoProgram,
                });
            }),
        });
    }

    fn table(&self, draft: &Draft, language: &str, rows: &[Row]) -> TranslationTable {
        let text = |row: &Row| {
            Some(TranslationText {
                key: row.key.clone()?,
                place: place_of(&self.words, row.place, row.words),
                source: row.source.clone(),
                target: row.target.clone(),
                is_done: row.state == State::Done,
                was: row.was.clone(),
            })
        };
        TranslationTable {
            survey: draft.id().to_owned(),
            source: language_of_source(draft, language).to_owned(),
            target: language.to_owned(),
            texts: rows.iter().filter_map(text).collect(),
        }
    }

    /// Reads the file that was chosen.
    pub(super) fn open(&self, event: &Event) {
        let carrier = self.clone();
        files::open(
            event,
            Callback::from(move |(name, bytes): (String, Option<Uint8Array>)| {
                let Some(bytes) = bytes else {
                    carrier.tell.set(Carrying::Failed);
                    return;
                };
                carrier.tell.set(Carrying::Busy);
                let reader = carrier.clone();
                carrier.tasks.emit(TranslationTask {
                    wish: TranslationWish::Read(bytes),
                    language: carrier.words.language().to_owned(),
                    done: Callback::from(move |reading| reader.came(&name, reading)),
                });
            }),
        );
    }

    /// Takes what a file says, as far as it fits.
    fn came(&self, name: &str, reading: Option<TranslationReading>) {
        self.tell.set(match reading {
            None => Carrying::NoProgram,
            Some(TranslationReading::Written(_)) => Carrying::Failed,
            Some(TranslationReading::Refused(why)) => Carrying::Refused(name.to_owned(), why),
            Some(TranslationReading::Read(file)) => self.taken(name, file),
        });
    }

    fn taken(&self, name: &str, file: TranslationFile) -> Carrying {
        let (draft, sources) = self.latest.borrow().clone();
        match take(&draft, &sources, &file, !self.spoken.lacks(&file.target)) {
            Err(unfit) => Carrying::Refused(name.to_owned(), self.unfit(&draft, &unfit)),
            Ok(mut taking) => {
                let language = draft.languages().into_iter();
                let mut language = language.filter(|tag| tag.eq_ignore_ascii_case(&file.target));
                let language = language.next().unwrap_or_default().to_owned();
                let translations = std::mem::take(&mut taking.translations);
                let count = translations.len();
                self.act.emit(Action::TranslateInto(language.clone()));
                if !translations.is_empty() {
                    self.act.emit(Action::Edit(Edit::Translate(translations)));
                }
                Carrying::Came(Rc::new(Came {
                    name: name.to_owned(),
                    language,
                    file,
                    taking,
                    count,
                }))
            }
        }
    }

    fn unfit(&self, draft: &Draft, unfit: &Unfit) -> String {
        let words = &self.words;
        let here = draft.languages().first().copied().unwrap_or_default();
        match unfit {
            Unfit::AnotherSurvey(None) => words.text("file-another-survey"),
            Unfit::AnotherSurvey(Some(survey)) => {
                words.fill("file-another-survey-named", &[("what", &**survey)])
            }
            Unfit::AnotherSource(tag) => {
                let (there, here) = (full_name(words, tag), full_name(words, here));
                words.fill(
                    "file-another-source",
                    &[("there", &*there), ("here", &*here)],
                )
            }
            Unfit::NoSuchLanguage(tag) => words.fill(
                "file-no-such-language",
                &[("what", &*full_name(words, tag))],
            ),
        }
    }
}
