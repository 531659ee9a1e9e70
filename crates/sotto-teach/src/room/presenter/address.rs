//! What stands behind the `#` of the presenter's address: a room's code, a room that is handed over, or a pool's key.

use crate::room::client::Ticket;

/// What stands behind a `#`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// The code of a room that this window may lead.
    Code(String),
    /// A code and what leads the room, with a point between them.
    HandedOver(Ticket),
    /// The key of a pool.
    Pool(String),
}

const POOL: &str = "pool=";

/// What a `#` names with what follows it.
pub(super) fn read(hash: &str) -> Option<Named> {
    let rest = hash.strip_prefix('#')?;
    let plain = |text: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        !text.is_empty() && text.bytes().all(fits)
    };
    if let Some(key) = rest.strip_prefix(POOL) {
        return plain(key).then(|| Named::Pool(key.to_owned()));
    }
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
pub(super) fn write(ticket: Option<&Ticket>) {
    let code = ticket.map_or("", |ticket| &*ticket.code);
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let hash = ["#", code].concat();
        // In a sandbox the address stays, and a reload begins anew.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&hash));
    }
}

/// What stands behind the `#` where a room is handed over.
pub(super) fn hand_over(ticket: &Ticket) -> Option<String> {
    let presenter = ticket.presenter.as_ref()?;
    Some(["#", &ticket.code, ".", presenter].concat())
}

/// What stands behind the `#` of a pool's link.
pub(super) fn of_pool(key: &str) -> String {
    ["#", POOL, key].concat()
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
        let handed_over = hand_over(&ticket).unwrap();
        assert_eq!(handed_over, "#BCDFGH.a-_1");
        assert_eq!(read(&handed_over), Some(Named::HandedOver(ticket)));
        assert_eq!(read("#BCDFGH"), Some(Named::Code("BCDFGH".to_owned())));
        assert_eq!(of_pool("a-_1"), "#pool=a-_1");
        assert_eq!(read("#pool=a-_1"), Some(Named::Pool("a-_1".to_owned())));
        for other in ["#pool=", "#pool=a.b", "#pool=a b"] {
            assert_eq!(read(other), None, "{other:?}");
        }
        for other in ["", "#", "#.x", "#BCDFGH.", "#a/b.c", "BCDFGH.x", "#a b"] {
            assert_eq!(read(other), None, "{other:?}");
        }
    }
}
