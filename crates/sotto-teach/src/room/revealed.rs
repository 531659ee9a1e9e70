//! What a step reveals, as a picture with its table: the same on the projector and on every phone.

use sotto_api::{RevealedOption, RoomSnapshot, RoomStep};
use sotto_ui::charts::Mark;
use yew::prelude::*;

use super::simulated::{SimulatedAnswer, hundredfold};
use crate::{
    parts::{ShareBar, bar, figure, interval, share_bars},
    words::{Figure, WordsWithFigures},
};

/// An interval as far as it lies between none and all.
fn possible([low, high]: [f64; 2]) -> Option<(f64, f64)> {
    (low <= 1.0 && high >= 0.0).then(|| (low.max(0.0), high.min(1.0)))
}

/// The figures of a snapshot at its step, or why there are none. The last step's are nobody's: [`imagined`].
pub(super) fn revealed(words: &WordsWithFigures, room: &RoomSnapshot) -> Html {
    let Some(figures) = &room.revealed else {
        return too_few(words);
    };
    let rows = figures.iter().map(|figures| told(words, room, *figures));
    drawn(words, room, rows.collect())
}

/// The last step: the same with a hundred times as many people, who are imagined. `draw` is the number of the draw; that of
/// every phone is the first.
pub(super) fn imagined(words: &WordsWithFigures, room: &RoomSnapshot, draw: u32) -> Html {
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
    let language = words.messages().language();
    let index = usize::try_from(room.question).unwrap_or_default();
    let names = room.questions.get(index).map(|question| {
        let name = |text: &sotto_survey::Text| text.in_language(language, "en").to_owned();
        question.options.iter().map(name).collect::<Vec<_>>()
    });
    let row = |(number, (title, (marks, words))): (u32, (String, Told))| ShareBar {
        id: format!("answer-{number}"),
        title,
        marks,
        words,
    };
    let rows = (1..).zip(names.unwrap_or_default().into_iter().zip(told));
    let step = room.step.name();
    let head = ["table-answer", "table-share"].map(|key| words.say(key));
    let summary = words.say("table-summary");
    let [picture, table] = share_bars(rows.map(row).collect(), &summary, &head);
    let title = words.say(&["picture-", step].concat());
    let caption = words.say(&["caption-", step].concat());
    figure(title, picture, caption, table)
}

fn told(words: &WordsWithFigures, room: &RoomSnapshot, option: RevealedOption) -> Told {
    let sent = share(option.sent, room.answered);
    let estimate = option.share.clamp(0.0, 1.0);
    let mut figures = vec![
        ("sent", Figure::Whole(option.sent)),
        ("answered", Figure::Whole(room.answered)),
        ("share", Figure::Share(estimate, 0)),
    ];
    let estimated = bar("bar-estimate", estimate);
    let (marks, key) = match room.step {
        RoomStep::Corrected => (vec![estimated], "figure-corrected"),
        RoomStep::Certainty | RoomStep::Hundredfold => {
            match (possible(option.class), possible(option.beyond_class)) {
                (Some(class), Some((least, most))) => {
                    figures.extend(
                        [
                            ("low", class.0),
                            ("high", class.1),
                            ("least", least),
                            ("most", most),
                        ]
                        .map(|(name, end)| (name, Figure::Share(end, 0))),
                    );
                    (vec![estimated, interval(class)], "figure-certainty")
                }
                _ => (vec![estimated], "figure-outside"),
            }
        }
        _ => (vec![bar("bar-reported", sent)], "figure-sent"),
    };
    (marks, words.fill(key, &figures))
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
fn share(part: u64, whole: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a class is small")]
    let share = part as f64 / whole.max(1) as f64;
    share.clamp(0.0, 1.0)
}
