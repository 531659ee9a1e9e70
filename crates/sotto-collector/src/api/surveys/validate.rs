//! What is wrong with a survey and where, all of it at once, and what a valid one costs.

use std::{collections::BTreeSet, sync::Arc};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde::Serialize;
use serde_json::{Value, json as value};
use sotto_survey::{Question, Survey};
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
    problems: Vec<Fault>,
    /// Of a valid one
    cost: Option<Cost>,
}

/// One thing that is wrong.
#[derive(Serialize, ToSchema)]
pub(in super::super) struct Fault {
    /// A JSON pointer to what it concerns: a question, or the whole survey, which is ""
    place: String,
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
    let problems = match serde_json::from_slice::<Survey>(bytes) {
        Ok(survey) => match reserved(survey.id()) {
            None => {
                return ValidationReport {
                    valid: true,
                    problems: Vec::new(),
                    cost: Some(cost(&survey)),
                };
            }
            Some(problem) => vec![Fault {
                place: String::new(),
                problem,
            }],
        },
        Err(error) => faults(bytes, &error),
    };
    ValidationReport {
        valid: false,
        problems,
        cost: None,
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

/// Everything that is wrong. Each question is looked at alone as well, in a survey that is right
/// but for it, so that one mistake does not hide the next.
fn faults(bytes: &[u8], first: &serde_json::Error) -> Vec<Fault> {
    let whole = Fault {
        place: String::new(),
        problem: first.to_string(),
    };
    let Ok(survey) = serde_json::from_slice::<Value>(bytes) else {
        return vec![whole];
    };
    let mut faults = Vec::new();
    let mut sentences = BTreeSet::new();
    let empty = Vec::new();
    let questions = survey.get("questions").and_then(Value::as_array);
    for (place, question) in questions.unwrap_or(&empty).iter().enumerate() {
        if let Err(error) = serde_json::from_value::<Survey>(alone(question)) {
            let problem = error.to_string();
            sentences.insert(problem.clone());
            let place = format!("/questions/{place}");
            faults.push(Fault { place, problem });
        }
    }
    if let Some(found) = around(&survey)
        && sentences.insert(found.clone())
    {
        faults.push(Fault {
            place: String::new(),
            problem: found,
        });
    }
    // Its own sentence, without the line and the question's number: the questions are named by their
    // places.
    let line = format!(" at line {} column {}", first.line(), first.column());
    let sentence = whole.problem.strip_suffix(&line).unwrap_or(&whole.problem);
    let of_question = sentence
        .strip_prefix("questions.")
        .and_then(|rest| rest.split_once('.'));
    let sentence = of_question.map_or(sentence, |(_, sentence)| sentence);
    if !sentences.iter().any(|known| known.contains(sentence)) {
        faults.insert(0, whole);
    }
    faults
}

/// A survey that has nothing but this question, and nothing that depends on others.
fn alone(question: &Value) -> Value {
    let mut question = question.clone();
    if let Some(members) = question.as_object_mut() {
        for elsewhere in ["condition", "page", "share"] {
            members.remove(elsewhere);
        }
        // Under another plan it has none of its own.
        members.entry("epsilon").or_insert(value!("1"));
    }
    let language = question
        .pointer("/title")
        .and_then(Value::as_object)
        .and_then(|title| title.keys().next().cloned());
    let language = language.unwrap_or_else(|| "en".to_owned());
    let epsilon = question
        .get("epsilon")
        .cloned()
        .unwrap_or_else(|| value!("1"));
    value!({
        "sotto": 1, "id": "survey", "version": 1, "title": { &language: "Survey" },
        "languages": [language], "plan": "fixed", "epsilon": epsilon, "questions": [question]
    })
}

/// What is wrong with a survey apart from its questions.
fn around(survey: &Value) -> Option<String> {
    let mut survey = survey.clone();
    let language = survey
        .pointer("/languages/0")
        .and_then(Value::as_str)
        .unwrap_or("en")
        .to_owned();
    let members = survey.as_object_mut()?;
    members.remove("pages");
    if members.contains_key("sample") {
        members.insert("sample".to_owned(), value!(1));
    }
    members.insert(
        "questions".to_owned(),
        value!([{ "id": "q", "type": "yes-no", "title": { language: "Q" }, "epsilon": "0.000001" }]),
    );
    let plan = members.get("plan").and_then(Value::as_str);
    if plan.is_some_and(|plan| plan != "fixed")
        && let Some(question) = survey.pointer_mut("/questions/0")
        && let Some(question) = question.as_object_mut()
    {
        question.remove("epsilon");
    }
    serde_json::from_value::<Survey>(survey)
        .err()
        .map(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENSUS: &str = include_str!("../../../../../www/surveys/census.json");

    fn places(survey: &Value) -> Vec<String> {
        let report = report(survey.to_string().as_bytes());
        assert!(!report.valid && report.cost.is_none());
        report
            .problems
            .into_iter()
            .map(|fault| fault.place)
            .collect()
    }

    #[test]
    fn every_mistake_is_told_at_once_and_at_its_place() {
        let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
        survey["questions"][0]["mechanism"] = value!("no-such");
        survey["questions"][2]["titel"] = value!("x");
        survey["languages"] = value!(["!"]);
        let places = places(&survey);
        for place in ["/questions/0", "/questions/2", ""] {
            assert!(
                places.iter().any(|found| found == place),
                "{place} {places:?}"
            );
        }
        assert!(!places.iter().any(|found| found == "/questions/1"));
    }

    #[test]
    fn what_only_the_whole_survey_shows_is_told_once() {
        let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
        survey["epsilon"] = value!("0.5");
        assert_eq!(places(&survey), [""]);
        let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
        survey["id"] = value!("validate");
        assert_eq!(places(&survey), [""]);
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
