//! "What would it predict?" Of a survey whose links share one question, the class: whoever reads the results
//! chooses answers to the others, and sees what a classifier, learned from the estimates, makes of them.

mod learned;

use std::rc::Rc;

use sotto_survey::{Results, Survey};
use sotto_ui::{
    Messages, Words,
    charts::{self, TableRow},
};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::naming;
use learned::{Learned, Share};

/// What it learns from.
#[derive(Properties, PartialEq)]
pub(super) struct PredictionProps {
    pub(super) survey: Rc<Survey>,
    pub(super) results: Rc<Results>,
    pub(super) words: Messages,
}

/// The answers to choose, the prediction and its chance, and the shares within each class. Nothing where the
/// survey's links share no question, or too few have answered.
#[component]
pub(super) fn Prediction(props: &PredictionProps) -> Html {
    let chosen = use_state(Vec::<u32>::new);
    let learned = use_memo(
        (Rc::clone(&props.survey), Rc::clone(&props.results)),
        |(survey, results)| Learned::new(survey, results),
    );
    let Some(learned) = &*learned else {
        return Html::default();
    };
    let words = Words::new(props.words.clone(), props.words.language(), &props.survey);
    let questions = props.survey.questions();
    let values: Vec<u32> = (0..learned.features.len())
        .map(|feature| chosen.get(feature).copied().unwrap_or(0))
        .collect();
    let title = questions
        .get(learned.class)
        .map_or_else(String::new, |question| {
            words.text(question.title()).to_owned()
        });
    let selects = learned
        .features
        .iter()
        .enumerate()
        .filter_map(|(number, &feature)| {
            let question = questions.get(feature)?;
            let id = format!("predict-{}", question.id());
            let onchange = {
                let (chosen, values) = (chosen.clone(), values.clone());
                Callback::from(move |event: Event| {
                    let target = event.target().and_then(|target| target.dyn_into().ok());
                    let select: Option<HtmlSelectElement> = target;
                    let value =
                        select.and_then(|select| u32::try_from(select.selected_index()).ok());
                    let mut values = values.clone();
                    if let (Some(value), Some(chosen_value)) = (value, values.get_mut(number)) {
                        *chosen_value = value;
                        chosen.set(values);
                    }
                })
            };
            let options = (0..).zip(question.categories()).map(|(index, category)| {
                let is_chosen = values.get(number) == Some(&index);
                html! { <option selected={is_chosen}>{ naming::category(question, category, &words) }</option> }
            });
            Some(html! {
                <p key={id.clone()}>
                    <label for={id.clone()}>{ words.text(question.title()).to_owned() }</label>
                    { " " }
                    <select {id} {onchange}>{ for options }</select>
                </p>
            })
        });
    html! {
        <figure class="chart prediction" aria-labelledby="estimates-prediction">
            <div class="chart-head">
                <h3 id="estimates-prediction">{ words.fill("predict-title", &[("question", &title)]) }</h3>
            </div>
            <p>{ words.say("predict-about") }</p>
            { for selects }
            <div role="status">{ said(learned, &props.survey, &values, &words) }</div>
            { table(learned, &props.survey, &words) }
        </figure>
    }
}

/// The prediction for these answers, and how often it is right.
fn said(learned: &Learned, survey: &Survey, values: &[u32], words: &Words) -> Html {
    let messages = words.messages();
    let (Ok(class), Ok(chances)) = (
        learned.classifier.predict(values),
        learned.classifier.posterior(values),
    ) else {
        return Html::default();
    };
    let name = |class| {
        learned
            .category(survey, class)
            .map(|category| words.category(category))
    };
    let name_of = |class| name(class).unwrap_or_default();
    let chance = chances.get(class as usize).copied().unwrap_or(0.0);
    let prediction = words.fill(
        "predict-says",
        &[
            ("name", &name_of(class)),
            ("chance", &messages.percent(chance, 0)),
        ],
    );
    let prior = learned.classifier.prior();
    let common = (0..).zip(&prior).max_by(|a, b| a.1.total_cmp(b.1));
    let overall = learned
        .accuracy()
        .zip(common)
        .map(|(accuracy, (common, share))| {
            words.fill(
                "predict-overall",
                &[
                    ("accuracy", &messages.percent(accuracy, 0)),
                    ("name", &name_of(common)),
                    ("share", &messages.percent(*share, 0)),
                ],
            )
        });
    html! {
        <>
            <p class="headline"><strong>{ prediction }</strong></p>
            { for overall.map(|sentence| html! { <p>{ sentence }</p> }) }
        </>
    }
}

/// How frequent each answer is within each class.
fn table(learned: &Learned, survey: &Survey, words: &Words) -> Html {
    let messages = words.messages();
    let classes = (0..).map_while(|class| learned.category(survey, class));
    let mut head = vec![words.say("link-answers")];
    head.extend(classes.map(|category| words.category(category)));
    let figure = |share: &Share| {
        let [low, high] = share.interval.map(|end| messages.percent(end, 0));
        let range = words.fill("range", &[("from", &low), ("to", &high)]);
        format!("{} ({range})", messages.percent(share.estimate, 0))
    };
    let rows = learned
        .features
        .iter()
        .zip(&learned.conditionals)
        .flat_map(|(&feature, values)| {
            let question = survey.questions().get(feature);
            let categories = question.into_iter().flat_map(|question| {
                let title = words.text(question.title());
                let categories = question.categories();
                categories.map(move |category| {
                    (
                        format!("{}-{}", question.id(), category.id()),
                        title,
                        naming::category(question, category, words),
                    )
                })
            });
            categories
                .zip(values)
                .map(|((id, title, category), shares)| TableRow {
                    id,
                    title: format!("{title} – {category}"),
                    figures: Ok(shares.iter().map(figure).collect()),
                })
        });
    charts::table(
        &words.say("predict-table"),
        head,
        rows.collect::<Vec<_>>(),
        Some(words.say("predict-note")),
    )
}
