//! The door: where a code is typed.

use sotto_ui::Messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::code::code_of;

#[derive(Properties, PartialEq)]
pub(super) struct DoorProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    pub(super) enter: Callback<Option<String>>,
}

#[component]
pub(super) fn Door(props: &DoorProps) -> Html {
    let DoorProps { words, base, enter } = props;
    let code = use_state_eq(String::new);
    let oninput = {
        let code = code.setter();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            code.set(input.value());
        })
    };
    let onsubmit = {
        let (code, enter) = (code.clone(), enter.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(code) = code_of(&code) {
                enter.emit(Some(code));
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
                    value={(*code).clone()}
                    {oninput}
                />
            </div>
            <p class="buttons"><button id="join" type="submit">{ words.text("join") }</button></p>
            <p>
                <a id="to-present" class="target" href={[base, "present/?lang=", words.language()].concat()}>
                    { words.text("to-present") }
                </a>
            </p>
        </form>
    }
}
