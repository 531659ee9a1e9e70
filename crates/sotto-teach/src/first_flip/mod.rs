//! The first thing a visitor does: answers a question worth hiding with two coins, sees what would be sent, and then
//! what a thousand imagined people send. Nothing that is pressed leaves the page.

mod crowd_picture;
mod way;

use rand::Rng;
use sotto_ui::{Messages, randomness::generator};
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::{
    coins::Fall,
    parts::PeopleDots,
    words::{Figure, WordsWithFigures},
};
use crowd_picture::CrowdPicture;
use way::{way, yes_or_no};

/// What the component is given.
#[derive(Properties, PartialEq)]
pub struct FirstFlipProps {
    /// The words of the site.
    pub words: Messages,
}

/// One answer by two coins, and the crowd on request.
#[component]
pub fn FirstFlip(props: &FirstFlipProps) -> Html {
    let words = &*use_memo(props.words.clone(), |words| {
        WordsWithFigures::new(words.clone(), Vec::new())
    });
    let flipped = use_state_eq(|| Flipped::NotYet);
    let has_crowd = use_state_eq(|| false);
    let crowd = use_node_ref();
    // The button that was pressed is gone: whoever goes on by keys goes on at what has come.
    use_effect_with((*has_crowd, crowd.clone()), |(has_crowd, crowd)| {
        if let Some(crowd) = crowd.cast::<HtmlElement>().filter(|_| *has_crowd) {
            // What has no focus has none to lose.
            let _ = crowd.focus();
        }
    });
    let choose = |truth_is_yes: bool| {
        let flipped = flipped.clone();
        Callback::from(move |_: MouseEvent| flipped.set(flipped.again(truth_is_yes)))
    };
    let add = {
        let has_crowd = has_crowd.clone();
        Callback::from(move |_: MouseEvent| has_crowd.set(true))
    };
    html! {
        <section id="first-flip" class="card" aria-labelledby="first-flip-question">
            <h2 id="first-flip-question">{ words.say("door-question") }</h2>
            <p class="note">{ words.say("door-private") }</p>
            <p class="buttons">
                <button id="flip-yes" type="button" onclick={choose(true)}>{ words.say("yes") }</button>
                <button id="flip-no" type="button" onclick={choose(false)}>{ words.say("no") }</button>
            </p>
            <p id="flip-said" role="status">{ said(words, *flipped) }</p>
            if let Flipped::Fell { truth_is_yes, fall, times } = *flipped {
                { way(words, truth_is_yes, fall, times) }
                if !*has_crowd {
                    <p>{ words.say("door-too-few") }</p>
                    <p class="buttons">
                        <button id="add-people" type="button" onclick={add}>
                            { words.fill("door-add", &[("people", Figure::Whole(crowd_picture::FIRST_PEOPLE.into()))]) }
                        </button>
                    </p>
                }
            }
            if *has_crowd {
                <div ref={crowd} tabindex="-1" class="door-people">
                    <PeopleDots words={words.clone()}/>
                    <CrowdPicture words={words.clone()}/>
                </div>
            }
        </section>
    }
}

/// What has been flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flipped {
    NotYet,
    Fell {
        truth_is_yes: bool,
        fall: Fall,
        /// How often the coins were flipped so far.
        times: u32,
    },
    NoRandomness,
}

impl Flipped {
    /// The coins are flipped once more.
    fn again(self, truth_is_yes: bool) -> Self {
        let times = match self {
            Self::Fell { times, .. } => times.saturating_add(1),
            Self::NotYet | Self::NoRandomness => 1,
        };
        match generator() {
            Ok(mut generator) => Self::Fell {
                truth_is_yes,
                fall: Fall::of_word(generator.next_u32()),
                times,
            },
            Err(_) => Self::NoRandomness,
        }
    }
}

/// What the last press has done.
fn said(words: &WordsWithFigures, flipped: Flipped) -> String {
    match flipped {
        Flipped::NotYet => words.say("door-invitation"),
        Flipped::NoRandomness => words.say("door-no-randomness"),
        Flipped::Fell {
            truth_is_yes, fall, ..
        } => {
            let key = match (fall.first_is_heads, fall.second_is_heads) {
                (true, _) => "door-said-truth",
                (false, true) => "door-said-heads",
                (false, false) => "door-said-tails",
            };
            let sent = yes_or_no(words, fall.says_yes(truth_is_yes));
            words.fill_texts(key, &[("sent", &sent)])
        }
    }
}
