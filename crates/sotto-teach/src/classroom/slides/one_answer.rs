//! What one answer proves about one person.

use yew::prelude::*;

use super::slide::{Slide, missing};
use crate::{
    classroom::{class::Class, entries::Change},
    parts::{ShareBar, Slider, bar, figure, share_bars, slider},
};

pub(super) fn one_answer(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
        ..
    } = slide;
    let before = f64::from(entries.in_hundred) / 100.0;
    let beliefs = entries.deck().and_then(|deck| Class::beliefs(deck, before));
    let Some([after_yes, after_no]) = beliefs else {
        return missing(slide);
    };
    let row = |id: &'static str, belief: f64| ShareBar {
        id: id.to_owned(),
        title: words.say(&["row-", id].concat()),
        marks: vec![bar("bar-estimate", belief)],
        words: words.say(&["figure-", id].concat()),
    };
    let rows = vec![
        row("before", before),
        row("after-yes", after_yes),
        row("after-no", after_no),
    ];
    let head = ["table-when", "table-belief"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    let prior = Slider {
        id: "in-hundred",
        label: words.say("label-in-hundred"),
        ends: (1, 99),
        step: 1,
        value: entries.in_hundred,
        figure: words.say("figure-before"),
    };
    html! {
        <>
            <p id="no-proof" class="outcome">{ words.say("no-proof") }</p>
            { slider(prior, &change.reform(Change::InHundred)) }
            { figure(words.say("beliefs"), picture, words.say("innocent-caption"), table) }
            <p class="note">{ words.say("one-by-itself") }</p>
            <p id="together">{ words.say("together") }</p>
            <p>
                <a id="to-who-pays" class="target" href={slide.lesson("who-pays-for-the-noise")}>{ words.say("to-who-pays") }</a>
            </p>
        </>
    }
}
