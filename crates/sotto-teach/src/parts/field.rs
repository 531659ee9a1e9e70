//! A field for text or a number, with its name and what is wrong.

use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What a field is.
pub(crate) struct Field {
    pub(crate) id: &'static str,
    pub(crate) label: String,
    pub(crate) value: String,
    /// Whether a number is wanted.
    pub(crate) is_number: bool,
    /// Whether what it holds is wrong.
    pub(crate) is_wrong: bool,
    /// The place of the sentence that says what is wrong.
    pub(crate) described_by: Option<&'static str>,
}

/// The most letters that a field takes.
const MOST_LETTERS: &str = "200";

/// The field; `change` is told its text. A number is typed into a field for text, which keeps what is no number.
pub(crate) fn field(field: Field, change: &Callback<String>) -> Html {
    let oninput = change.reform(|event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value()
    });
    html! {
        <div class={if field.is_number { "control number" } else { "control" }}>
            <label for={field.id}>{ field.label }</label>
            <input
                type="text"
                id={field.id}
                inputmode={field.is_number.then_some("numeric")}
                autocomplete="off"
                maxlength={MOST_LETTERS}
                value={field.value}
                aria-invalid={field.is_wrong.then_some("true")}
                aria-describedby={field.described_by}
                {oninput}
            />
        </div>
    }
}
