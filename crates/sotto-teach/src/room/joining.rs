//! Joining a room: a phone gets an invite once, with which the widget buys what each round's answer is sent with. What
//! is bought cannot be joined to the invite.

use std::{cell::Cell, rc::Rc};

use gloo_timers::future::TimeoutFuture;
use sotto_api::RoomSnapshot;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{
    client::{self, Refusal},
    following::{kept, pause},
};

/// Whether this phone may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Membership {
    /// That is being asked.
    Coming,
    /// It may, with this invite.
    Joined(String),
    /// It may not.
    Refused(Refusal),
}

/// Joins a room once it is known; anew if it was locked before and is not any more.
#[hook]
pub(super) fn use_membership(base: &'static str, room: Option<&RoomSnapshot>) -> Membership {
    let membership = use_state_eq(|| Membership::Coming);
    let room = room.map(|room| (room.code.clone(), room.survey.clone(), room.locked));
    use_effect_with(room, {
        let tell = membership.setter();
        move |room| {
            let alive = Rc::new(Cell::new(true));
            if let Some((code, survey, _)) = room.clone() {
                let alive = Rc::clone(&alive);
                spawn_local(async move {
                    if let Some(membership) = join(base, &code, &survey, &alive).await {
                        tell.set(membership);
                    }
                });
            }
            move || alive.set(false)
        }
    });
    (*membership).clone()
}

/// `None`: the page has left the room meanwhile.
async fn join(base: &str, code: &str, survey: &str, alive: &Cell<bool>) -> Option<Membership> {
    if let Some(invite) = kept::invite(survey) {
        return Some(Membership::Joined(invite));
    }
    let mut failures = 0;
    while alive.get() {
        match client::join(base, code).await {
            Ok(joined) => {
                kept::keep_invite(survey, &joined.invite);
                return alive.get().then_some(Membership::Joined(joined.invite));
            }
            Err(refusal) if refusal.passes() => {
                TimeoutFuture::new(pause(failures)).await;
                failures += 1;
            }
            Err(refusal) => return alive.get().then_some(Membership::Refused(refusal)),
        }
    }
    None
}
