//! The address that leads the room from another machine: shown when it is asked for, and hidden by a second press, a step
//! or a reload, because this page is projected.

use sotto_ui::Messages;
use yew::prelude::*;

use super::address;
use crate::room::client::Ticket;

#[derive(Properties, PartialEq)]
pub(super) struct HandOverProps {
    pub(super) words: Messages,
    pub(super) ticket: Ticket,
}

#[component]
pub(super) fn HandOver(props: &HandOverProps) -> Html {
    let HandOverProps { words, ticket } = props;
    let is_shown = use_state_eq(|| false);
    let onclick = {
        let is_shown = is_shown.clone();
        Callback::from(move |_: MouseEvent| is_shown.set(!*is_shown))
    };
    let address = if *is_shown { whole(ticket) } else { None };
    let label = if *is_shown {
        "hand-over-hide"
    } else {
        "hand-over-show"
    };
    html! {
        <>
            <p class="note">{ words.text("hand-over") }</p>
            <p class="buttons">
                <button id="hand-over" type="button" class="quiet" aria-expanded={is_shown.to_string()} {onclick}>
                    { words.text(label) }
                </button>
            </p>
            if let Some(address) = address {
                <p id="hand-over-address" class="join-address">{ address }</p>
            }
        </>
    }
}

/// The page's address with what leads the room behind its `#`.
fn whole(ticket: &Ticket) -> Option<String> {
    let href = web_sys::window()?.location().href().ok()?;
    let page = href.split('#').next()?;
    Some([page, &address::hand_over(ticket)?].concat())
}
