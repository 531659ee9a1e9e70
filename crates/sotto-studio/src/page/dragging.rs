//! Moving a question by its handle: with a mouse, a finger or a pen, and by arrow keys.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo_timers::callback::Interval;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, NodeList};
use yew::prelude::*;

use super::state::Action;
use crate::edit::Edit;

/// A question that is being moved, and where it would stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drag {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Drag {
    /// Whether an entry looks different for it.
    pub(super) const fn touches(self, index: usize) -> bool {
        self.from == index || self.to == index
    }

    /// What an entry is in it: the one that is moved, or the one before or behind which that would stand.
    pub(super) const fn part_of(self, index: usize) -> &'static str {
        if self.from == index {
            "moved"
        } else if self.to < self.from {
            "before"
        } else {
            "behind"
        }
    }
}

/// So near to the edge of the view the list goes on by itself, and so far at a time, in pixels.
const EDGE: f64 = 64.0;
const STRIDE: f64 = 14.0;
/// How often, in milliseconds.
const EVERY: u32 = 30;

thread_local! {
    /// Whether the last press became a drag, so that the click at its end is none of its own.
    static HAS_DRAGGED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the click that is heard now ends a drag.
pub(super) fn ends_drag() -> bool {
    HAS_DRAGGED.take()
}

/// Where an arrow key on a question's handle moves it to.
pub(super) fn key_of_handle(
    event: &KeyboardEvent,
    (index, count): (usize, usize),
) -> Option<usize> {
    match &*event.key() {
        "ArrowUp" => index.checked_sub(1),
        "ArrowDown" => Some(index + 1).filter(|to| *to < count),
        _ => None,
    }
}

/// What is known while a pointer is down.
struct Held {
    drag: Drag,
    /// Where the pointer is in the view.
    y: f64,
    _scrolling: Interval,
}

/// What is being moved, and who hears what pointers do with handles, each with its question's index.
#[hook]
pub(super) fn use_dragging(
    act: Callback<Action>,
    count: usize,
) -> (Option<Drag>, Callback<(usize, PointerEvent)>) {
    let shown = use_state_eq(|| None::<Drag>);
    let held = use_mut_ref(|| None::<Held>);
    // A key takes it back.
    use_effect_with(shown.is_some(), {
        let (held, shown) = (Rc::clone(&held), shown.setter());
        move |is_dragged: &bool| {
            let listener = web_sys::window().filter(|_| *is_dragged).map(|window| {
                gloo_events::EventListener::new(&window, "keydown", move |event| {
                    let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
                    if key.as_deref() == Some("Escape") {
                        held.replace(None);
                        shown.set(None);
                    }
                })
            });
            move || drop(listener)
        }
    });
    let handle = use_callback((act, count), {
        let (held, setter) = (Rc::clone(&held), shown.setter());
        move |(index, event): (usize, PointerEvent), (act, count): &(Callback<Action>, usize)| {
            match &*event.type_() {
                "pointerdown" if event.button() == 0 && event.is_primary() => {
                    let target: Element = event.target_unchecked_into();
                    let grip = target.closest(".handle").ok().flatten().unwrap_or(target);
                    // A pointer that has gone meanwhile cannot be held.
                    let _ = grip.set_pointer_capture(event.pointer_id());
                    HAS_DRAGGED.set(false);
                    let drag = Drag {
                        from: index,
                        to: index,
                    };
                    let (held_by, setter) = (Rc::clone(&held), setter.clone());
                    let scrolling = Interval::new(EVERY, move || {
                        if scroll(&held_by) {
                            setter.set(look(&held_by, None));
                        }
                    });
                    held.replace(Some(Held {
                        drag,
                        y: f64::from(event.client_y()),
                        _scrolling: scrolling,
                    }));
                }
                "pointermove" => {
                    setter.set(look(&held, Some(f64::from(event.client_y()))));
                }
                "pointerup" => {
                    let drag = held.replace(None).map(|held| held.drag);
                    setter.set(None);
                    if let Some(Drag { from, to }) = drag.filter(|drag| drag.from != drag.to)
                        && from < *count
                        && to < *count
                    {
                        let edit = Edit::MoveQuestion { from, to };
                        act.emit(Action::EditAndGo(edit, format!("entry-{to}")));
                    }
                }
                "pointercancel" => {
                    held.replace(None);
                    setter.set(None);
                }
                _ => {}
            }
        }
    });
    (*shown, handle)
}

/// Looks where the pointer is, and so where the question would stand; nothing where none is held, or it stands where it
/// stood.
fn look(held: &RefCell<Option<Held>>, y: Option<f64>) -> Option<Drag> {
    let mut held = held.borrow_mut();
    let held = held.as_mut()?;
    held.y = y.unwrap_or(held.y);
    let entries = entries()?;
    let middles = (0..entries.length()).filter_map(|place| {
        let entry: Element = entries.item(place)?.dyn_into().ok()?;
        let line = entry.first_element_child()?.get_bounding_client_rect();
        Some(line.top() + line.height() / 2.0)
    });
    let others = middles
        .enumerate()
        .filter(|(place, _)| *place != held.drag.from);
    held.drag.to = others.filter(|(_, middle)| *middle < held.y).count();
    let moved = Some(held.drag).filter(|drag| drag.from != drag.to);
    if moved.is_some() {
        HAS_DRAGGED.set(true);
    }
    moved
}

/// The entries of questions.
fn entries() -> Option<NodeList> {
    let document = web_sys::window()?.document()?;
    document.query_selector_all("#entries > [data-entry]").ok()
}

/// Moves the list on where the pointer is near its edge; whether it did.
fn scroll(held: &RefCell<Option<Held>>) -> bool {
    let Some(y) = held.borrow().as_ref().map(|held| held.y) else {
        return false;
    };
    let Some(window) = web_sys::window() else {
        return false;
    };
    let height = window
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    let by = match height {
        _ if y < EDGE => -STRIDE,
        Some(height) if y > height - EDGE => STRIDE,
        _ => return false,
    };
    // The list scrolls by itself where it stands beside the form, and else with the page.
    let list = window.document().and_then(|document| {
        let list = document.query_selector(".contents").ok().flatten()?;
        list.dyn_into::<HtmlElement>().ok()
    });
    if let Some(list) = list {
        list.scroll_by_with_x_and_y(0.0, by);
    }
    window.scroll_by_with_x_and_y(0.0, by);
    true
}
