//! What a person does with the survey, read by a few listeners around it.
//!
//! Yew's own listeners are not used: Yew tells them apart by numbers that every program counts from zero,
//! and the page may be a Yew program itself. Each would call the other's.

use gloo_events::{EventListener, EventListenerOptions};
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlInputElement, Node};

/// What stands for a date, month or time that was begun in a native field and not finished: nothing that can be read.
pub(crate) const UNFINISHED: &str = "…";

/// What was done, as the elements' attributes name it. It may name a choice, so it has no debug form.
pub(crate) enum Gesture {
    /// A button with that `data-action` was pressed.
    Press {
        /// Its action.
        action: String,
        /// Its `data-question`; empty if it has none.
        question: String,
        /// Its `data-value`; empty if it has none.
        value: String,
    },
    /// A radio button was chosen, or a box ticked or cleared.
    Choose {
        /// The control's name: a question's id, behind a dot that of a row.
        name: String,
        /// The category's id.
        category: String,
        /// Whether it is chosen now.
        chosen: bool,
    },
    /// Something was typed into a field, or a slider moved.
    Type {
        /// The control's name: a question's id, behind a dot that of a field.
        name: String,
        /// What stands there now.
        text: String,
    },
    /// A key was pressed in a search field, or the field itself.
    Key {
        /// The question's id.
        question: String,
        /// The key's name; `Open` for the field.
        key: String,
    },
    /// The focus went into a search field, or out of it and its list.
    Focus {
        /// The question's id.
        question: String,
        /// Whether it is there now.
        inside: bool,
    },
    /// A list was scrolled to its end.
    Bottom,
}

/// What is read from an event.
type Reading = fn(&Event) -> Option<Gesture>;

/// The events listened to, and what is read from each.
const READINGS: [(&str, Reading); 8] = [
    ("click", press),
    ("change", choice),
    ("input", typing),
    ("keydown", key),
    ("focusin", focus_in),
    ("focusout", focus_out),
    ("mousedown", hold_focus),
    ("scroll", scroll),
];

/// Listens, until they are dropped, to what is done inside `root`.
pub(crate) fn listen(
    root: &Element,
    tell: impl Fn(Gesture) + Clone + 'static,
) -> Vec<EventListener> {
    // Scrolling is told to ancestors on the way down only.
    let options = EventListenerOptions {
        passive: false,
        ..EventListenerOptions::run_in_capture_phase()
    };
    let listener = |(event, read): (&'static str, Reading)| {
        let tell = tell.clone();
        EventListener::new_with_options(root, event, options, move |event| {
            read(event).into_iter().for_each(&tell);
        })
    };
    READINGS.map(listener).into()
}

fn press(event: &Event) -> Option<Gesture> {
    let target = target(event)?;
    if let Some(slider) = slider(&target) {
        return Some(typed(&slider));
    }
    if let Some(search) = target.closest("[role=combobox]").ok()? {
        return Some(Gesture::Key {
            question: search.get_attribute("name")?,
            key: "Open".to_owned(),
        });
    }
    let button = target.closest("[data-action]").ok()??;
    let attribute = |name: &str| button.get_attribute(name).unwrap_or_default();
    Some(Gesture::Press {
        action: attribute("data-action"),
        question: attribute("data-question"),
        value: attribute("data-value"),
    })
}

fn choice(event: &Event) -> Option<Gesture> {
    let input = input(event)?;
    matches!(&*input.type_(), "radio" | "checkbox").then(|| Gesture::Choose {
        name: input.name(),
        category: input.value(),
        chosen: input.checked(),
    })
}

fn typing(event: &Event) -> Option<Gesture> {
    let input = input(event)?;
    let kind = input.type_();
    (matches!(&*kind, "text" | "range") || is_native(&kind)).then(|| typed(&input))
}

/// Whether it is a native field for dates, months or times, which the common program has none of.
fn is_native(kind: &str) -> bool {
    cfg!(feature = "whole") && matches!(kind, "date" | "month" | "time")
}

fn typed(input: &HtmlInputElement) -> Gesture {
    let mut text = input.value();
    // A native field says nothing until a day is whole.
    if cfg!(feature = "whole") && text.is_empty() && input.validity().bad_input() {
        UNFINISHED.clone_into(&mut text);
    }
    Gesture::Type {
        name: input.name(),
        text,
    }
}

/// A slider stands somewhere from the beginning: that is an answer only once a person has touched
/// it, be it to leave it there.
fn slider(target: &Element) -> Option<HtmlInputElement> {
    let input: &HtmlInputElement = target.dyn_ref()?;
    (input.type_() == "range").then(|| input.clone())
}

/// The arrow keys move an option of a ranking while one of its buttons has the focus.
fn rank(event: &Event) -> Option<Gesture> {
    let action = match &*Reflect::get(event, &"key".into()).ok()?.as_string()? {
        "ArrowUp" => "rank",
        "ArrowDown" => "rank-down",
        _ => return None,
    };
    let button = target(event)?.closest(".ranked [data-action]").ok()??;
    event.prevent_default();
    Some(Gesture::Press {
        action: action.to_owned(),
        question: button.get_attribute("data-question")?,
        value: button.get_attribute("data-value")?,
    })
}

fn key(event: &Event) -> Option<Gesture> {
    if cfg!(feature = "whole")
        && let Some(moved) = rank(event)
    {
        return Some(moved);
    }
    let input = input(event)?;
    let key = Reflect::get(event, &"key".into()).ok()?.as_string()?;
    let enters = matches!(&*key, "Enter" | " ");
    if let Some(slider) = slider(&input) {
        return enters.then(|| typed(&slider));
    }
    let is_search = input.get_attribute("role")? == "combobox";
    let moves = match &*key {
        "ArrowDown" | "ArrowUp" | "Enter" => true,
        // With nothing to close here, it is for what stands around: a dialog, say.
        "Escape" => input.get_attribute("aria-expanded")? == "true",
        _ => false,
    };
    if !(is_search && moves) || is_composing(event) {
        return None;
    }
    event.prevent_default();
    Some(Gesture::Key {
        question: input.name(),
        key,
    })
}

/// Whether a key belongs to an input method, which puts letters together and has a list of its own.
/// Safari says so of the last one by its code alone.
fn is_composing(event: &Event) -> bool {
    const PROCESSED: f64 = 229.0;
    let field = |name: &str| Reflect::get(event, &name.into()).unwrap_or(JsValue::UNDEFINED);
    field("isComposing").is_truthy() || field("keyCode") == PROCESSED
}

fn focus_in(event: &Event) -> Option<Gesture> {
    focus(&target(event)?, true)
}

fn focus_out(event: &Event) -> Option<Gesture> {
    let target = target(event)?;
    // What was begun there and not finished is told by no other event.
    if let Some(input) = target.dyn_ref::<HtmlInputElement>()
        && is_native(&input.type_())
    {
        return Some(typed(input));
    }
    let next = Reflect::get(event, &"relatedTarget".into()).unwrap_or(JsValue::NULL);
    let around = target.closest(".search").ok()??;
    if around.contains(next.dyn_ref::<Node>()) {
        return None;
    }
    focus(&target, false)
}

fn focus(target: &Element, inside: bool) -> Option<Gesture> {
    let search = target.closest(".search").ok()??;
    Some(Gesture::Focus {
        question: search.get_attribute("data-question")?,
        inside,
    })
}

/// Pressing on an option of a list leaves the focus in the search field.
fn hold_focus(event: &Event) -> Option<Gesture> {
    target(event)?.closest("[role=option]").ok()??;
    event.prevent_default();
    None
}

fn scroll(event: &Event) -> Option<Gesture> {
    let list = target(event)?;
    let left = list.scroll_height() - list.scroll_top() - list.client_height();
    (left < list.client_height()).then_some(Gesture::Bottom)
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn input(event: &Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}
