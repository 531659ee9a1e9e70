//! The worksheet with the figures of this class, and its key on a page of its own.

use sotto_api::RoomSnapshot;
use yew::prelude::*;

use super::dots::stills;
use crate::{parts::print_button, room::revealed::figures_of, words::WordsWithFigures};

/// The tasks on the screen; nothing before the class is told.
pub(super) fn worksheet(words: &WordsWithFigures, room: &RoomSnapshot) -> Html {
    let Some(tasks) = list(words, room, "task") else {
        return Html::default();
    };
    html! {
        <details id="worksheet">
            <summary>{ words.say("worksheet") }</summary>
            { tasks }
            <p class="buttons">{ print_button(words.say("worksheet-print")) }</p>
        </details>
    }
}

/// The same about a question as a sheet of paper, which only a printer shows.
pub(super) fn sheet(words: &WordsWithFigures, room: &RoomSnapshot, question: Html) -> Html {
    let lists = ["task", "key"].map(|stem| list(words, room, stem));
    let [Some(tasks), Some(key)] = lists else {
        return Html::default();
    };
    html! {
        <div class="sheet">
            <h2>{ question }</h2>
            <p class="sheet-name">{ words.say("worksheet-name") }</p>
            { tasks }
            <div class="sheet-key">
                <h2>{ words.say("worksheet-key") }</h2>
                { key }
                { stills(words, room) }
            </div>
        </div>
    }
}

/// All tasks or the whole key, about the question's first answer.
fn list(words: &WordsWithFigures, room: &RoomSnapshot, stem: &str) -> Option<Html> {
    let messages = words.messages();
    let option = room.revealed.as_ref()?.first()?;
    let index = usize::try_from(room.question).ok()?;
    let answer = room.questions.get(index)?.options.first()?;
    let figures: Vec<_> = figures_of(room, *option)
        .into_iter()
        .map(|(name, figure)| (name, figure.write(messages)))
        .collect();
    let texts: Vec<_> = figures
        .iter()
        .map(|(name, text)| (*name, &**text))
        .chain([("answer", answer.in_language(messages.language(), "en"))])
        .collect();
    let keys = (1..100)
        .map(|number| format!("sheet-{stem}-{number}"))
        .take_while(|key| messages.has(key));
    let item = |key: String| html! { <li>{ words.fill_texts(&key, &texts) }</li> };
    Some(html! { <ol class={["list-", stem].concat()}>{ for keys.map(item) }</ol> })
}
