//! What to go on with, and what to begin with: the drafts that are kept, and the templates.

use std::{cell::RefCell, rc::Rc};

use js_sys::{Date, Object};
use sotto_survey::Plan;
use sotto_ui::Messages;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{
    desk::{name_of, title_of},
    fields::line,
    people::respondents_of,
    state::{Action, RESPONDENTS, View},
    storage::{self, Browser},
};
use crate::{
    draft::{Draft, Place, Setting},
    edit::{Edit, apply},
    fitting::best_plan,
    keeping::{Drafts, KeptDraft},
    outline::{in_language, with_questions},
    publishing::Address,
    templates::{TEMPLATES, Template},
};

/// A survey of one's own made of a sample. Samples show each answer as it comes, for whoever tries them
/// alone; that is not for others to copy.
///
/// The questions share ε as is best for so many people, unless the sample has a value for each.
fn own(sample: &str, respondents: u64) -> String {
    let draft = Draft::of_text(sample);
    let in_steps = Edit::Set {
        place: Place::Survey,
        setting: Setting::MinimumReports,
        value: None,
    };
    let draft = apply(&draft, &in_steps);
    let draft = if draft.plan() == Some(Plan::Fixed) {
        draft
    } else {
        best_plan(&draft, respondents)
    };
    draft.written().into_owned()
}

#[derive(Properties, PartialEq)]
pub(super) struct StartProps {
    pub(super) words: Messages,
    pub(super) drafts: Rc<RefCell<Drafts<Browser>>>,
    pub(super) act: Callback<Action>,
    /// The draft that is open in this tab.
    pub(super) open: Option<Rc<str>>,
}

/// The drafts, each with what can be done with it, and the templates.
#[component]
pub(super) fn Start(props: &StartProps) -> Html {
    let StartProps {
        words,
        drafts,
        act,
        open,
    } = props;
    // The draft that is to be deleted, once that is said again.
    let doomed = use_state_eq(|| None::<String>);
    let kept = drafts.borrow().all();
    let origin = web_sys::window().and_then(|window| window.location().origin().ok());
    let origin = origin.unwrap_or_default();
    let columns = [
        "draft-column-title",
        "draft-column-state",
        "draft-column-people",
        "draft-column-edited",
        "draft-column-acts",
    ];
    let row = |index: usize, name: &str, kept: &KeptDraft| {
        let draft = Draft::of_text(&kept.text);
        let title = title_of(words, &draft);
        let go_on = {
            let (act, drafts, name) = (act.clone(), Rc::clone(drafts), Rc::<str>::from(name));
            let is_open = open.as_ref() == Some(&name);
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
        };
        let doom = {
            let (doomed, name) = (doomed.setter(), name.to_owned());
            Callback::from(move |_: MouseEvent| doomed.set(Some(name.clone())))
        };
        let spare = {
            let doomed = doomed.setter();
            Callback::from(move |()| doomed.set(None))
        };
        let delete = {
            let (doomed, drafts, name) = (doomed.setter(), Rc::clone(drafts), name.to_owned());
            Callback::from(move |()| {
                drafts.borrow_mut().delete(&name);
                doomed.set(None);
            })
        };
        let is_open = open.as_deref() == Some(name);
        let duplicate = {
            let (act, drafts, copy) = (act.clone(), Rc::clone(drafts), kept.clone());
            Callback::from(move |_: MouseEvent| {
                let fresh = drafts.borrow().fresh_name(storage::now());
                let KeptDraft {
                    text, respondents, ..
                } = copy.clone();
                act.emit(Action::Begin {
                    name: fresh.into(),
                    text,
                    is_named: false,
                    respondents,
                });
            })
        };
        let state = match &kept.made_from {
            Some(survey) => {
                let version = survey.version.to_string();
                let values = [("what", &*survey.survey), ("version", &*version)];
                words.fill("draft-of", &values)
            }
            None => words.text("draft-unpublished"),
        };
        let results = kept.made_from.as_ref().map(|survey| {
            let address = Address {
                collector: &origin,
                survey: &survey.survey,
                arm: None,
            };
            address.of_results()
        });
        let named = [("what", &*title)];
        let is_doomed = doomed.as_deref() == Some(name);
        html! {
            <>
                <tr key={name.to_owned()}>
                    <th scope="row" dir="auto">{ &title }</th>
                    <td>{ state }</td>
                    <td>{ words.decimal(&kept.respondents.to_string()) }</td>
                    <td>{ moment(words, kept.written) }</td>
                    <td>
                        <div class="bar">
                            <button
                                type="button"
                                id={format!("go-on-{index}")}
                                aria-label={words.fill("go-on-with", &named)}
                                onclick={go_on}
                            >
                                { words.text("go-on") }
                            </button>
                            if let Some(results) = results {
                                <a href={results} target="_blank" rel="noopener noreferrer">{ words.text("results-link") }</a>
                            }
                            <button
                                type="button"
                                class="quiet"
                                id={format!("duplicate-draft-{index}")}
                                aria-label={words.fill("duplicate-draft", &named)}
                                onclick={duplicate}
                            >
                                { words.text("duplicate") }
                            </button>
                            // The one that is open is written again with the next key.
                            if !is_open {
                                <button
                                    type="button"
                                    class="quiet"
                                    id={format!("delete-draft-{index}")}
                                    aria-label={words.fill("delete-draft-of", &named)}
                                    aria-expanded={is_doomed.to_string()}
                                    onclick={doom}
                                >
                                    { words.text("delete-draft") }
                                </button>
                            }
                        </div>
                    </td>
                </tr>
                if is_doomed {
                    <tr>
                        <td colspan="5">
                            <Deletion words={words.clone()} {title} {delete} {spare}/>
                        </td>
                    </tr>
                }
            </>
        }
    };
    let typed = use_state_eq(|| RESPONDENTS.to_string());
    let respondents = respondents_of(&typed).unwrap_or(RESPONDENTS);
    let type_people = {
        let setter = typed.setter();
        Callback::from(move |text| setter.set(text))
    };
    let template = |template: &Template| {
        let Template { name, text } = *template;
        let begin = {
            let (act, drafts) = (act.clone(), Rc::clone(drafts));
            Callback::from(move |_: MouseEvent| {
                let fresh = drafts.borrow().fresh_name(storage::now());
                act.emit(Action::Begin {
                    name: fresh.into(),
                    text: own(text, respondents),
                    is_named: false,
                    respondents,
                });
            })
        };
        let called = words.text(&format!("template-{name}"));
        html! {
            <li class="card">
                <h3>{ &called }</h3>
                <p>{ words.text(&format!("template-{name}-about")) }</p>
                <details>
                    <summary>{ words.text("template-questions") }</summary>
                    { asked_by(words, text) }
                </details>
                <button
                    type="button"
                    id={format!("template-{name}")}
                    aria-label={words.fill("begin-with", &[("what", &*called)])}
                    onclick={begin}
                >
                    { words.text("begin") }
                </button>
            </li>
        }
    };
    let from_list = {
        let (act, drafts, language) = (act.clone(), Rc::clone(drafts), words.language().to_owned());
        Callback::from(move |_: MouseEvent| {
            let document = web_sys::window().and_then(|window| window.document());
            let area =
                document.and_then(|document| document.get_element_by_id("list-of-questions"));
            let area = area.and_then(|area| area.dyn_into::<HtmlTextAreaElement>().ok());
            let text = area.map(|area| area.value()).unwrap_or_default();
            let [empty, ..] = TEMPLATES;
            let empty = in_language(&Draft::of_text(empty.text), &language);
            if let Some(draft) = with_questions(&empty, &text, &language) {
                let name = drafts.borrow().fresh_name(storage::now());
                act.emit(Action::Begin {
                    name: name.into(),
                    text: own(&draft.written(), respondents),
                    is_named: false,
                    respondents,
                });
            }
        })
    };
    html! {
        <section aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("start-heading") }</h2>
            <p>{ words.text("start-intro") }</p>
            <p class="note">{ words.text("start-device") }</p>
            if !kept.is_empty() {
                <h3>{ words.text("drafts") }</h3>
                <div class="scrolling" tabindex="0" role="region" aria-label={words.text("drafts")}>
                    <table class="drafts" id="drafts">
                        <thead><tr>{ for columns.map(|key| html! { <th scope="col">{ words.text(key) }</th> }) }</tr></thead>
                        <tbody>
                            { for kept.iter().enumerate().map(|(index, (name, kept))| row(index, name, kept)) }
                        </tbody>
                    </table>
                </div>
                <h3>{ words.text("templates") }</h3>
            }
            { line("new-respondents", &words.text("respondents"), &typed, "", &type_people) }
            if respondents_of(&typed).is_none() { <p role="alert">{ words.text("respondents-wrong") }</p> }
            <p class="note">{ words.text("start-respondents-note") }</p>
            <details class="card">
                <summary>{ words.text("start-list") }</summary>
                <div class="field">
                    <label for="list-of-questions">{ words.text("start-list-label") }</label>
                    <textarea id="list-of-questions" rows="6" dir="auto"/>
                </div>
                <button type="button" id="begin-list" onclick={from_list}>{ words.text("begin") }</button>
            </details>
            <ul class="templates">{ for TEMPLATES.iter().map(template) }</ul>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct DeletionProps {
    words: Messages,
    /// What the draft is called, which has to be typed.
    title: String,
    delete: Callback<()>,
    spare: Callback<()>,
}

/// The word that a draft is to be deleted: its title.
#[component]
fn Deletion(props: &DeletionProps) -> Html {
    let DeletionProps {
        words,
        title,
        delete,
        spare,
    } = props;
    let typed = use_state_eq(String::new);
    let change = {
        let setter = typed.setter();
        Callback::from(move |text| setter.set(text))
    };
    let is_meant = typed.trim() == title.trim();
    let onclick = {
        let delete = delete.clone();
        Callback::from(move |_: MouseEvent| {
            if is_meant {
                delete.emit(());
            }
        })
    };
    let label = words.fill("delete-draft-name", &[("what", &**title)]);
    html! {
        <div role="group" aria-label={words.text("delete-draft")}>
            <p role="alert">{ words.text("delete-draft-sure") }</p>
            { line("delete-draft-name", &label, &typed, "", &change) }
            <div class="bar">
                <button
                    type="button"
                    class="quiet"
                    id="delete-draft-now"
                    aria-disabled={(!is_meant).then_some("true")}
                    {onclick}
                >
                    { words.text("delete-draft-now") }
                </button>
                <button type="button" id="keep-draft" onclick={spare.reform(|_: MouseEvent| ())}>{ words.text("keep-draft") }</button>
            </div>
        </div>
    }
}

/// What a template asks.
fn asked_by(words: &Messages, text: &str) -> Html {
    let draft = Draft::of_text(text);
    let questions = 0..draft.questions().len();
    let one = |index: usize| html! { <li dir="auto">{ name_of(words, &draft, index) }</li> };
    html! { <ol class="asked">{ for questions.map(one) }</ol> }
}

/// A moment as the reader's own clock and language have it.
fn moment(words: &Messages, milliseconds: f64) -> String {
    let date = Date::new(&JsValue::from(milliseconds));
    date.to_locale_string(words.language(), &Object::new())
        .into()
}
