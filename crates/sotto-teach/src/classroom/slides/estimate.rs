//! What the counts tell about this class, and about a population.

use yew::prelude::*;

use super::slide::{Slide, missing};
use crate::{
    classroom::class::{About, Class, possible},
    parts::{ShareBar, bar, figure, interval, share_bars},
};

/// Below so many people, the class's interval is only roughly right.
const FEW: u32 = 10;

pub(super) fn estimate(slide: &Slide) -> Html {
    let words = slide.words;
    let Some((class, rows)) = slide
        .entries
        .class()
        .and_then(|class| Some((class, rows(slide, class)?)))
    else {
        return missing(slide);
    };
    let head = ["table-what", "table-share"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    let sentence = |id: &'static str| html! { <p {id}>{ words.say(id) }</p> };
    let is_possible = class
        .estimate(About::ThisClass)
        .is_some_and(|estimate| possible(estimate.interval).is_some());
    let answer = if is_possible { "answer" } else { "unlikely" };
    html! {
        <>
            <p id="answer" class="outcome">{ words.say(answer) }</p>
            { figure(words.say("estimate-picture"), picture, words.say("way-to-estimate"), table) }
            { for caution(class).map(sentence) }
            if is_possible {
                { sentence("this-class") }
                { sentence("population") }
                <p class="note">{ words.say("how-often") }</p>
            }
        </>
    }
}

fn rows(slide: &Slide, class: Class) -> Option<Vec<ShareBar>> {
    let words = slide.words;
    let estimate = class.estimate(About::ThisClass)?;
    let share = estimate.share.clamp(0.0, 1.0);
    let population = class.estimate(About::Population)?.interval;
    let estimated = |id: &str, ends| ShareBar {
        id: id.to_owned(),
        title: words.say(&["row-", id].concat()),
        marks: [bar("bar-estimate", share)]
            .into_iter()
            .chain(possible(ends).map(interval))
            .collect(),
        words: match possible(ends) {
            Some(_) => words.say(&["figure-", id].concat()),
            None => words.say("impossible"),
        },
    };
    let said = f64::from(class.count.yes) / f64::from(class.count.all);
    Some(vec![
        ShareBar {
            id: "said-yes".to_owned(),
            title: words.say("row-said-yes"),
            marks: vec![bar("bar-reported", said)],
            words: words.say("figure-said-yes"),
        },
        estimated("class", estimate.interval),
        estimated("population", population),
    ])
}

/// What must be said before the figures are believed.
fn caution(class: Class) -> impl Iterator<Item = &'static str> {
    let estimate = class.estimate(About::ThisClass);
    let outside = estimate.and_then(|estimate| match estimate.share {
        share if share < 0.0 => Some("below-none"),
        share if share > 1.0 => Some("above-all"),
        _ => None,
    });
    let few = (class.count.all < FEW).then_some("few");
    outside.into_iter().chain(few)
}
