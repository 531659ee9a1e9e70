//! Several tabs with one draft: each hears of the other as soon as both have it open.

use std::{cell::Cell, rc::Rc};

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, MessageEvent};
use yew::prelude::*;

/// What the tabs talk over.
const CHANNEL: &str = "sotto-studio-drafts";

/// What a tab says of a draft: that it has just opened it, that it has it open, or that it has left it.
const OPENED: &str = "opened ";
const HAVE: &str = "have ";
const LEFT: &str = "left ";

/// A tab that is here until it is dropped.
struct Here {
    channel: BroadcastChannel,
    draft: Rc<str>,
    _listeners: [Option<EventListener>; 2],
}

/// Says something to the other tabs. Where nothing can be said, nobody hears of each other.
fn say(channel: &BroadcastChannel, what: &str, draft: &str) {
    let _ = channel.post_message(&JsValue::from([what, draft].concat()));
}

impl Here {
    /// Tells the other tabs of a draft, and hears of them.
    fn new(draft: Rc<str>, tell: impl Fn(bool) + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let (answering, mine) = (channel.clone(), Rc::clone(&draft));
        let listener = EventListener::new(&channel, "message", move |event| {
            let said = event.dyn_ref::<MessageEvent>();
            let Some(said) = said.and_then(|event| event.data().as_string()) else {
                return;
            };
            let of_mine = |what: &str| said.strip_prefix(what) == Some(&*mine);
            if of_mine(OPENED) {
                say(&answering, HAVE, &mine);
                tell(true);
            } else if of_mine(HAVE) {
                tell(true);
            } else if of_mine(LEFT) {
                // Perhaps there is a third.
                tell(false);
                say(&answering, OPENED, &mine);
            }
        });
        let (leaving, left) = (channel.clone(), Rc::clone(&draft));
        let gone = web_sys::window().map(|window| {
            EventListener::new(&window, "pagehide", move |_| say(&leaving, LEFT, &left))
        });
        say(&channel, OPENED, &draft);
        Some(Self {
            channel,
            draft,
            _listeners: [Some(listener), gone],
        })
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        say(&self.channel, LEFT, &self.draft);
        self.channel.close();
    }
}

/// Whether another tab has that draft open, too.
#[hook]
pub(super) fn use_other_tab(draft: Option<Rc<str>>) -> bool {
    let is_open = use_state_eq(|| false);
    use_effect_with(draft, {
        let is_open = is_open.setter();
        move |draft: &Option<Rc<str>>| {
            is_open.set(false);
            let is_here = Rc::new(Cell::new(true));
            let still = Rc::clone(&is_here);
            let here = draft.clone().and_then(|draft| {
                Here::new(draft, move |other| {
                    if still.get() {
                        is_open.set(other);
                    }
                })
            });
            move || {
                is_here.set(false);
                drop(here);
            }
        }
    });
    *is_open
}
