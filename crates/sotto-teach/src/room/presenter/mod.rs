//! The presenter's page: opens a room, and leads it on the projector by keys or buttons.
//!
//! Behind the `#` of the address, which is projected, stands the room's code alone. What leads the room is kept in this
//! window's storage, so that a reload stays in the room. It comes in an address only where a room is handed over to another
//! machine, which is shown on request, and is taken out of it at once.

mod hand_over;
mod kept;
mod keys;
mod qr;
mod setup;
mod size;
mod stage;

use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use super::client::Ticket;
use setup::Setup;
use stage::Stage;
pub(super) use stage::{figures, question, told_waiting};

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
    let own = use_words(base, "room".to_owned(), &common);
    let ticket = use_state_eq(arrive);
    let enter = {
        let ticket = ticket.clone();
        Callback::from(move |entered: Option<Ticket>| {
            match (&entered, &*ticket) {
                (Some(entered), _) => kept::keep(entered),
                (None, Some(left)) => kept::forget(left),
                (None, None) => {}
            }
            write_address(entered.as_ref());
            ticket.set(entered);
        })
    };
    match (shared, own) {
        (Loading::Here(_), Loading::Here(words)) => match &*ticket {
            Some(ticket) => html! { <Stage {words} {base} ticket={ticket.clone()} {enter}/> },
            None => html! { <Setup {words} {base} {enter}/> },
        },
        (Loading::Failed, _) | (_, Loading::Failed) => html! {
            <p id="trouble" class="card" role="alert">{ props.words.text("learn-failed") }</p>
        },
        _ => Html::default(),
    }
}

/// The room that the page's address hands over or names, if this window leads it.
fn arrive() -> Option<Ticket> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let ticket = match read(&hash)? {
        Named::HandedOver(ticket) => {
            kept::keep(&ticket);
            ticket
        }
        Named::Code(code) => kept::ticket(&code)?,
    };
    write_address(Some(&ticket));
    Some(ticket)
}

/// What stands behind a `#`.
#[derive(Debug, PartialEq, Eq)]
enum Named {
    /// The code of a room that this window may lead.
    Code(String),
    /// A code and what leads the room, with a point between them.
    HandedOver(Ticket),
}

fn read(hash: &str) -> Option<Named> {
    let rest = hash.strip_prefix('#')?;
    let plain = |text: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        !text.is_empty() && text.bytes().all(fits)
    };
    match rest.split_once('.') {
        Some((code, presenter)) if plain(code) && plain(presenter) => {
            Some(Named::HandedOver(Ticket {
                code: code.to_owned(),
                presenter: Some(presenter.to_owned()),
            }))
        }
        None if plain(rest) => Some(Named::Code(rest.to_owned())),
        _ => None,
    }
}

/// Lets the page's address name the room that is led, so that a reload stays in it, and nothing that leads it.
fn write_address(ticket: Option<&Ticket>) {
    let code = ticket.map_or("", |ticket| &*ticket.code);
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let hash = ["#", code].concat();
        // In a sandbox the address stays, and a reload begins anew.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&hash));
    }
}

/// What stands behind the `#` where a room is handed over.
fn write_ticket(ticket: &Ticket) -> Option<String> {
    let presenter = ticket.presenter.as_ref()?;
    Some(["#", &ticket.code, ".", presenter].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_hands_a_room_over_or_names_it() {
        let ticket = Ticket {
            code: "BCDFGH".to_owned(),
            presenter: Some("a-_1".to_owned()),
        };
        let handed_over = write_ticket(&ticket).unwrap();
        assert_eq!(handed_over, "#BCDFGH.a-_1");
        assert_eq!(read(&handed_over), Some(Named::HandedOver(ticket)));
        assert_eq!(read("#BCDFGH"), Some(Named::Code("BCDFGH".to_owned())));
        for other in ["", "#", "#.x", "#BCDFGH.", "#a/b.c", "BCDFGH.x", "#a b"] {
            assert_eq!(read(other), None, "{other:?}");
        }
    }
}
