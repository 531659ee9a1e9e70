//! What is wrong with a survey and where, all of it at once, and what a valid one costs.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::{Cost, QuestionCost, SurveyProblem, ValidationReport};
use sotto_survey::{Json, Survey, SurveyFile};

use super::{
    super::{ApiError, Context, body::SentBody, credentials::Credentials, respond::json},
    MAX_SURVEY, reserved,
};
use crate::estimates::InTurn;

/// `POST /api/v1/surveys/validate`: nothing is published.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/validate",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    request_body = SurveyFile,
    responses((status = 200, description = "What is wrong with it, or what it costs", body = ValidationReport)),
)]
pub(in super::super) async fn validate_survey(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    body: SentBody,
) -> Result<Response, ApiError> {
    if !credentials.actor(&context).await?.may_create() {
        return Err(ApiError::Forbidden);
    }
    let bytes = body.bytes(MAX_SURVEY).await?;
    // Choosing mechanisms for hundreds of long questions takes its time.
    let turn = context.designing.take().await?;
    let (_, report) = turn.work(move |_: &InTurn| report(&bytes)).await?;
    json(StatusCode::OK, &report)
}

pub(crate) fn report(bytes: &[u8]) -> ValidationReport {
    let problem = |pointer: &str, problem: String| SurveyProblem {
        place: String::new(),
        pointer: pointer.to_owned(),
        problem,
    };
    let refused = |problems| ValidationReport {
        valid: false,
        problems,
        cost: None,
    };
    let json = match serde_json::from_slice::<Json>(bytes) {
        Ok(json) => json,
        Err(error) => return refused(vec![problem("", error.to_string())]),
    };
    match Survey::read(json) {
        Ok(survey) => match reserved(survey.id()) {
            None => ValidationReport {
                valid: true,
                problems: Vec::new(),
                cost: Some(cost(&survey)),
            },
            Some(sentence) => refused(vec![problem("/id", sentence)]),
        },
        Err(faults) => refused(faults.as_slice().iter().map(SurveyProblem::from).collect()),
    }
}

fn cost(survey: &Survey) -> Cost {
    let alone = survey.questions().iter().filter(|one| !one.is_joint());
    let costs = alone
        .map(|question| QuestionCost {
            id: question.id().to_string(),
            mechanism: question
                .mechanism()
                .map(|mechanism| mechanism.name().to_owned()),
            epsilon_actual: question.privacy_loss().to_f64(),
        })
        .chain(survey.joints().iter().map(|joint| QuestionCost {
            id: joint.name().to_owned(),
            mechanism: Some(joint.mechanism().name().to_owned()),
            epsilon_actual: joint.part().privacy_loss().to_f64(),
        }));
    Cost {
        epsilon: survey.epsilon().to_string(),
        epsilon_actual: survey.privacy_loss().to_f64(),
        questions: costs.collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json as value};

    use super::*;

    const CENSUS: &str = include_str!("../../../../../www/surveys/census.json");

    /// Place and pointer of each problem.
    fn places(survey: &Value) -> Vec<(String, String)> {
        let report = report(survey.to_string().as_bytes());
        assert!(!report.valid && report.cost.is_none());
        let problems = report.problems.into_iter();
        problems.map(|one| (one.place, one.pointer)).collect()
    }

    fn place(place: &str, pointer: &str) -> (String, String) {
        (place.to_owned(), pointer.to_owned())
    }

    #[test]
    fn every_mistake_is_told_at_once_and_at_its_place() {
        let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
        survey["questions"][0]["mechanism"] = value!("no-such");
        survey["questions"][2]["titel"] = value!("x");
        survey["languages"] = value!(["!"]);
        let expected = [
            place("", "/languages/0"),
            place("/questions/0", "/questions/0/mechanism"),
            place("/questions/2", "/questions/2/titel"),
        ];
        assert_eq!(places(&survey), expected);
    }

    #[test]
    fn what_only_the_whole_survey_shows_is_told_once() {
        let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
        survey["epsilon"] = value!("0.5");
        assert_eq!(places(&survey), [place("", "/epsilon")]);
        let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
        survey["id"] = value!("validate");
        assert_eq!(places(&survey), [place("", "/id")]);
        assert_eq!(report(b"{").problems.len(), 1);
        assert_eq!(report(b"[]").problems.len(), 1);
    }

    #[test]
    fn a_valid_survey_costs_what_its_questions_cost() {
        let report = report(CENSUS.as_bytes());
        let cost = report.cost.unwrap();
        assert!(report.valid && report.problems.is_empty());
        let sum: f64 = cost.questions.iter().map(|one| one.epsilon_actual).sum();
        assert!((sum - cost.epsilon_actual).abs() < 1e-5);
        assert_eq!(cost.questions.len(), 3);
    }
}
