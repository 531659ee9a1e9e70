//! What a step reveals, as dots: a dot for each copy of a question with two answers, and as many for a hundred such classes.

use std::rc::Rc;

use sotto_api::{RoomSnapshot, RoomStep};
use yew::prelude::*;

use crate::{
    parts::{Copies, CopyDots, Scene, use_scenes},
    room::{
        revealed::{by_chance, names, scenes, share},
        simulated::{TIMES, hundredfold},
    },
    words::WordsWithFigures,
};

#[derive(Properties, PartialEq)]
pub(super) struct RevealedDotsProps {
    pub(super) words: WordsWithFigures,
    pub(super) room: Rc<RoomSnapshot>,
    /// The number of the draw of the last step.
    pub(super) draw: u32,
}

/// The dots of this step; none of a question with more than two answers, and none of too few copies.
#[component]
pub(super) fn RevealedDots(props: &RevealedDotsProps) -> Html {
    let RevealedDotsProps { words, room, draw } = props;
    let is_imagined = room.step == RoomStep::Hundredfold;
    let key = (room.step, room.round, is_imagined.then_some(*draw));
    let scene = use_scenes(key, scenes(room.step));
    let copies = use_memo((Rc::clone(room), *draw), |(room, draw)| copies(room, *draw));
    let names: Result<[String; 2], _> = names(words, room).try_into();
    let (Some(copies), Ok(names)) = (*copies, names) else {
        return Html::default();
    };
    let stem = if is_imagined { "imagined" } else { "copies" };
    html! { <CopyDots words={words.clone()} {stem} {copies} {names} {scene}/> }
}

/// The same on paper, where nothing moves: what was sent, what chance adds, and what is estimated.
pub(super) fn stills(words: &WordsWithFigures, room: &RoomSnapshot) -> Html {
    let names: Result<[String; 2], _> = names(words, room).try_into();
    let (Some(copies), Ok(names)) = (copies_sent(room), names) else {
        return Html::default();
    };
    let still = |scene: Scene| {
        html! { <CopyDots words={words.clone()} {copies} names={names.clone()} {scene}/> }
    };
    let scenes = [Scene::Said, Scene::Less, Scene::Whole];
    html! { <div class="stills">{ for scenes.into_iter().map(still) }</div> }
}

/// The copies that this step is about, of which some say the first of two answers.
fn copies(room: &RoomSnapshot, draw: u32) -> Option<Copies> {
    let sent = copies_sent(room)?;
    if room.step != RoomStep::Hundredfold {
        return Some(sent);
    }
    let crowd = hundredfold(room, draw)?;
    Some(Copies {
        people: crowd.people,
        yes: crowd.answers.first()?.sent,
        by_chance: added(room, crowd.people),
        each: sent.each * TIMES,
        ..sent
    })
}

/// Those that the phones have sent.
fn copies_sent(room: &RoomSnapshot) -> Option<Copies> {
    let [first, _] = room.revealed.as_deref()? else {
        return None;
    };
    let [truth, other, total] = room.chances;
    Some(Copies {
        people: room.answered,
        yes: first.sent,
        by_chance: added(room, room.answered),
        kept: share(truth.saturating_sub(other), total),
        each: Copies::each_of(room.answered),
    })
}

/// How many of so many copies chance makes say an answer, on average.
fn added(room: &RoomSnapshot, people: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a hundred classes are few")]
    let people = people as f64;
    by_chance(room) * people
}

#[cfg(test)]
mod tests {
    use sotto_api::RevealedOption;

    use super::*;

    fn room(step: RoomStep, sent: &[u64]) -> RoomSnapshot {
        let answered: u64 = sent.iter().sum();
        let option = |&sent: &u64| RevealedOption {
            sent,
            share: (share(sent, answered) - 0.25) * 2.0,
            class: [0.0, 1.0],
            beyond_class: [0.0, 1.0],
        };
        RoomSnapshot {
            step,
            answered,
            revealed: Some(sent.iter().map(option).collect()),
            ..crate::room::tests::snapshot()
        }
    }

    /// Two fair coins: chance adds 7 of 28 copies on average, and leaves half alone. What stands for a hundred classes is as
    /// many dots, and about theirs.
    #[test]
    fn a_dot_is_a_copy_and_then_a_hundred_imagined_ones() {
        let wanted = Copies {
            people: 28,
            yes: 12,
            by_chance: 7.0,
            kept: 0.5,
            each: 1,
        };
        for step in [RoomStep::Sent, RoomStep::Corrected, RoomStep::Certainty] {
            assert_eq!(copies(&room(step, &[12, 16]), 1), Some(wanted));
        }
        let crowd = copies(&room(RoomStep::Hundredfold, &[12, 16]), 1);
        let crowd = crowd.unwrap();
        assert_eq!([crowd.people, crowd.each], [2_800, 100]);
        assert!((crowd.by_chance - 700.0).abs() < 1e-9);
        // 1,200 are expected; a typical draw is within √(3/16·2,800) = 22.9 of it.
        assert!(crowd.yes.abs_diff(1_200) <= 22, "{crowd:?}");
    }

    #[test]
    fn three_answers_and_too_few_copies_have_no_dots() {
        assert_eq!(copies(&room(RoomStep::Sent, &[5, 16, 9]), 1), None);
        let few = RoomSnapshot {
            revealed: None,
            ..room(RoomStep::Sent, &[2, 2])
        };
        assert_eq!(copies(&few, 1), None);
    }
}
