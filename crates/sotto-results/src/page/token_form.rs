//! Asks for a token, where results are for some only. It is kept in the page's memory and nowhere else:
//! whoever leaves the page is asked again.

use sotto_ui::Messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::address::is_possible;

#[derive(Properties, PartialEq)]
pub(super) struct TokenFormProps {
    pub(super) words: Messages,
    /// What was given, without spaces around it.
    pub(super) give: Callback<String>,
}

/// A field and a button.
#[component]
pub(super) fn TokenForm(props: &TokenFormProps) -> Html {
    let TokenFormProps { words, give } = props;
    let field = use_node_ref();
    let wrong = use_state_eq(|| false);
    let onsubmit = {
        let (field, give, wrong) = (field.clone(), give.clone(), wrong.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(input) = field.cast::<HtmlInputElement>() else {
                return;
            };
            let token = input.value().trim().to_owned();
            wrong.set(!is_possible(&token));
            if is_possible(&token) {
                give.emit(token);
            } else {
                // A field that is on the page can be focused.
                let _ = input.focus();
            }
        })
    };
    html! {
        <form class="token-form" {onsubmit}>
            <label for="token">{ words.text("token") }</label>
            <div class="token-line">
                <input
                    ref={field}
                    id="token"
                    type="password"
                    autocomplete="off"
                    aria-describedby="token-note"
                    aria-invalid={wrong.then_some("true")}
                />
                <button type="submit">{ words.text("token-show") }</button>
            </div>
            <p id="token-note" class="note">
                { words.text(if *wrong { "token-wrong" } else { "token-note" }) }
            </p>
        </form>
    }
}
