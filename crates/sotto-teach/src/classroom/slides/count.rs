//! The two counts.

use yew::prelude::*;

use super::slide::{Slide, missing};
use crate::{
    classroom::{count::Fault, entries::Change},
    parts::{Field, field},
};

pub(super) fn count(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
        ..
    } = slide;
    let Some(count) = entries.count() else {
        return missing(slide);
    };
    let fault = count.err();
    let of_both = matches!(
        fault,
        Some(Fault::NotAll | Fault::TooFewYes | Fault::TooFewNo)
    );
    let number = |place: usize, id: &'static str, label: &str, wrong: Fault| {
        let number = Field {
            id,
            label: words.say(label),
            value: entries.counts[place].clone(),
            is_number: true,
            is_wrong: of_both || fault == Some(wrong),
            described_by: Some("count-wrong"),
        };
        field(
            number,
            &change.reform(move |text| Change::Count(place, text)),
        )
    };
    let outcome = match fault {
        None => words.say("counted"),
        Some(fault) => words.say(fault.name()),
    };
    let is_wrong = fault.is_some_and(|fault| fault != Fault::Missing);
    html! {
        <>
            <p>{ words.say("count-intro") }</p>
            <div class="fields">
                { number(0, "count-yes", "label-yes", Fault::Yes) }
                { number(1, "count-no", "label-no", Fault::No) }
            </div>
            <p id="count-wrong" class={is_wrong.then_some("wrong")} role="status">{ outcome }</p>
            <p class="note">{ words.say("after-count") }</p>
        </>
    }
}
