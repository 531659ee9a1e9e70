//! What a step reveals, as a picture with its table: the same on the projector and on every phone.

use sotto_api::{RevealedOption, RoomSnapshot, RoomStep};
use yew::prelude::*;

use crate::{
    parts::{ShareBar, bar, figure, interval, share_bars},
    words::{Figure, WordsWithFigures},
};

/// An interval as far as it lies between none and all.
fn possible([low, high]: [f64; 2]) -> Option<(f64, f64)> {
    (low <= 1.0 && high >= 0.0).then(|| (low.max(0.0), high.min(1.0)))
}

/// The figures of a snapshot at its step, or why there are none. `language` chooses the answers' texts.
pub(super) fn revealed(words: &WordsWithFigures, room: &RoomSnapshot) -> Html {
    let Some(figures) = &room.revealed else {
        return html! { <p id="too-few" role="status">{ words.say("too-few") }</p> };
    };
    let language = words.messages().language();
    let index = usize::try_from(room.question).unwrap_or_default();
    let names = room.questions.get(index).map(|question| {
        let name = |text: &sotto_survey::Text| text.in_language(language, "en").to_owned();
        question.options.iter().map(name).collect::<Vec<_>>()
    });
    let names = names.unwrap_or_default();
    let rows = (1..)
        .zip(names.iter().zip(figures))
        .map(|(number, (name, figures))| row(words, room, (number, name), *figures));
    let step = room.step.name();
    let head = ["table-answer", "table-share"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    let title = words.say(&["picture-", step].concat());
    let caption = words.say(&["caption-", step].concat());
    figure(title, picture, caption, table)
}

fn row(
    words: &WordsWithFigures,
    room: &RoomSnapshot,
    (number, name): (u32, &str),
    option: RevealedOption,
) -> ShareBar {
    let sent = share(option.sent, room.answered);
    let estimate = option.share.clamp(0.0, 1.0);
    let (low, high) = possible(option.class).unwrap_or((estimate, estimate));
    let (least, most) = possible(option.beyond_class).unwrap_or((estimate, estimate));
    let figures = [
        ("sent", Figure::Whole(option.sent)),
        ("answered", Figure::Whole(room.answered)),
        ("share", Figure::Share(estimate, 0)),
        ("low", Figure::Share(low, 0)),
        ("high", Figure::Share(high, 0)),
        ("least", Figure::Share(least, 0)),
        ("most", Figure::Share(most, 0)),
    ];
    let (marks, key) = match room.step {
        RoomStep::Corrected => (vec![bar("bar-estimate", estimate)], "figure-corrected"),
        RoomStep::Certainty | RoomStep::Hundredfold => (
            vec![bar("bar-estimate", estimate), interval((low, high))],
            "figure-certainty",
        ),
        _ => (vec![bar("bar-reported", sent)], "figure-sent"),
    };
    ShareBar {
        id: format!("answer-{number}"),
        title: name.to_owned(),
        marks,
        words: words.fill(key, &figures),
    }
}

/// So many of so many.
fn share(part: u64, whole: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a class is small")]
    let share = part as f64 / whole.max(1) as f64;
    share.clamp(0.0, 1.0)
}
