//! Counting submissions and estimating from the counts: in the collector, and in a page that is
//! its own collector.

use std::ops::Range;

use sotto_ldp::{Confidence, Counts, CountsError};

use super::{
    estimates::{CountedJoint, CountedSecret, Estimating, SoleTest, together},
    oracles::{PartOracle, SurveyOracles},
    results::{ArmsResults, Results},
};
use crate::{
    answering::submission::Submission,
    survey::{Survey, joint::Joint, question::Question},
    terms::error::SubmissionError,
};

/// The counts of a survey: a flat list, one for each part of each question in order. A part's
/// reports are the submissions in which it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    counts: Vec<Counts>,
}

/// The counts of a version, to be added to those of others.
#[derive(Clone, Copy, Debug)]
pub struct CountedVersion<'a> {
    /// What reads its reports.
    pub oracles: &'a SurveyOracles,
    /// Its counts.
    pub tally: &'a Tally,
    /// Whether all of them fit the newest version, not only those of what did not change.
    pub fits: bool,
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn empty(oracles: &SurveyOracles) -> Self {
        Self {
            counts: oracles.empty_counts(),
        }
    }

    /// Counts as stored; a part whose counts are missing or of another size has none.
    #[must_use]
    pub fn of_counts(oracles: &SurveyOracles, counts: Vec<Counts>) -> Self {
        let mut tally = Self::empty(oracles);
        for (empty, counts) in tally.counts.iter_mut().zip(counts) {
            if empty.sums().len() == counts.sums().len() {
                *empty = counts;
            }
        }
        tally
    }

    /// The counts, one for each part of the survey in order.
    #[must_use]
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// Adds what another machine has counted.
    ///
    /// # Errors
    /// When it has counted another survey; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountsError> {
        if self.counts.len() != other.counts.len() {
            return Err(CountsError::Sums {
                expected: self.counts.len(),
                found: other.counts.len(),
            });
        }
        let pairs = self.counts.iter().zip(&other.counts);
        if let Some((left, right)) = pairs
            .map(|(left, right)| (left.sums().len(), right.sums().len()))
            .find(|(left, right)| left != right)
        {
            return Err(CountsError::DifferentDomains { left, right });
        }
        for (sum, more) in self.counts.iter_mut().zip(&other.counts) {
            sum.merge(more)?;
        }
        Ok(())
    }

    /// The counts of several versions of a survey as counts of the first that is given, the newest: what has the
    /// same name and the same parts in both adds up, of a version that does not fit as a whole only what
    /// [did not change since](Survey::counted_since). Which do is for [`crate::Edit::keeps_counts`]
    /// to say. A part of which a version has fewer than `minimum` reports stays out, because what is
    /// told of all versions less what is told of the others would tell of that one.
    ///
    /// # Errors
    /// When counts are not of their version.
    pub fn of_versions(versions: &[CountedVersion<'_>], minimum: u64) -> Result<Self, CountsError> {
        let Some(newest) = versions.first() else {
            return Ok(Self { counts: Vec::new() });
        };
        let newest = newest.oracles;
        let mut sum = Self::empty(newest);
        let ranges = ranges(newest.survey());
        for &CountedVersion {
            oracles: of,
            tally,
            fits,
        } in versions
        {
            let counts = |name: &str| {
                let since = newest.survey().first_counted(name);
                fits || since.is_some_and(|since| since <= of.survey().version())
            };
            for (name, parts) in self::ranges(of.survey()) {
                if !counts(name) {
                    continue;
                }
                let here = ranges.iter().find(|(other, _)| *other == name);
                let Some((_, here)) = here.filter(|(_, here)| here.len() == parts.len()) else {
                    continue;
                };
                let pairs = here.clone().zip(parts);
                for (here, there) in pairs {
                    let (Some(counts), Some(more)) =
                        (sum.counts.get_mut(here), tally.counts.get(there))
                    else {
                        return Err(CountsError::Sums {
                            expected: of.parts().len(),
                            found: tally.counts.len(),
                        });
                    };
                    if more.reports() >= minimum {
                        counts.merge(more)?;
                    }
                }
            }
        }
        Ok(sum)
    }

    /// Counts submissions together: part by part, by each mechanism's counter for many reports.
    ///
    /// # Errors
    /// When a submission is to another survey.
    pub fn of_submissions(
        oracles: &SurveyOracles,
        submissions: &[&Submission],
    ) -> Result<Self, SubmissionError> {
        let expected = oracles.parts().len();
        let is_other = |submission: &&&Submission| submission.reports().len() != expected;
        if let Some(other) = submissions.iter().find(is_other) {
            let found = other.reports().len();
            return Err(SubmissionError::ReportCount { expected, found });
        }
        let mut tally = Self::empty(oracles);
        let mut reports = Vec::with_capacity(submissions.len());
        let parts = oracles.parts().iter().zip(&mut tally.counts);
        for (index, (oracle, counts)) in parts.enumerate() {
            reports.clear();
            let drawn = submissions.iter();
            reports.extend(drawn.filter_map(|one| one.reports().get(index)?.as_ref()));
            oracle
                .count_all(&reports, counts)
                .map_err(|error| SubmissionError::Impossible {
                    question: oracles.survey().entry_of_part(index),
                    error,
                })?;
        }
        Ok(tally)
    }

    /// Counts one more submission.
    ///
    /// # Errors
    /// When it is to another survey; nothing is counted then.
    pub fn add(
        &mut self,
        oracles: &SurveyOracles,
        submission: &Submission,
    ) -> Result<(), SubmissionError> {
        let added = Self::of_submissions(oracles, &[submission])?;
        self.merge(&added)
            .map_err(|_| SubmissionError::ReportCount {
                expected: self.counts.len(),
                found: added.counts.len(),
            })
    }

    /// Estimates everything.
    #[must_use]
    pub fn results(&self, oracles: &SurveyOracles, confidence: Confidence) -> Results {
        self.results_from(oracles, confidence, 1)
    }

    /// Estimates what has at least `minimum` reports, and as many as the survey itself asks for.
    #[must_use]
    pub fn results_from(
        &self,
        oracles: &SurveyOracles,
        confidence: Confidence,
        minimum: u64,
    ) -> Results {
        self.results_of(oracles, confidence, minimum, 0..usize::MAX)
    }

    /// The same of some of the questions only, so that the work can be shared out: those at these
    /// `indices` among the questions that are reported. The tables of joint questions come with the first.
    #[must_use]
    pub fn results_of(
        &self,
        oracles: &SurveyOracles,
        confidence: Confidence,
        minimum: u64,
        indices: Range<usize>,
    ) -> Results {
        let survey = oracles.survey();
        let minimum = survey.minimum_reports().max(minimum);
        let base = Estimating::new(survey, confidence, minimum);
        let mut rest = (oracles.parts(), &self.counts[..]);
        let questions = survey.reported_questions().enumerate();
        let questions = questions.filter_map(|(index, question)| {
            let estimating = base.of(survey, question);
            let is_asked_for = indices.contains(&index);
            if question.is_joint() {
                if !is_asked_for {
                    return None;
                }
                let joints = survey.joints_of(question);
                let counted = joints.filter_map(|joint| self.counted(oracles, joint));
                return estimating.question_in_joint(
                    survey,
                    question,
                    &counted.collect::<Vec<_>>(),
                );
            }
            let count = question.parts().len();
            let (parts, later) = rest.0.split_at(count.min(rest.0.len()));
            let (counts, after) = rest.1.split_at(count.min(rest.1.len()));
            rest = (later, after);
            if !is_asked_for {
                return None;
            }
            let mut found = estimating.question(question, parts, counts)?;
            let secret = counts
                .first()
                .and_then(|of| CountedSecret::new(question, of));
            found.secret = secret.and_then(|of| estimating.secret(of, self.anchor(oracles)));
            found.not_asked = SoleTest::new(survey, question).and_then(|test| {
                let counted = self.first_part(oracles, test.of)?;
                estimating.not_asked(&found, &test, counted)
            });
            Some(found)
        });
        let questions = questions.collect();
        let joints = survey.joints().iter().filter(|_| indices.contains(&0));
        let joints = joints.filter_map(|joint| {
            let counted = self.counted(oracles, joint)?;
            Some(base.joint(survey, counted))
        });
        Results {
            survey: survey.id().clone(),
            version: survey.version(),
            pin: None,
            versions: Vec::new(),
            submissions: None,
            confidence: confidence.level(),
            population: survey.population(),
            population_assumed: !survey.states_population(),
            minimum_reports: minimum.max(1),
            joints: joints.collect(),
            arms: if indices.contains(&0) {
                self.arms(oracles, base)
            } else {
                Vec::new()
            },
            questions,
        }
    }

    /// What counts the first part of a question, and its counts.
    fn first_part<'a>(
        &'a self,
        oracles: &'a SurveyOracles,
        question: &Question,
    ) -> Option<(&'a PartOracle, &'a Counts)> {
        let ranges = ranges(oracles.survey());
        let is_it = |(name, _): &&(&str, Range<usize>)| *name == question.id().as_str();
        let (_, range) = ranges.iter().find(is_it)?;
        let part = oracles.parts().get(range.start)?;
        Some((part, self.counts.get(range.start)?))
    }

    /// The question by an own secret whose share is known.
    fn anchor<'a>(&self, oracles: &'a SurveyOracles) -> Option<CountedSecret<'a>> {
        let survey = oracles.survey();
        let secrets = survey.reported_questions();
        let mut secrets = secrets.filter(|question| question.kind().secret().is_some());
        let anchor = secrets.find(|question| {
            let secret = question.kind().secret();
            secret.is_some_and(|secret| secret.known_share.is_some())
        })?;
        let (_, counts) = self.first_part(oracles, anchor)?;
        CountedSecret::new(anchor, counts)
    }

    /// What arms say together.
    fn arms(&self, oracles: &SurveyOracles, estimating: Estimating) -> Vec<ArmsResults> {
        let survey = oracles.survey();
        let ranges = ranges(survey);
        let results = |&index: &usize| {
            let question = survey.questions().get(index)?;
            let (_, range) = ranges
                .iter()
                .find(|(name, _)| *name == question.id().as_str())?;
            let parts = oracles.parts().get(range.clone())?;
            let counts = self.counts.get(range.clone())?;
            estimating
                .of(survey, question)
                .question(question, parts, counts)
        };
        let arms = survey.arms().iter().filter_map(|arms| {
            let questions: Option<Vec<_>> = arms.questions().iter().map(results).collect();
            together(&questions?, survey.takes_arms_by_link())
        });
        arms.collect()
    }

    /// A joint question with its counts, which stand behind those of the questions.
    fn counted<'a>(
        &'a self,
        oracles: &'a SurveyOracles,
        joint: &'a Joint,
    ) -> Option<CountedJoint<'a>> {
        let joints = oracles.survey().joints();
        let index = joints.iter().position(|one| one.name() == joint.name())?;
        let index = oracles.parts().len().checked_sub(joints.len() - index)?;
        Some(CountedJoint {
            joint,
            oracle: oracles.parts().get(index)?,
            counts: self.counts.get(index)?,
        })
    }
}

/// Where the counts of each entry stand, by its name.
fn ranges(survey: &Survey) -> Vec<(&str, Range<usize>)> {
    let mut next = 0;
    let entries = survey.entries().map(|entry| {
        let first = next;
        next += entry.parts().len();
        (entry.name(), first..next)
    });
    entries.collect()
}
