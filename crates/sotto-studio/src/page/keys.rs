//! The list of keys.

use sotto_ui::Messages;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Each key with its message.
const KEYS: [(&str, &str); 6] = [
    ("Ctrl + Z", "key-undo"),
    ("Ctrl + Shift + Z", "key-redo"),
    ("Alt + ↑", "key-up"),
    ("Alt + ↓", "key-down"),
    ("/", "key-find"),
    ("?", "key-list"),
];

#[derive(Properties, PartialEq)]
pub(super) struct KeysProps {
    pub(super) words: Messages,
    pub(super) close: Callback<()>,
}

/// The keys, with a button that puts them away; Escape does so too.
#[component]
pub(super) fn Keys(props: &KeysProps) -> Html {
    let KeysProps { words, close } = props;
    let heading = use_node_ref();
    use_effect_with(heading.clone(), |heading| {
        if let Some(heading) = heading.cast::<HtmlElement>() {
            // A heading that is on the page can be focused.
            let _ = heading.focus();
        }
    });
    let onkeydown = {
        let close = close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                close.emit(());
            }
        })
    };
    let row = |&(key, message): &(&str, &str)| {
        html! { <><dt><kbd>{ key }</kbd></dt><dd>{ words.text(message) }</dd></> }
    };
    html! {
        <section class="card keys" aria-labelledby="keys-heading" {onkeydown}>
            <h2 id="keys-heading" tabindex="-1" ref={heading}>{ words.text("keys-heading") }</h2>
            <dl>{ for KEYS.iter().map(row) }</dl>
            <button type="button" class="quiet" id="close-keys" onclick={close.reform(|_: MouseEvent| ())}>
                { words.text("close") }
            </button>
        </section>
    }
}
