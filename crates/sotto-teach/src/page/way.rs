//! The way through the lessons: back, the map, and on.

use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use super::address;
use crate::{lesson::Card, lessons::neighbours};

#[derive(Properties, PartialEq)]
pub(super) struct WayProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    /// The lesson in between.
    pub(super) id: &'static str,
}

#[component]
pub(super) fn Way(props: &WayProps) -> Html {
    let WayProps { words, base, id } = props;
    let [before, after] = neighbours(id);
    let step = |lesson: Option<Card>, direction: &'static str| {
        lesson.map(|lesson| {
            html! { <Step words={words.clone()} {base} id={lesson.id} bundle={lesson.bundle()} {direction}/> }
        })
    };
    html! {
        <nav class="way" aria-label={words.text("way")}>
            { step(before, "back") }
            <a id="way-map" href={address::of_lesson(None, words.language())}>{ words.text("all-lessons") }</a>
            { step(after, "next") }
        </nav>
    }
}

#[derive(Properties, PartialEq)]
struct StepProps {
    words: Messages,
    base: &'static str,
    id: &'static str,
    bundle: String,
    direction: &'static str,
}

/// A link with the lesson's title, once that is known.
#[component]
fn Step(props: &StepProps) -> Html {
    let StepProps {
        words, direction, ..
    } = props;
    let title = match use_words(props.base, props.bundle.clone(), words) {
        Loading::Here(lesson) => Some(lesson.text("title")),
        Loading::Coming | Loading::Failed => None,
    };
    html! {
        <a
            id={["way-", direction].concat()}
            class={*direction}
            rel={if *direction == "next" { "next" } else { "prev" }}
            href={address::of_lesson(Some(props.id), words.language())}
        >
            <span class="note">{ words.text(direction) }</span>
            { " " }
            <b>{ title.unwrap_or_default() }</b>
        </a>
    }
}
