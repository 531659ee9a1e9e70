//! What to go on with, and what to begin with: the drafts that are kept, and the templates.

use std::{cell::RefCell, rc::Rc};

use js_sys::{Date, Object};
use sotto_ui::Messages;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::{
    desk::title_of,
    state::{Action, View},
    storage::{self, Browser},
};
use crate::{
    draft::{Draft, Place, Setting},
    edit::{Edit, apply},
    keeping::{Drafts, KeptDraft},
    templates::{TEMPLATES, Template},
};

/// A survey of one's own made of a sample. Samples show each answer as it comes, for whoever tries them
/// alone; that is not for others to copy.
fn own(sample: &str) -> String {
    let draft = Draft::of_text(sample);
    let in_steps = Edit::Set {
        place: Place::Survey,
        setting: Setting::MinimumReports,
        value: None,
    };
    apply(&draft, &in_steps).written().into_owned()
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
            Callback::from(move |_: MouseEvent| doomed.set(None))
        };
        let delete = {
            let (doomed, drafts, name) = (doomed.setter(), Rc::clone(drafts), name.to_owned());
            Callback::from(move |_: MouseEvent| {
                drafts.borrow_mut().delete(&name);
                doomed.set(None);
            })
        };
        let is_open = open.as_deref() == Some(name);
        let of = match &kept.made_from {
            Some(survey) => {
                let version = survey.version.to_string();
                let values = [("what", &*survey.survey), ("version", &*version)];
                words.fill("draft-of", &values)
            }
            None => words.text("draft-unpublished"),
        };
        let written = [("when", &*moment(words, kept.written))];
        let named = [("what", &*title)];
        html! {
            <li class="card" key={name.to_owned()}>
                <h3 dir="auto">{ &title }</h3>
                <p class="note">{ of }{ " " }{ words.fill("draft-written", &written) }</p>
                if doomed.as_deref() == Some(name) {
                    <p role="alert">{ words.text("delete-draft-sure") }</p>
                    <div class="bar">
                        <button type="button" class="quiet" id="delete-draft-now" onclick={delete}>
                            { words.text("delete-draft-now") }
                        </button>
                        <button type="button" id="keep-draft" onclick={spare}>{ words.text("keep-draft") }</button>
                    </div>
                } else {
                    <div class="bar">
                        <button
                            type="button"
                            id={format!("go-on-{index}")}
                            aria-label={words.fill("go-on-with", &named)}
                            onclick={go_on}
                        >
                            { words.text("go-on") }
                        </button>
                        // The one that is open is written again with the next key.
                        if !is_open {
                            <button
                                type="button"
                                class="quiet"
                                id={format!("delete-draft-{index}")}
                                aria-label={words.fill("delete-draft-of", &named)}
                                onclick={doom}
                            >
                                { words.text("delete-draft") }
                            </button>
                        }
                    </div>
                }
            </li>
        }
    };
    let template = |template: &Template| {
        let Template { name, text } = *template;
        let begin = {
            let (act, drafts) = (act.clone(), Rc::clone(drafts));
            Callback::from(move |_: MouseEvent| {
                let fresh = drafts.borrow().fresh_name(storage::now());
                act.emit(Action::Begin {
                    name: fresh.into(),
                    text: own(text),
                    is_named: false,
                });
            })
        };
        let called = words.text(&format!("template-{name}"));
        html! {
            <li class="card">
                <h3>{ &called }</h3>
                <p>{ words.text(&format!("template-{name}-about")) }</p>
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
    html! {
        <section aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("start-heading") }</h2>
            <p>{ words.text("start-intro") }</p>
            <p class="note">{ words.text("start-device") }</p>
            if !kept.is_empty() {
                <h3>{ words.text("drafts") }</h3>
                <ul class="templates" id="drafts">
                    { for kept.iter().enumerate().map(|(index, (name, kept))| row(index, name, kept)) }
                </ul>
                <h3>{ words.text("templates") }</h3>
            }
            <ul class="templates">{ for TEMPLATES.iter().map(template) }</ul>
        </section>
    }
}

/// A moment as the reader's own clock and language have it.
fn moment(words: &Messages, milliseconds: f64) -> String {
    let date = Date::new(&JsValue::from(milliseconds));
    date.to_locale_string(words.language(), &Object::new())
        .into()
}
