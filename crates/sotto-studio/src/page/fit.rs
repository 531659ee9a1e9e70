//! "Make it fit": the margin that is needed, and the designs that reach it.

use std::rc::Rc;

use gloo_timers::callback::Interval;
use sotto_ldp::{Epsilon, deniability::posterior_bounds};
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    desk::name_of, fields::choice, planner::points, state::Action, storage::now,
    survey_form::in_hundred,
};
use crate::{
    draft::{Draft, Setting},
    fitting::{Change, Design, Fitting},
};

/// The margins that can be asked for, in points.
const MARGINS: [&str; 7] = ["3", "5", "7.5", "10", "15", "20", "30"];

/// So long designs are tried between two looks at what people do, in milliseconds.
const TURN: f64 = 8.0;

#[derive(Properties, PartialEq)]
pub(super) struct MakeItFitProps {
    pub(super) words: Messages,
    pub(super) draft: Rc<Draft>,
    pub(super) respondents: u64,
    pub(super) act: Callback<Action>,
    pub(super) close: Callback<()>,
}

/// The designs, tried while the page is idle.
#[component]
pub(super) fn MakeItFit(props: &MakeItFitProps) -> Html {
    let MakeItFitProps {
        words,
        draft,
        respondents,
        act,
        close,
    } = props;
    let wanted = use_state_eq(|| "10".to_owned());
    let fitting = use_mut_ref(|| None::<Fitting>);
    let tried = use_state_eq(|| 0_u32);
    let is_done = use_state_eq(|| false);
    let share = wanted.parse::<f64>().unwrap_or(10.0) / 100.0;
    let asked = (Rc::as_ptr(draft) as usize, *respondents, (*wanted).clone());
    use_effect_with(asked, {
        let (fitting, tried, is_done) = (Rc::clone(&fitting), tried.setter(), is_done.setter());
        let draft = Rc::clone(draft);
        move |(_, respondents, _): &(usize, u64, String)| {
            *fitting.borrow_mut() = Some(Fitting::new(draft, *respondents, share));
            tried.set(0);
            is_done.set(false);
            let count = std::cell::Cell::new(0);
            let turns = std::cell::RefCell::new(None::<Interval>);
            let turns = Rc::new(turns);
            let interval = Interval::new(16, {
                let turns = Rc::downgrade(&turns);
                move || {
                    let begun = now();
                    let mut goes_on = true;
                    while goes_on && now() - begun < TURN {
                        goes_on = fitting.borrow_mut().as_mut().is_some_and(Fitting::step);
                        count.set(count.get() + 1);
                    }
                    tried.set(count.get());
                    if !goes_on {
                        is_done.set(true);
                        // It ends behind this turn, not within it.
                        if let Some(turns) = turns.upgrade() {
                            let done = turns.take();
                            gloo_timers::callback::Timeout::new(0, move || drop(done)).forget();
                        }
                    }
                }
            });
            turns.replace(Some(interval));
            move || drop(turns.take())
        }
    });
    let options: Vec<_> = MARGINS
        .iter()
        .map(|margin| {
            let shown = words.decimal(margin);
            let name = words.fill("margin-of", &[("points", &*shown)]);
            ((*margin).to_owned(), name)
        })
        .collect();
    let set = {
        let setter = wanted.setter();
        Callback::from(move |value| setter.set(value))
    };
    let found = fitting.borrow();
    let designs = found.as_ref().map(Fitting::designs).unwrap_or_default();
    let is_reached = !designs.is_empty();
    let nearest = found.as_ref().map(Fitting::nearest).unwrap_or_default();
    let shown = if is_reached { designs } else { nearest };
    let now_enough = found.as_ref().and_then(Fitting::now);
    let now_enough = now_enough.is_some_and(|now| now.worst <= share && now.is_shown);
    let alone = found.as_ref().and_then(|fitting| {
        let worst = &fitting.now()?.worst_question;
        let index = draft.questions().position(|one| one.id() == worst)?;
        Some((index, fitting.margin_alone()?))
    });
    let people = words.decimal(&respondents.to_string());
    let values = [("people", &*people), ("wanted", &*words.decimal(&wanted))];
    let summary = match (*is_done, is_reached) {
        (false, _) => words.text("fit-trying"),
        (true, _) if now_enough => words.fill("fit-enough", &values),
        (true, true) => words.fill("fit-reached", &values),
        (true, false) if shown.is_empty() => words.fill("fit-none", &values),
        (true, false) => words.fill("fit-nearest", &values),
    };
    let onclose = close.reform(|_: MouseEvent| ());
    html! {
        <div class="fit" id="fit" role="group" aria-labelledby="fit-heading">
            <h2 id="fit-heading">{ words.text("make-it-fit") }</h2>
            { choice("fit-wanted", &words.text("fit-wanted"), &wanted, &options, &set) }
            <p role="status" id="fit-summary">{ summary }</p>
            <ol class="designs">
                { for shown.iter().enumerate().map(|(place, design)| offered(words, draft, place, design, act)) }
            </ol>
            if let Some((index, margin)) = alone.filter(|_| *is_done) {
                <p class="note" id="fit-alone">
                    { words.fill("fit-alone", &[
                        ("what", &*name_of(words, draft, index)),
                        ("margin", &*points(words, margin)),
                    ]) }
                </p>
            }
            <p class="note">{ words.text("fit-note") }</p>
            <button type="button" class="quiet" id="close-fit" onclick={onclose}>{ words.text("close") }</button>
        </div>
    }
}

/// A design: what it gives, what it costs, and the button that takes it.
fn offered(
    words: &Messages,
    draft: &Rc<Draft>,
    place: usize,
    design: &Design,
    act: &Callback<Action>,
) -> Html {
    let onclick = {
        let edit = design.edit.clone();
        act.reform(move |_: MouseEvent| Action::Edit(edit.clone()))
    };
    let values = [
        ("worst", &*points(words, design.figures.worst)),
        ("typical", &*points(words, design.figures.typical)),
    ];
    let gives = format!("fit-gives-{place}");
    html! {
        <li class="design">
            <p id={gives.clone()}><b>{ words.fill("fit-gives", &values) }</b></p>
            <ul>{ for design.changes.iter().map(|change| html! { <li>{ cost(words, draft, change) }</li> }) }</ul>
            <button type="button" id={format!("fit-take-{place}")} aria-describedby={gives} {onclick}>
                { words.text("fit-take") }
            </button>
        </li>
    }
}

/// What a change costs, as a sentence.
fn cost(words: &Messages, draft: &Draft, change: &Change) -> String {
    let guess = |epsilon: &str| {
        let epsilon = epsilon.parse::<Epsilon>().ok()?;
        let (_, guess) = posterior_bounds(0.5, epsilon.privacy_loss()).ok()?;
        Some(in_hundred(words, guess))
    };
    match change {
        Change::Draw(count) => {
            let count = count.to_string();
            words.fill("fit-draw", &[("count", &*count)])
        }
        Change::Split => words.text("fit-split"),
        Change::NoDecline(questions) => {
            let numbers = questions.iter().map(|index| (index + 1).to_string());
            let numbers = numbers.collect::<Vec<_>>().join(", ");
            words.fill("fit-decline", &[("what", &*numbers)])
        }
        Change::Stronger { epsilon, .. } => {
            let before = guess(&draft.typed(Setting::Epsilon)).unwrap_or_default();
            let after = guess(epsilon).unwrap_or_default();
            words.fill("fit-stronger", &[("before", &*before), ("after", &*after)])
        }
        Change::Drop(index) => words.fill("fit-drop", &[("what", &*name_of(words, draft, *index))]),
        Change::Link(one, other) => {
            let (one, other) = (name_of(words, draft, *one), name_of(words, draft, *other));
            words.fill("fit-link", &[("one", &*one), ("other", &*other)])
        }
    }
}
