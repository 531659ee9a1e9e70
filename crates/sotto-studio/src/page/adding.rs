//! Who adds a question of the chosen type.

use sotto_survey::QuestionType;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::Callback;

use super::state::Action;
use crate::edit::Edit;

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
pub(super) fn adds(act: &Callback<Action>, index: usize) -> Callback<()> {
    act.reform(move |()| {
        Action::Edit(Edit::AddQuestion {
            question_type: new_type(),
            index,
        })
    })
}
