//! The questions in a list, and the form of the one that is chosen.

use sotto_survey::QuestionType;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{desk::Desk, question_form, state::Action, survey_form};
use crate::edit::Edit;

pub(super) fn build(desk: Desk<'_>) -> Html {
    let selected = desk.state.selected;
    let entry = |index: Option<usize>, name: String, faulty: bool| {
        let id = index.map_or_else(
            || "entry-survey".to_owned(),
            |index| format!("entry-{index}"),
        );
        let onclick = desk.act.reform(move |_: MouseEvent| Action::Select(index));
        html! {
            <li key={id.clone()}>
                <button
                    type="button"
                    class="entry"
                    {id}
                    {onclick}
                    aria-current={(selected == index).then_some("true")}
                >
                    <span>{ name }</span>
                    if faulty { <span class="mark">{ desk.text("to-mend") }</span> }
                </button>
            </li>
        }
    };
    let checked = &desk.state.checked;
    let count = desk.draft().questions().len();
    let questions = (0..count).map(|index| {
        let faulty = checked.of_question(index).next().is_some();
        entry(Some(index), desk.name_of(index), faulty)
    });
    let of_survey = checked.of_survey().next().is_some();
    html! {
        <div class="build">
            <section class="contents" aria-labelledby="contents-heading">
                <h2 id="contents-heading">{ desk.text("contents") }</h2>
                <ol class="entries">
                    { entry(None, desk.text("about-survey"), of_survey) }
                    { for questions }
                </ol>
                { add(desk, count) }
            </section>
            <section class="card form" aria-labelledby="form-heading">
                {
                    match selected.and_then(|index| Some((index, desk.draft().question(index)?))) {
                        Some((index, question)) => question_form::form(desk, index, question),
                        None => survey_form::form(desk),
                    }
                }
            </section>
        </div>
    }
}

/// A new question behind the chosen one, or at the end: its type, and a button.
fn add(desk: Desk<'_>, count: usize) -> Html {
    let index = desk.state.selected.map_or(count, |index| index + 1);
    let act = desk.act.clone();
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let document = web_sys::window().and_then(|window| window.document());
        let select = document.and_then(|document| document.get_element_by_id("new-type"));
        let select = select
            .and_then(|select| wasm_bindgen::JsCast::dyn_into::<HtmlSelectElement>(select).ok());
        let name = select.map(|select| select.value()).unwrap_or_default();
        let found = QuestionType::ALL.into_iter().find(|one| one.name() == name);
        if let Some(question_type) = found {
            act.emit(Action::Edit(Edit::AddQuestion {
                question_type,
                index,
            }));
        }
    });
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
