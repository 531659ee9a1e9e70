//! Two questions put together: how often each answer to one comes with each answer to the other.
//!
//! The collector makes the table, from the joint reports of linked questions, else from the individual copies
//! that it keeps where a survey says so.

mod pairs;
mod table;

use std::rc::Rc;

use sotto_api::{CrossTabs, WantedVersions};
use sotto_survey::{Identifier, Survey};
use sotto_ui::{Messages, Words};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::{estimates::crossed, select::select};
use table::{NoTable, table};

/// What the section is given.
#[derive(Properties, PartialEq)]
pub(crate) struct CrossingProps {
    pub(crate) words: Messages,
    pub(crate) survey: Rc<Survey>,
    /// What leads from the page's address to the collector.
    pub(crate) base: &'static str,
    /// The name that the collector knows the survey by.
    pub(crate) id: Identifier,
    /// Those that are shown.
    pub(crate) versions: WantedVersions,
    pub(crate) token: Option<String>,
}

/// What became of the last request.
#[derive(Clone, PartialEq)]
enum Told {
    Nothing,
    Looking,
    Table(Rc<CrossTabs>),
    Refused(NoTable),
}

/// The section; nothing where a survey has no two questions that can be put together.
#[component]
pub(crate) fn Crossing(props: &CrossingProps) -> Html {
    let words = Words::new(props.words.clone(), props.words.language(), &props.survey);
    let rows = use_state_eq(|| 0_usize);
    let columns = use_state_eq(|| 0_usize);
    let told = use_state_eq(|| Told::Nothing);
    let all = pairs::all(&props.survey);
    // Another version may have fewer.
    let Some(&first) = all.get(*rows).or_else(|| all.first()) else {
        return html! {};
    };
    let others = pairs::beside(&props.survey, first);
    let Some(&second) = others.get(*columns).or_else(|| others.first()) else {
        return html! {};
    };
    let titles = |indices: &[usize]| -> Vec<String> {
        let questions = indices
            .iter()
            .filter_map(|&index| props.survey.questions().get(index));
        let titles = questions.map(|question| words.text(question.title()).to_owned());
        titles.collect()
    };
    let choose_rows = {
        let (rows, columns, told) = (rows.setter(), columns.setter(), told.setter());
        Callback::from(move |index| {
            rows.set(index);
            columns.set(0);
            told.set(Told::Nothing);
        })
    };
    let choose_columns = {
        let (columns, told) = (columns.setter(), told.setter());
        Callback::from(move |index| {
            columns.set(index);
            told.set(Told::Nothing);
        })
    };
    let onsubmit = {
        let (told, base, survey) = (told.clone(), props.base, props.id.clone());
        let (token, file) = (props.token.clone(), Rc::clone(&props.survey));
        let versions = props.versions;
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            // One at a time: a second press asks for nothing more.
            if *told == Told::Looking {
                return;
            }
            let (told, survey, token) = (told.clone(), survey.clone(), token.clone());
            let file = Rc::clone(&file);
            told.set(Told::Looking);
            spawn_local(async move {
                let ids = [first, second].map(|index| file.questions().get(index));
                let [Some(rows), Some(columns)] = ids else {
                    return;
                };
                let pair = [rows.id(), columns.id()];
                told.set(
                    match table(base, (&survey, versions), pair, token.as_deref()).await {
                        Ok(table) => Told::Table(Rc::new(table)),
                        Err(none) => Told::Refused(none),
                    },
                );
            });
        })
    };
    let row = all.iter().position(|&index| index == first);
    let column = others.iter().position(|&index| index == second);
    html! {
        <section id="cross" class="card" aria-labelledby="cross-heading">
            <h2 id="cross-heading">{ words.say("cross-heading") }</h2>
            <p>{ words.say("cross-intro") }</p>
            <form class="ask-form" {onsubmit}>
                { select("cross-rows", titles(&all), row.unwrap_or(0), choose_rows, &words) }
                { select("cross-columns", titles(&others), column.unwrap_or(0), choose_columns, &words) }
                <p class="save">
                    <button class="quiet" aria-disabled={(*told == Told::Looking).then_some("true")}>
                        { words.say("cross-show") }
                    </button>
                </p>
            </form>
            <div id="cross-table" role="status">{ tell(&told, &props.survey, &words) }</div>
        </section>
    }
}

fn tell(told: &Told, survey: &Survey, words: &Words) -> Html {
    let say = |key| html! { <p>{ words.say(key) }</p> };
    match told {
        Told::Nothing => html! {},
        Told::Looking => say("results-looking"),
        Told::Table(table) => crossed(survey, table, words),
        Told::Refused(none) => say(none.key()),
    }
}
