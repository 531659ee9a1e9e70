//! The two counts.

use yew::prelude::*;

use super::slide::Slide;
use crate::{
    classroom::{
        count::{Fault, Other},
        entries::Change,
    },
    parts::{Field, choice, field},
};

pub(super) fn count(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
    } = slide;
    let fault = entries.count().err();
    let which = [
        (Other::All, words.say("yes-and-all")),
        (Other::No, words.say("yes-and-no")),
    ];
    let of_both = matches!(
        fault,
        Some(Fault::MoreThanAll | Fault::Nobody | Fault::TooMany)
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
    let label = match entries.other {
        Other::All => "label-all",
        Other::No => "label-no",
    };
    let outcome = match fault {
        None => words.say("counted"),
        Some(fault) => words.say(fault.name()),
    };
    let is_wrong = fault.is_some_and(|fault| fault != Fault::Missing);
    html! {
        <>
            <p>{ words.say("count-intro") }</p>
            { choice("which", words.say("label-which"), which, entries.other, &change.reform(Change::Other)) }
            <div class="fields">
                { number(0, "count-yes", "label-yes", Fault::Yes) }
                { number(1, "count-other", label, Fault::Other) }
            </div>
            <p id="count-wrong" class={is_wrong.then_some("wrong")} role="status">{ outcome }</p>
        </>
    }
}
