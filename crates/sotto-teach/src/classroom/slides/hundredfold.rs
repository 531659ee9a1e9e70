//! A hundred times as many people, imagined: how chance fades in a crowd.

use yew::prelude::*;

use super::{
    dots::{SlipDots, Whose},
    slide::{Slide, missing},
};
use crate::{
    classroom::{class::Class, entries::Change},
    parts::{ShareBar, bar, figure, interval, share_bars},
};

pub(super) fn hundredfold(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
        ..
    } = slide;
    let rows = entries.class().and_then(|class| {
        let crowd = class.hundredfold(entries.draw)?;
        let rows = vec![row(slide, "class", class), row(slide, "crowd", crowd)];
        Some((crowd, rows))
    });
    let Some((crowd, rows)) = rows else {
        return missing(slide);
    };
    let head = ["table-what", "table-share"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    html! {
        <>
            <p id="simulated"><b>{ words.say("simulated") }</b>{ " " }{ words.say("simulated-how") }</p>
            <SlipDots words={(*words).clone()} whose={Whose::Imagined} class={crowd} draw={entries.draw}/>
            { figure(words.say("hundredfold-picture"), picture, words.say("hundredfold-caption"), table) }
            <p id="crowd-heard" class="outcome" role="status">{ words.say("crowd-heard") }</p>
            <p class="buttons">
                <button
                    id="draw"
                    type="button"
                    class="quiet"
                    onclick={change.reform(|_: MouseEvent| Change::Draw)}
                >
                    { words.say("draw") }
                </button>
            </p>
        </>
    }
}

fn row(slide: &Slide, id: &'static str, class: Class) -> ShareBar {
    ShareBar {
        id: id.to_owned(),
        title: slide.words.say(&["row-", id].concat()),
        marks: vec![
            bar("bar-estimate", class.share()),
            interval(class.interval_of_shares()),
        ],
        words: slide.words.say(&["figure-", id].concat()),
    }
}
