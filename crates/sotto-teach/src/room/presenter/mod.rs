//! The presenter's page: opens a room, and leads it on the projector by keys or buttons.
//!
//! What leads the room stands behind the `#` of the page's address, which no server sees: a reload stays in the room,
//! and whoever opens the same address leads it from another machine.

mod keys;
mod qr;
mod setup;
mod simulated;
mod stage;

use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use super::client::Ticket;
use setup::Setup;
use stage::Stage;
pub(super) use stage::{figures, question};

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
    let ticket = use_state_eq(ticket_of_address);
    let enter = {
        let ticket = ticket.setter();
        Callback::from(move |entered: Option<Ticket>| {
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

/// The room behind the `#`: its code and what leads it, with a point between them.
fn ticket_of_address() -> Option<Ticket> {
    let hash = web_sys::window()?.location().hash().ok()?;
    read_ticket(&hash)
}

fn read_ticket(hash: &str) -> Option<Ticket> {
    let (code, presenter) = hash.strip_prefix('#')?.split_once('.')?;
    let plain = |text: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        !text.is_empty() && text.bytes().all(fits)
    };
    (plain(code) && plain(presenter)).then(|| Ticket {
        code: code.to_owned(),
        presenter: Some(presenter.to_owned()),
    })
}

fn write_address(ticket: Option<&Ticket>) {
    let hash = match ticket {
        Some(Ticket {
            code,
            presenter: Some(presenter),
        }) => ["#", code, ".", presenter].concat(),
        _ => "#".to_owned(),
    };
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        // In a sandbox the address stays, and a reload begins anew.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&hash));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_names_the_room_and_what_leads_it() {
        let ticket = read_ticket("#BCDFGH.a-_1").unwrap();
        assert_eq!(
            (&*ticket.code, ticket.presenter.as_deref()),
            ("BCDFGH", Some("a-_1"))
        );
        for other in ["", "#", "#BCDFGH", "#.x", "#BCDFGH.", "#a/b.c", "BCDFGH.x"] {
            assert_eq!(read_ticket(other), None, "{other:?}");
        }
    }
}
