//! What other draws of chance would have given: two hundred surveys of the same people, drawn in the page.
//! All at once as a still picture; one after another for whoever presses the button, unless the reader
//! prefers pages without motion.

use gloo_timers::callback::Timeout;
use sotto_ldp::redraws::redraws;
use sotto_ui::{
    Messages,
    charts::{Scale, dot_plot},
};
use web_sys::HtmlDetailsElement;
use yew::prelude::*;

use super::{quantity::Quantity, reading::Reading, worked::Worked};

/// How many surveys are drawn.
const DRAWS: u32 = 200;
/// How long each stands before the next one comes.
const MILLISECONDS: u32 = 40;

#[derive(Properties, PartialEq)]
pub(super) struct OtherDrawsProps {
    pub(super) worked: Worked,
    pub(super) words: Messages,
}

/// A disclosure; nothing is drawn before it is opened.
#[component]
pub(super) fn OtherDraws(props: &OtherDrawsProps) -> Html {
    let OtherDrawsProps { worked, words } = props;
    let is_open = use_state_eq(|| false);
    let shown = use_state_eq(|| DRAWS);
    let draws = use_memo((*worked, *is_open), |(worked, is_open)| {
        if !is_open {
            return Vec::new();
        }
        // The same figures give the same picture to everybody.
        let seed = worked.reports.rotate_left(32) ^ worked.count;
        let drawn = redraws(
            worked.estimate,
            worked.reports,
            worked.support,
            (DRAWS, seed),
        );
        drawn.unwrap_or_default()
    });
    use_effect_with(*shown, {
        let shown = shown.clone();
        move |&now| {
            let next =
                (now < DRAWS).then(|| Timeout::new(MILLISECONDS, move || shown.set(now + 1)));
            move || drop(next)
        }
    });
    let ontoggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| {
            if let Some(details) = event.target_dyn_into::<HtmlDetailsElement>() {
                is_open.set(details.open());
            }
        })
    };
    let play = {
        let shown = shown.clone();
        Callback::from(move |_| shown.set(1))
    };
    html! {
        <details class="explanation other-draws" {ontoggle}>
            <summary>{ words.text("redraws") }</summary>
            if !draws.is_empty() {
                { picture(&draws, *shown as usize, worked.estimate, words) }
                if moves() {
                    <button type="button" class="quiet" onclick={play}>{ words.text("redraws-play") }</button>
                }
            }
        </details>
    }
}

fn picture(draws: &[f64], shown: usize, estimate: f64, words: &Messages) -> Html {
    let mut sorted = draws.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (least, most) = (sorted.first().copied(), sorted.last().copied());
    let (least, most) = (least.unwrap_or(0.0), most.unwrap_or(1.0));
    // Nineteen in twenty.
    let [low, high] = [sorted.len() / 40, sorted.len() - 1 - sorted.len() / 40]
        .map(|index| sorted.get(index).copied().unwrap_or(estimate));
    let reading = Reading::new(estimate, [low, high], &Quantity::Share);
    let percent = |share| words.percent(share, reading.decimals);
    let values = [
        ("count", &*words.whole(DRAWS.into())),
        ("low", &percent(low)),
        ("high", &percent(high)),
        ("estimate", &percent(reading.shown)),
    ];
    let dots = draws.iter().copied().take(shown);
    html! {
        <>
            { dot_plot(dots, reading.shown, Scale::between(least, most), [percent(least), percent(most)]) }
            <p>{ words.fill("redraws-caption", &values) }</p>
        </>
    }
}

/// Whether the reader's settings let pages move.
fn moves() -> bool {
    let still = web_sys::window().and_then(|window| {
        window
            .match_media("(prefers-reduced-motion: reduce)")
            .ok()?
    });
    still.is_none_or(|still| !still.matches())
}
