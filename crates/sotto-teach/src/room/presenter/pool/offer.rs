//! Opening a pool for one of the questions that are being looked at.

use sotto_api::{PoolRequest, RoomQuestion};
use sotto_ui::Messages;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::{
    parts::choice,
    room::{
        client::{self, Refusal},
        presenter::{kept, size},
    },
    words::{Figure, WordsWithFigures},
};

/// The ends that are offered, in days: a month, half a year, a year.
const DAYS: [u32; 3] = [30, 183, 366];

/// So many classes together are told beside one.
const CLASSES: u32 = 10;

#[derive(Properties, PartialEq)]
pub(crate) struct PoolOfferProps {
    pub(crate) words: Messages,
    pub(crate) base: &'static str,
    /// The questions, of which a pool asks one.
    pub(crate) questions: Vec<RoomQuestion>,
    pub(crate) phones: Option<u32>,
    /// Gets the key of the pool that was opened.
    pub(crate) opened: Callback<String>,
}

#[component]
pub(crate) fn PoolOffer(props: &PoolOfferProps) -> Html {
    let PoolOfferProps {
        words,
        base,
        questions,
        phones,
        opened,
    } = props;
    let place = use_state_eq(|| 0_usize);
    let days = use_state_eq(|| DAYS[0]);
    let trouble = use_state_eq(|| None::<Refusal>);
    let filled = WordsWithFigures::new(words.clone(), Vec::new());
    // Another set may have fewer questions.
    let chosen = questions.get(*place).or(questions.first());
    let open = {
        let (base, opened, trouble) = (*base, opened.clone(), trouble.setter());
        let (question, days) = (chosen.cloned(), *days);
        Callback::from(move |_: MouseEvent| {
            let Some(question) = question.clone() else {
                return;
            };
            let (opened, trouble) = (opened.clone(), trouble.clone());
            spawn_local(async move {
                let request = PoolRequest { question, days };
                match client::open_pool(base, &request).await {
                    Ok(pool) => {
                        kept::keep_pool(Some(&pool.key));
                        opened.emit(pool.key);
                    }
                    Err(refusal) => trouble.set(Some(refusal)),
                }
            });
        })
    };
    let title = |(index, question): (usize, &RoomQuestion)| {
        let title = question.title.in_language(words.language(), "en");
        (index, title.to_owned())
    };
    let in_days = DAYS.map(|days| {
        let figures = [("days", Figure::Whole(days.into()))];
        (days, filled.fill("pool-in-days", &figures))
    });
    let margins = chosen.and_then(|question| margins(&filled, (*phones)?, question));
    html! {
        <details id="pool-offer" class="card">
            <summary>{ words.text("pool-offer") }</summary>
            <p>{ words.text("pool-what") }</p>
            { for margins.map(|margins| html! { <p id="pool-margin">{ margins }</p> }) }
            if questions.len() > 1 {
                { choice("pool-question", words.text("pool-question"), questions.iter().enumerate().map(title), *place, &Callback::from({
                    let place = place.setter();
                    move |chosen| place.set(chosen)
                })) }
            }
            { choice("pool-days", words.text("pool-days"), in_days, *days, &Callback::from({
                let days = days.setter();
                move |chosen| days.set(chosen)
            })) }
            if let Some(trouble) = *trouble {
                <p id="pool-trouble" class="wrong" role="alert">{ words.text(trouble.name()) }</p>
            }
            <p class="buttons">
                <button id="open-pool" type="button" class="quiet" onclick={open}>{ words.text("pool-open") }</button>
            </p>
        </details>
    }
}

/// How sure one class is and how sure ten such classes are, in words.
fn margins(words: &WordsWithFigures, phones: u32, question: &RoomQuestion) -> Option<String> {
    let answers = u32::try_from(question.options.len()).ok()?;
    let points = |phones| Some(Figure::Number(size::margin(phones, answers)? * 100.0, 0));
    let figures = [
        ("phones", Figure::Whole(phones.into())),
        ("one", points(phones)?),
        ("classes", Figure::Whole(CLASSES.into())),
        ("all", points(phones.saturating_mul(CLASSES))?),
    ];
    Some(words.fill("pool-margin", &figures))
}
