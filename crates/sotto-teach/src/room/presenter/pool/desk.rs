//! A pool that this window has the key of: what it tells, its link, and the next class.

use sotto_api::{PoolView, RoomRequest};
use sotto_ui::Messages;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::together;
use crate::{
    room::{
        client::{self, Refusal, Ticket},
        presenter::{address, kept},
    },
    words::WordsWithFigures,
};

#[derive(Properties, PartialEq)]
pub(crate) struct PoolDeskProps {
    pub(crate) words: Messages,
    pub(crate) base: &'static str,
    /// The pool's key.
    pub(crate) pool: String,
    pub(crate) enter: Callback<Option<Ticket>>,
    /// Puts the pool away.
    pub(crate) leave: Callback<()>,
}

#[component]
pub(crate) fn PoolDesk(props: &PoolDeskProps) -> Html {
    let PoolDeskProps {
        words,
        base,
        pool,
        enter,
        leave,
    } = props;
    let view = use_state(|| None::<PoolView>);
    let trouble = use_state_eq(|| None::<Refusal>);
    let shows_link = use_state_eq(|| false);
    let ends = use_state_eq(|| false);
    use_effect_with(pool.clone(), {
        let (base, view, trouble) = (*base, view.setter(), trouble.setter());
        move |pool: &String| {
            let pool = pool.clone();
            spawn_local(async move {
                match client::read_pool(base, &pool).await {
                    Ok(told) => view.set(Some(told)),
                    Err(refusal) => trouble.set(Some(refusal)),
                }
            });
        }
    });
    let away = {
        let leave = leave.clone();
        Callback::from(move |_: MouseEvent| {
            kept::keep_pool(None);
            leave.emit(());
        })
    };
    let toggle = |state: &UseStateHandle<bool>| {
        let state = state.clone();
        Callback::from(move |_: MouseEvent| state.set(!*state))
    };
    let end = {
        let (base, pool, trouble) = (*base, pool.clone(), trouble.setter());
        let leave = leave.clone();
        Callback::from(move |_: MouseEvent| {
            let (pool, trouble, leave) = (pool.clone(), trouble.clone(), leave.clone());
            spawn_local(async move {
                match client::end_pool(base, &pool).await {
                    Ok(()) | Err(Refusal::UnknownPool) => {
                        kept::keep_pool(None);
                        leave.emit(());
                    }
                    Err(refusal) => trouble.set(Some(refusal)),
                }
            });
        })
    };
    let link = if *shows_link { link(pool) } else { None };
    let link_label = if *shows_link {
        "pool-link-hide"
    } else {
        "pool-link-show"
    };
    html! {
        <section id="pool" class="card" aria-labelledby="pool-heading">
            <h2 id="pool-heading">{ words.text("pool-heading") }</h2>
            if let Some(trouble) = *trouble {
                <p id="trouble" class="wrong" role="alert">{ words.text(trouble.name()) }</p>
            }
            if let Some(view) = &*view {
                { told(words, view) }
                <p class="note">{ words.text("pool-room-note") }</p>
                <p class="buttons">
                    <button id="open-room" type="button" onclick={open(base, pool, view, enter, &trouble)}>
                        { words.text("pool-room") }
                    </button>
                </p>
            }
            <p>{ words.text("pool-keep") }</p>
            <p class="buttons">
                <button id="pool-link" type="button" class="quiet" aria-expanded={shows_link.to_string()} onclick={toggle(&shows_link)}>
                    { words.text(link_label) }
                </button>
            </p>
            if let Some(link) = link {
                <p id="pool-address" class="join-address">{ link }</p>
            }
            if *ends {
                <div id="really" class="card" role="group" aria-label={words.text("pool-end")}>
                    <p>{ words.text("pool-end-really") }</p>
                    <p class="buttons">
                        <button id="end-yes" type="button" onclick={end}>{ words.text("end-yes") }</button>
                        <button id="end-no" type="button" class="quiet" onclick={toggle(&ends)}>{ words.text("pool-end-no") }</button>
                    </p>
                </div>
            } else {
                <p class="buttons">
                    <button id="pool-away" type="button" class="quiet" onclick={away}>{ words.text("pool-away") }</button>
                    <button id="pool-end" type="button" class="quiet" onclick={toggle(&ends)}>{ words.text("pool-end") }</button>
                </p>
            }
        </section>
    }
}

/// The pool's question, what all classes tell, and what its sums give away.
fn told(words: &Messages, view: &PoolView) -> Html {
    let date = words.date(&view.ends.date());
    let question = view.question.title.in_language(words.language(), "en");
    let filled = WordsWithFigures::new(words.clone(), Vec::new());
    html! {
        <>
            <h3 class="asked">{ question.to_owned() }</h3>
            { together(&filled, view) }
            <p>{ words.fill("pool-ends", &[("date", &*date)]) }</p>
            <p class="note">{ words.text("pool-reads") }</p>
        </>
    }
}

/// Opens a room for the next class.
fn open(
    base: &'static str,
    pool: &str,
    view: &PoolView,
    enter: &Callback<Option<Ticket>>,
    trouble: &UseStateHandle<Option<Refusal>>,
) -> Callback<MouseEvent> {
    let request = RoomRequest {
        questions: vec![view.question.clone()],
        pool: Some(pool.to_owned()),
    };
    let (enter, trouble) = (enter.clone(), trouble.setter());
    Callback::from(move |_: MouseEvent| {
        let (request, enter, trouble) = (request.clone(), enter.clone(), trouble.clone());
        spawn_local(async move {
            match client::open(base, &request).await {
                Ok(opened) => enter.emit(Some(Ticket {
                    code: opened.code,
                    presenter: Some(opened.presenter),
                })),
                Err(refusal) => trouble.set(Some(refusal)),
            }
        });
    })
}

/// The address that leads back to the pool.
fn link(pool: &str) -> Option<String> {
    let href = web_sys::window()?.location().href().ok()?;
    let page = href.split('#').next()?;
    Some([page, &address::of_pool(pool)].concat())
}
