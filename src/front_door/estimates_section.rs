//! The crowd's estimate, live.

use std::{cell::RefCell, rc::Rc};

use gloo_timers::callback::Timeout;
use sotto_results::{Estimates, LiveNews, LiveResults};
use sotto_survey::{Results, Survey};
use sotto_ui::Messages;
use yew::prelude::*;

use super::state::{Collector, Connection, Event, State};

/// How long to wait before a connection that is closed for good is made anew, in milliseconds.
const RECONNECT_AFTER: u32 = 3_000;

#[derive(Properties, PartialEq)]
pub(super) struct EstimatesSectionProps {
    pub(super) words: Messages,
    pub(super) collector: Collector,
    pub(super) connection: Connection,
    pub(super) survey: Option<Rc<Survey>>,
    pub(super) results: Option<Rc<Results>>,
}

#[component]
pub(super) fn EstimatesSection(props: &EstimatesSectionProps) -> Html {
    let words = &props.words;
    let nobody = props.results.as_ref().is_none_or(|results| {
        results
            .questions
            .iter()
            .all(|question| question.reports == 0)
    });
    let connection = match (props.collector, props.connection) {
        (Collector::Nobody, _) => None,
        (Collector::Page | Collector::PageInstead, _) => Some("page"),
        (_, Connection::Opening) => Some("opening"),
        (_, Connection::Live) => Some("live"),
        (_, Connection::Lost) => Some("lost"),
    };
    html! {
        <section id="estimates" class="card" aria-labelledby="estimates-heading">
            <h2 id="estimates-heading">{ words.text("estimates-heading") }</h2>
            if nobody && props.collector != Collector::Nobody {
                <p id="estimates-nobody" class="estimates-about">{ words.text("estimates-nobody") }</p>
            } else {
                <p class="estimates-about">{ words.text("estimates-intro") }</p>
            }
            if let Some(connection) = connection {
                <p id="connection" class="note" role="status" data-connection={connection}>
                    { words.text(&format!("connection-{connection}")) }
                </p>
            }
            if let Some(survey) = &props.survey {
                <Estimates
                    words={words.clone()}
                    survey={Rc::clone(survey)}
                    results={props.results.clone()}
                />
            }
        </section>
    }
}

/// Keeps a live connection to the results of `survey` as long as `wanted`, and tells of it.
#[hook]
pub(super) fn use_live_results(
    survey: &'static str,
    wanted: bool,
    events: UseReducerDispatcher<State>,
) {
    let attempt = use_state(|| 0_u32);
    let next = attempt.setter();
    use_effect_with((wanted, *attempt), move |&(wanted, attempt)| {
        let again = Rc::new(RefCell::new(None::<Timeout>));
        let reconnect = {
            let again = Rc::clone(&again);
            move || {
                let next = next.clone();
                let timeout = Timeout::new(RECONNECT_AFTER, move || next.set(attempt + 1));
                *again.borrow_mut() = Some(timeout);
            }
        };
        let tell = Callback::from(move |news| {
            events.dispatch(match news {
                LiveNews::Open => Event::Connection(Connection::Live),
                LiveNews::Results(results) => Event::Results(Rc::new(results)),
                LiveNews::Lost => Event::Connection(Connection::Lost),
                LiveNews::Closed => {
                    reconnect();
                    Event::Connection(Connection::Lost)
                }
            });
        });
        let url = format!("api/v1/surveys/{survey}/results/live");
        // It fails for a malformed URL only, and this one is not.
        let connection = wanted.then(|| LiveResults::connect(&url, tell).ok());
        move || {
            drop(connection);
            // A timeout that is dropped does not fire.
            again.borrow_mut().take();
        }
    });
}
