//! The keys of the presenter's page. Everything they do has a button as well.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// The next step.
    Next,
    /// The step before.
    Back,
    /// Opens or closes the question.
    Toggle,
    /// Shows or hides the list of keys.
    List,
}

fn meaning(key: &str) -> Option<Key> {
    match key {
        "ArrowRight" | "PageDown" | "Enter" => Some(Key::Next),
        "ArrowLeft" | "PageUp" => Some(Key::Back),
        " " => Some(Key::Toggle),
        "?" => Some(Key::List),
        _ => None,
    }
}

/// Listens to the keys of the whole page, except where they belong to what has the focus.
#[hook]
pub(super) fn use_keys(press: Callback<Key>) {
    use_effect_with(press, |press| {
        let press = press.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let listener = web_sys::window().map(|window| {
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                let modified = event.alt_key() || event.ctrl_key() || event.meta_key();
                if let Some(key) = meaning(&event.key())
                    && !modified
                    && !event.repeat()
                    && !belongs(event, key)
                {
                    event.prevent_default();
                    press.emit(key);
                }
            })
        });
        move || drop(listener)
    });
}

/// Whether the key belongs to what has the focus: all of them to a field, Enter and Space to a button.
fn belongs(event: &KeyboardEvent, key: Key) -> bool {
    let target = event.target();
    let target = target.and_then(|target| target.dyn_into::<Element>().ok());
    let is = |selector| {
        target
            .as_ref()
            .is_some_and(|target| target.matches(selector).unwrap_or_default())
    };
    let presses = matches!(&*event.key(), "Enter" | " ") || key == Key::Toggle;
    is("input, select, textarea") || (presses && is("button, a, summary, label"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_list_says() {
        for (name, key) in [
            ("Enter", Key::Next),
            ("ArrowRight", Key::Next),
            ("ArrowLeft", Key::Back),
            (" ", Key::Toggle),
            ("?", Key::List),
        ] {
            assert_eq!(meaning(name), Some(key));
        }
        assert_eq!(meaning("x"), None);
    }
}
