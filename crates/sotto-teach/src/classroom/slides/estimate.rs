//! What the counts tell about this class, and about a population.

use yew::prelude::*;

use super::{
    dots::{SlipDots, Whose},
    slide::{Slide, missing},
};
use crate::{
    classroom::class::Class,
    parts::{ShareBar, bar, figure, interval, share_bars},
};

pub(super) fn estimate(slide: &Slide) -> Html {
    let words = slide.words;
    let class = slide.entries.class();
    let Some((class, rows)) = class.and_then(|class| Some((class, rows(slide, class)?))) else {
        return missing(slide);
    };
    let head = ["table-what", "table-share"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    let sentence = |id: &'static str| html! { <p {id}>{ words.say(id) }</p> };
    html! {
        <>
            <p id="answer" class="outcome">{ words.say("answer") }</p>
            <SlipDots words={words.clone()} whose={Whose::Class} {class} draw={0}/>
            { figure(words.say("estimate-picture"), picture, words.say("way-to-estimate"), table) }
            { sentence("this-class") }
            { sentence("population") }
            <p class="note">{ words.say("how-often") }</p>
        </>
    }
}

fn rows(slide: &Slide, class: Class) -> Option<Vec<ShareBar>> {
    let words = slide.words;
    let estimated = |id: &str, ends| ShareBar {
        id: id.to_owned(),
        title: words.say(&["row-", id].concat()),
        marks: vec![bar("bar-estimate", class.share()), interval(ends)],
        words: words.say(&["figure-", id].concat()),
    };
    let said = f64::from(class.count.yes) / f64::from(class.deck.slips());
    Some(vec![
        ShareBar {
            id: "said-yes".to_owned(),
            title: words.say("row-said-yes"),
            marks: vec![bar("bar-reported", said)],
            words: words.say("figure-said-yes"),
        },
        estimated("class", class.interval_of_shares()),
        estimated("population", class.population()?),
    ])
}
