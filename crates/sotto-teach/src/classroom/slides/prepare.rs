//! The question, the device, and how answers are shown.

use yew::prelude::*;

use super::slide::Slide;
use crate::{
    classroom::{
        device::DeviceKind,
        entries::{Change, Shown},
    },
    parts::{Field, choice, field},
};

/// The kinds of slips, as in their texts.
const SLIPS: [(&str, &str); 3] = [
    ("slips-truth", "label-slips-truth"),
    ("slips-yes", "label-slips-yes"),
    ("slips-no", "label-slips-no"),
];

pub(super) fn prepare(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
    } = slide;
    let question = Field {
        id: "question",
        label: words.say("label-question"),
        value: slide.question(),
        is_number: false,
        is_wrong: false,
        described_by: Some("question-note"),
    };
    let devices = DeviceKind::ALL.map(|kind| (kind, words.say(&["device-", kind.name()].concat())));
    let shown = [
        (Shown::Hands, words.say("by-hands")),
        (Shown::Cards, words.say("by-cards")),
    ];
    html! {
        <>
            <p>{ words.say("intro") }</p>
            { field(question, &change.reform(Change::Question)) }
            <p id="question-note" class="note">{ words.say("question-note") }</p>
            { choice("device", words.say("label-device"), devices, entries.device, &change.reform(Change::Device)) }
            if entries.device == DeviceKind::Slips {
                { slips(slide) }
            }
            if entries.device().is_some() {
                <p id="strength" class="note">{ words.say("strength") }</p>
            }
            { choice("shown", words.say("label-shown"), shown, entries.shown, &change.reform(Change::Shown)) }
        </>
    }
}

/// How many slips of each kind are in the bag.
fn slips(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
    } = slide;
    let wrong = entries.device().is_none();
    let kind = |(place, (id, label)): (usize, (&'static str, &str))| {
        let slips = Field {
            id,
            label: words.say(label),
            value: entries.slips[place].clone(),
            is_number: true,
            is_wrong: wrong,
            described_by: Some("slips-wrong"),
        };
        field(
            slips,
            &change.reform(move |text| Change::Slips(place, text)),
        )
    };
    html! {
        <div class="fields">
            { for SLIPS.into_iter().enumerate().map(kind) }
            <p id="slips-wrong" class="wrong" role="status">
                if wrong { { words.say("fault-slips") } }
            </p>
        </div>
    }
}
