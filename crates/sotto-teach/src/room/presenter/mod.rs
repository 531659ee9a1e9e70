//! The presenter's page: opens a room, and leads it on the projector by keys or buttons.
//!
//! Behind the `#` of the address, which is projected, stands the room's code alone. What leads the room is kept in this
//! window's storage, so that a reload stays in the room. It comes in an address only where a room is handed over to another
//! machine, which is shown on request, and is taken out of it at once.

mod address;
mod dots;
mod hand_over;
mod kept;
mod keys;
mod plan;
mod pool;
mod setup;
mod size;
mod stage;
mod worksheet;

use gloo_events::EventListener;
use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use super::client::Ticket;
use address::Named;
use setup::Setup;
use stage::Stage;
pub(super) use stage::{figures, question, told_pool, told_waiting};

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct PresenterPageProps {
    /// The words of the site.
    pub words: Messages,
    /// What leads from the page's address to the site's folder and to the collector.
    pub base: &'static str,
}

/// The page: a room to be opened, or the room that the address names.
#[component]
pub fn PresenterPage(props: &PresenterPageProps) -> Html {
    let base = props.base;
    let shared = use_words(base, "learn".to_owned(), &props.words);
    let common = match &shared {
        Loading::Here(words) => words.clone(),
        Loading::Coming | Loading::Failed => props.words.clone(),
    };
    // What stands on the phones stands on the projector, too.
    let on_phones = use_words(base, "phone".to_owned(), &common);
    let with_phones = match &on_phones {
        Loading::Here(words) => words,
        Loading::Coming | Loading::Failed => &common,
    };
    let own = use_words(base, "room".to_owned(), with_phones);
    let ticket = use_state_eq(arrive);
    let enter = {
        let ticket = ticket.clone();
        Callback::from(move |entered: Option<Ticket>| {
            match (&entered, &*ticket) {
                (Some(entered), _) => kept::keep(entered),
                (None, Some(left)) => kept::forget(left),
                (None, None) => {}
            }
            address::write(entered.as_ref());
            ticket.set(entered);
        })
    };
    use_effect_with((), |()| {
        // A link that is pasted into the address of this very page loads nothing by itself.
        let window = web_sys::window();
        let listener =
            window.map(|window| EventListener::new(&window, "hashchange", |_| arrive_anew()));
        move || drop(listener)
    });
    match (shared, on_phones, own) {
        (Loading::Here(_), Loading::Here(_), Loading::Here(words)) => match &*ticket {
            Some(ticket) => html! { <Stage {words} {base} ticket={ticket.clone()} {enter}/> },
            None => html! { <Setup {words} {base} {enter}/> },
        },
        (Loading::Failed, ..) | (_, Loading::Failed, _) | (.., Loading::Failed) => html! {
            <p id="trouble" class="card" role="alert">{ props.words.text("learn-failed") }</p>
        },
        _ => Html::default(),
    }
}

/// Begins anew where the address hands something over now.
fn arrive_anew() {
    let Some(location) = web_sys::window().map(|window| window.location()) else {
        return;
    };
    let named = location.hash().ok().and_then(|hash| address::read(&hash));
    if matches!(named, Some(Named::HandedOver(_) | Named::Pool(_))) {
        // A page that may not be loaded anew stays as it is.
        let _ = location.reload();
    }
}

/// The room that the page's address hands over or names, if this window leads it. The key of a pool's link is kept.
fn arrive() -> Option<Ticket> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let ticket = match address::read(&hash)? {
        Named::HandedOver(ticket) => {
            kept::keep(&ticket);
            ticket
        }
        Named::Code(code) => kept::ticket(&code)?,
        Named::Pool(key) => {
            kept::keep_pool(Some(&key));
            address::write(None);
            return None;
        }
    };
    address::write(Some(&ticket));
    Some(ticket)
}
