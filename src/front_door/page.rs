//! The page below its masthead: the survey, and beside it what becomes of the answers.

use std::rc::Rc;

use sotto_results::{InPageCollector, json};
use sotto_ui::Messages;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{
    crowd_section::CrowdSection,
    estimates_section::{EstimatesSection, use_live_results},
    find_collector::find_collector,
    places::Places,
    sent_copy::SentCopy,
    sent_section::SentSection,
    state::{Collector, Event, State},
    survey_element::{Destination, SentDetail},
    survey_section::{SurveyHandle, SurveySection},
};

/// The survey that the page asks.
const SURVEY: &str = "census";

#[derive(Properties, PartialEq)]
pub(super) struct PageProps {
    pub(super) words: Messages,
    pub(super) places: Places,
}

#[component]
pub(super) fn Page(props: &PageProps) -> Html {
    let PageProps { words, places } = props;
    let state = use_reducer(State::default);
    let handle = use_memo((), |()| SurveyHandle::default());
    use_effect_with((), {
        let events = state.dispatcher();
        move |()| spawn_local(async move { events.dispatch(find_collector(SURVEY).await) })
    });
    use_live_results(
        SURVEY,
        state.collector == Collector::Server,
        state.dispatcher(),
    );
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
            survey={SURVEY}
            collector={state.collector}
            destination={(*destination).clone()}
            {handle}
            {on_sent}
        />
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
            />
            <CrowdSection
                words={words.clone()}
                survey={state.survey.clone()}
                survey_is_missing={state.collector == Collector::Nobody}
            />
        </>
    };
    html! {
        <>
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
