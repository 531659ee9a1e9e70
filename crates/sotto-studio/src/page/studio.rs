//! The studio: its bar, its parts, its keys, and the draft that is kept after every edit.

use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::{
    build,
    desk::Desk,
    files,
    keys::Keys,
    planner::Planner,
    preview::Preview,
    publish::{self, Collector, Publish, Session},
    start,
    state::{Action, State, View},
    storage,
    text_view::TextView,
};
use crate::draft::Setting;

#[derive(Properties, PartialEq)]
pub(super) struct StudioProps {
    pub(super) words: Messages,
    /// What leads from the page's address to the site's folder, and so to the collector.
    pub(super) base: &'static str,
    /// What a collector's link brought along.
    pub(super) setup: Option<Rc<str>>,
}

/// What a key does, whatever has the focus.
fn action_of(event: &KeyboardEvent) -> Option<Action> {
    let command = event.ctrl_key() || event.meta_key();
    match &*event.key() {
        "z" | "Z" if command && event.shift_key() => Some(Action::Redo),
        "z" if command => Some(Action::Undo),
        "y" if command => Some(Action::Redo),
        "ArrowUp" if event.alt_key() => Some(Action::MoveSelected(-1)),
        "ArrowDown" if event.alt_key() => Some(Action::MoveSelected(1)),
        _ => None,
    }
}

/// Whether a key is typed into a field.
fn is_typed(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| matches!(&*target.tag_name(), "INPUT" | "TEXTAREA" | "SELECT"))
}

#[component]
pub(super) fn Studio(props: &StudioProps) -> Html {
    let words = &props.words;
    let state = use_reducer_eq(|| State::new(storage::kept(), storage::made_from()));
    let session = use_state_eq(|| Session::Unasked);
    let set_session = {
        let setter = session.setter();
        Callback::from(move |session| setter.set(session))
    };
    use_effect_with((), {
        let (words, setup, set) = (words.clone(), props.setup.clone(), set_session.clone());
        let collector = Collector::new(props.base);
        move |()| {
            if let Some(setup) = setup {
                publish::set_up(collector, &setup, &words, set);
            }
        }
    });
    let is_kept = use_state_eq(|| true);
    let shows_keys = use_state_eq(|| false);
    let file_failed = use_state_eq(|| false);
    let act = {
        let dispatcher = state.dispatcher();
        Callback::from(move |action| dispatcher.dispatch(action))
    };
    use_effect_with(state.history.draft().clone(), {
        let is_kept = is_kept.setter();
        let was_chosen = state.view != View::Start;
        move |draft| {
            if was_chosen {
                is_kept.set(storage::keep(&draft.written()));
            }
        }
    });
    use_effect_with(state.made_from.clone(), {
        let was_chosen = state.view != View::Start;
        move |made_from| {
            if was_chosen {
                storage::keep_made_from(made_from.as_ref());
            }
        }
    });
    use_effect_with(state.focus.clone(), |(id, _)| {
        let document = web_sys::window().and_then(|window| window.document());
        let element = document.and_then(|document| document.get_element_by_id(id));
        if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
            // An element that has just gone cannot be focused, and need not.
            let _ = element.focus();
        }
    });
    use_effect_with((), {
        let act = act.clone();
        let shows_keys = shows_keys.setter();
        move |()| {
            let listener = web_sys::window().map(|window| {
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&window, "keydown", options, move |event| {
                    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                        return;
                    };
                    if let Some(action) = action_of(event) {
                        event.prevent_default();
                        act.emit(action);
                    } else if event.key() == "?" && !is_typed(event) {
                        shows_keys.set(true);
                    }
                })
            });
            move || drop(listener)
        }
    });
    let desk = Desk {
        words,
        state: &state,
        act: &act,
    };
    let see = |view: View| {
        let onclick = act.reform(move |_: MouseEvent| Action::See(view));
        let current = (state.view == view).then_some("true");
        html! {
            <li>
                <button type="button" class="quiet" id={format!("see-{}", view.name())} aria-current={current} {onclick}>
                    { words.text(&format!("view-{}", view.name())) }
                </button>
            </li>
        }
    };
    let step = |id: &'static str, can: bool, action: Action| {
        let act = act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if can {
                act.emit(action.clone());
            }
        });
        html! {
            <button type="button" class="quiet" {id} aria-disabled={(!can).then_some("true")} {onclick}>
                { words.text(id) }
            </button>
        }
    };
    let open = {
        let (act, failed) = (act.clone(), file_failed.setter());
        Callback::from(move |event: Event| {
            let (act, failed) = (act.clone(), failed.clone());
            files::open(
                &event,
                Callback::from(move |text: Option<String>| {
                    failed.set(text.is_none());
                    if let Some(text) = text {
                        act.emit(Action::Open(text));
                    }
                }),
            );
        })
    };
    let save = {
        let (draft, failed) = (state.history.draft().clone(), file_failed.setter());
        Callback::from(move |_: MouseEvent| {
            let id = if draft.id().is_empty() {
                "survey"
            } else {
                draft.id()
            };
            failed.set(!files::save(&format!("{id}.json"), &draft.written()));
        })
    };
    let show_keys = shows_keys.setter();
    let onkeys = Callback::from(move |_: MouseEvent| show_keys.set(true));
    let close_keys = shows_keys.setter();
    let notice = state.notice.as_ref().map_or_else(String::new, |notice| {
        words.fill(notice.key, &[("what", &*notice.what)])
    });
    html! {
        <div class="studio">
            <div class="bar" role="group" aria-label={words.text("tools")}>
                { step("undo", state.history.can_undo(), Action::Undo) }
                { step("redo", state.history.can_redo(), Action::Redo) }
                <button type="button" class="quiet" id="new" onclick={act.reform(|_| Action::See(View::Start))}>
                    { words.text("new") }
                </button>
                <label class="open-file" for="open-file">
                    <span>{ words.text("open") }</span>
                    <input type="file" id="open-file" accept=".json,application/json" onchange={open}/>
                </label>
                <button type="button" class="quiet" id="save" onclick={save}>{ words.text("save") }</button>
                <button type="button" class="quiet" id="keys" onclick={onkeys}>{ words.text("keys") }</button>
            </div>
            <p role="status" class="note" id="notice">{ notice }</p>
            if !*is_kept { <p class="card warning" role="alert">{ words.text("not-kept") }</p> }
            if *file_failed { <p class="card warning" role="alert">{ words.text("file-failed") }</p> }
            if props.setup.is_some() { { publish::arrived(words, &session, &set_session, state.view == View::Embed) } }
            if *shows_keys {
                <Keys words={words.clone()} close={Callback::from(move |()| close_keys.set(false))}/>
            }
            if state.view == View::Start {
                { start::start(desk) }
            } else {
                <nav class="views" aria-label={words.text("parts")}>
                    <ul>{ for View::OF_DRAFT.into_iter().map(see) }</ul>
                </nav>
                { view_of(desk, props.base, &session, &set_session) }
            }
        </div>
    }
}

fn view_of(
    desk: Desk<'_>,
    base: &'static str,
    session: &Session,
    set_session: &Callback<Session>,
) -> Html {
    let words = desk.words.clone();
    let survey = desk.state.checked.survey().cloned();
    let draft = desk.state.history.draft().clone();
    let is_form = draft.json().is_some();
    // A collector would take it, and guess.
    let says_whom = !draft.typed(Setting::Population).is_empty();
    let name = draft.id().to_owned();
    match desk.state.view {
        View::Start => Html::default(),
        View::Text => html! {
            <TextView {words} {draft} checked={desk.state.checked.clone()} act={desk.act.clone()}/>
        },
        View::Build if is_form => build::build(desk),
        View::Plan if survey.is_some() => html! { <Planner {words} {survey} {draft}/> },
        View::Preview if survey.is_some() => html! { <Preview {words} {survey}/> },
        View::Embed if is_form => html! {
            <Publish
                key={name}
                {words}
                {base}
                {draft}
                version={desk.state.version()}
                is_survey={survey.is_some() && says_whom}
                checks={not_yet(desk, is_form, says_whom)}
                session={session.clone()}
                set_session={set_session.clone()}
                act={desk.act.clone()}
            />
        },
        _ => html! {
            <section class="card" aria-labelledby="view-heading">
                <h2 id="view-heading" tabindex="-1">{ desk.text(&format!("view-{}", desk.state.view.name())) }</h2>
                <p>{ desk.text(if is_form { "mend-first" } else { "not-json" }) }</p>
                { not_yet(desk, is_form, true) }
            </section>
        },
    }
}

/// What is in the way of a part that needs a whole survey.
fn not_yet(desk: Desk<'_>, is_form: bool, says_whom: bool) -> Html {
    if !is_form {
        let onclick = desk.act.reform(|_: MouseEvent| Action::See(View::Text));
        return html! { <button type="button" {onclick}>{ desk.text("view-text") }</button> };
    }
    let mut questions: Vec<Option<usize>> = desk
        .state
        .checked
        .faults()
        .iter()
        .map(sotto_survey::Fault::question_index)
        .collect();
    if !says_whom {
        questions.insert(0, None);
    }
    questions.dedup();
    let one = |question: &Option<usize>| {
        let question = *question;
        let act = desk.act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            act.emit(Action::See(View::Build));
            act.emit(Action::Select(question));
        });
        let named = match question {
            Some(index) => desk.name_of(index),
            None => desk.text("about-survey"),
        };
        html! { <li><button type="button" class="quiet" {onclick}>{ named }</button></li> }
    };
    html! {
        <>
            if !says_whom {
                <p id="population-missing">{ desk.text("population-missing") }</p>
            }
            <ul class="mend">{ for questions.iter().map(one) }</ul>
        </>
    }
}
