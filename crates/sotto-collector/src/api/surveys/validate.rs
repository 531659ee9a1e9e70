//! What is wrong with a survey and where, all of it at once, and what a valid one costs.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde::Serialize;
use sotto_survey::{Fault, Json, Question, Survey};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::{
    super::{
        ApiError, Context, body, credentials::Credentials, openapi::SurveySchema, respond::json,
    },
    MAX_SURVEY, reserved,
};
use crate::storage::StorageError;

/// What is wrong with a survey, or what it costs.
#[derive(Serialize, ToSchema)]
pub(in super::super) struct ValidationReport {
    valid: bool,
    /// Empty if it is valid
    problems: Vec<SurveyProblem>,
    /// Of a valid one
    cost: Option<Cost>,
}

/// One thing that is wrong
#[derive(Serialize, ToSchema)]
pub(in super::super) struct SurveyProblem {
    /// A JSON pointer to the question that it is in, or "" for the survey itself
    place: String,
    /// A JSON pointer to the value that is wrong; of one that is missing, to where it would stand
    pointer: String,
    /// What is wrong and what would be right
    problem: String,
}

/// What a respondent loses by a survey.
#[derive(Serialize, ToSchema)]
pub(in super::super) struct Cost {
    /// The declared ε
    epsilon: String,
    /// What all questions together cost under the survey's plan, rounded up to a millionth
    epsilon_actual: f64,
    questions: Vec<QuestionCost>,
}

/// What a respondent loses by a question.
#[derive(Serialize, ToSchema)]
pub(in super::super) struct QuestionCost {
    id: String,
    /// The mechanism that was chosen, where the survey says `auto`
    mechanism: Option<String>,
    /// The ε that its integers imply, rounded up to a millionth
    epsilon_actual: f64,
}

/// `POST /api/v1/surveys/validate`: nothing is published.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/validate",
    operation_id = "validate_survey",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    request_body = SurveySchema,
    responses((status = 200, description = "What is wrong with it, or what it costs", body = ValidationReport)),
)]
pub(in super::super) async fn validate(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    if !credentials.actor(&context).await?.may_create() {
        return Err(ApiError::Forbidden);
    }
    let bytes = body::read_json_bytes(&headers, body, MAX_SURVEY).await?;
    // Choosing mechanisms for hundreds of long questions takes its time.
    let report = spawn_blocking(move || report(&bytes))
        .await
        .map_err(|_| StorageError::Damaged)?;
    json(StatusCode::OK, &report)
}

pub(in super::super) fn report(bytes: &[u8]) -> ValidationReport {
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
        Err(faults) => refused(faults.as_slice().iter().map(SurveyProblem::of).collect()),
    }
}

impl SurveyProblem {
    fn of(fault: &Fault) -> Self {
        let index = fault.question_index();
        Self {
            place: index.map_or_else(String::new, |index| format!("/questions/{index}")),
            pointer: fault.pointer.clone(),
            problem: fault.to_string(),
        }
    }
}

fn cost(survey: &Survey) -> Cost {
    let of_question = |question: &Question| QuestionCost {
        id: question.id().to_string(),
        mechanism: question
            .mechanism()
            .map(|mechanism| mechanism.name().to_owned()),
        epsilon_actual: question.privacy_loss().to_f64(),
    };
    Cost {
        epsilon: survey.epsilon().to_string(),
        epsilon_actual: survey.privacy_loss().to_f64(),
        questions: survey.questions().iter().map(of_question).collect(),
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
