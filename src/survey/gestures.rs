//! What a person does with the page, read where it happens: one listener for clicks and one for
//! choices, around the survey.
//!
//! Yew's listeners are not used here. They are told apart by numbers that every Yew program counts
//! from zero, and a page may be a Yew program itself: each would call the other's.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// What was done, as the elements' attributes name it. It may name a choice, so that it cannot be
/// printed.
#[expect(
    missing_debug_implementations,
    reason = "its debug form would tell what was chosen"
)]
pub enum Gesture {
    /// A button with that `data-action` was pressed.
    Press {
        /// Its action.
        action: String,
        /// Its `data-question`, if it has one.
        question: Option<String>,
    },
    /// A radio button was chosen.
    Choose {
        /// The question's id.
        question: String,
        /// The category's id.
        category: String,
    },
}

/// Listens, until it is dropped, to what is done inside `root`.
pub fn listen(root: &Element, tell: impl Fn(Gesture) + Clone + 'static) -> [EventListener; 2] {
    let tell_press = tell.clone();
    [
        EventListener::new(root, "click", move |event| {
            press(event).into_iter().for_each(&tell_press);
        }),
        EventListener::new(root, "change", move |event| {
            choice(event).into_iter().for_each(&tell);
        }),
    ]
}

fn press(event: &Event) -> Option<Gesture> {
    let button = target(event)?.closest("[data-action]").ok()??;
    Some(Gesture::Press {
        action: button.get_attribute("data-action")?,
        question: button.get_attribute("data-question"),
    })
}

fn choice(event: &Event) -> Option<Gesture> {
    let radio = target(event)?;
    Some(Gesture::Choose {
        question: radio.get_attribute("name")?,
        category: radio.get_attribute("value")?,
    })
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
