//! The controls of an inquiry: a question, answers that count together, among whom, and what they are
//! compared with.

use std::{collections::BTreeSet, rc::Rc};

use sotto_survey::Survey;
use sotto_ui::Words;
use yew::prelude::*;

use super::{
    inquiry::{Against, Condition, Inquiry, Item},
    sentence,
};
use crate::select::select;

#[derive(Properties, PartialEq)]
pub(super) struct FormProps {
    pub(super) words: Words,
    pub(super) survey: Rc<Survey>,
    pub(super) asked: Inquiry,
    /// What can be compared with, nothing first.
    pub(super) comparisons: Vec<Against>,
    pub(super) choose: Callback<Inquiry>,
}

#[component]
pub(super) fn Form(props: &FormProps) -> Html {
    let FormProps {
        words,
        survey,
        asked,
        comparisons,
        choose,
    } = props;
    let items = Item::all(survey);
    let titles = items
        .iter()
        .map(|&item| sentence::title(survey, item, words));
    let item = items.iter().position(|item| *item == asked.item);
    let of_item = {
        let (items, choose) = (items.clone(), choose.clone());
        Callback::from(move |index: usize| {
            if let Some(item) = items.get(index) {
                choose.emit(Inquiry::about(*item));
            }
        })
    };
    let conditions = Condition::all(survey, asked.item);
    let among = asked.among;
    let among_at = among.and_then(|among| conditions.iter().position(|one| *one == among));
    let those = conditions
        .iter()
        .map(|&one| sentence::those(survey, one, words));
    let everybody = [words.say("ask-everybody")];
    let of_among = {
        let (asked, choose, conditions) = (asked.clone(), choose.clone(), conditions.clone());
        Callback::from(move |index: usize| {
            choose.emit(Inquiry {
                among: index
                    .checked_sub(1)
                    .and_then(|index| conditions.get(index).copied()),
                against: Against::Nothing,
                ..asked.clone()
            });
        })
    };
    let against = comparisons
        .iter()
        .map(|against| name(*against, survey, words));
    let against_at = comparisons.iter().position(|one| *one == asked.against);
    let of_against = {
        let (asked, choose, comparisons) = (asked.clone(), choose.clone(), comparisons.clone());
        Callback::from(move |index: usize| {
            if let Some(against) = comparisons.get(index) {
                choose.emit(Inquiry {
                    against: *against,
                    ..asked.clone()
                });
            }
        })
    };
    let first = {
        let (asked, choose) = (asked.clone(), choose.clone());
        Callback::from(move |first: BTreeSet<usize>| {
            let second = asked.second.difference(&first).copied().collect();
            choose.emit(Inquiry {
                first,
                second,
                ..asked.clone()
            });
        })
    };
    let second = {
        let (asked, choose) = (asked.clone(), choose.clone());
        Callback::from(move |second: BTreeSet<usize>| {
            let first = asked.first.difference(&second).copied().collect();
            choose.emit(Inquiry {
                first,
                second,
                ..asked.clone()
            });
        })
    };
    html! {
        <form class="ask-form" onsubmit={|event: SubmitEvent| event.prevent_default()}>
            { select("ask-question", titles.collect(), item.unwrap_or(0), of_item, words) }
            { answers("ask-answers", props, &asked.first, &first) }
            if !conditions.is_empty() {
                { select("ask-among", everybody.into_iter().chain(those).collect(),
                    among_at.map_or(0, |index| index + 1), of_among, words) }
            }
            { select("ask-against", against.collect(), against_at.unwrap_or(0), of_against, words) }
            if asked.against == Against::Answers {
                { answers("ask-other-answers", props, &asked.second, &second) }
            }
        </form>
    }
}

fn name(against: Against, survey: &Survey, words: &Words) -> String {
    match against {
        Against::Nothing => words.say("ask-nothing"),
        Against::Answers => words.say("ask-others"),
        Against::Item(item) => {
            let title = sentence::title(survey, item, words);
            words.fill("ask-same-in", &[("question", &title)])
        }
        Against::Among(condition) => {
            let those = sentence::those(survey, condition, words);
            words.fill("ask-same-among", &[("those", &those)])
        }
        Against::Version(version) => words.fill(
            "ask-same-version",
            &[("version", &words.number(&version.to_string()))],
        ),
    }
}

/// The answers of the question as boxes to tick.
fn answers(
    id: &'static str,
    props: &FormProps,
    chosen: &BTreeSet<usize>,
    choose: &Callback<BTreeSet<usize>>,
) -> Html {
    let question = props.asked.item.question(&props.survey);
    let count = question.map_or(0, |question| question.categories().count());
    let boxes = (0..count).map(|index| {
        let onchange = {
            let (chosen, choose) = (chosen.clone(), choose.clone());
            Callback::from(move |_: Event| {
                let mut chosen = chosen.clone();
                if !chosen.remove(&index) {
                    chosen.insert(index);
                }
                choose.emit(chosen);
            })
        };
        html! {
            <label key={index} class="ask-box">
                <input type="checkbox" checked={chosen.contains(&index)} {onchange}/>
                { sentence::category(question, index, &props.words) }
            </label>
        }
    });
    html! {
        <fieldset {id}>
            <legend>{ props.words.say(id) }</legend>
            <div class="ask-boxes">{ for boxes }</div>
        </fieldset>
    }
}
