//! Counting submissions and estimating from the counts: in the collector, and in a page that is
//! its own collector.

use std::ops::Range;

use sotto_ldp::{Confidence, Counts, CountsError};

use crate::{
    error::SubmissionError, estimates::Estimating, oracles::SurveyOracles, results::Results,
    submission::Submission,
};

/// The counts of a survey: a flat list, one for each part of each question in order. A part's
/// reports are the submissions in which it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    counts: Vec<Counts>,
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
                    question: oracles.survey().question_of_part(index),
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
    /// `indices` among the questions that are reported.
    #[must_use]
    pub fn results_of(
        &self,
        oracles: &SurveyOracles,
        confidence: Confidence,
        minimum: u64,
        indices: Range<usize>,
    ) -> Results {
        let survey = oracles.survey();
        let estimating = Estimating {
            confidence,
            minimum: survey.minimum_reports().max(minimum),
            draws_questions: survey.leaves_out_questions(),
        };
        let mut rest = (oracles.parts(), &self.counts[..]);
        let questions = survey.reported_questions().enumerate();
        let questions = questions.filter_map(|(index, question)| {
            let count = question.parts().len();
            let (parts, later) = rest.0.split_at(count.min(rest.0.len()));
            let (counts, after) = rest.1.split_at(count.min(rest.1.len()));
            rest = (later, after);
            let is_asked_for = indices.contains(&index);
            is_asked_for.then(|| estimating.question(question, parts, counts))?
        });
        Results {
            survey: survey.id().clone(),
            version: survey.version(),
            confidence: confidence.level(),
            questions: questions.collect(),
        }
    }
}
