//! Who is signed in at the collector that the page came from, and how one signs in and out.
//!
//! The session itself is a cookie that no script can read. The page keeps only that there was one, so that
//! it asks for it when it is loaded again, and is not refused where nobody ever signed in.

use std::rc::Rc;

use sotto_api::{Role, SessionView, SetUp, TokenName};
use sotto_survey::ProblemKind;
use sotto_ui::Messages;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{super::storage, collector::Collector};
use crate::publishing::{Refusal, setup_token};

/// Whether anybody is signed in.
#[derive(Clone, PartialEq)]
pub(crate) enum Session {
    /// Nobody has asked yet.
    Unasked,
    /// The answer is on its way.
    Asking,
    /// There is no collector.
    Absent(Refusal),
    /// Nobody is; perhaps because something was refused.
    Out(Option<Said>),
    /// Somebody is.
    In(Rc<Signed>),
}

/// Whoever is signed in.
#[derive(PartialEq)]
pub(crate) struct Signed {
    /// What the collector says of it.
    pub(crate) view: SessionView,
    /// The first operator's token, which is told once.
    pub(crate) new_token: Option<String>,
    /// The collector, asked as this one.
    pub(crate) collector: Collector,
}

impl Signed {
    /// Whether whoever it is may do what that role may.
    pub(crate) fn is(&self, role: Role) -> bool {
        self.view.role >= role
    }
}

/// What is told beside the form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// A sentence.
    Words(&'static str),
    /// Why something was refused.
    Refused(Refusal),
}

impl Session {
    /// The next state after a request that needed a session came to nothing.
    fn refused(refusal: Refusal) -> Self {
        if refusal.is_absence() {
            Self::Absent(refusal)
        } else if refusal.signs_out() {
            Self::Out(None)
        } else {
            Self::Out(Some(Said::Refused(refusal)))
        }
    }
}

/// The setup token that the address brings along. It is taken out of the address at once: neither the
/// history nor a copied address keeps it. To be called before anything else.
#[must_use]
pub fn arrival() -> Option<Rc<str>> {
    let window = web_sys::window()?;
    let location = window.location();
    let fragment = location.hash().ok()?;
    let token = setup_token(&fragment)?;
    let address = location.pathname().ok()? + &location.search().ok()?;
    let history = window.history().ok()?;
    // A page in a sandbox may have no history to write; its address is nobody's then.
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    Some(token.into())
}

/// Asks who is signed in, if somebody was; else whether there is a collector.
pub(crate) fn ask(collector: Collector, set: Callback<Session>) {
    set.emit(Session::Asking);
    spawn_local(async move {
        let next = if storage::was_signed_in() {
            match collector.session().await {
                Ok(view) => signed(&collector, view, None),
                Err(refusal) => Session::refused(refusal),
            }
        } else {
            match collector.is_there().await {
                Ok(()) => Session::Out(None),
                Err(refusal) => Session::Absent(refusal),
            }
        };
        set.emit(kept(next));
    });
}

/// Signs in by a token.
pub(crate) fn sign_in(collector: Collector, token: String, set: Callback<Session>) {
    set.emit(Session::Asking);
    spawn_local(async move {
        let next = match collector.sign_in(&token).await {
            Ok(view) => signed(&collector, view, None),
            Err(refusal) if refusal.signs_out() => Session::Out(Some(Said::Words("sign-in-wrong"))),
            Err(refusal) => Session::refused(refusal),
        };
        set.emit(kept(next));
    });
}

/// Becomes the first operator by what the collector's link brought along. A link that was used before is
/// no harm to whoever is signed in by it.
pub(crate) fn set_up(
    collector: Collector,
    setup_token: &str,
    words: &Messages,
    set: Callback<Session>,
) {
    let Ok(name) = TokenName::try_from(words.text("first-operator")) else {
        return;
    };
    let setup_token = setup_token.to_owned();
    set.emit(Session::Asking);
    spawn_local(async move {
        let made = collector.set_up(&SetUp { setup_token, name }).await;
        let next = match made {
            Ok(made) => match collector.sign_in(&made.token).await {
                Ok(view) => signed(&collector, view, Some(made.token)),
                Err(refusal) => told(&made.token, refusal),
            },
            Err(refusal) if was_used(&refusal) && storage::was_signed_in() => {
                match collector.session().await {
                    Ok(view) => signed(&collector, view, None),
                    Err(_) => Session::Out(Some(Said::Words("setup-used"))),
                }
            }
            Err(refusal) if was_used(&refusal) => Session::Out(Some(Said::Words("setup-used"))),
            Err(refusal) => Session::refused(refusal),
        };
        set.emit(kept(next));
    });
}

fn was_used(refusal: &Refusal) -> bool {
    refusal.signs_out() || refusal.is(ProblemKind::AlreadySetUp)
}

/// A first operator's token that was made, but whose session was refused: it cannot be had again.
fn told(token: &str, refusal: Refusal) -> Session {
    let is_saved = super::super::files::save("operator.token", &format!("{token}\n"));
    Session::Out(Some(if is_saved {
        Said::Words("setup-saved")
    } else {
        Said::Refused(refusal)
    }))
}

/// Signs out.
pub(crate) fn sign_out(collector: Collector, set: Callback<Session>) {
    set.emit(Session::Asking);
    spawn_local(async move {
        let next = match collector.sign_out().await {
            Ok(_) => Session::Out(Some(Said::Words("signed-out"))),
            Err(refusal) => Session::refused(refusal),
        };
        set.emit(kept(next));
    });
}

fn signed(collector: &Collector, view: SessionView, new_token: Option<String>) -> Session {
    let collector = collector.signed_in(&view);
    Session::In(Rc::new(Signed {
        view,
        new_token,
        collector,
    }))
}

/// Remembers on the device whether somebody is signed in, as far as that is known.
fn kept(session: Session) -> Session {
    match &session {
        Session::In(_) => storage::remember_session(true),
        Session::Out(_) => storage::remember_session(false),
        Session::Unasked | Session::Asking | Session::Absent(_) => {}
    }
    session
}
