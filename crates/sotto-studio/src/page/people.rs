//! The bar that says of every draft what its number of people gives, and leads to designs that give more.

use std::rc::Rc;

use sotto_ui::Messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{fit::MakeItFit, planner::points, state::Action};
use crate::{draft::Draft, fitting::Figures};

/// No crowd is larger.
pub(super) const MOST: u64 = 1_000_000_000;

/// A survey whose least certain question is known no better than this is published at a second word only.
pub(super) const VAGUE: f64 = 0.3;

/// A number of people, as it is typed.
pub(super) fn respondents_of(typed: &str) -> Option<u64> {
    let count = typed.trim().parse().ok()?;
    (1..=MOST).contains(&count).then_some(count)
}

#[derive(Properties)]
pub(super) struct PeopleBarProps {
    pub(super) words: Messages,
    pub(super) draft: Rc<Draft>,
    pub(super) respondents: u64,
    /// What they give; nothing where the draft cannot be planned.
    pub(super) figures: Option<Figures>,
    pub(super) act: Callback<Action>,
}

impl PartialEq for PeopleBarProps {
    /// Looks at no draft word by word: it is the same until somebody looks at it again.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.draft, &other.draft)
            && (&self.words, self.respondents) == (&other.words, other.respondents)
            && self.figures == other.figures
            && self.act == other.act
    }
}

/// How many people, what they give, and the way to more.
#[component]
pub(super) fn PeopleBar(props: &PeopleBarProps) -> Html {
    let PeopleBarProps {
        words,
        draft,
        respondents,
        figures,
        act,
    } = props;
    let is_open = use_state_eq(|| false);
    let typed = use_state_eq(|| respondents.to_string());
    let is_wrong = respondents_of(&typed).is_none();
    // Another draft has another number.
    let value = match respondents_of(&typed) {
        Some(count) if count != *respondents => respondents.to_string(),
        _ => (*typed).clone(),
    };
    let oninput = {
        let (act, typed) = (act.clone(), typed.setter());
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(input.value());
            if let Some(count) = respondents_of(&input.value()) {
                act.emit(Action::People(count));
            }
        })
    };
    let toggle = {
        let (is_open, now) = (is_open.setter(), *is_open);
        Callback::from(move |_: MouseEvent| is_open.set(!now))
    };
    let close = {
        let is_open = is_open.setter();
        Callback::from(move |()| is_open.set(false))
    };
    html! {
        <section class="people-bar card" aria-label={words.text("people-bar")}>
            <div class="people-line">
                <label for="respondents">{ words.text("respondents-short") }</label>
                <input
                    type="text"
                    inputmode="numeric"
                    id="respondents"
                    size="7"
                    autocomplete="off"
                    {value}
                    aria-invalid={is_wrong.then_some("true")}
                    aria-describedby="people-figures"
                    {oninput}
                />
                <output
                    id="people-figures"
                    for="respondents"
                    class={classes!(figures.as_ref().is_some_and(is_too_vague).then_some("refused"))}
                >
                    { said(words, figures.as_ref(), *respondents) }
                </output>
                <button type="button" id="make-it-fit" aria-expanded={(*is_open).to_string()} onclick={toggle}>
                    { words.text("make-it-fit") }
                </button>
            </div>
            if is_wrong { <p role="alert">{ words.text("respondents-wrong") }</p> }
            if *is_open {
                <MakeItFit
                    words={words.clone()}
                    draft={Rc::clone(draft)}
                    respondents={*respondents}
                    act={act.clone()}
                    {close}
                />
            }
        </section>
    }
}

/// Whether results would say next to nothing of a question, or nothing at all.
fn is_too_vague(figures: &Figures) -> bool {
    figures.worst > VAGUE || !figures.is_shown
}

/// The figures as a sentence.
fn said(words: &Messages, figures: Option<&Figures>, respondents: u64) -> String {
    let people = words.decimal(&respondents.to_string());
    let Some(figures) = figures else {
        return words.fill("people-unknown", &[("people", &*people)]);
    };
    let (typical, worst) = (points(words, figures.typical), points(words, figures.worst));
    let from = words.decimal(&figures.shown_from.to_string());
    let values = [
        ("people", &*people),
        ("typical", &*typical),
        ("worst", &*worst),
        ("needed", &*from),
    ];
    let told = words.fill(
        if typical == worst {
            "people-alike"
        } else {
            "people-figures"
        },
        &values,
    );
    if figures.is_shown {
        told
    } else {
        format!("{told} {}", words.fill("people-unshown", &values))
    }
}
