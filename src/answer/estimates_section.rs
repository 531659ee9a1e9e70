//! The crowd's estimate, live.

use std::rc::Rc;

use sotto_results::{Connection, Estimates};
use sotto_survey::{Results, Survey};
use sotto_ui::Messages;
use yew::prelude::*;

use super::state::Collector;

#[derive(Properties, PartialEq)]
pub(super) struct EstimatesSectionProps {
    pub(super) words: Messages,
    pub(super) collector: Collector,
    pub(super) connection: Connection,
    pub(super) survey: Option<Rc<Survey>>,
    pub(super) results: Option<Rc<Results>>,
    /// Makes up a crowd, where the page can.
    pub(super) add_crowd: Option<Callback<()>>,
}

/// Fewer copies than this say nothing about a crowd, whatever less the survey itself asks for.
const LEAST_COPIES: u64 = 30;

#[component]
pub(super) fn EstimatesSection(props: &EstimatesSectionProps) -> Html {
    let words = &props.words;
    let copies = props.results.as_ref().map_or(0, |results| {
        let each = results.questions.iter().map(|question| question.reports);
        each.max().unwrap_or(0)
    });
    let survey = props.survey.as_ref();
    let minimum = survey.map_or(0, |survey| survey.minimum_reports());
    let minimum = minimum.max(LEAST_COPIES);
    let waits_for = {
        let key = if copies == 0 {
            "estimates-waiting"
        } else {
            "estimates-too-few"
        };
        let values = [
            ("count", &*words.whole(copies)),
            ("minimum", &words.whole(minimum)),
        ];
        words.fill(key, &values)
    };
    let connection = match (props.collector, props.connection) {
        (Collector::Nobody, _) => None,
        (Collector::Page | Collector::PageInstead, _) => {
            Some(("page", words.text("connection-page")))
        }
        (Collector::Unknown | Collector::Server, connection) => {
            let sentence = connection.sentence(props.results.as_deref(), words);
            Some((connection.name(), sentence))
        }
    };
    html! {
        <section id="estimates" class="card" aria-labelledby="estimates-heading">
            <h2 id="estimates-heading">{ words.text("estimates-heading") }</h2>
            if copies >= minimum {
                <p class="estimates-about">{ words.text("estimates-intro") }</p>
            } else if props.collector != Collector::Nobody
                && props.connection != Connection::Withheld
            {
                <p id="estimates-few" class="estimates-about" role="status">{ waits_for }</p>
                if let Some(add_crowd) = &props.add_crowd {
                    <p class="buttons">
                        <a
                            id="add-crowd"
                            class="target"
                            href="#crowd"
                            onclick={add_crowd.reform(|_: MouseEvent| ())}
                        >
                            { words.text("estimates-add") }
                        </a>
                    </p>
                }
            }
            if let Some((connection, sentence)) = connection {
                <p id="connection" class="note" role="status" data-connection={connection}>
                    { sentence }
                </p>
            }
            if let Some(survey) = survey.filter(|_| copies >= minimum) {
                <Estimates
                    words={words.clone()}
                    survey={Rc::clone(survey)}
                    results={props.results.clone()}
                />
            }
        </section>
    }
}
