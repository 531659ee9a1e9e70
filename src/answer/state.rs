//! What the page knows, and how it comes to know it. Pure: the components act, this remembers.

use std::rc::Rc;

use sotto_results::Connection;
use sotto_survey::{Results, Survey};
use yew::Reducible;

use super::sent_copy::SentCopy;

/// Who collects the reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Collector {
    /// Not known yet.
    #[default]
    Unknown,
    /// The server that the page came from.
    Server,
    /// The page itself, because there is no server.
    Page,
    /// The page itself, because the server does not take reports for this survey.
    PageInstead,
    /// Nobody: not even the survey could be loaded.
    Nobody,
}

/// The state of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    /// Who collects.
    pub(super) collector: Collector,
    /// The survey, once loaded.
    pub(super) survey: Option<Rc<Survey>>,
    /// How the live results stand; only a server has them.
    pub(super) connection: Connection,
    /// The newest results.
    pub(super) results: Option<Rc<Results>>,
    /// The last copy that left the browser.
    pub(super) sent: Option<Rc<SentCopy>>,
}

/// What happens to the page.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    /// The survey is here, and it is known who collects.
    Found(Collector, Rc<Survey>),
    /// No survey could be loaded.
    NotFound,
    /// The live connection changed.
    Connection(Connection),
    /// New results came.
    Results(Rc<Results>),
    /// A copy left the browser.
    Sent(SentCopy),
    /// The survey starts over, for another person.
    Forgotten,
}

impl Reducible for State {
    type Action = Event;

    fn reduce(self: Rc<Self>, event: Event) -> Rc<Self> {
        let mut state = Self::clone(&self);
        match event {
            Event::Found(collector, survey) => {
                state.collector = collector;
                state.survey = Some(survey);
            }
            Event::NotFound => state.collector = Collector::Nobody,
            Event::Connection(connection) => state.connection = connection,
            Event::Results(results) => {
                // Only a live connection brings results from a server.
                state.connection = Connection::Live;
                state.results = Some(results);
            }
            Event::Sent(copy) => state.sent = Some(Rc::new(copy)),
            Event::Forgotten => state.sent = None,
        }
        Rc::new(state)
    }
}

#[cfg(test)]
mod tests {
    use sotto_ldp::Confidence;
    use sotto_survey::{SurveyOracles, Tally};

    use super::*;

    fn after(events: impl IntoIterator<Item = Event>) -> Rc<State> {
        events
            .into_iter()
            .fold(Rc::new(State::default()), State::reduce)
    }

    fn census() -> Rc<Survey> {
        Rc::new(serde_json::from_str(include_str!("../../www/surveys/census.json")).unwrap())
    }

    #[test]
    fn results_stay_when_the_connection_is_lost() {
        let survey = census();
        let results = {
            let oracles = SurveyOracles::new((*survey).clone()).unwrap();
            Rc::new(Tally::empty(&oracles).results(&oracles, Confidence::default()))
        };
        let state = after([
            Event::Found(Collector::Server, survey),
            Event::Results(results.clone()),
            Event::Connection(Connection::Lost),
        ]);
        assert_eq!(state.connection, Connection::Lost);
        assert_eq!(state.results, Some(results.clone()));
        assert_eq!(
            state.reduce(Event::Results(results)).connection,
            Connection::Live
        );
    }

    #[test]
    fn another_person_begins_with_nothing_sent() {
        let copy = SentCopy {
            body: "{}".to_owned(),
            status: 201,
            reports: None,
        };
        let state = after([Event::Sent(copy)]);
        assert!(state.sent.is_some());
        assert!(state.reduce(Event::Forgotten).sent.is_none());
    }

    #[test]
    fn without_a_survey_nobody_collects() {
        let state = after([Event::NotFound]);
        assert_eq!(state.collector, Collector::Nobody);
        assert!(state.survey.is_none());
    }
}
