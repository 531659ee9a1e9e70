//! What is known of the draft's survey at its collector, and what came of the last act.

use std::rc::Rc;

use sotto_api::{EditReport, Settings, SurveyView};
use sotto_survey::{Pin, ProblemKind};
use yew::prelude::*;

use crate::{draft::Draft, publishing::Refusal};

/// Whether the collector has a survey of the draft's name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Lookup {
    /// The answer is on its way.
    #[default]
    Asking,
    /// It could not be learnt.
    Failed(Refusal),
    /// Not among those of whoever is signed in.
    New,
    /// It has.
    There(Rc<Found>),
}

/// A survey at its collector.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// Its version, whether it collects, and how much there is.
    pub(super) view: SurveyView,
    /// The pin of the version that collects; none where no page could check it.
    pub(super) pin: Option<Pin>,
    /// What links to it are to name, where it leaves its arms to links.
    pub(super) arms: Rc<[String]>,
    /// Whether the version that collects gives people completion codes of their own.
    pub(super) own_codes: bool,
    /// Its settings, if whoever is signed in may read them.
    pub(super) settings: Option<Settings>,
}

/// What publishing a draft would do.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trial {
    /// Of which draft it is told.
    pub(super) draft: Rc<Draft>,
    /// From which version that was made.
    pub(super) made_from: u32,
    /// What is told.
    pub(super) told: Result<EditReport, Refusal>,
}

/// What came of the last act.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// It was done: a message, and what stands in it.
    Done(&'static str, String),
    /// It was refused.
    Refused(Refusal),
}

/// What is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub(super) lookup: Lookup,
    pub(super) trial: Option<Rc<Trial>>,
    pub(super) outcome: Option<Outcome>,
    /// Whether an act is under way: another has to wait.
    pub(super) is_busy: bool,
    /// Invites that were made since the page is open, and are told only once.
    pub(super) invites: Rc<[String]>,
    /// The ids of every survey of whoever is signed in.
    pub(super) mine: Rc<[String]>,
}

/// What comes to be known.
#[derive(Debug)]
pub(super) enum News {
    /// An act has begun.
    Begun,
    /// Whether the survey is there.
    Looked(Result<Option<Rc<Found>>, Refusal>),
    /// Which surveys whoever is signed in has.
    Mine(Vec<String>),
    /// The draft is another survey from now on.
    Another,
    /// What publishing would do.
    Tried(Rc<Trial>),
    /// New invites.
    Invited(Vec<String>),
    /// An act is done.
    Done(&'static str, String),
    /// An act was refused.
    Refused(Refusal),
}

impl Known {
    /// What publishing would do, if that is told of this draft and version.
    pub(super) fn trial_of(&self, draft: &Rc<Draft>, made_from: u32) -> Option<&Trial> {
        let trial = self.trial.as_deref()?;
        (trial.draft == *draft && trial.made_from == made_from).then_some(trial)
    }

    /// The survey, if it is there.
    pub(super) fn found(&self) -> Option<&Rc<Found>> {
        match &self.lookup {
            Lookup::There(found) => Some(found),
            Lookup::Asking | Lookup::Failed(_) | Lookup::New => None,
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Begun => {
                self.is_busy = true;
                self.outcome = None;
            }
            News::Looked(looked) => {
                self.lookup = match looked {
                    Ok(Some(found)) => Lookup::There(found),
                    Ok(None) => Lookup::New,
                    Err(refusal) => Lookup::Failed(refusal),
                };
            }
            News::Mine(mine) => self.mine = mine.into(),
            News::Another => {
                self.lookup = Lookup::Asking;
                self.trial = None;
                self.invites = Rc::default();
            }
            News::Tried(trial) => self.trial = Some(trial),
            News::Invited(invites) => {
                self.is_busy = false;
                self.outcome = Some(Outcome::Done("invited", invites.len().to_string()));
                // Those before may not have been saved yet.
                self.invites = self.invites.iter().cloned().chain(invites).collect();
            }
            News::Done(key, what) => {
                self.is_busy = false;
                self.outcome = Some(Outcome::Done(key, what));
            }
            News::Refused(refusal) => {
                self.is_busy = false;
                // What was told of the edit holds no longer.
                if refusal.is(ProblemKind::EditedMeanwhile) {
                    self.trial = None;
                }
                self.outcome = Some(Outcome::Refused(refusal));
            }
        }
    }
}

impl Reducible for Known {
    type Action = News;

    fn reduce(self: Rc<Self>, news: News) -> Rc<Self> {
        let mut known = (*self).clone();
        known.hear(news);
        Rc::new(known)
    }
}

#[cfg(test)]
mod tests {
    use sotto_survey::Problem;

    use super::*;

    fn refusal(kind: ProblemKind) -> Refusal {
        let problem = Problem::new(kind, "");
        Refusal::of(kind.status(), &serde_json::to_string(&problem).unwrap())
    }

    fn trial(text: &str, made_from: u32) -> Rc<Trial> {
        Rc::new(Trial {
            draft: Rc::new(Draft::of_text(text)),
            made_from,
            told: Err(Refusal::Unreachable),
        })
    }

    #[test]
    fn what_is_told_of_another_draft_is_not_shown() {
        let mut known = Known::default();
        known.hear(News::Tried(trial("{}", 2)));
        let draft = |text| Rc::new(Draft::of_text(text));
        assert!(known.trial_of(&draft("{}"), 2).is_some());
        assert!(known.trial_of(&draft("{}"), 3).is_none());
        assert!(known.trial_of(&draft("{\"id\":\"a\"}"), 2).is_none());
    }

    #[test]
    fn invites_that_were_not_saved_yet_stay() {
        let mut known = Known::default();
        for invite in ["A", "B"] {
            known.hear(News::Invited(vec![invite.to_owned()]));
        }
        assert_eq!(*known.invites, ["A", "B"]);
    }

    #[test]
    fn an_act_ends_by_what_came_of_it() {
        let mut known = Known::default();
        known.hear(News::Begun);
        assert!(known.is_busy);
        known.hear(News::Done("published", "2".to_owned()));
        assert!(!known.is_busy);
        known.hear(News::Tried(trial("{}", 2)));
        known.hear(News::Begun);
        assert_eq!(known.outcome, None);
        known.hear(News::Refused(refusal(ProblemKind::Forbidden)));
        assert!(!known.is_busy && known.trial.is_some());
        // Somebody else was first: the class of the edit has to be asked again.
        known.hear(News::Refused(refusal(ProblemKind::EditedMeanwhile)));
        assert!(known.trial.is_none());
        let told = known.outcome;
        assert!(
            matches!(told, Some(Outcome::Refused(refusal)) if refusal.key() == "refused-meanwhile")
        );
    }
}
