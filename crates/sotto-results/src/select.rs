//! One choice among several, as the browser offers it.

use sotto_ui::Words;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The choice with its label, which is the text of the same name; `choose` hears the index of what was
/// chosen.
pub(crate) fn select(
    id: &'static str,
    options: Vec<String>,
    chosen: usize,
    choose: Callback<usize>,
    words: &Words,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let index = event
            .target_dyn_into::<HtmlSelectElement>()
            .map(|select| select.selected_index());
        if let Some(index) = index.and_then(|index| usize::try_from(index).ok()) {
            choose.emit(index);
        }
    });
    let options = options.into_iter().enumerate().map(|(index, text)| {
        html! { <option key={index} selected={index == chosen}>{ text }</option> }
    });
    html! {
        <div class="ask-line">
            <label for={id}>{ words.say(id) }</label>
            <select {id} {onchange}>{ for options }</select>
        </div>
    }
}
