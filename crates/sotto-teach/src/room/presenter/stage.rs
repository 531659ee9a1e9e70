//! The room on the projector: where the class is, what it sees there, and what leads it on.

use std::rc::Rc;

use sotto_api::{RoomAct, RoomSnapshot, RoomStep};
use sotto_ui::{Messages, qr};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::{
    dots::RevealedDots,
    hand_over::HandOver,
    kept,
    keys::{Key, use_keys},
    pool::PoolOnStage,
    worksheet::{sheet, worksheet},
};
use crate::{
    hour::{Hour, Stop, ToldClass, hour_next, hour_way},
    parts::{BigType, after, announced},
    room::{
        client::{self, Refusal, Ticket},
        following::{News, use_room},
        revealed::Revealed,
        simulated::TIMES,
        waiting::use_waiting,
    },
    words::{Figure, WordsWithFigures},
};

#[derive(Properties, PartialEq)]
pub(super) struct StageProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    pub(super) ticket: Ticket,
    pub(super) enter: Callback<Option<Ticket>>,
}

/// Where the join address of a room is.
struct Join {
    address: String,
    /// Whether only this machine finds it.
    is_this_machine: bool,
}

fn join(base: &str, code: &str) -> Option<Join> {
    let location = web_sys::window()?.location();
    let here = location.href().ok()?;
    let place = web_sys::Url::new_with_base(&[base, "class/", code].concat(), &here).ok()?;
    let host = place.hostname();
    Some(Join {
        address: place.href(),
        is_this_machine: matches!(&*host, "localhost" | "127.0.0.1" | "[::1]"),
    })
}

#[component]
pub(super) fn Stage(props: &StageProps) -> Html {
    let StageProps {
        words,
        base,
        ticket,
        enter,
    } = props;
    let base = *base;
    let news = use_room(base, Some(ticket.clone()));
    let trouble = use_state_eq(|| None::<Refusal>);
    let lists_keys = use_state_eq(|| false);
    let ends = use_state_eq(|| false);
    let draw = use_state_eq(|| 1_u32);
    let act = {
        let (ticket, trouble) = (ticket.clone(), trouble.setter());
        Callback::from(move |act: RoomAct| {
            let (ticket, trouble) = (ticket.clone(), trouble.clone());
            spawn_local(async move {
                // What came of it is pushed to everybody, this page among them.
                trouble.set(client::act(base, &ticket, act).await.err());
            });
        })
    };
    let room = news.snapshot().cloned();
    use_keys({
        let (act, room, lists_keys) = (act.clone(), room.clone(), lists_keys.clone());
        Callback::from(move |key: Key| {
            let step = room.as_ref().map(|room| room.step);
            let to = match key {
                Key::Next => step.and_then(RoomStep::next),
                Key::Back => step.and_then(RoomStep::back),
                Key::Toggle => step.map(|step| match step {
                    RoomStep::Open => RoomStep::Closed,
                    _ => RoomStep::Open,
                }),
                Key::List => {
                    lists_keys.set(!*lists_keys);
                    None
                }
            };
            if let Some(step) = to {
                act.emit(RoomAct::Step(step));
            }
        })
    });
    let waiting = use_waiting(room.as_deref());
    // A room that was here and is unknown now has ended.
    let was_here = use_mut_ref(|| false);
    let heading = use_node_ref();
    let step = room.as_ref().map(|room| (room.step, room.round));
    let last = use_mut_ref(|| None);
    use_effect_with(step, {
        let heading = heading.clone();
        move |&step| {
            // The page itself is not moved when it opens.
            if last.replace(step).is_some_and(|last| Some(last) != step)
                && let Some(heading) = heading.cast::<HtmlElement>()
            {
                // A heading that cannot be focused is read when the reader gets there.
                let _ = heading.focus();
            }
        }
    });
    let Some(room) = room else {
        let (key, leave) = match &news {
            News::Refused(Refusal::Unknown) if *was_here.borrow() => ("ended-here", true),
            News::Refused(refusal) => (refusal.name(), true),
            News::Unreached(refusal) => (refusal.name(), false),
            _ => ("coming", false),
        };
        let onclick = enter.reform(|_: MouseEvent| None);
        return html! {
            <div class="card">
                <p id="room-news" role="status">{ words.text(key) }</p>
                if leave {
                    <p class="buttons">
                        <button id="another-room" type="button" {onclick}>{ words.text("another-room") }</button>
                    </p>
                }
            </div>
        };
    };
    was_here.replace(true);
    let filled = WordsWithFigures::new(words.clone(), figures(&room));
    let join = join(base, &room.code);
    let is_lobby = room.step == RoomStep::Lobby;
    let name = room.step.name();
    let is_told = matches!(room.step, RoomStep::Certainty | RoomStep::Hundredfold);
    let hour = if is_told { hour(&room) } else { None };
    html! {
        <>
        <article id="room" aria-labelledby="step-heading" data-step={name}>
            <div class="lesson-head">
                if is_lobby {
                    <span/>
                } else {
                    { code(words, &room.code) }
                }
                <BigType words={words.clone()} begins_on_wide={true}/>
            </div>
            if matches!(news, News::Lost(_)) {
                <p id="room-news" class="note" role="status">{ words.text("lost") }</p>
            }
            if let Some(trouble) = *trouble {
                <p id="trouble" class="wrong" role="alert">{ words.text(trouble.name()) }</p>
            }
            <section id="stage" class={classes!("card", is_lobby.then_some("lobby"))} aria-labelledby="step-heading">
                <h2 id="step-heading" ref={heading} tabindex="-1">
                    { filled.say(&["heading-", name].concat()) }
                </h2>
                <h3 class="asked">{ question(&room, words.language()) }</h3>
                { content(&filled, &room, *draw) }
                { told_waiting(&filled, waiting) }
                { pooled(&filled, &room, base, ticket) }
                if is_lobby {
                    if let Some(join) = &join {
                        <div class="join">
                            { qr(&join.address, words.text("qr")) }
                            { code(words, &room.code) }
                            <p class="join-address">{ join.address.clone() }</p>
                            if join.is_this_machine {
                                <p class="wrong" role="note">{ words.text("this-machine-only") }</p>
                            }
                        </div>
                    }
                }
                if room.step == RoomStep::Hundredfold && room.revealed.is_some() {
                    <p class="buttons">
                        <button id="draw" type="button" class="quiet" onclick={
                            let draw = draw.clone();
                            Callback::from(move |_: MouseEvent| draw.set(after(*draw)))
                        }>{ words.text("draw-again") }</button>
                    </p>
                }
            </section>
            { lead(&filled, &room, &act, hour.as_ref().and_then(|hour| hour_next(words, base, hour))) }
            if is_told {
                { for hour.filter(|hour| hour.next().is_none()).map(|hour| hour_way(words, base, &hour)) }
                { worksheet(&filled, &room) }
            }
            { announced(filled.say(&["said-", name].concat())) }
            { more(&filled, &room, &act, ticket) }
            { ending(words, &room, &ends, &{
                let (ticket, enter, trouble) = (ticket.clone(), enter.clone(), trouble.setter());
                Callback::from(move |()| {
                    let (ticket, enter, trouble) = (ticket.clone(), enter.clone(), trouble.clone());
                    spawn_local(async move {
                        match client::end(base, &ticket).await {
                            Ok(()) | Err(Refusal::Unknown) => enter.emit(None),
                            Err(refusal) => trouble.set(Some(refusal)),
                        }
                    });
                })
            }) }
            if *lists_keys {
                <ul id="keys" class="note">
                    { for filled.each("key").into_iter().map(|key| html! { <li>{ key }</li> }) }
                </ul>
            } else {
                <p class="note">{ words.text("keys-hint") }</p>
            }
        </article>
        { sheet(&filled, &room, question(&room, words.language())) }
        </>
    }
}

/// Where the class is in its hour, if it has one, with what its question has told.
fn hour(room: &RoomSnapshot) -> Option<Hour> {
    let hour = Hour::here().filter(|hour| matches!(hour.stop, Stop::Class | Stop::Worksheet))?;
    let told = room.revealed.as_ref().and_then(|told| told.first());
    let told = told.and_then(|first| {
        let people = u32::try_from(room.answered).ok()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a part of a class"
        )]
        let yes = (first.share.clamp(0.0, 1.0) * f64::from(people)).round() as u32;
        let code = room.code.clone();
        Some(ToldClass { code, people, yes })
    });
    Some(Hour { told, ..hour })
}

/// The room's code: beside the QR code as long as phones join, above everything later.
fn code(words: &Messages, code: &str) -> Html {
    html! {
        <p class="join-code">
            { words.text("code") }{ " " }
            <b id="code" lang="en" aria-label={spelled(code)}>{ code }</b>
        </p>
    }
}

/// The code letter by letter, for whoever hears it.
fn spelled(code: &str) -> String {
    let letters: Vec<_> = code.chars().map(String::from).collect();
    letters.join(" ")
}

/// The question in the reader's language, or in the one that it has.
pub(in crate::room) fn question(room: &RoomSnapshot, language: &str) -> Html {
    let index = usize::try_from(room.question).unwrap_or_default();
    let Some(question) = room.questions.get(index) else {
        return Html::default();
    };
    let (tag, title) = question.title.nearest(language, "en");
    let tag = tag.to_owned();
    html! { <span lang={tag} dir="auto">{ title }</span> }
}

/// The figures that the words name.
pub(in crate::room) fn figures(room: &RoomSnapshot) -> Vec<(&'static str, Figure)> {
    let [truth, other, total] = room.chances;
    #[expect(clippy::cast_precision_loss, reason = "small whole numbers")]
    let share = |part: u64| Figure::Share(part as f64 / total.max(1) as f64, 0);
    let odds = u64::from(room.odds);
    let asked = u64::from(room.asked);
    // ε adds up: so often asked, the odds multiply.
    let all_odds = odds.saturating_pow(room.asked);
    vec![
        ("answered", Figure::Whole(room.answered)),
        ("joined", Figure::Whole(room.joined)),
        ("times", Figure::Whole(TIMES)),
        ("people", Figure::Whole(room.answered.saturating_mul(TIMES))),
        ("truth", share(truth)),
        ("other", share(other)),
        ("told-truth", share(truth.saturating_sub(other))),
        ("odds", Figure::Whole(odds)),
        ("asked", Figure::Whole(asked)),
        ("all-odds", Figure::Whole(all_odds)),
        // 50–50 becomes so many in 100.
        ("belief", Figure::Share(ratio(odds), 0)),
        ("all-belief", Figure::Share(ratio(all_odds), 0)),
    ]
}

fn ratio(odds: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "shown as a whole percentage")]
    let odds = odds as f64;
    odds / (1.0 + odds)
}

fn content(words: &WordsWithFigures, room: &Rc<RoomSnapshot>, draw: u32) -> Html {
    let name = room.step.name();
    let sentence = words.say(&["said-", name].concat());
    let again =
        (room.asked > 1).then(|| html! { <p id="again-costs">{ words.say("again-costs") }</p> });
    let picture = match room.step {
        step if step.reveals() => html! {
            <div class="revealed">
                <RevealedDots words={words.clone()} room={Rc::clone(room)} {draw}/>
                <Revealed words={words.clone()} room={Rc::clone(room)} {draw}/>
            </div>
        },
        _ => Html::default(),
    };
    let answered = matches!(room.step, RoomStep::Open | RoomStep::Closed)
        .then(|| html! { <p id="answered" class="outcome">{ answered(words, room.answered) }</p> });
    let joined =
        (!room.step.reveals()).then(|| html! { <p id="joined">{ words.say("joined") }</p> });
    html! {
        <>
            <p>{ sentence }</p>
            { again.unwrap_or_default() }
            { answered.unwrap_or_default() }
            { joined.unwrap_or_default() }
            { picture }
        </>
    }
}

/// How many have answered: of so many, if the teacher has said how many there will be.
fn answered(words: &WordsWithFigures, answered: u64) -> String {
    match kept::phones().map(u64::from) {
        Some(phones) if answered <= phones => {
            words.fill("answered-of", &[("phones", Figure::Whole(phones))])
        }
        _ => words.say("answered"),
    }
}

/// That the class may be added to a pool, before it answers; what adds it, once its figures are revealed.
fn pooled(
    words: &WordsWithFigures,
    room: &Rc<RoomSnapshot>,
    base: &'static str,
    ticket: &Ticket,
) -> Html {
    match room.pool {
        Some(pool) if room.step.reveals() => {
            let (words, ticket, room) = (words.clone(), ticket.clone(), Rc::clone(room));
            html! { <PoolOnStage {words} {base} {ticket} {room} {pool}/> }
        }
        _ => told_pool(words, room),
    }
}

/// What becomes of the class's counts beyond the room: that they may be added to a pool, or were.
pub(in crate::room) fn told_pool(words: &WordsWithFigures, room: &RoomSnapshot) -> Html {
    let Some(pool) = room.pool else {
        return Html::default();
    };
    let key = if pool.added {
        "pool-added"
    } else {
        "pool-told"
    };
    let date = words.messages().date(&pool.ends.date());
    html! { <p id="pool-told" class="note">{ words.fill_texts(key, &[("date", &*date)]) }</p> }
}

/// How many answers wait to be revealed, if any do.
pub(in crate::room) fn told_waiting(words: &WordsWithFigures, waiting: u64) -> Html {
    if waiting == 0 {
        return Html::default();
    }
    html! { <p id="waiting" class="note" role="status">{ words.count("waiting", waiting) }</p> }
}

/// Back and next, which stay where they are at the ends, and beside them what leads to the next stop of the hour.
fn lead(
    words: &WordsWithFigures,
    room: &RoomSnapshot,
    act: &Callback<RoomAct>,
    hour_next: Option<Html>,
) -> Html {
    let button = |id: &'static str, to: Option<RoomStep>, key: String| {
        let act = act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(step) = to {
                act.emit(RoomAct::Step(step));
            }
        });
        let class = (id == "step-back").then_some("quiet");
        html! {
            <button {id} type="button" {class} aria-disabled={to.is_none().then_some("true")} {onclick}>
                { words.say(&key) }
            </button>
        }
    };
    let next = room.step.next();
    let key = next.map_or_else(
        || "no-next".to_owned(),
        |step| ["to-", step.name()].concat(),
    );
    html! {
        <nav class="buttons slides" aria-label={words.say("steps")}>
            { button("step-back", room.step.back(), "step-back".to_owned()) }
            { button("step-next", next, key) }
            { for hour_next }
        </nav>
    }
}

/// Asking again, another question, locking.
fn more(
    words: &WordsWithFigures,
    room: &RoomSnapshot,
    act: &Callback<RoomAct>,
    ticket: &Ticket,
) -> Html {
    let language = words.messages().language();
    let ask = |index: u32| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit(RoomAct::Ask(index)))
    };
    let other = |(index, question): (u32, &sotto_api::RoomQuestion)| {
        let current = index == room.question;
        html! {
            <li>
                <button type="button" class="quiet ask" aria-current={current.then_some("true")} onclick={ask(index)}>
                    { if current { words.say("ask-again") } else {
                        question.title.in_language(language, "en").to_owned()
                    } }
                </button>
            </li>
        }
    };
    let lock = act.reform({
        let locked = room.locked;
        move |_: MouseEvent| RoomAct::Lock(!locked)
    });
    html! {
        <details id="more">
            <summary>{ words.say("more") }</summary>
            <p class="note">{ words.say("ask-note") }</p>
            <ul class="asks">{ for (0..).zip(&room.questions).map(other) }</ul>
            <p class="buttons">
                <button id="lock" type="button" class="quiet" aria-pressed={room.locked.to_string()} onclick={lock}>
                    { words.say("lock") }
                </button>
            </p>
            <p class="note">{ words.say("lock-note") }</p>
            <HandOver
                key={room.step.name()}
                words={words.messages().clone()}
                ticket={ticket.clone()}
            />
        </details>
    }
}

/// Ending the room, asked about first.
fn ending(
    words: &Messages,
    room: &RoomSnapshot,
    asks: &UseStateHandle<bool>,
    end: &Callback<()>,
) -> Html {
    let pooled = room.pool.map(|pool| {
        let key = if pool.added {
            "end-pooled"
        } else {
            "end-not-pooled"
        };
        let date = words.date(&pool.ends.date());
        html! { <p>{ words.fill(key, &[("date", &*date)]) }</p> }
    });
    let set = |value: bool| {
        let asks = asks.clone();
        Callback::from(move |_: MouseEvent| asks.set(value))
    };
    if **asks {
        html! {
            <div id="really" class="card" role="group" aria-label={words.text("end-room")}>
                <p>{ words.text("end-really") }</p>
                { for pooled }
                <p class="buttons">
                    <button id="end-yes" type="button" onclick={end.reform(|_: MouseEvent| ())}>
                        { words.text("end-yes") }
                    </button>
                    <button id="end-no" type="button" class="quiet" onclick={set(false)}>
                        { words.text("end-no") }
                    </button>
                </p>
            </div>
        }
    } else {
        html! {
            <p class="buttons">
                <button id="end-room" type="button" class="quiet" onclick={set(true)}>
                    { words.text("end-room") }
                </button>
            </p>
        }
    }
}
