//! The word that something is to be deleted: its name, typed.

use sotto_ui::Messages;
use yew::prelude::*;

use super::fields::line;

#[derive(Properties, PartialEq)]
pub(super) struct DeletionProps {
    pub(super) words: Messages,
    /// The message that says what goes and what stays.
    pub(super) sure: &'static str,
    /// What has to be typed.
    pub(super) name: String,
    pub(super) delete: Callback<()>,
    pub(super) spare: Callback<()>,
}

/// The question, the field, and both ways out.
#[component]
pub(super) fn Deletion(props: &DeletionProps) -> Html {
    let DeletionProps {
        words,
        sure,
        name,
        delete,
        spare,
    } = props;
    let typed = use_state_eq(String::new);
    let change = {
        let setter = typed.setter();
        Callback::from(move |text| setter.set(text))
    };
    let is_meant = typed.trim() == name.trim();
    let onclick = {
        let delete = delete.clone();
        Callback::from(move |_: MouseEvent| {
            if is_meant {
                delete.emit(());
            }
        })
    };
    let label = words.fill("delete-draft-name", &[("what", &**name)]);
    html! {
        <div role="group" aria-label={words.text("delete-draft")}>
            <p role="alert">{ words.text(sure) }</p>
            { line("delete-draft-name", &label, &typed, "", &change) }
            <div class="bar">
                <button
                    type="button"
                    class="quiet"
                    id="delete-draft-now"
                    aria-disabled={(!is_meant).then_some("true")}
                    {onclick}
                >
                    { words.text("delete-draft-now") }
                </button>
                <button type="button" id="keep-draft" onclick={spare.reform(|_: MouseEvent| ())}>{ words.text("keep-draft") }</button>
            </div>
        </div>
    }
}
