//! A crowd that is asked once or many times: a small one at once, a large one by the program of the simulated crowd, in
//! a worker, so that the page stays quick. The same number of the draw gives the same answers either way.

use std::rc::Rc;

use sotto_crowd::{CrowdMessage, CrowdNews, CrowdOutcome, CrowdRequest, CrowdWorker};
use sotto_ldp::Estimate;
use yew::prelude::*;

use crate::{
    crowd::{Settings, Survey, drawn, people_of},
    lesson::Base,
};

/// How many answers are drawn at once: about a hundredth of a second.
pub(crate) const AT_ONCE: u64 = 200_000;

/// How many answers nobody waits for who did not ask for them: some seconds' worth.
const UNASKED: u64 = 20_000_000;

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) settings: Settings,
    /// The number of the draw: another number, other coins.
    pub(crate) draw: u32,
    /// How many surveys; none before the first press.
    pub(crate) surveys: u32,
}

impl Asked {
    /// The number of the coins of one of the surveys. The first survey of the first draws is a typical one
    /// ([`crate::crowd::drawn`]); of a million people it takes the page a tenth of a second to find it.
    pub(crate) fn number(self, survey: u32) -> u64 {
        let of = |attempt: u64| u64::from(self.draw) << 32 | attempt << 10 | u64::from(survey);
        if survey > 0 {
            return of(0);
        }
        let typical = || {
            let asked = self.settings.survey()?;
            let crowd = self.settings.crowd;
            let error = asked.standard_error()?;
            let ask = |seed: u64| {
                let attempt = seed >> 20;
                let estimate = asked.estimate(asked.ask(of(attempt)))?;
                Some((attempt, people_of(estimate, crowd)))
            };
            let off = |(_, found): &(u64, f64)| (found - f64::from(crowd.yes)) / error;
            drawn(self.draw, ask, off)
        };
        typical().map_or_else(|| of(0), |(attempt, _)| of(attempt))
    }

    /// Another crowd, or other coins, asked as often; once, where that many times would take long.
    pub(crate) fn with(self, settings: Settings) -> Self {
        let as_often = Self { settings, ..self };
        if as_often.answers() > UNASKED {
            Self {
                surveys: 1,
                ..as_often
            }
        } else {
            as_often
        }
    }

    /// How many answers that takes.
    pub(crate) fn answers(self) -> u64 {
        u64::from(self.settings.crowd.people) * u64::from(self.surveys)
    }

    /// What the worker is asked for one of the surveys.
    fn request(self, survey: u32) -> Option<CrowdRequest> {
        let Settings {
            crowd,
            truth_chance,
        } = self.settings;
        let truth = u64::from(truth_chance);
        Some(CrowdRequest {
            people: crowd.people,
            population: vec![crowd.yes.into(), (crowd.people - crowd.yes).into()],
            mechanism: "forced-response".to_owned(),
            // The coins have weights of their own, so that this is not used.
            epsilon: "ln 3".parse().ok()?,
            parameters: Some(vec![100 + truth, 100 - truth, 200]),
            seed: Some(self.number(survey)),
        })
    }
}

/// How far they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// Being asked; so many people of the survey under way have answered.
    UnderWay(u32),
    /// All were asked.
    Over,
    /// Ended before that.
    Stopped,
    /// The worker could not be started, or broke down.
    Broken,
}

/// What one survey brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) said_yes: u32,
    pub(crate) estimate: Estimate,
}

impl Outcome {
    fn of(survey: &Survey, said_yes: u32) -> Option<Self> {
        let estimate = survey.estimate(said_yes)?;
        Some(Self { said_yes, estimate })
    }
}

/// What each survey brought so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Surveys {
    pub(crate) asked: Asked,
    /// What is asked each time; none for chances that no coins have, and then nothing comes of it.
    pub(crate) survey: Option<Survey>,
    pub(crate) outcomes: Rc<Vec<Outcome>>,
    pub(crate) course: Course,
}

/// What happens to surveys.
pub(crate) enum Event {
    /// These begin.
    Asked(Surveys),
    Heard(CrowdNews),
    Stopped,
}

impl Surveys {
    /// As they begin: small ones are over.
    pub(crate) fn new(asked: Asked) -> Self {
        let is_small = asked.answers() <= AT_ONCE;
        let survey = asked.settings.survey();
        let outcomes = match &survey {
            Some(survey) if is_small => (0..asked.surveys)
                .filter_map(|number| Outcome::of(survey, survey.ask(asked.number(number))))
                .collect(),
            _ => Vec::new(),
        };
        Self {
            asked,
            survey,
            outcomes: Rc::new(outcomes),
            course: if is_small {
                Course::Over
            } else {
                Course::UnderWay(0)
            },
        }
    }

    pub(crate) const fn is_over(&self) -> bool {
        matches!(self.course, Course::Over)
    }

    /// How many people have answered, in all surveys together.
    pub(crate) fn answered(&self) -> u64 {
        let people = u64::from(self.asked.settings.crowd.people);
        let now = match self.course {
            Course::UnderWay(now) => now.into(),
            _ => 0,
        };
        self.outcomes.len() as u64 * people + now
    }

    /// How many of the intervals hold the true share.
    pub(crate) fn held(&self) -> usize {
        let truth = self.asked.settings.crowd.share();
        let holds = |outcome: &&Outcome| {
            let (low, high) = outcome.estimate.interval;
            low <= truth && truth <= high
        };
        self.outcomes.iter().filter(holds).count()
    }

    fn hear(&mut self, news: CrowdNews) {
        if !matches!(self.course, Course::UnderWay(_)) {
            return;
        }
        self.course = match news {
            CrowdNews::Told(CrowdMessage::Ready) => return,
            CrowdNews::Told(CrowdMessage::Progress(done)) => Course::UnderWay(done),
            CrowdNews::Told(CrowdMessage::Done(outcome)) => match self.outcome(&outcome) {
                Some(outcome) => {
                    Rc::make_mut(&mut self.outcomes).push(outcome);
                    if self.outcomes.len() < self.asked.surveys as usize {
                        Course::UnderWay(0)
                    } else {
                        Course::Over
                    }
                }
                None => Course::Broken,
            },
            CrowdNews::Told(CrowdMessage::NoRandomness | CrowdMessage::Refused(_))
            | CrowdNews::Broken => Course::Broken,
        };
    }

    /// What the worker tells of one survey.
    fn outcome(&self, told: &CrowdOutcome) -> Option<Outcome> {
        let yes = told.categories.first()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "so many of a crowd, whose people are a u32"
        )]
        let said_yes = (yes.reported * f64::from(told.people)).round() as u32;
        Outcome::of(self.survey.as_ref()?, said_yes)
    }
}

impl Reducible for Surveys {
    type Action = Event;

    fn reduce(self: Rc<Self>, event: Event) -> Rc<Self> {
        let mut surveys = (*self).clone();
        match event {
            Event::Asked(begun) => surveys = begun,
            Event::Heard(news) => surveys.hear(news),
            Event::Stopped => surveys.course = Course::Stopped,
        }
        Rc::new(surveys)
    }
}

/// The surveys that are asked for, and what stops them.
#[hook]
pub(crate) fn use_surveys(asked: Asked) -> (Surveys, Callback<()>) {
    let Base(base) = use_context().unwrap_or_default();
    // Small ones are over as they begin: they are drawn here, once, and shown without another turn.
    let begun = use_memo(asked, |&asked| Surveys::new(asked));
    let in_worker = use_reducer_eq(|| (*begun).clone());
    let worker = use_mut_ref(|| None::<CrowdWorker>);
    use_effect_with(asked, {
        let (begun, dispatcher) = (Rc::clone(&begun), in_worker.dispatcher());
        let worker = Rc::clone(&worker);
        move |&asked: &Asked| {
            if !begun.is_over() {
                dispatcher.dispatch(Event::Asked((*begun).clone()));
                let requests = (0..asked.surveys).filter_map(move |survey| asked.request(survey));
                let tell = {
                    let dispatcher = dispatcher.clone();
                    move |news| {
                        // Of many surveys each is a step, and what lies between would only be drawn.
                        let is_step = !matches!(news, CrowdNews::Told(CrowdMessage::Progress(_)));
                        if is_step || asked.surveys == 1 {
                            dispatcher.dispatch(Event::Heard(news));
                        }
                    }
                };
                let started = CrowdWorker::start(base, requests, tell);
                if started.is_err() {
                    dispatcher.dispatch(Event::Heard(CrowdNews::Broken));
                }
                *worker.borrow_mut() = started.ok();
            }
            move || *worker.borrow_mut() = None
        }
    });
    let stop = {
        let dispatcher = in_worker.dispatcher();
        Callback::from(move |()| {
            worker.borrow_mut().take();
            dispatcher.dispatch(Event::Stopped);
        })
    };
    let now = if begun.is_over() || in_worker.asked != asked {
        (*begun).clone()
    } else {
        (*in_worker).clone()
    };
    (now, stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::Crowd;

    fn asked(people: u32, surveys: u32) -> Asked {
        Asked {
            settings: Settings {
                crowd: Crowd::of_percent(people, 20),
                truth_chance: 35,
            },
            draw: 999_999,
            surveys,
        }
    }

    /// What the worker's program tells of one survey.
    fn told(asked: Asked, survey: u32) -> Vec<CrowdMessage> {
        let mut told = Vec::new();
        let request = asked.request(survey).unwrap();
        let seed = request.seed.unwrap();
        // Numbers travel as JavaScript's.
        assert!(seed < 1 << 53);
        sotto_crowd::run_seeded(request, seed, |message| told.push(message));
        told
    }

    #[test]
    fn the_worker_draws_what_the_page_would() {
        let asked = asked(5_000, 3);
        let here = Surveys::new(asked);
        assert!(here.is_over());
        let mut there = Surveys {
            outcomes: Rc::default(),
            course: Course::UnderWay(0),
            ..here.clone()
        };
        let mut before = 0;
        for survey in 0..3 {
            for message in told(asked, survey) {
                assert!(!there.is_over());
                there.hear(CrowdNews::Told(message));
                assert!(there.answered() >= before);
                before = there.answered();
            }
        }
        assert_eq!(there, here);
        assert_eq!(before, asked.answers());
    }

    #[test]
    fn nobody_waits_for_two_hundred_millions_who_asked_for_a_million() {
        let often = asked(200, 200);
        let surveys_of = |people| often.with(asked(people, 1).settings).surveys;
        assert_eq!(surveys_of(32_561), 200);
        assert_eq!(surveys_of(100_000), 200);
        assert_eq!(surveys_of(100_001), 1);
        assert_eq!(surveys_of(1_000_000), 1);
        // Nor does a crowd answer that was not asked.
        let settings = asked(1_000_000, 1).settings;
        assert_eq!(asked(200, 0).with(settings).surveys, 0);
        // Whoever asks a million 200 times is answered.
        assert_eq!(asked(1_000_000, 200).answers(), 200_000_000);
    }

    #[test]
    fn a_million_are_asked_in_a_worker_and_may_be_stopped() {
        let asked = asked(1_000_000, 1);
        let begun = Surveys::new(asked);
        let surveys = Rc::new(begun.clone());
        assert_eq!(surveys.course, Course::UnderWay(0));
        let on = |surveys: Rc<Surveys>, event| surveys.reduce(event);
        let half = CrowdNews::Told(CrowdMessage::Progress(500_000));
        let surveys = on(surveys, Event::Heard(half));
        assert_eq!(surveys.answered(), 500_000);
        let stopped = on(Rc::clone(&surveys), Event::Stopped);
        assert_eq!(stopped.course, Course::Stopped);
        // What was under way is not heard any more.
        let late = CrowdNews::Told(CrowdMessage::Progress(510_000));
        assert_eq!(on(stopped, Event::Heard(late)).course, Course::Stopped);
        let broken = on(Rc::clone(&surveys), Event::Heard(CrowdNews::Broken));
        assert_eq!(broken.course, Course::Broken);
        assert_eq!(*broken.outcomes, []);
        // Asked anew, it begins anew.
        assert_eq!(*on(broken, Event::Asked(begun.clone())), begun);
    }
}
