//! The slides in their order, and the keys that move between them.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// One slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The question, and how answers are shown.
    Prepare,
    /// Who is there, and the deck for so many.
    Deck,
    /// What everybody does.
    Instructions,
    /// The two counts.
    Count,
    /// What they tell about the class and about a population.
    Estimate,
    /// A hundred such classes.
    Hundredfold,
    /// What one answer proves about one person.
    OneAnswer,
    /// The worksheet.
    Worksheet,
}

impl Step {
    pub(super) const ALL: [Self; 8] = [
        Self::Prepare,
        Self::Deck,
        Self::Instructions,
        Self::Count,
        Self::Estimate,
        Self::Hundredfold,
        Self::OneAnswer,
        Self::Worksheet,
    ];

    /// Its name among the words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Deck => "deck",
            Self::Instructions => "instructions",
            Self::Count => "count",
            Self::Estimate => "estimate",
            Self::Hundredfold => "hundredfold",
            Self::OneAnswer => "one-answer",
            Self::Worksheet => "worksheet",
        }
    }

    /// Its place, counted from 0.
    pub(super) fn place(self) -> usize {
        let place = Self::ALL.iter().position(|&step| step == self);
        place.unwrap_or_default()
    }

    /// The slide after it, if it is not the last.
    pub(super) fn next(self) -> Option<Self> {
        Self::ALL.get(self.place() + 1).copied()
    }

    /// The slide before it, if it is not the first.
    pub(super) fn back(self) -> Option<Self> {
        let place = self.place().checked_sub(1)?;
        Self::ALL.get(place).copied()
    }
}

/// Which way a key moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Next,
    Back,
}

/// The arrows move, and so do the keys that a presenter's remote control presses.
fn way(key: &str) -> Option<Way> {
    match key {
        "ArrowRight" | "PageDown" => Some(Way::Next),
        "ArrowLeft" | "PageUp" => Some(Way::Back),
        _ => None,
    }
}

/// Listens to the keys of the whole page, except where they belong to a field.
#[hook]
pub(super) fn use_keys(go: Callback<Way>) {
    use_effect_with(go, |go| {
        let go = go.clone();
        let window = web_sys::window();
        let options = EventListenerOptions::enable_prevent_default();
        let listener = window.map(|window| {
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                    return;
                };
                if let Some(way) = way(&event.key())
                    && !has_modifier(event)
                    && !is_in_field(event)
                {
                    event.prevent_default();
                    go.emit(way);
                }
            })
        });
        move || drop(listener)
    });
}

fn has_modifier(event: &KeyboardEvent) -> bool {
    event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key()
}

fn is_in_field(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| {
        target
            .matches("input, select, textarea")
            .unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_follow_each_other_and_end() {
        for pair in Step::ALL.windows(2) {
            assert_eq!(pair[0].next(), Some(pair[1]));
            assert_eq!(pair[1].back(), Some(pair[0]));
        }
        assert_eq!(Step::Prepare.back(), None);
        assert_eq!(Step::Worksheet.next(), None);
    }

    #[test]
    fn arrows_and_a_remote_control_move() {
        for key in ["ArrowRight", "PageDown"] {
            assert_eq!(way(key), Some(Way::Next));
        }
        for key in ["ArrowLeft", "PageUp"] {
            assert_eq!(way(key), Some(Way::Back));
        }
        assert_eq!(way("Enter"), None);
    }
}
