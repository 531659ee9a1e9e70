//! The questions in a list, the form of the one that is chosen, and beside them the survey as on a phone. A narrow page
//! shows list and form as two screens.

use std::rc::Rc;

use gloo_events::EventListener;
use sotto_survey::QuestionType;
use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;

use super::{
    desk::{Desk, named},
    fields::tick,
    languages::language_name,
    preview::Preview,
    question_form,
    state::{Action, Screen},
    survey_form,
};
use crate::{
    draft::{Draft, QuestionDraft, list_of, member, texts_in},
    edit::Edit,
};

/// From this width on there is room for the survey beside its form.
const WIDE: &str = "(min-width: 80rem)";

pub(super) fn build(desk: Desk<'_>) -> Html {
    let screen = match desk.state.screen {
        Screen::List => "list",
        Screen::Form => "form",
    };
    let back = desk.act.reform(|_: MouseEvent| Action::ShowList);
    let act = desk.act.clone();
    let onfocusout = Callback::from(move |event: FocusEvent| {
        let field = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlElement>().ok());
        let field = field.filter(|field| matches!(&*field.tag_name(), "INPUT" | "TEXTAREA"));
        if let Some(field) = field {
            act.emit(Action::Left(field.id()));
        }
    });
    let chosen = desk.state.selected;
    let chosen = chosen.and_then(|index| Some((index, desk.draft().question(index)?)));
    html! {
        <div class="build" data-screen={screen}>
            <section class="contents" aria-labelledby="contents-heading">
                <h2 id="contents-heading">{ desk.text("contents") }</h2>
                { entries(desk) }
                { add(desk) }
            </section>
            <section class="card form" aria-labelledby="form-heading" {onfocusout}>
                <button type="button" class="quiet back" id="to-list" onclick={back}>
                    { desk.text("to-list") }
                </button>
                { written_in(desk) }
                {
                    match chosen {
                        Some((index, question)) => question_form::form(desk, index, question),
                        None => survey_form::form(desk),
                    }
                }
            </section>
            <Beside words={desk.words.clone()} survey={desk.state.shown.clone()} base={desk.base}/>
            { one_more(desk) }
        </div>
    }
}

/// The survey itself and its questions, with a place for a new one between any two.
fn entries(desk: Desk<'_>) -> Html {
    let selected = desk.state.selected;
    let entry = |index: Option<usize>, name: String, badges: Vec<&'static str>, is_faulty: bool| {
        html! {
            <Entry
                key={entry_id(index)}
                words={desk.words.clone()}
                act={desk.act.clone()}
                {index}
                {name}
                {badges}
                {is_faulty}
                is_chosen={selected == index}
            />
        }
    };
    let badges = Badges::of(desk.draft());
    let questions = desk
        .draft()
        .questions()
        .enumerate()
        .map(|(index, question)| {
            let is_seen = desk.state.seen.contains(question.id());
            let is_faulty = is_seen && desk.state.checked.of_question(index).next().is_some();
            let name = named(desk.words, question, (index, desk.draft()));
            entry(Some(index), name, badges.of_question(question), is_faulty)
        });
    let of_survey = desk.state.checked.of_survey().next().is_some();
    html! {
        <ol class="entries">
            { entry(None, desk.text("about-survey"), Vec::new(), of_survey) }
            { for questions }
        </ol>
    }
}

/// What an entry is called in the page.
fn entry_id(index: Option<usize>) -> String {
    index.map_or_else(
        || "entry-survey".to_owned(),
        |index| format!("entry-{index}"),
    )
}

#[derive(Properties, PartialEq)]
struct EntryProps {
    words: Messages,
    act: Callback<Action>,
    /// The question; the survey itself if none.
    index: Option<usize>,
    name: String,
    /// The messages of its badges.
    badges: Vec<&'static str>,
    is_faulty: bool,
    is_chosen: bool,
}

/// An entry, which is drawn only when something of it changes, and not with every key.
#[component]
fn Entry(props: &EntryProps) -> Html {
    let EntryProps {
        words,
        act,
        index,
        name,
        badges,
        is_faulty,
        is_chosen,
    } = props;
    let index = *index;
    let onclick = act.reform(move |_: MouseEvent| Action::Select(index));
    let badge = |key: &&'static str| html! { <span class="badge">{ words.text(key) }</span> };
    html! {
        <li>
            <button
                type="button"
                class="entry"
                id={entry_id(index)}
                {onclick}
                aria-current={is_chosen.then_some("true")}
            >
                <span class="entry-name">{ name }</span>
                { for badges.iter().map(badge) }
                if *is_faulty { <span class="mark">{ words.text("to-mend") }</span> }
            </button>
            { between(words, act, index.map_or(0, |index| index + 1)) }
        </li>
    }
}

/// Which questions are reported together, and which are variants of each other.
struct Badges<'a> {
    linked: Vec<&'a str>,
    variants: Vec<&'a str>,
}

impl<'a> Badges<'a> {
    fn of(draft: &'a Draft) -> Self {
        let named = |name: &str| {
            let lists = draft.json().map_or(&[][..], |json| list_of(json, name));
            let lists = lists
                .iter()
                .map(|one| member(one, "questions").unwrap_or(one));
            lists.flat_map(|list| texts_in(Some(list))).collect()
        };
        Self {
            linked: named("link"),
            variants: named("arms"),
        }
    }

    /// The messages of a question's badges.
    fn of_question(&self, question: QuestionDraft<'_>) -> Vec<&'static str> {
        let id = question.id();
        [
            (question.condition().is_some(), "badge-if"),
            (self.linked.contains(&id), "badge-linked"),
            (self.variants.contains(&id), "badge-variant"),
        ]
        .into_iter()
        .filter_map(|(is_so, key)| is_so.then_some(key))
        .collect()
    }
}

/// The type that is chosen for new questions.
fn new_type() -> QuestionType {
    let document = web_sys::window().and_then(|window| window.document());
    let select = document.and_then(|document| document.get_element_by_id("new-type"));
    let select = select.and_then(|select| select.dyn_into::<HtmlSelectElement>().ok());
    let name = select.map(|select| select.value()).unwrap_or_default();
    let found = QuestionType::ALL.into_iter().find(|one| one.name() == name);
    found.unwrap_or(QuestionType::YesNo)
}

/// Adds a question of the chosen type there.
fn adds(act: &Callback<Action>, index: usize) -> Callback<()> {
    act.reform(move |()| {
        Action::Edit(Edit::AddQuestion {
            question_type: new_type(),
            index,
        })
    })
}

/// The sign between two entries that puts a question there.
fn between(words: &Messages, act: &Callback<Action>, index: usize) -> Html {
    let number = (index + 1).to_string();
    let label = words.fill("add-at", &[("number", &*number)]);
    let onclick = adds(act, index).reform(|_: MouseEvent| ());
    html! {
        <button type="button" class="between" id={format!("add-at-{index}")} aria-label={label} {onclick}>
            <span aria-hidden="true">{ "+" }</span>
        </button>
    }
}

/// Where a new question stands: behind the chosen one, or at the end.
fn next_place(desk: Desk<'_>) -> usize {
    let count = desk.draft().questions().len();
    desk.state.selected.map_or(count, |index| index + 1)
}

/// A new question behind the chosen one, or at the end: its type, and a button.
fn add(desk: Desk<'_>) -> Html {
    let onsubmit =
        adds(desk.act, next_place(desk)).reform(|event: SubmitEvent| event.prevent_default());
    let option = |question_type: QuestionType| {
        let name = question_type.name();
        html! { <option value={name} selected={question_type == QuestionType::YesNo}>{ desk.text(&format!("type-{name}")) }</option> }
    };
    html! {
        <form class="add" {onsubmit}>
            <label for="new-type">{ desk.text("new-question") }</label>
            <select id="new-type">{ for QuestionType::ALL.into_iter().map(option) }</select>
            <button type="submit" id="add-question">{ desk.text("add-question") }</button>
        </form>
    }
}

/// The button that a narrow page has always in reach.
fn one_more(desk: Desk<'_>) -> Html {
    let onclick = adds(desk.act, next_place(desk)).reform(|_: MouseEvent| ());
    html! {
        <div class="one-more">
            <button type="button" id="one-more" {onclick}>{ desk.text("one-more") }</button>
        </div>
    }
}

/// Which language is written in, and whether the others stand beside it; nothing where there is one alone.
fn written_in(desk: Desk<'_>) -> Html {
    let all = desk.draft().languages();
    if all.len() < 2 {
        return Html::default();
    }
    let chosen = desk.language();
    let one = |tag: &&str| {
        let language = (*tag).to_owned();
        let onclick = desk
            .act
            .reform(move |_: MouseEvent| Action::Write(language.clone()));
        html! {
            <button
                type="button"
                class="quiet small"
                id={format!("write-{tag}")}
                lang={(*tag).to_owned()}
                aria-pressed={(*tag == chosen).to_string()}
                {onclick}
            >
                { language_name(tag) }
            </button>
        }
    };
    let beside = desk.act.reform(Action::ShowTranslations);
    html! {
        <div class="written-in" role="group" aria-label={desk.text("written-in")}>
            { for all.iter().map(one) }
            { tick("translations", &desk.text("translations"), desk.state.shows_translations, &beside) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct BesideProps {
    words: Messages,
    survey: super::state::Shown,
    base: &'static str,
}

/// The survey as on a phone, where there is room for it.
#[component]
fn Beside(props: &BesideProps) -> Html {
    let query = || web_sys::window().and_then(|window| window.match_media(WIDE).ok().flatten());
    let is_wide = use_state_eq(|| query().is_some_and(|query| query.matches()));
    use_effect_with((), {
        let is_wide = is_wide.setter();
        move |()| {
            let listener = query().map(|query| {
                let seen = query.clone();
                EventListener::new(&query, "change", move |_| is_wide.set(seen.matches()))
            });
            move || drop(listener)
        }
    });
    html! {
        if *is_wide && props.survey.survey().is_some() {
            <Preview words={props.words.clone()} survey={props.survey.clone()} draft={None::<Rc<Draft>>} base={props.base} is_alone={false}/>
        }
    }
}
