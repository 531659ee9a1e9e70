//! The door: where a code is typed.

use sotto_ui::Messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{code::code_of, site_link::site_link};

#[derive(Properties, PartialEq)]
pub(super) struct DoorProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    /// What stands in the field at first.
    pub(super) typed: String,
    pub(super) enter: Callback<Option<String>>,
}

#[component]
pub(super) fn Door(props: &DoorProps) -> Html {
    let DoorProps {
        words,
        base,
        typed,
        enter,
    } = props;
    let code = use_state_eq(|| typed.clone());
    // What has been refused is no longer wrong once it is changed.
    let refused = use_state_eq(|| {
        let is_wrong = !typed.is_empty() && code_of(typed).is_none();
        is_wrong.then(|| typed.clone())
    });
    let is_wrong = refused.as_ref() == Some(&*code);
    let oninput = {
        let code = code.setter();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            code.set(input.value());
        })
    };
    let onsubmit = {
        let (code, refused, enter) = (code.clone(), refused.setter(), enter.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match code_of(&code) {
                Some(code) => enter.emit(Some(code)),
                None => refused.set(Some((*code).clone())),
            }
        })
    };
    html! {
        <form id="door" class="card" {onsubmit}>
            <h2>{ words.text("door-heading") }</h2>
            <div class="control">
                <label for="join-code">{ words.text("door-label") }</label>
                <input
                    id="join-code"
                    type="text"
                    inputmode="text"
                    autocapitalize="characters"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="12"
                    aria-invalid={is_wrong.then_some("true")}
                    aria-describedby="join-wrong"
                    value={(*code).clone()}
                    {oninput}
                />
                <p id="join-wrong" class="wrong" role="status">
                    if is_wrong { { words.text("code-wrong") } }
                </p>
            </div>
            <p class="buttons"><button id="join" type="submit">{ words.text("join") }</button></p>
            { site_link(words, "to-present", "to-present", &[base, "present/"].concat()) }
        </form>
    }
}
