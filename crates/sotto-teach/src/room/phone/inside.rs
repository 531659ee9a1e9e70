//! In the room, on a phone.

use sotto_api::{RoomSnapshot, RoomStep};
use sotto_ui::Messages;
use yew::{prelude::*, virtual_dom::VTag};

use crate::{
    parts::{Slider, announced, slider},
    room::{
        client::{Refusal, Ticket},
        following::{News, use_room},
        joining::{Membership, use_membership},
        presenter::{figures, question, told_waiting},
        revealed::{imagined, revealed},
        waiting::use_waiting,
    },
    words::WordsWithFigures,
};

#[derive(Properties, PartialEq)]
pub(super) struct InsideProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    pub(super) ticket: Ticket,
    pub(super) enter: Callback<Option<String>>,
}

#[component]
pub(super) fn Inside(props: &InsideProps) -> Html {
    let InsideProps {
        words,
        base,
        ticket,
        enter,
    } = props;
    let news = use_room(base, Some(ticket.clone()));
    let membership = use_membership(base, news.snapshot().map(|room| &**room));
    // What this person thinks the share will be, and in which round. It stays here.
    let guess = use_state_eq(|| None::<(u32, u32)>);
    // A room that this phone was in and that is unknown now has ended.
    let was_inside = use_mut_ref(|| false);
    let waiting = use_waiting(news.snapshot().map(|room| &**room));
    let Some(room) = news.snapshot() else {
        if news == News::Refused(Refusal::Unknown) && *was_inside.borrow() {
            return ended(words, base, enter);
        }
        let (key, leave) = match &news {
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
                        <button id="another-code" type="button" {onclick}>{ words.text("another-code") }</button>
                    </p>
                }
            </div>
        };
    };
    was_inside.replace(true);
    let filled = WordsWithFigures::new(words.clone(), figures(room));
    let name = room.step.name();
    let said = filled.say(&["phone-", name].concat());
    let guessed = guess.filter(|(round, _)| *round == room.round);
    html! {
        <article id="phone" aria-labelledby="step-heading" data-step={name}>
            if matches!(news, News::Lost(_)) {
                <p id="room-news" class="note" role="status">{ words.text("lost") }</p>
            }
            <section class="card">
                <h2 id="step-heading">{ filled.say(&["heading-", name].concat()) }</h2>
                <h3 class="asked">{ question(room, words.language()) }</h3>
                <p>{ said.clone() }</p>
                if room.asked > 1 {
                    <p id="again-costs">{ filled.say("again-costs") }</p>
                }
                if room.step == RoomStep::Predict {
                    { predict(&filled, room, guessed.map(|(_, guess)| guess), &guess) }
                }
                if room.step.reveals() {
                    if room.step == RoomStep::Hundredfold {
                        { imagined(&filled, room, 1) }
                    } else {
                        { revealed(&filled, room) }
                    }
                    { told_waiting(&filled, waiting) }
                    if let Some((_, guess)) = guessed {
                        <p id="guessed">{ filled.fill_texts("guessed", &[("guess", &words.percent(f64::from(guess) / 100.0, 0))]) }</p>
                    }
                    <p id="proves">{ filled.say("proves") }</p>
                }
            </section>
            { survey(words, room, base, &membership) }
            { announced(said) }
        </article>
    }
}

/// The end of a room: what became of what was counted, and where to go on.
fn ended(words: &Messages, base: &'static str, enter: &Callback<Option<String>>) -> Html {
    let lesson = [base, "learn/?lesson=two-coins&lang=", words.language()].concat();
    let onclick = enter.reform(|_: MouseEvent| None);
    html! {
        <section id="ended" class="card">
            <h2>{ words.text("ended-heading") }</h2>
            <p role="status">{ words.text("ended") }</p>
            <p><a id="to-lesson" class="target" href={lesson}>{ words.text("ended-lesson") }</a></p>
            <p class="buttons">
                <button id="another-code" type="button" class="quiet" {onclick}>{ words.text("another-code") }</button>
            </p>
        </section>
    }
}

/// A guess, on a slider: of 100 people, so many would choose the first answer.
fn predict(
    words: &WordsWithFigures,
    room: &RoomSnapshot,
    guess: Option<u32>,
    set: &UseStateHandle<Option<(u32, u32)>>,
) -> Html {
    let index = usize::try_from(room.question).unwrap_or_default();
    let first = room
        .questions
        .get(index)
        .and_then(|question| question.options.first());
    let language = words.messages().language();
    let first = first.map_or("", |first| first.in_language(language, "en"));
    let value = guess.unwrap_or(50);
    let change = {
        let (set, round) = (set.clone(), room.round);
        Callback::from(move |value| set.set(Some((round, value))))
    };
    let share = f64::from(value) / 100.0;
    slider(
        Slider {
            id: "guess",
            label: words.fill_texts("guess-label", &[("answer", first)]),
            ends: (0, 100),
            step: 5,
            value,
            figure: words.messages().percent(share, 0),
        },
        &change,
    )
}

/// The widget of the round: there from the moment answers are taken, so that its receipt stays afterwards, and what
/// somebody has begun to answer when the question closes. It is seen only while answers are taken.
fn survey(
    words: &Messages,
    room: &RoomSnapshot,
    base: &'static str,
    membership: &Membership,
) -> Html {
    let invite = match membership {
        Membership::Coming => return Html::default(),
        Membership::Joined(invite) => invite,
        // The room was locked before this phone had joined: it may look on.
        Membership::Refused(refusal) => {
            return html! {
                <p id="not-joined" class="card" role="status">{ words.text(refusal.name()) }</p>
            };
        }
    };
    let is_there = matches!(room.step, RoomStep::Open | RoomStep::Closed) || room.step.reveals();
    if !is_there {
        return Html::default();
    }
    let src = [base, "api/v1/surveys/", &room.survey].concat();
    // Another round is another element.
    let key = room.round.to_string();
    let mut widget = VTag::new("sotto-survey");
    widget.add_attribute("src", src);
    widget.add_attribute("collector", base);
    widget.add_attribute("invite", invite.clone());
    html! {
        <div key={key} id="answer" hidden={room.step != RoomStep::Open}>
            { Html::from(widget) }
        </div>
    }
}
