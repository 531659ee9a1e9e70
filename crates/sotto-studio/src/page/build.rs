//! The questions in a list, the form of the one that is chosen, and beside them the survey as on a phone. A narrow page
//! shows list and form as two screens.

use std::rc::Rc;

use gloo_events::EventListener;
use sotto_survey::QuestionType;
use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::{
    adding::adds,
    desk::Desk,
    fields::tick,
    languages::language_name,
    preview::Preview,
    question_form, question_list,
    setting_search::SettingSearch,
    state::{Action, Screen},
    survey_form,
};
use crate::draft::Draft;

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
                <SettingSearch
                    words={desk.words.clone()}
                    act={desk.act.clone()}
                    draft={Rc::clone(desk.state.history.draft())}
                    chosen={desk.state.selected}
                />
                { question_list::list(desk) }
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
