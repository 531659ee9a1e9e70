//! The page below its masthead: the survey, and beside it what becomes of the answers.

use std::rc::Rc;

use sotto_results::{Connection, InPageCollector, LiveNews, LiveSource, json, use_live_results};
use sotto_survey::Identifier;
use sotto_ui::{
    Messages,
    site::{every, parameter},
};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{
    BASE,
    crowd_section::CrowdSection,
    estimates_section::EstimatesSection,
    find_collector::{are_results_withheld, find_collector},
    places::Places,
    populations,
    sent_copy::SentCopy,
    sent_section::SentSection,
    state::{Collector, Event, State},
    survey_element::{Destination, SentDetail},
    survey_section::{SurveyHandle, SurveySection},
};

/// The survey that the page asks unless its address names another.
const SURVEY: &str = "five-questions";

/// The survey that the page's address names: `?survey=census`.
fn survey_of_this_page() -> AttrValue {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    let query = query.unwrap_or_default();
    let named = parameter(&query, "survey").and_then(|name| name.parse::<Identifier>().ok());
    named.map_or(AttrValue::Static(SURVEY), |id| {
        id.as_str().to_owned().into()
    })
}

/// The arms that the page's address names, where it names any: `?survey=wordings&arm=softly`.
fn arms_of_this_page() -> Option<AttrValue> {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    let query = query.unwrap_or_default();
    let named: Vec<_> = every(&query, "arm").collect();
    (!named.is_empty()).then(|| named.join(" ").into())
}

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct PageProps {
    /// The words to say it in.
    pub words: Messages,
    /// Where its parts stand.
    pub places: Places,
}

/// The page below its masthead.
#[component]
pub fn Page(props: &PageProps) -> Html {
    let PageProps { words, places } = props;
    let survey = &*use_memo((), |()| survey_of_this_page());
    let arms = &*use_memo((), |()| arms_of_this_page());
    let state = use_reducer(State::default);
    let wants_crowd = use_state_eq(|| false);
    let handle = use_memo((), |()| SurveyHandle::default());
    use_effect_with((), {
        let (events, survey) = (state.dispatcher(), survey.clone());
        move |()| spawn_local(async move { events.dispatch(find_collector(&survey).await) })
    });
    let is_told = state.collector == Collector::Server && state.connection != Connection::Withheld;
    let live = is_told.then(|| LiveSource {
        url: format!("{BASE}api/v1/surveys/{survey}/results/live"),
        token: None,
    });
    use_live_results(live, {
        let (events, survey) = (state.dispatcher(), survey.clone());
        Callback::from(move |news| match news {
            LiveNews::Open => events.dispatch(Event::Connection(Connection::Live)),
            LiveNews::Results(results) => events.dispatch(Event::Results(results)),
            LiveNews::Lost => events.dispatch(Event::Connection(Connection::Lost)),
            LiveNews::Closed => {
                let (events, survey) = (events.clone(), survey.clone());
                spawn_local(async move {
                    let now = if are_results_withheld(&survey).await {
                        Connection::Withheld
                    } else {
                        Connection::Lost
                    };
                    events.dispatch(Event::Connection(now));
                });
            }
        })
    });
    let destination = use_memo((state.collector, state.survey.clone()), {
        let events = state.dispatcher();
        |(collector, survey)| destination(*collector, survey.as_ref()?, events)
    });
    let on_sent = {
        let (events, survey) = (state.dispatcher(), state.survey.clone());
        Callback::from(move |SentDetail { body, status }| {
            if let Some(survey) = &survey {
                let file = json::parse(&body);
                events.dispatch(Event::Sent(SentCopy::read(body, status, file, survey)));
            }
        })
    };
    let on_again = {
        let (events, handle) = (state.dispatcher(), Rc::clone(&handle));
        Callback::from(move |()| {
            handle.forget();
            events.dispatch(Event::Forgotten);
        })
    };
    let survey_section = html! {
        <SurveySection
            words={words.clone()}
            place={places.survey.clone()}
            survey={survey.clone()}
            arms={arms.clone()}
            collector={state.collector}
            destination={(*destination).clone()}
            {handle}
            {on_sent}
        />
    };
    let population = populations::of(survey);
    let add_crowd = {
        let wants_crowd = wants_crowd.setter();
        Callback::from(move |()| wants_crowd.set(true))
    };
    let panel = html! {
        <>
            <SentSection
                words={words.clone()}
                survey={state.survey.clone()}
                sent={state.sent.clone()}
                {on_again}
            />
            <EstimatesSection
                words={words.clone()}
                collector={state.collector}
                connection={state.connection}
                survey={state.survey.clone()}
                results={state.results.clone()}
                add_crowd={population.is_some().then(|| add_crowd.clone())}
            />
            if let Some(population) = population {
                <CrowdSection
                    words={words.clone()}
                    survey={state.survey.clone()}
                    survey_is_missing={state.collector == Collector::Nobody}
                    {population}
                    wanted={*wants_crowd}
                />
            }
        </>
    };
    html! {
        <>
            <p class="to-door">
                <a id="to-door" href={[BASE, "?lang=", words.language()].concat()}>{ words.text("to-door") }</a>
            </p>
            { create_portal(survey_section, places.survey_head.clone()) }
            { create_portal(panel, places.panel.clone()) }
        </>
    }
}

/// Where reports go; in the page itself, to a collector that is made here.
fn destination(
    collector: Collector,
    survey: &Rc<sotto_survey::Survey>,
    events: UseReducerDispatcher<State>,
) -> Option<Destination> {
    match collector {
        Collector::Unknown | Collector::Nobody => None,
        Collector::Server => Some(Destination::Server),
        Collector::Page | Collector::PageInstead => {
            let collector = InPageCollector::new((**survey).clone()).ok()?;
            events.dispatch(Event::Results(Rc::new(collector.results())));
            let collector = std::cell::RefCell::new(collector);
            Some(Destination::Page(Callback::from(move |body: String| {
                let mut collector = collector.borrow_mut();
                let status = collector.receive(&body, json::parse(&body));
                events.dispatch(Event::Results(Rc::new(collector.results())));
                status
            })))
        }
    }
}
