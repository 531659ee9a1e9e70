//! Small parts that the sections of publishing share.

use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::session::Said;
use crate::publishing::Refusal;

/// Text to be copied, which scrolls by keyboard as well.
pub(super) fn code(id: &'static str, label: &str, text: &str) -> Html {
    html! {
        <pre tabindex="0" role="group" {id} aria-label={label.to_owned()}>{ text }</pre>
    }
}

/// Why something was refused: a sentence, and behind it what the collector said where that holds more.
pub(super) fn refusal(words: &Messages, refusal: &Refusal) -> Html {
    html! {
        <>
            { words.text(refusal.key()) }
            if let Some(detail) = refusal.detail() {
                { " " }<span lang="en">{ detail }</span>
            }
        </>
    }
}

/// What is told beside a form.
pub(crate) fn said(words: &Messages, said: &Said) -> Html {
    match said {
        Said::Words(key) => html! { words.text(key) },
        Said::Refused(refused) => refusal(words, refused),
    }
}

/// A button that does nothing while something is under way, and keeps the focus all the same.
pub(super) fn button(
    id: &'static str,
    class: &'static str,
    label: String,
    is_busy: bool,
    act: &Callback<()>,
) -> Html {
    let act = act.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if !is_busy {
            act.emit(());
        }
    });
    html! {
        <button type="button" {id} {class} aria-disabled={is_busy.then_some("true")} {onclick}>{ label }</button>
    }
}

/// Gives the focus to an element if what had it has gone: whoever reads by ear or by keyboard goes on from
/// there, and not from the page's top.
pub(crate) fn regain_focus(id: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(document) = document else {
        return;
    };
    let active = document.active_element();
    let is_lost = active.is_none_or(|active| active.tag_name() == "BODY");
    let element = document.get_element_by_id(id).filter(|_| is_lost);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that is on the page can be focused.
        let _ = element.focus();
    }
}
