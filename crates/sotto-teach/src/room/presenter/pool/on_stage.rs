//! Adding a class to its pool where its figures are revealed, and what all classes tell together.

use std::rc::Rc;

use sotto_api::{PoolView, RoomPool, RoomSnapshot};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::together;
use crate::{
    room::{
        client::{self, Refusal, Ticket},
        presenter::kept,
    },
    words::WordsWithFigures,
};

#[derive(Properties, PartialEq)]
pub(crate) struct PoolOnStageProps {
    pub(crate) words: WordsWithFigures,
    pub(crate) base: &'static str,
    pub(crate) ticket: Ticket,
    pub(crate) room: Rc<RoomSnapshot>,
    pub(crate) pool: RoomPool,
}

#[component]
pub(crate) fn PoolOnStage(props: &PoolOnStageProps) -> Html {
    let PoolOnStageProps {
        words,
        base,
        ticket,
        room,
        pool,
    } = props;
    let view = use_state(|| None::<PoolView>);
    let trouble = use_state_eq(|| None::<Refusal>);
    let Some(key) = kept::pool() else {
        return html! { <p class="note">{ words.say("pool-no-key") }</p> };
    };
    let is_added = pool.added;
    let onclick = {
        let (base, ticket) = (*base, ticket.clone());
        let (view, trouble) = (view.setter(), trouble.setter());
        Callback::from(move |_: MouseEvent| {
            let (ticket, key) = (ticket.clone(), key.clone());
            let (view, trouble) = (view.clone(), trouble.clone());
            spawn_local(async move {
                let told = if is_added {
                    client::read_pool(base, &key).await
                } else {
                    client::add_to_pool(base, &ticket, &key).await
                };
                trouble.set(told.as_ref().err().copied());
                if let Ok(told) = told {
                    view.set(Some(told));
                }
            });
        })
    };
    let ends = words.messages().date(&pool.ends.date());
    let date = [("date", &*ends)];
    html! {
        <div id="pool">
            if let Some(view) = &*view {
                { together(words, view) }
            } else if is_added || room.revealed.is_some() {
                <p class="buttons">
                    <button id="pool-add" type="button" class="quiet" {onclick}>
                        { words.say(if is_added { "pool-show" } else { "pool-add" }) }
                    </button>
                </p>
            }
            <p id="pool-state" class="note" role="status">
                { if is_added { words.fill_texts("pool-added", &date) } else { words.say("pool-add-note") } }
            </p>
            if let Some(trouble) = *trouble {
                <p id="pool-trouble" class="wrong" role="alert">{ words.say(trouble.name()) }</p>
            }
        </div>
    }
}
