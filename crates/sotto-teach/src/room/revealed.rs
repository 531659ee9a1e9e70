//! What a step reveals, as a picture with its table: the same on the projector and on every phone.

use std::rc::Rc;

use sotto_api::{RevealedOption, RoomSnapshot, RoomStep};
use sotto_ui::charts::Mark;
use yew::prelude::*;

use super::simulated::{SimulatedAnswer, hundredfold};
use crate::{
    parts::{Scene, ShareBar, bar, figure, interval, share_bars, use_scenes},
    words::{Figure, WordsWithFigures},
};

/// An interval as far as it lies between none and all.
pub(super) fn possible([low, high]: [f64; 2]) -> Option<(f64, f64)> {
    (low <= 1.0 && high >= 0.0).then(|| (low.max(0.0), high.min(1.0)))
}

/// The scenes of a step that reveals something: what was sent, and where the noise is taken out, how that goes.
pub(super) const fn scenes(step: RoomStep) -> &'static [Scene] {
    match step {
        RoomStep::Sent => &[Scene::Rows, Scene::Said],
        RoomStep::Corrected | RoomStep::Hundredfold => &[Scene::Said, Scene::Less, Scene::Whole],
        _ => &[Scene::Whole],
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct RevealedProps {
    pub(super) words: WordsWithFigures,
    pub(super) room: Rc<RoomSnapshot>,
    /// The number of the draw of the last step. That of every phone is the first.
    #[prop_or(1)]
    pub(super) draw: u32,
    /// What this person thought, in percent, of the first answer.
    #[prop_or_default]
    pub(super) guess: Option<u32>,
}

/// What a step reveals, or why it reveals nothing. Where the noise is taken out the bars move from what was sent to what is
/// estimated; they stand still for whoever wants no motion.
#[component]
pub(super) fn Revealed(props: &RevealedProps) -> Html {
    let RevealedProps {
        words,
        room,
        draw,
        guess,
    } = props;
    let scene = use_scenes((room.step, room.round), scenes(room.step));
    if room.step == RoomStep::Hundredfold {
        return imagined(words, room, *draw);
    }
    match &room.revealed {
        Some(figures) => {
            let rows = figures.iter().enumerate().map(|(place, option)| {
                let told = told(words, room, *option, scene);
                // What was guessed is the share of the first answer, and not what phones send.
                let is_of_guess = place == 0 && room.step != RoomStep::Sent;
                match guess.filter(|_| is_of_guess) {
                    Some(guess) => with_guess(words, told, guess),
                    None => told,
                }
            });
            drawn(words, room, rows.collect())
        }
        None => too_few(words),
    }
}

/// The figures of a snapshot as its step has them at its end, standing still.
pub(super) fn kept(words: &WordsWithFigures, room: &RoomSnapshot) -> Html {
    let Some(figures) = &room.revealed else {
        return too_few(words);
    };
    let rows = figures
        .iter()
        .map(|option| told(words, room, *option, Scene::Whole));
    drawn(words, room, rows.collect())
}

fn with_guess(words: &WordsWithFigures, (mut marks, told): Told, guess: u32) -> Told {
    let share = f64::from(guess) / 100.0;
    marks.push(Mark::Dot { y: 12, at: share });
    let figures = [("guess", Figure::Share(share, 0))];
    let guessed = words.fill("figure-guessed", &figures);
    (marks, [told, guessed].join(" "))
}

/// The last step: the same with a hundred times as many people, who are imagined.
fn imagined(words: &WordsWithFigures, room: &RoomSnapshot, draw: u32) -> Html {
    let Some(crowd) = hundredfold(room, draw) else {
        return too_few(words);
    };
    let rows = crowd.answers.iter().map(|answer| simulated(words, *answer));
    drawn(words, room, rows.collect())
}

fn too_few(words: &WordsWithFigures) -> Html {
    html! { <p id="too-few" role="status">{ words.say("too-few") }</p> }
}

/// What is drawn of an answer, and its figures in words.
type Told = (Vec<Mark>, String);

/// The picture of all answers with its table.
fn drawn(words: &WordsWithFigures, room: &RoomSnapshot, told: Vec<Told>) -> Html {
    let names = names(words, room);
    let row = |(number, (title, (marks, words))): (u32, (String, Told))| ShareBar {
        id: format!("answer-{number}"),
        title,
        marks,
        words,
    };
    let rows = (1..).zip(names.into_iter().zip(told));
    let step = room.step.name();
    let head = ["table-answer", "table-share"].map(|key| words.say(key));
    let summary = words.say("table-summary");
    let [picture, table] = share_bars(rows.map(row).collect(), &summary, &head);
    let title = words.say(&["picture-", step].concat());
    let caption = words.say(&["caption-", step].concat());
    figure(title, picture, caption, table)
}

/// The answers of the room's question, in the reader's language.
pub(super) fn names(words: &WordsWithFigures, room: &RoomSnapshot) -> Vec<String> {
    let language = words.messages().language();
    let index = usize::try_from(room.question).unwrap_or_default();
    let question = room.questions.get(index);
    let options = question.map(|question| &question.options);
    let name = |text: &sotto_survey::Text| text.in_language(language, "en").to_owned();
    options.into_iter().flatten().map(name).collect()
}

/// The share that a bar shows while the noise is taken out.
fn bar_end(option: RevealedOption, room: &RoomSnapshot, scene: Scene) -> f64 {
    let sent = share(option.sent, room.answered);
    match scene {
        Scene::Rows | Scene::Said => sent,
        Scene::Less => (sent - by_chance(room)).max(0.0),
        Scene::Whole => option.share.clamp(0.0, 1.0),
    }
}

/// The part of all phones that chance alone makes send an answer, on average.
pub(super) fn by_chance(room: &RoomSnapshot) -> f64 {
    let [_, other, total] = room.chances;
    share(other, total)
}

fn told(
    words: &WordsWithFigures,
    room: &RoomSnapshot,
    option: RevealedOption,
    scene: Scene,
) -> Told {
    let sent = share(option.sent, room.answered);
    let figures = figures_of(room, option);
    let estimated = bar("bar-estimate", bar_end(option, room, Scene::Whole));
    let (marks, key) = match (room.step, scene) {
        (RoomStep::Corrected, Scene::Whole) => (vec![estimated], "figure-corrected"),
        (RoomStep::Corrected, scene) => {
            let key = if scene == Scene::Less {
                "figure-less"
            } else {
                "figure-sent"
            };
            (vec![bar("bar-reported", bar_end(option, room, scene))], key)
        }
        (RoomStep::Certainty | RoomStep::Hundredfold, _) => {
            match (possible(option.class), possible(option.beyond_class)) {
                (Some(class), Some(_)) => (vec![estimated, interval(class)], "figure-certainty"),
                _ => (vec![estimated], "figure-outside"),
            }
        }
        _ => (vec![bar("bar-reported", sent)], "figure-sent"),
    };
    (marks, words.fill(key, &figures))
}

/// The figures of an answer that the words name. An interval is told as far as it can be.
pub(super) fn figures_of(
    room: &RoomSnapshot,
    option: RevealedOption,
) -> Vec<(&'static str, Figure)> {
    let answered = people(room.answered);
    let added = by_chance(room) * answered;
    let [truth, other, total] = room.chances;
    let truthful = share(truth.saturating_sub(other), total) * answered;
    let ends = |[low, high]: [f64; 2]| [low.clamp(0.0, 1.0), high.clamp(0.0, 1.0)];
    let [low, high] = ends(option.class);
    let [least, most] = ends(option.beyond_class);
    vec![
        ("sent", Figure::Whole(option.sent)),
        ("answered", Figure::Whole(room.answered)),
        (
            "sent-share",
            Figure::Share(share(option.sent, room.answered), 0),
        ),
        ("share", Figure::Share(option.share.clamp(0.0, 1.0), 0)),
        ("added", on_average(added)),
        ("rest", on_average(people(option.sent) - added)),
        ("truthful", on_average(truthful)),
        ("low", Figure::Share(low, 0)),
        ("high", Figure::Share(high, 0)),
        ("least", Figure::Share(least, 0)),
        ("most", Figure::Share(most, 0)),
    ]
}

/// A number of people on average: with a decimal, unless it is whole.
fn on_average(number: f64) -> Figure {
    let is_whole = (number - number.round()).abs() < 1e-9;
    Figure::Number(number, u8::from(!is_whole))
}

fn people(number: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a class is small")]
    let people = number as f64;
    people
}

fn simulated(words: &WordsWithFigures, answer: SimulatedAnswer) -> Told {
    let estimate = answer.estimate.clamp(0.0, 1.0);
    let mut figures = vec![
        ("imagined", Figure::Share(answer.imagined, 1)),
        ("share", Figure::Share(estimate, 1)),
    ];
    let estimated = bar("bar-estimate", estimate);
    match possible(answer.interval) {
        Some((low, high)) => {
            let ends = [("low", low), ("high", high)];
            figures.extend(ends.map(|(name, end)| (name, Figure::Share(end, 1))));
            let marks = vec![estimated, interval((low, high))];
            (marks, words.fill("figure-hundredfold", &figures))
        }
        None => (
            vec![estimated],
            words.fill("figure-hundredfold-outside", &figures),
        ),
    }
}

/// So many of so many.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    (people(part) / people(whole.max(1))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 12 of 28 by two coins: chance adds 7; 5 are left; they are doubled, 10 of 28.
    #[test]
    fn the_bar_moves_from_what_was_sent_to_what_is_estimated() {
        let room = RoomSnapshot {
            step: RoomStep::Corrected,
            answered: 28,
            ..crate::room::tests::snapshot()
        };
        let option = RevealedOption {
            sent: 12,
            share: 10.0 / 28.0,
            class: [0.0, 1.0],
            beyond_class: [0.0, 1.0],
        };
        for (scene, end) in [
            (Scene::Said, 12.0),
            (Scene::Less, 5.0),
            (Scene::Whole, 10.0),
        ] {
            let found = bar_end(option, &room, scene);
            assert!((found - end / 28.0).abs() < 1e-12, "{scene:?}: {found}");
        }
        // Fewer than chance adds: no bar is below nothing.
        let few = RevealedOption {
            sent: 3,
            share: -0.29,
            ..option
        };
        for scene in [Scene::Less, Scene::Whole] {
            assert!(bar_end(few, &room, scene).abs() < 1e-12);
        }
    }
}
