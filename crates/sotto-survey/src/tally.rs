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
        for (place, counts) in tally.counts.iter_mut().zip(counts) {
            if place.sums().len() == counts.sums().len() {
                *place = counts;
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
        let mut counts = self.counts.clone();
        if counts.len() != other.counts.len() {
            return Err(CountsError::Sums {
                expected: counts.len(),
                found: other.counts.len(),
            });
        }
        for (sum, more) in counts.iter_mut().zip(&other.counts) {
            sum.merge(more)?;
        }
        self.counts = counts;
        Ok(())
    }

    /// Counts a submission.
    ///
    /// # Errors
    /// When a report is impossible under the survey; nothing is counted then.
    pub fn add(
        &mut self,
        oracles: &SurveyOracles,
        submission: &Submission,
    ) -> Result<(), SubmissionError> {
        let survey = oracles.survey();
        let (expected, found) = (oracles.parts().len(), submission.reports().len());
        if found != expected {
            return Err(SubmissionError::ReportCount { expected, found });
        }
        let questions = survey.questions().iter();
        let owned = questions.flat_map(|question| question.parts().iter().map(move |_| question));
        // First whether all can be counted, then all of them.
        let reports = survey.parts().zip(owned).zip(submission.reports());
        for ((part, question), report) in reports {
            if let Some(report) = report {
                part.check(report)
                    .map_err(|error| SubmissionError::Impossible {
                        question: question.id().to_string(),
                        error,
                    })?;
            }
        }
        let parts = oracles.parts().iter().zip(&mut self.counts);
        for ((oracle, counts), report) in parts.zip(submission.reports()) {
            if let Some(report) = report {
                // It was checked above, and both halves of a mechanism read alike.
                let _ = oracle.count(report, counts);
            }
        }
        Ok(())
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

    /// The same of some of the questions only: those at `places` among all of which something is
    /// reported. So the work can be shared out.
    #[must_use]
    pub fn results_of(
        &self,
        oracles: &SurveyOracles,
        confidence: Confidence,
        minimum: u64,
        places: Range<usize>,
    ) -> Results {
        let survey = oracles.survey();
        let estimating = Estimating {
            confidence,
            minimum: survey.minimum_reports().max(minimum),
            draws_questions: survey.leaves_out_questions(),
        };
        let mut rest = (oracles.parts(), &self.counts[..]);
        let questions = survey.reported_questions().enumerate();
        let questions = questions.filter_map(|(place, question)| {
            let count = question.parts().len();
            let (parts, later) = rest.0.split_at(count.min(rest.0.len()));
            let (counts, after) = rest.1.split_at(count.min(rest.1.len()));
            rest = (later, after);
            let is_wanted = places.contains(&place);
            is_wanted.then(|| estimating.question(question, parts, counts))?
        });
        Results {
            survey: survey.id().clone(),
            version: survey.version(),
            confidence: confidence.level(),
            questions: questions.collect(),
        }
    }
}
