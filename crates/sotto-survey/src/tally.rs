//! Counting submissions and estimating from the counts: in the collector, and in a page that is
//! its own collector.

use sotto_ldp::{Confidence, Counts, Intervals, norm_sub};

use crate::{
    error::SubmissionError,
    question::{Category, Question},
    results::{CategoryResults, QuestionResults, Results},
    submission::Submission,
    survey::Survey,
};

/// The counts of a survey, one for each question in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    counts: Vec<Counts>,
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn empty(survey: &Survey) -> Self {
        let empty = |question: &Question| question.oracle().empty_counts();
        Self {
            counts: survey.questions().iter().map(empty).collect(),
        }
    }

    /// Counts as stored; a question whose counts are missing or of another size has none.
    #[must_use]
    pub fn of_counts(survey: &Survey, counts: Vec<Counts>) -> Self {
        let mut tally = Self::empty(survey);
        for (place, counts) in tally.counts.iter_mut().zip(counts) {
            if place.sums().len() == counts.sums().len() {
                *place = counts;
            }
        }
        tally
    }

    /// The counts, one for each question in order.
    #[must_use]
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// Counts a submission.
    ///
    /// # Errors
    /// When a report is impossible under `survey`; nothing is counted then.
    pub fn add(&mut self, survey: &Survey, submission: &Submission) -> Result<(), SubmissionError> {
        let mut counts = self.counts.clone();
        let reports = submission.reports();
        for ((question, counts), report) in survey.questions().iter().zip(&mut counts).zip(reports)
        {
            question
                .oracle()
                .accumulate(report, counts)
                .map_err(|error| SubmissionError::Impossible {
                    question: question.id().to_string(),
                    error,
                })?;
        }
        self.counts = counts;
        Ok(())
    }

    /// Estimates every share.
    #[must_use]
    pub fn results(&self, survey: &Survey, confidence: Confidence) -> Results {
        let questions = survey.questions().iter().zip(&self.counts);
        Results {
            survey: survey.id().clone(),
            version: survey.version(),
            confidence: confidence.level(),
            questions: questions
                .map(|(question, counts)| question_results(question, counts, confidence))
                .collect(),
        }
    }
}

fn question_results(
    question: &Question,
    counts: &Counts,
    confidence: Confidence,
) -> QuestionResults {
    let oracle = question.oracle();
    let intervals = Intervals {
        confidence,
        ..Intervals::default()
    };
    let estimates = oracle.estimate(counts, intervals).unwrap_or_default();
    let decoded = oracle.decode(counts);
    let supports = decoded.as_ref().map_or(&[][..], Counts::supports);
    let shares: Vec<_> = estimates.iter().map(|estimate| estimate.share).collect();
    let consistent = norm_sub(&shares);
    let category = |(place, id, &count): (usize, &str, &u64)| {
        let estimate = estimates.get(place);
        CategoryResults {
            id: id.to_owned(),
            count,
            estimate: estimate.map(|e| e.share),
            standard_error: estimate.map(|e| e.standard_error),
            interval: estimate.map(|e| [e.interval.0, e.interval.1]),
            consistent: consistent.get(place).copied(),
        }
    };
    let ids = question.categories().map(Category::id);
    QuestionResults {
        id: question.id().clone(),
        mechanism: question.mechanism().name().to_owned(),
        epsilon: *question.epsilon(),
        epsilon_actual: question.privacy_loss().to_f64(),
        reports: counts.reports(),
        categories: ids
            .zip(supports)
            .enumerate()
            .map(|(place, (id, count))| category((place, id, count)))
            .collect(),
    }
}
