//! What to go on with, and what to begin with: the drafts that are kept, and the templates.

use std::{cell::RefCell, rc::Rc};

use sotto_survey::Plan;
use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{
    desk::name_of,
    fields::line,
    people::respondents_of,
    publish::{Account, Collector, Session, ask, regain_focus},
    state::{Action, RESPONDENTS},
    storage::{self, Browser},
    survey_table::SurveyTable,
};
use crate::{
    draft::{Draft, Place, Setting},
    edit::{Edit, apply},
    fitting::best_plan,
    keeping::Drafts,
    outline::{in_language, with_questions},
    templates::{TEMPLATES, Template},
    translating::Sources,
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
    /// What leads from the page's address to the collector.
    pub(super) base: &'static str,
    pub(super) session: Session,
    pub(super) set_session: Callback<Session>,
}

/// The drafts, each with what can be done with it, and the templates.
#[component]
pub(super) fn Start(props: &StartProps) -> Html {
    let StartProps {
        words,
        drafts,
        act,
        open,
        base,
        session,
        set_session,
    } = props;
    let begin_session = {
        let (base, set) = (*base, set_session.clone());
        Callback::from(move |()| ask(Collector::new(base), set.clone()))
    };
    // Nobody is asked where nobody ever signed in.
    use_effect_with((), {
        let (begin, is_asked) = (begin_session.clone(), *session != Session::Unasked);
        move |()| {
            if !is_asked && storage::was_signed_in() {
                begin.emit(());
            }
        }
    });
    let signed = match session {
        Session::In(signed) => Some(signed),
        _ => None,
    };
    // The form with which somebody signed in has gone.
    use_effect_with(signed.is_some(), |is_signed_in| {
        if *is_signed_in {
            regain_focus("view-heading");
        }
    });
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
                    sources: Sources::default(),
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
                    sources: Sources::default(),
                });
            }
        })
    };
    html! {
        <section aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("start-heading") }</h2>
            <p>{ words.text("start-intro") }</p>
            <p class="note">{ words.text("start-device") }</p>
            { account(props, &begin_session) }
            <SurveyTable
                words={words.clone()}
                drafts={Rc::clone(drafts)}
                act={act.clone()}
                open={open.clone()}
                signed={signed.cloned()}
                set_session={set_session.clone()}
            />
            <h3>{ words.text("templates") }</h3>
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

/// Who is signed in at the collector, or how one does: only then are its surveys in the table.
fn account(props: &StartProps, begin: &Callback<()>) -> Html {
    let StartProps {
        words,
        base,
        session,
        set_session,
        ..
    } = props;
    let ontoggle = {
        let (begin, is_asked) = (begin.clone(), *session != Session::Unasked);
        Callback::from(move |_: Event| {
            if !is_asked {
                begin.emit(());
            }
        })
    };
    if matches!(session, Session::In(_)) {
        return html! { <p class="note" id="surveys-listed">{ words.text("surveys-listed") }</p> };
    }
    // What was asked for is read, and stays open while it is asked again.
    let is_open = *session != Session::Unasked;
    html! {
        <details class="card" id="account-at-start" open={is_open} {ontoggle}>
            <summary>{ words.text("surveys-elsewhere") }</summary>
            <Account
                words={words.clone()}
                collector={Collector::new(base)}
                session={session.clone()}
                set={set_session.clone()}
            />
        </details>
    }
}

/// What a template asks.
fn asked_by(words: &Messages, text: &str) -> Html {
    let draft = Draft::of_text(text);
    let questions = 0..draft.questions().len();
    let one = |index: usize| html! { <li dir="auto">{ name_of(words, &draft, index) }</li> };
    html! { <ol class="asked">{ for questions.map(one) }</ol> }
}
