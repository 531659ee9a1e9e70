//! The studio: its bar, its parts, its keys, and the draft that is kept after every edit.

use std::{cell::RefCell, rc::Rc};

use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::{
    build,
    desk::Desk,
    files,
    focus::focus_on,
    histories::{Histories, NotKept},
    imagined::Imagined,
    import_report,
    keys::Keys,
    opening::{Opener, Opening},
    people::{PeopleBar, VAGUE},
    planner::{Planner, points},
    preview::Preview,
    publish::{self, Collector, Publish, Session},
    start::Start,
    state::{Action, Recall, State, View},
    storage::{self, Browser},
    tabs::use_other_tab,
    text_view::TextView,
    translations::Translations,
};
use crate::{
    draft::Setting,
    history::KnownSteps,
    imagined::ImaginedPeople,
    keeping::{Drafts, Keeping, history_of_text, history_to_text},
    placeholders::filled,
    reading::{ForeignFile, TranslationTask},
    translating::gaps,
};

#[derive(Properties, PartialEq)]
pub(super) struct StudioProps {
    pub(super) words: Messages,
    /// What leads from the page's address to the site's folder, and so to the collector.
    pub(super) base: &'static str,
    /// Who reads files of other programs.
    pub(super) reader: Callback<ForeignFile>,
    /// Who makes and reads files for translators.
    pub(super) translations: Callback<TranslationTask>,
    /// Who shows what imagined people make of a survey.
    pub(super) imagined: Callback<Option<ImaginedPeople>>,
    /// What a collector's link brought along.
    pub(super) setup: Option<Rc<str>>,
}

/// So long nobody has written before a draft is kept, in milliseconds.
const PAUSE: u32 = 300;
/// And so much longer before it is looked at.
const REST: u32 = 150;

/// What is done once nobody has written for a moment, or before the page goes.
type Later = Rc<RefCell<Option<Box<dyn FnOnce()>>>>;

/// Does it now.
fn do_now(later: &Later) {
    let now = later.borrow_mut().take();
    if let Some(now) = now {
        now();
    }
}

/// What a key does, whatever has the focus.
fn action_of(event: &KeyboardEvent) -> Option<Action> {
    let command = event.ctrl_key() || event.meta_key();
    match &*event.key() {
        "z" | "Z" if command && event.shift_key() => Some(Action::Redo),
        "z" if command => Some(Action::Undo),
        "y" if command => Some(Action::Redo),
        // A handle moves its own question.
        "ArrowUp" if event.alt_key() && !is_at(event, ".handle") => Some(Action::MoveSelected(-1)),
        "ArrowDown" if event.alt_key() && !is_at(event, ".handle") => Some(Action::MoveSelected(1)),
        "/" if !is_typed(event) && !command => Some(Action::Find),
        _ => None,
    }
}

/// Whether a key is typed into a field.
fn is_typed(event: &KeyboardEvent) -> bool {
    // Of a survey that is tried, only the element around it is known.
    is_at(event, "input, textarea, select, sotto-survey")
}

/// Whether a key is typed into what a selector names.
fn is_at(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.matches(selector).unwrap_or_default())
}

#[component]
pub(super) fn Studio(props: &StudioProps) -> Html {
    let words = &props.words;
    let drafts = use_mut_ref(storage::drafts);
    let histories = (*use_memo((), |()| Histories::default())).clone();
    let known = use_mut_ref(KnownSteps::default);
    let state = use_reducer(|| {
        let mut drafts = drafts.borrow_mut();
        let open = storage::open_draft(&drafts);
        State::new(open.and_then(|name| Some((Rc::from(&*name), drafts.open(&name)?))))
    });
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
    let opening = use_state_eq(Opening::default);
    // The same with every key, so that what it is handed to is drawn only when something else of it changes.
    let act = use_callback((), {
        let dispatcher = state.dispatcher();
        move |action, ()| dispatcher.dispatch(action)
    });
    let later: Rc<Later> = use_memo((), |()| Later::default());
    let later = Rc::clone(&*later);
    // What is open elsewhere may be opened from here next: what was written here comes first.
    use_effect_with((state.name.clone(), state.view), {
        let later = Rc::clone(&later);
        move |_: &(Option<Rc<str>>, View)| do_now(&later)
    });
    let other_tab = use_other_tab(state.name.clone());
    // What was done to a draft before the page was loaded.
    let to_recall = state.name.clone().filter(|_| state.recall == Recall::Asked);
    use_effect_with(to_recall, {
        let (act, histories) = (act.clone(), histories.clone());
        move |name: &Option<Rc<str>>| {
            if let Some(name) = name.clone() {
                spawn_local(async move {
                    let read = histories.read(&name).await;
                    act.emit(match read {
                        Ok(kept) => {
                            let kept = kept.map(|text| history_of_text(&text));
                            Action::Recall(name, kept)
                        }
                        Err(NotKept) => Action::HistoryKept(name, false),
                    });
                });
            }
        }
    });
    let to_keep = (
        state.name.clone(),
        (
            (state.history.steps(), state.recall),
            Rc::as_ptr(state.history.draft()) as usize,
            Rc::as_ptr(state.history.sources()) as usize,
        ),
        state.made_from.clone(),
        (state.is_named, state.names_stay, state.respondents),
    );
    use_effect_with(to_keep, {
        let (is_kept, act) = (is_kept.setter(), act.clone());
        let (drafts, state, later) = (Rc::clone(&drafts), state.clone(), Rc::clone(&later));
        let (histories, known) = (histories.clone(), Rc::clone(&known));
        move |(name, ..): &(Option<Rc<str>>, _, _, _)| {
            let name = name.clone();
            let look = act.clone();
            let keep: Box<dyn FnOnce()> = Box::new(move || {
                let Some(name) = name else { return };
                storage::remember_open(&name);
                let keeping = {
                    let mut drafts = drafts.borrow_mut();
                    let kept = state.kept(storage::now());
                    if drafts.holds(&name, &kept) {
                        Keeping::Kept
                    } else {
                        drafts.keep(&name, &kept)
                    }
                };
                is_kept.set(keeping != Keeping::Failed);
                match keeping {
                    Keeping::Kept => {
                        let mut known = known.borrow_mut();
                        keep_history(&histories, &name, (&state, &mut known), &act);
                    }
                    // Its history is kept as soon as it has its name.
                    Keeping::Beside(beside) => {
                        storage::remember_open(&beside);
                        act.emit(Action::Beside(beside.into()));
                    }
                    Keeping::Failed => {}
                }
            });
            later.replace(Some(keep));
            let looking: Rc<RefCell<Option<Timeout>>> = Rc::default();
            let next = Rc::clone(&looking);
            let pause = Timeout::new(PAUSE, move || {
                do_now(&later);
                // One after the other: a key that comes meanwhile waits for one of them at most, and then for neither.
                let look = Timeout::new(REST, move || look.emit(Action::Look));
                next.replace(Some(look));
            });
            move || drop((pause, looking.take()))
        }
    });
    // A tab that is closed in the middle of a word loses nothing.
    use_effect_with((), {
        let later = Rc::clone(&later);
        move |()| {
            let listener = web_sys::window()
                .map(|window| EventListener::new(&window, "pagehide", move |_| do_now(&later)));
            move || drop(listener)
        }
    });
    // Another tab is heard of at once, and not only when something is written.
    use_effect_with(state.name.clone(), {
        let (act, drafts) = (act.clone(), Rc::clone(&drafts));
        move |name| {
            let name = name.clone();
            let listener = web_sys::window().map(|window| {
                EventListener::new(&window, "storage", move |_| {
                    if let Some(name) = &name
                        && drafts.borrow().is_anothers(name)
                    {
                        act.emit(Action::Elsewhere);
                    }
                })
            });
            move || drop(listener)
        }
    });
    use_effect_with(state.focus.clone(), |(id, _)| focus_on(id));
    use_effect_with((state.steps, state.selected), |(steps, selected)| {
        if *steps > 0 {
            let entry = selected.map_or_else(
                || "entry-survey".to_owned(),
                |index| format!("entry-{index}"),
            );
            publish::regain_focus(&entry);
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
        base: props.base,
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
    // There is nothing to translate in a survey of one language.
    let has_others = state.draft().languages().len() > 1 || state.view == View::Translations;
    let views = View::OF_DRAFT.into_iter();
    let views: Vec<_> =
        { views.filter(|view| has_others || *view != View::Translations) }.collect();
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
        let opener = Opener {
            language: words.language().to_owned(),
            drafts: Rc::clone(&drafts),
            reader: props.reader.clone(),
            act: act.clone(),
            tell: opening.setter(),
        };
        Callback::from(move |event: Event| opener.open(&event))
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
        words.fill(
            notice.key,
            &[("what", &*notice.what), ("more", &*notice.more)],
        )
    });
    html! {
        <div class="studio">
            <div class="bar" role="group" aria-label={words.text("tools")}>
                { step("undo", state.can_undo(), Action::Undo) }
                { step("redo", state.can_redo(), Action::Redo) }
                <button type="button" class="quiet" id="new" onclick={act.reform(|_| Action::See(View::Start))}>
                    { words.text("new") }
                </button>
                <label class="open-file" for="open-file">
                    <span>{ words.text("open") }</span>
                    <input type="file" id="open-file" onchange={open}/>
                </label>
                <button type="button" class="quiet" id="save" onclick={save}>{ words.text("save") }</button>
                <button type="button" class="quiet" id="keys" onclick={onkeys}>{ words.text("keys") }</button>
                <a id="to-docs" href={[props.base, "docs/"].concat()} hreflang="en">{ words.text("to-docs") }</a>
            </div>
            <p role="status" class="note" id="notice">{ notice }</p>
            if !*is_kept { <p class="card warning" role="alert">{ words.text("not-kept") }</p> }
            if let Some(name) = state.name.as_ref().filter(|_| state.is_elsewhere) {
                { elsewhere(words, &drafts, name, &act) }
            }
            if let Some(warning) = state.recall.warning() {
                <p class="card warning" role="alert" id="history-said">{ words.text(warning) }</p>
            }
            // Once the other has written, more is said.
            if other_tab && !state.is_elsewhere {
                <p class="card" role="status" id="other-tab">{ words.text("other-tab") }</p>
            }
            if *file_failed { <p class="card warning" role="alert">{ words.text("file-failed") }</p> }
            { opening.shown(words) }
            if props.setup.is_some() { { publish::arrived(words, &session, &set_session, state.view == View::Embed) } }
            if *shows_keys {
                <Keys words={words.clone()} close={Callback::from(move |()| close_keys.set(false))}/>
            }
            if state.view == View::Start {
                <Start
                    words={words.clone()}
                    drafts={Rc::clone(&drafts)}
                    act={act.clone()}
                    open={state.name.clone()}
                    base={props.base}
                    session={(*session).clone()}
                    set_session={set_session.clone()}
                />
            } else {
                <nav class="views" aria-label={words.text("parts")}>
                    <ul>{ for views.into_iter().map(see) }</ul>
                </nav>
                if state.draft().is_form() {
                    <PeopleBar
                        words={words.clone()}
                        draft={Rc::clone(&state.looked_at)}
                        respondents={state.respondents}
                        figures={state.figures.clone()}
                        act={act.clone()}
                    />
                }
                <div class={classes!("beside", state.imported.is_some().then_some("reported"))}>
                    { import_report::panel(desk) }
                    <div>{ view_of(desk, props, &session, &set_session) }</div>
                </div>
            }
        </div>
    }
}

/// Keeps what Undo and Redo lead to beside the draft of that name, and says so where that is not as it was.
fn keep_history(
    histories: &Histories,
    name: &Rc<str>,
    (state, known): (&State, &mut KnownSteps),
    act: &Callback<Action>,
) {
    // Of a draft that nobody has changed there is nothing to keep.
    if !state.recall.may_keep() || state.history.steps() == (0, 0) {
        return;
    }
    let text = history_to_text(&state.history.kept(known));
    let was_kept = state.recall != Recall::NotKept;
    let (histories, name, act) = (histories.clone(), Rc::clone(name), act.clone());
    spawn_local(async move {
        let is_kept = histories.keep(&name, &text).await.is_ok();
        if is_kept != was_kept {
            act.emit(Action::HistoryKept(name, is_kept));
        }
    });
}

/// Another tab has written this draft: both can be had.
fn elsewhere(
    words: &Messages,
    drafts: &Rc<RefCell<Drafts<Browser>>>,
    name: &Rc<str>,
    act: &Callback<Action>,
) -> Html {
    let onclick = {
        let (drafts, name) = (Rc::clone(drafts), Rc::clone(name));
        let act = act.clone();
        Callback::from(move |_: MouseEvent| {
            let theirs = drafts.borrow_mut().open(&name);
            if let Some(theirs) = theirs {
                act.emit(Action::GoOn(Rc::clone(&name), theirs));
            }
        })
    };
    html! {
        <div class="card warning" id="elsewhere" role="alert">
            <p>{ words.text("elsewhere") }</p>
            <button type="button" id="take-theirs" {onclick}>{ words.text("take-theirs") }</button>
        </div>
    }
}

fn view_of(
    desk: Desk<'_>,
    props: &StudioProps,
    session: &Session,
    set_session: &Callback<Session>,
) -> Html {
    let words = desk.words.clone();
    let is_survey = desk.state.checked.survey().is_some();
    let shown = &desk.state.shown;
    let draft = desk.state.history.draft().clone();
    let is_form = draft.is_form();
    // A collector would take it, and guess.
    let says_whom = !draft.typed(Setting::Population).is_empty();
    let name = desk.state.name.as_deref().unwrap_or_default().to_owned();
    match desk.state.view {
        View::Start => Html::default(),
        View::Text => html! {
            <TextView {words} {draft} checked={desk.state.checked.clone()} act={desk.act.clone()}/>
        },
        View::Build if is_form => build::build(desk),
        View::Translations if is_form => html! {
            <Translations
                key={name}
                {words}
                {draft}
                sources={Rc::clone(desk.state.history.sources())}
                chosen={desk.state.translated.clone()}
                base={props.base}
                tasks={props.translations.clone()}
                act={desk.act.clone()}
            />
        },
        View::Plan if shown.survey().is_some() => html! {
            <Planner
                {words}
                survey={shown.clone()}
                draft={Rc::clone(&desk.state.looked_at)}
                respondents={desk.state.respondents}
            />
        },
        View::Imagined if shown.survey().is_some() => {
            let looked_at = &desk.state.looked_at;
            let survey: Rc<str> = if is_survey {
                looked_at.written().into()
            } else {
                filled(looked_at).written().into()
            };
            let respondents = desk.state.respondents;
            html! {
                <Imagined
                    {words}
                    {survey}
                    is_unfinished={!is_survey}
                    {respondents}
                    show={props.imagined.clone()}
                />
            }
        }
        View::Preview if shown.survey().is_some() => {
            let draft = Rc::clone(&desk.state.looked_at);
            html! { <Preview {words} survey={shown.clone()} {draft} base={props.base} is_alone={true}/> }
        }
        View::Embed if is_form => {
            let gaps = gaps(&draft, desk.state.history.sources());
            html! {
                <Publish
                    key={name}
                    {words}
                    base={props.base}
                    {gaps}
                    {draft}
                    made_from={desk.state.made_from.clone()}
                    is_named={desk.state.is_named}
                    is_survey={is_survey && says_whom}
                    vague={vague(desk)}
                    checks={not_yet(desk, is_form, says_whom)}
                    session={session.clone()}
                    set_session={set_session.clone()}
                    act={desk.act.clone()}
                />
            }
        }
        _ => html! {
            <section class="card" aria-labelledby="view-heading">
                <h2 id="view-heading" tabindex="-1">{ desk.text(&format!("view-{}", desk.state.view.name())) }</h2>
                <p>{ desk.text(if is_form { "mend-first" } else { "not-json" }) }</p>
                { not_yet(desk, is_form, true) }
            </section>
        },
    }
}

/// What has to be said again before a survey is published that says next to nothing of some question.
fn vague(desk: Desk<'_>) -> Option<String> {
    let figures = desk.state.figures.as_ref()?;
    if figures.worst <= VAGUE && figures.is_shown {
        return None;
    }
    let people = desk.words.decimal(&desk.state.respondents.to_string());
    let margin = points(desk.words, figures.worst);
    let needed = desk.words.decimal(&figures.shown_from.to_string());
    let key = if figures.worst > VAGUE {
        "publish-vague"
    } else {
        "publish-unshown"
    };
    let values = [
        ("people", &*people),
        ("margin", &*margin),
        ("needed", &*needed),
    ];
    Some(desk.words.fill(key, &values))
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
