//! A crowd that is asked once or many times: a small one at once, a large one by the program of the simulated crowd, in
//! a worker, so that the page stays quick. The same number of the draw gives the same answers either way.

use std::rc::Rc;

use sotto_crowd::{CrowdMessage, CrowdNews, CrowdRequest, CrowdWorker};
use sotto_ldp::Estimate;
use yew::prelude::*;

use crate::{crowd::Settings, lesson::Base};

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
    /// The number of the coins of one of the surveys.
    pub(crate) fn number(self, survey: u32) -> u64 {
        u64::from(self.draw) << 32 | u64::from(survey)
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

/// How many said "yes" in each survey so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Surveys {
    pub(crate) asked: Asked,
    pub(crate) said_yes: Rc<Vec<u32>>,
    pub(crate) course: Course,
}

/// What happens to surveys.
pub(crate) enum Event {
    Asked(Asked),
    Heard(CrowdNews),
    Stopped,
}

impl Surveys {
    /// As they begin: small ones are over.
    pub(crate) fn new(asked: Asked) -> Self {
        let is_small = asked.answers() <= AT_ONCE;
        let said_yes = if is_small {
            (0..asked.surveys)
                .map(|survey| asked.settings.survey(asked.number(survey)).unwrap_or(0))
                .collect()
        } else {
            Vec::new()
        };
        Self {
            asked,
            said_yes: Rc::new(said_yes),
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
        self.said_yes.len() as u64 * people + now
    }

    pub(crate) fn estimates(&self) -> impl Iterator<Item = Estimate> + '_ {
        let settings = self.asked.settings;
        self.said_yes
            .iter()
            .filter_map(move |&yes| settings.estimate(yes))
    }

    /// How many of the intervals hold the true share.
    pub(crate) fn held(&self) -> usize {
        let truth = self.asked.settings.crowd.share();
        let holds = |estimate: &Estimate| {
            let (low, high) = estimate.interval;
            low <= truth && truth <= high
        };
        self.estimates().filter(holds).count()
    }

    fn hear(&mut self, news: CrowdNews) {
        if !matches!(self.course, Course::UnderWay(_)) {
            return;
        }
        self.course = match news {
            CrowdNews::Told(CrowdMessage::Ready) => return,
            CrowdNews::Told(CrowdMessage::Progress(done)) => Course::UnderWay(done),
            CrowdNews::Told(CrowdMessage::Done(outcome)) => match outcome.categories.first() {
                Some(yes) => {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "so many of a crowd, whose people are a u32"
                    )]
                    let said = (yes.reported * f64::from(outcome.people)).round() as u32;
                    Rc::make_mut(&mut self.said_yes).push(said);
                    if self.said_yes.len() < self.asked.surveys as usize {
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
}

impl Reducible for Surveys {
    type Action = Event;

    fn reduce(self: Rc<Self>, event: Event) -> Rc<Self> {
        let mut surveys = (*self).clone();
        match event {
            Event::Asked(asked) if asked == surveys.asked && surveys.is_over() => return self,
            Event::Asked(asked) => surveys = Self::new(asked),
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
    let surveys = use_reducer_eq(|| Surveys::new(asked));
    let worker = use_mut_ref(|| None::<CrowdWorker>);
    use_effect_with(asked, {
        let (dispatcher, worker) = (surveys.dispatcher(), Rc::clone(&worker));
        move |&asked: &Asked| {
            dispatcher.dispatch(Event::Asked(asked));
            if asked.answers() > AT_ONCE {
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
        let dispatcher = surveys.dispatcher();
        Callback::from(move |()| {
            worker.borrow_mut().take();
            dispatcher.dispatch(Event::Stopped);
        })
    };
    let now = if surveys.asked == asked {
        (*surveys).clone()
    } else {
        Surveys::new(asked)
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
            said_yes: Rc::default(),
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
        let surveys = Rc::new(Surveys::new(asked));
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
        assert_eq!(broken.estimates().count(), 0);
        // Asked anew, it begins anew.
        assert_eq!(on(broken, Event::Asked(asked)).course, Course::UnderWay(0));
    }
}
