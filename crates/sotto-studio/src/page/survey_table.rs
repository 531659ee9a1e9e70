//! The table of surveys: drafts on this device and what the collector has, each with what can be done with it.

use std::{cell::RefCell, rc::Rc};

use js_sys::{Date, Object};
use sotto_api::{Phase, Role, SurveyView};
use sotto_ui::Messages;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{
    deletion::Deletion,
    desk::title_of,
    histories::Histories,
    publish::{Said, Session, Signed, said},
    state::{Action, RESPONDENTS, View},
    storage::{self, Browser},
};
use crate::{
    draft::Draft,
    keeping::{Drafts, KeptDraft},
    publishing::{Address, Refusal},
    survey_rows::{SurveyRow, as_draft, survey_rows},
};

#[derive(Properties, PartialEq)]
pub(super) struct SurveyTableProps {
    pub(super) words: Messages,
    pub(super) drafts: Rc<RefCell<Drafts<Browser>>>,
    pub(super) act: Callback<Action>,
    /// The draft that is open in this tab.
    pub(super) open: Option<Rc<str>>,
    /// Whoever is signed in at the collector.
    pub(super) signed: Option<Rc<Signed>>,
    pub(super) set_session: Callback<Session>,
}

/// What is to be deleted, once that is said again.
#[derive(Clone, Debug, PartialEq)]
enum Doomed {
    Draft(String),
    Survey(String),
}

/// What the collector says of its surveys.
#[derive(Clone, Debug, Default, PartialEq)]
struct ListedSurveys {
    surveys: Rc<[SurveyView]>,
    /// What stood in the way.
    refusal: Option<Refusal>,
}

/// The columns' messages.
const COLUMNS: [&str; 5] = [
    "draft-column-title",
    "draft-column-state",
    "draft-column-people",
    "draft-column-edited",
    "draft-column-acts",
];

/// The rows; nothing where there is none.
#[component]
pub(super) fn SurveyTable(props: &SurveyTableProps) -> Html {
    let SurveyTableProps {
        words,
        drafts,
        act,
        open,
        signed,
        set_session,
    } = props;
    let doomed = use_state_eq(|| None::<Doomed>);
    let listed = use_state_eq(ListedSurveys::default);
    // How often the collector was asked.
    let looks = use_state_eq(|| 0_u32);
    // What came of the last act.
    let told = use_state_eq(|| None::<Said>);
    use_effect_with((signed.clone(), *looks), {
        let (listed, set_session) = (listed.clone(), set_session.clone());
        move |(signed, _): &(Option<Rc<Signed>>, u32)| {
            let Some(signed) = signed.clone() else {
                listed.set(ListedSurveys::default());
                return;
            };
            spawn_local(async move {
                match signed.collector.surveys().await {
                    Ok(surveys) => listed.set(ListedSurveys {
                        surveys: surveys.into(),
                        refusal: None,
                    }),
                    Err(refusal) if refusal.signs_out() => sign_out(&set_session),
                    // What was listed stays.
                    Err(refusal) => listed.set(ListedSurveys {
                        surveys: Rc::clone(&listed.surveys),
                        refusal: Some(refusal),
                    }),
                }
            });
        }
    });
    let look_again = {
        let (setter, now) = (looks.setter(), *looks);
        Callback::from(move |()| setter.set(now + 1))
    };
    let office = signed.as_ref().map(|signed| Keeper {
        signed: Rc::clone(signed),
        drafts: Rc::clone(drafts),
        act: act.clone(),
        tell: told.setter(),
        set_session: set_session.clone(),
    });
    let tell = told.setter();
    let table = Table {
        words,
        tell: &tell,
        drafts,
        act,
        open: open.as_ref(),
        office: office.as_ref(),
        doomed: &doomed,
        look_again: &look_again,
    };
    let rows = survey_rows(drafts.borrow().all(), &listed.surveys);
    let again = look_again.reform(|_: MouseEvent| ());
    html! {
        <>
            <p role="status" id="surveys-said">{ for told.as_ref().map(|one| said(words, one)) }</p>
            if let Some(refusal) = listed.refusal.clone() {
                <p role="alert" id="surveys-failed">
                    { words.text("surveys-failed") }{ " " }{ said(words, &Said::Refused(refusal)) }{ " " }
                    <button type="button" class="quiet small" id="look-for-surveys" onclick={again}>{ words.text("look-again") }</button>
                </p>
            }
            if !rows.is_empty() {
                <h3>{ words.text("drafts") }</h3>
                <div class="scrolling" tabindex="0" role="region" aria-label={words.text("drafts")}>
                    <table class="drafts" id="drafts">
                        <thead><tr>{ for COLUMNS.map(|key| html! { <th scope="col">{ words.text(key) }</th> }) }</tr></thead>
                        <tbody>{ for rows.iter().enumerate().map(|(index, row)| table.row(index, row)) }</tbody>
                    </table>
                </div>
            }
        </>
    }
}

fn sign_out(set_session: &Callback<Session>) {
    set_session.emit(Session::Out(Some(Said::Words("session-over"))));
}

/// Who fetches surveys from the collector, and deletes them there.
#[derive(Clone)]
struct Keeper {
    signed: Rc<Signed>,
    drafts: Rc<RefCell<Drafts<Browser>>>,
    act: Callback<Action>,
    tell: UseStateSetter<Option<Said>>,
    set_session: Callback<Session>,
}

impl Keeper {
    /// Begins a draft with a published survey: an edit of it, or one of a survey to be.
    fn fetch(&self, survey: &str, is_edit: bool) {
        let (keeper, file) = (self.clone(), self.signed.collector.survey(survey));
        self.tell.set(Some(Said::Words("asking")));
        spawn_local(async move {
            match file.await {
                Ok(file) => {
                    let name = keeper.drafts.borrow().fresh_name(storage::now());
                    let draft = as_draft(&file, is_edit, RESPONDENTS);
                    keeper.act.emit(Action::GoOn(name.into(), draft));
                }
                Err(refusal) => keeper.refused(refusal),
            }
        });
    }

    /// Deletes a survey with all that was counted for it, and looks again.
    fn delete(&self, survey: &str, look_again: Callback<()>) {
        let (keeper, deleted) = (self.clone(), self.signed.collector.delete(survey));
        self.tell.set(Some(Said::Words("asking")));
        spawn_local(async move {
            match deleted.await {
                Ok(_) => keeper.tell.set(Some(Said::Words("survey-deleted"))),
                Err(refusal) => keeper.refused(refusal),
            }
            look_again.emit(());
        });
    }

    fn refused(&self, refusal: Refusal) {
        if refusal.signs_out() {
            sign_out(&self.set_session);
        }
        self.tell.set(Some(Said::Refused(refusal)));
    }
}

/// What the rows are made with.
#[derive(Clone, Copy)]
struct Table<'a> {
    words: &'a Messages,
    drafts: &'a Rc<RefCell<Drafts<Browser>>>,
    act: &'a Callback<Action>,
    open: Option<&'a Rc<str>>,
    office: Option<&'a Keeper>,
    doomed: &'a UseStateHandle<Option<Doomed>>,
    tell: &'a UseStateSetter<Option<Said>>,
    look_again: &'a Callback<()>,
}

impl Table<'_> {
    fn row(self, index: usize, row: &SurveyRow) -> Html {
        let words = self.words;
        let title = match (&row.draft, &row.published) {
            (Some((_, kept)), _) => title_of(words, &Draft::of_text(&kept.text)),
            (None, Some(view)) => view.title.in_language(words.language(), "en").to_owned(),
            (None, None) => return Html::default(),
        };
        let key = match (&row.draft, &row.published) {
            (Some((name, _)), _) => name.clone(),
            (None, Some(view)) => view.id.clone(),
            (None, None) => String::new(),
        };
        let edited = match &row.draft {
            Some((_, kept)) => moment(words, kept.written),
            None => words.text("no-draft-here"),
        };
        html! {
            <>
                <tr {key}>
                    <th scope="row" dir="auto">{ &title }</th>
                    <td>{ state(words, row) }</td>
                    <td>{ people(words, row) }</td>
                    <td>{ edited }</td>
                    <td><div class="bar">{ self.acts(index, row, &title) }</div></td>
                </tr>
                { self.deletion(row, &title) }
            </>
        }
    }

    /// What can be done with a survey.
    fn acts(self, index: usize, row: &SurveyRow, title: &str) -> Html {
        let words = self.words;
        let named = [("what", title)];
        let button = |id: &str, key: &str, spoken: &str, class: &'static str, act| {
            html! {
                <button
                    type="button"
                    {class}
                    id={format!("{id}-{index}")}
                    aria-label={words.fill(spoken, &named)}
                    onclick={act}
                >
                    { words.text(key) }
                </button>
            }
        };
        let draft = row.draft.as_ref();
        let survey = row.published.as_ref().map(|view| view.id.as_str());
        // What was published is told of also where the collector is not asked.
        let made_from = draft.and_then(|(_, kept)| kept.made_from.as_ref());
        let results = survey.or(made_from.map(|made_from| made_from.survey.as_str()));
        let is_open = draft.is_some_and(|(name, _)| self.open.is_some_and(|open| **open == **name));
        let may_delete = self
            .office
            .is_some_and(|office| office.signed.is(Role::Designer));
        html! {
            <>
                { button("go-on", "go-on", "go-on-with", "", self.goes_on(row, is_open)) }
                if let Some(results) = results {
                    <a href={results_of(results)} target="_blank" rel="noopener noreferrer"
                        aria-label={words.fill("results-of", &named)}>{ words.text("results-link") }</a>
                }
                { button("duplicate-draft", "duplicate", "duplicate-draft", "quiet", self.duplicates(row)) }
                // The one that is open is written again with the next key.
                if let Some((name, _)) = draft.filter(|_| !is_open) {
                    { button("delete-draft", "delete-draft", "delete-draft-of", "quiet", self.dooms(Doomed::Draft(name.clone()))) }
                }
                if let Some(survey) = survey.filter(|_| may_delete) {
                    { button("delete-survey", "delete-survey", "delete-survey-of", "quiet", self.dooms(Doomed::Survey(survey.to_owned()))) }
                }
            </>
        }
    }

    fn goes_on(self, row: &SurveyRow, is_open: bool) -> Callback<MouseEvent> {
        let act = self.act.clone();
        let Some((name, _)) = &row.draft else {
            return self.fetches(row, true);
        };
        let (drafts, name) = (Rc::clone(self.drafts), Rc::<str>::from(&**name));
        Callback::from(move |_: MouseEvent| {
            // What is open keeps its history.
            if is_open {
                act.emit(Action::See(View::Build));
                return;
            }
            let kept = drafts.borrow_mut().open(&name);
            if let Some(kept) = kept {
                act.emit(Action::GoOn(Rc::clone(&name), kept));
            }
        })
    }

    fn duplicates(self, row: &SurveyRow) -> Callback<MouseEvent> {
        let Some((_, kept)) = &row.draft else {
            return self.fetches(row, false);
        };
        let (act, drafts) = (self.act.clone(), Rc::clone(self.drafts));
        let KeptDraft {
            text,
            respondents,
            sources,
            ..
        } = kept.clone();
        Callback::from(move |_: MouseEvent| {
            let fresh = drafts.borrow().fresh_name(storage::now());
            act.emit(Action::Begin {
                name: fresh.into(),
                text: text.clone(),
                is_named: false,
                respondents,
                sources: sources.clone(),
            });
        })
    }

    /// Who begins a draft with a published survey.
    fn fetches(self, row: &SurveyRow, is_edit: bool) -> Callback<MouseEvent> {
        match (self.office.cloned(), &row.published) {
            (Some(office), Some(view)) => {
                let survey = view.id.clone();
                Callback::from(move |_: MouseEvent| office.fetch(&survey, is_edit))
            }
            _ => Callback::noop(),
        }
    }

    fn dooms(self, doomed: Doomed) -> Callback<MouseEvent> {
        let setter = self.doomed.setter();
        Callback::from(move |_: MouseEvent| setter.set(Some(doomed.clone())))
    }

    /// The word that something of this row is to be deleted, where that was asked for.
    fn deletion(self, row: &SurveyRow, title: &str) -> Html {
        let is_of = |doomed: &&Doomed| match doomed {
            Doomed::Draft(name) => row.draft.as_ref().is_some_and(|(other, _)| other == name),
            Doomed::Survey(id) => row.published.as_ref().is_some_and(|view| view.id == *id),
        };
        let Some(doomed) = self.doomed.as_ref().filter(is_of) else {
            return Html::default();
        };
        let setter = self.doomed.setter();
        let spare = Callback::from({
            let setter = setter.clone();
            move |()| setter.set(None)
        });
        let (sure, name, delete) = match doomed {
            Doomed::Draft(draft) => {
                let (drafts, draft) = (Rc::clone(self.drafts), draft.clone());
                let tell = self.tell.clone();
                let delete = Callback::from(move |()| {
                    drafts.borrow_mut().delete(&draft);
                    setter.set(None);
                    let (draft, tell) = (draft.clone(), tell.clone());
                    spawn_local(async move {
                        if Histories::default().delete(&draft).await.is_err() {
                            tell.set(Some(Said::Words("history-not-deleted")));
                        }
                    });
                });
                ("delete-draft-sure", title.to_owned(), delete)
            }
            Doomed::Survey(survey) => {
                let (office, look_again) = (self.office.cloned(), self.look_again.clone());
                let id = survey.clone();
                let delete = Callback::from(move |()| {
                    if let Some(office) = &office {
                        office.delete(&id, look_again.clone());
                    }
                    setter.set(None);
                });
                ("delete-survey-sure", survey.clone(), delete)
            }
        };
        let words = self.words.clone();
        html! {
            <tr>
                <td colspan="5"><Deletion {words} {sure} {name} {delete} {spare}/></td>
            </tr>
        }
    }
}

/// What a survey is, as far as it is known.
fn state(words: &Messages, row: &SurveyRow) -> String {
    let made_from = row.draft.as_ref().map(|(_, kept)| kept.made_from.as_ref());
    let Some(view) = &row.published else {
        return match made_from.flatten() {
            Some(survey) => {
                let version = survey.version.to_string();
                let values = [("what", &*survey.survey), ("version", &*version)];
                words.fill("draft-of", &values)
            }
            None => words.text("draft-unpublished"),
        };
    };
    let key = match view.phase {
        Phase::NotYetOpen => "state-not-yet-open",
        Phase::Open => "state-open",
        Phase::Closed => "state-closed",
        Phase::Full => "state-full",
    };
    let version = view.version.to_string();
    words.fill(key, &[("what", &*view.id), ("version", &*version)])
}

/// How many have answered, and how many are expected.
fn people(words: &Messages, row: &SurveyRow) -> String {
    let number = |count: u64| words.decimal(&count.to_string());
    let expected = row.draft.as_ref().map(|(_, kept)| number(kept.respondents));
    let answered = row.published.as_ref().map(|view| number(view.submissions));
    match (answered, expected) {
        (Some(count), Some(all)) => {
            words.fill("answered-of", &[("count", &*count), ("all", &*all)])
        }
        (Some(count), None) => words.fill("answered", &[("count", &*count)]),
        (None, expected) => expected.unwrap_or_default(),
    }
}

/// The page with a survey's results.
fn results_of(survey: &str) -> String {
    let origin = web_sys::window().and_then(|window| window.location().origin().ok());
    let address = Address {
        collector: &origin.unwrap_or_default(),
        survey,
        arm: None,
    };
    address.of_results()
}

/// A moment as the reader's own clock and language have it.
fn moment(words: &Messages, milliseconds: f64) -> String {
    let date = Date::new(&JsValue::from(milliseconds));
    date.to_locale_string(words.language(), &Object::new())
        .into()
}
