//! In the room, on a phone.

use std::rc::Rc;

use gloo_events::EventListener;
use sotto_api::{RoomPool, RoomSnapshot, RoomStep};
use sotto_ui::Messages;
use yew::{prelude::*, virtual_dom::VTag};

use super::site_link::site_link;
use crate::{
    parts::{Slider, announced, print_button, slider},
    room::{
        client::{Refusal, Ticket},
        following::{News, use_room},
        joining::{Membership, use_membership},
        presenter::{figures, question, told_pool, told_waiting},
        revealed::{Revealed, kept},
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
    /// Told the language of the room, if it has one.
    pub(super) speak: Callback<Option<String>>,
}

#[component]
pub(super) fn Inside(props: &InsideProps) -> Html {
    let InsideProps {
        words,
        base,
        ticket,
        enter,
        speak,
    } = props;
    let news = use_room(base, Some(ticket.clone()));
    let membership = use_membership(base, news.snapshot().map(|room| &**room));
    let language = news.snapshot().and_then(|room| language_of(room));
    use_effect_with(language, {
        let speak = speak.clone();
        move |language| speak.emit(language.clone())
    });
    // What this person thinks the share will be, and in which round. It stays here.
    let guess = use_state_eq(|| None::<(u32, u32)>);
    // A room that this phone was in and that is unknown now has ended.
    let was_inside = use_mut_ref(|| None::<Option<RoomPool>>);
    let waiting = use_waiting(news.snapshot().map(|room| &**room));
    let sent = use_sent(news.snapshot().map(|room| room.round));
    // What has been revealed, round by round, for whoever wants to keep it when the room has ended.
    let told = use_mut_ref(Vec::<Rc<RoomSnapshot>>::new);
    let Some(room) = news.snapshot() else {
        if news == News::Refused(Refusal::Unknown)
            && let Some(pool) = *was_inside.borrow()
        {
            return ended(words, base, enter, (&told.borrow()[..], pool));
        }
        let (key, leave) = match &news {
            News::Refused(refusal) => (refusal.name_on_phone(), true),
            News::Unreached(refusal) => (refusal.name_on_phone(), false),
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
    was_inside.replace(Some(room.pool));
    keep(&mut told.borrow_mut(), room);
    let filled = WordsWithFigures::new(words.clone(), figures(room));
    let name = room.step.name();
    let said = filled.say(&["phone-", name].concat());
    let guessed = guess
        .filter(|(round, _)| *round == room.round)
        .map(|(_, guess)| guess);
    // The widget has question and answers of its own, and needs the whole screen of a phone.
    let is_answering = room.step == RoomStep::Open && matches!(membership, Membership::Joined(_));
    let class = if is_answering { "answering" } else { "card" };
    html! {
        <article id="phone" aria-labelledby="step-heading" data-step={name}>
            if matches!(news, News::Lost(_)) {
                <p id="room-news" class="note" role="status">{ words.text("lost") }</p>
            }
            <section {class}>
                <h2 id="step-heading" class={is_answering.then_some("visually-hidden")}>
                    { filled.say(&["heading-", name].concat()) }
                </h2>
                if !is_answering {
                    <h3 class="asked">{ question(room, words.language()) }</h3>
                    <p>{ said.clone() }</p>
                }
                { told_pool(&filled, room) }
                if room.asked > 1 {
                    <p id="again-costs">{ filled.say("again-costs") }</p>
                }
                if room.step == RoomStep::Predict {
                    { predict(&filled, room, guessed, &guess) }
                }
                if room.step.reveals() {
                    <Revealed words={filled.clone()} room={Rc::clone(room)} guess={guessed}/>
                    { told_waiting(&filled, waiting) }
                    if let Some(guess) = guessed {
                        <p id="guessed">{ filled.fill_texts("guessed", &[("guess", &words.percent(f64::from(guess) / 100.0, 0))]) }</p>
                    }
                    <p id="proves">{ filled.say("proves") }</p>
                }
                if room.step == RoomStep::Hundredfold {
                    { contest(words, base) }
                }
            </section>
            { survey(words, room, base, &membership, sent == Some(room.round)) }
            { announced(said) }
        </article>
    }
}

/// Keeps what a round has revealed, in place of what it had revealed before.
fn keep(told: &mut Vec<Rc<RoomSnapshot>>, room: &RoomSnapshot) {
    if room.revealed.is_none() {
        return;
    }
    let revealed = RoomSnapshot {
        step: RoomStep::Certainty,
        ..room.clone()
    };
    told.retain(|kept| kept.round != room.round);
    told.push(Rc::new(revealed));
}

/// In which round this phone has sent an answer, as far as this page has seen it.
#[hook]
fn use_sent(round: Option<u32>) -> Option<u32> {
    let sent = use_state_eq(|| None::<u32>);
    let now = use_mut_ref(|| round);
    *now.borrow_mut() = round;
    use_effect_with((), {
        let tell = sent.setter();
        move |()| {
            let document = web_sys::window().and_then(|window| window.document());
            let listener = document.map(|document| {
                EventListener::new(&document, "sotto-sent", move |_| tell.set(*now.borrow()))
            });
            move || drop(listener)
        }
    });
    *sent
}

/// The language of the room: the one that its question is in, unless it is in several.
fn language_of(room: &RoomSnapshot) -> Option<String> {
    let index = usize::try_from(room.question).ok()?;
    let mut texts = room.questions.get(index)?.title.pairs();
    let (language, _) = texts.next()?;
    texts.next().is_none().then(|| language.to_owned())
}

/// The way to the game that a class plays on its phones when its own question is told.
fn contest(words: &Messages, base: &'static str) -> Html {
    site_link(
        words,
        "contest",
        "to-contest",
        &[base, "learn/?lesson=guess-this-student"].concat(),
    )
}

/// The end of a room: what became of what was counted, what came out for whoever wants to keep it, and where to go on.
fn ended(
    words: &Messages,
    base: &'static str,
    enter: &Callback<Option<String>>,
    (told, pool): (&[Rc<RoomSnapshot>], Option<RoomPool>),
) -> Html {
    let thanks = match pool {
        Some(pool) => {
            let date = words.date(&pool.ends.date());
            words.fill("ended-pooled", &[("date", &*date)])
        }
        None => words.text("ended"),
    };
    let lesson = [base, "learn/?lesson=two-coins"].concat();
    let onclick = enter.reform(|_: MouseEvent| None);
    html! {
        <section id="ended" class="card">
            <h2>{ words.text("ended-heading") }</h2>
            <p role="status">{ thanks }</p>
            { keepsake(words, told) }
            { site_link(words, "ended-lesson", "to-lesson", &lesson) }
            { contest(words, base) }
            <p class="buttons">
                <button id="another-code" type="button" class="quiet" {onclick}>{ words.text("another-code") }</button>
            </p>
        </section>
    }
}

/// What was asked, what came out, and what it means, to be printed.
fn keepsake(words: &Messages, told: &[Rc<RoomSnapshot>]) -> Html {
    if told.is_empty() {
        return Html::default();
    }
    let round = |room: &Rc<RoomSnapshot>| {
        let filled = WordsWithFigures::new(words.clone(), figures(room));
        html! {
            <section class="kept">
                <h4 class="asked">{ question(room, words.language()) }</h4>
                { kept(&filled, room) }
                <p>{ filled.say("proves") }</p>
            </section>
        }
    };
    html! {
        <section id="keepsake">
            <h3>{ words.text("keepsake") }</h3>
            <p class="note">{ words.text("keepsake-note") }</p>
            { for told.iter().map(round) }
            <p>{ words.text("keepsake-means") }</p>
            <p class="buttons">{ print_button(words.text("keepsake-print")) }</p>
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
/// somebody has begun to answer when the question closes. It is seen while answers are taken, and afterwards where it says
/// what this phone has sent.
fn survey(
    words: &Messages,
    room: &RoomSnapshot,
    base: &'static str,
    membership: &Membership,
    has_sent: bool,
) -> Html {
    let invite = match membership {
        Membership::Coming => return Html::default(),
        Membership::Joined(invite) => invite,
        // The room was locked before this phone had joined: it may look on.
        Membership::Refused(refusal) => {
            return html! {
                <p id="not-joined" class="card" role="status">{ words.text(refusal.name_on_phone()) }</p>
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
    widget.add_attribute("display", "compact");
    widget.add_attribute("lang", words.language().to_owned());
    let is_open = room.step == RoomStep::Open;
    html! {
        <div key={key} id="answer" hidden={!is_open && !has_sent}>
            <h2 id="what-was-sent" hidden={is_open || !has_sent}>{ words.text("what-was-sent") }</h2>
            { Html::from(widget) }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::tests::snapshot;

    #[test]
    fn a_room_has_the_language_of_its_question_unless_that_has_several() {
        let room = |title: serde_json::Value| {
            let mut room = snapshot();
            room.questions[0].title = serde_json::from_value(title).unwrap();
            room
        };
        let french = room(serde_json::json!({ "fr": "Thé ?" }));
        assert_eq!(language_of(&french).as_deref(), Some("fr"));
        let both = room(serde_json::json!({ "en": "Tea?", "fr": "Thé ?" }));
        assert_eq!(language_of(&both), None);
        let unknown = RoomSnapshot {
            question: 7,
            ..french
        };
        assert_eq!(language_of(&unknown), None);
    }
}
