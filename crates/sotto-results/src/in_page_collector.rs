//! A collector inside the page, for a site without a server: it checks, counts once and estimates
//! with the code of the real collector, and forgets everything with the page.

use std::collections::BTreeMap;

use sotto_ldp::{Confidence, MechanismError};
use sotto_survey::{
    ProblemKind, ReportId, Results, Submission, SubmissionError, SubmissionFile, Survey,
    SurveyOracles, Tally,
};

/// Counts the reports of one survey.
#[derive(Clone, Debug)]
pub struct InPageCollector {
    oracles: SurveyOracles,
    tally: Tally,
    /// The bytes that were counted, by report id.
    counted: BTreeMap<ReportId, String>,
}

/// The status of a submission that is counted.
const CREATED: u16 = 201;
/// The status of a submission that was counted before.
const OK: u16 = 200;

impl InPageCollector {
    /// A collector of `survey` that has counted nothing.
    ///
    /// # Errors
    /// Never for a survey that could be read.
    pub fn new(survey: Survey) -> Result<Self, MechanismError> {
        let oracles = SurveyOracles::new(survey)?;
        Ok(Self {
            tally: Tally::empty(&oracles),
            oracles,
            counted: BTreeMap::new(),
        })
    }

    /// Takes a body as the real collector does and returns the same status: 201 when counted, 200
    /// when the same bytes were counted before, 409 when other bytes were or the version is
    /// another, 422 when no respondent can have sent it. `file` is what the body reads as; without
    /// it the body was no submission, 400.
    pub fn receive(&mut self, body: &str, file: Option<SubmissionFile>) -> u16 {
        let Some(file) = file else {
            return ProblemKind::MalformedBody.status();
        };
        match self.count(body, file) {
            Ok(status) => status,
            Err(SubmissionError::Version { .. }) => ProblemKind::WrongVersion.status(),
            Err(_) => ProblemKind::ImpossibleSubmission.status(),
        }
    }

    fn count(&mut self, body: &str, file: SubmissionFile) -> Result<u16, SubmissionError> {
        let submission = Submission::check(file, self.oracles.survey())?;
        match self.counted.get(submission.report_id()) {
            Some(counted) if counted == body => Ok(OK),
            Some(_) => Ok(ProblemKind::ReportIdReused.status()),
            None => {
                self.tally.add(&self.oracles, &submission)?;
                self.counted
                    .insert(*submission.report_id(), body.to_owned());
                Ok(CREATED)
            }
        }
    }

    /// What the counts so far say about the crowd.
    #[must_use]
    pub fn results(&self) -> Results {
        self.tally.results(&self.oracles, Confidence::default())
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    use super::*;

    fn census() -> Survey {
        serde_json::from_str(include_str!("../../../www/surveys/census.json")).unwrap()
    }

    fn body(survey: &Survey, seed: u64) -> String {
        let answers: Vec<_> = survey
            .questions()
            .iter()
            .map(|question| Some(question.answer(1).unwrap()))
            .collect();
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        survey.randomize(&answers, &mut rng).unwrap().body(survey)
    }

    fn post(collector: &mut InPageCollector, body: &str) -> u16 {
        collector.receive(body, serde_json::from_str(body).ok())
    }

    fn reports(collector: &InPageCollector) -> u64 {
        collector.results().questions[0].reports
    }

    #[test]
    fn a_submission_counts_once() {
        let survey = census();
        let mut collector = InPageCollector::new(survey.clone()).unwrap();
        let first = body(&survey, 1);
        assert_eq!(post(&mut collector, &first), 201);
        assert_eq!(post(&mut collector, &first), 200);
        assert_eq!(reports(&collector), 1);
        assert_eq!(post(&mut collector, &body(&survey, 2)), 201);
        assert_eq!(reports(&collector), 2);
    }

    #[test]
    fn other_bytes_under_the_same_id_are_a_conflict() {
        let survey = census();
        let mut collector = InPageCollector::new(survey.clone()).unwrap();
        let first = body(&survey, 1);
        assert_eq!(post(&mut collector, &first), 201);
        assert_eq!(post(&mut collector, &format!("{first} ")), 409);
        assert_eq!(reports(&collector), 1);
    }

    #[test]
    fn what_no_respondent_sends_is_refused_and_not_counted() {
        let survey = census();
        let mut collector = InPageCollector::new(survey.clone()).unwrap();
        let good = body(&survey, 1);
        for (bad, status) in [
            (String::new(), 400),
            ("{}".to_owned(), 400),
            (good.replace("\"version\":1", "\"version\":2"), 409),
            (good.replace("\"over-50\":", "\"over-60\":"), 422),
            (good.replace("\"over-50\":", "\"over-50\":9"), 422),
        ] {
            assert_ne!(bad, good);
            assert_eq!(post(&mut collector, &bad), status, "{bad}");
        }
        assert_eq!(reports(&collector), 0);
        assert!(
            collector.results().questions[0].categories[0]
                .estimate
                .is_none()
        );
    }
}
