//! Answers to a question added up, and compared with others: what a reader asks of results.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::{ComparedSum, Sums};
use sotto_ldp::{Confidence, EstimateError};
use sotto_survey::{AnswerShape, Group, InquiryError, Question, Results, Source, Survey};

use super::{
    ApiError, Context,
    asked::{NamedSurvey, SentParameters, parameters},
    credentials::Credentials,
    respond::json_bytes,
    results::{made_of_results, may_read, wanted},
};
use crate::storage::StorageError;

/// How many of a question's answers are listed to whoever names another.
const MOST_NAMED: usize = 20;

parameters! {
    /// Which answers to add up.
    pub(super) struct SumsQuery {
        /// The id of a question with one answer
        question: String,
        /// The id of a row, if the question is a matrix
        row: Option<String>,
        /// The ids of answers that count together, joined by commas
        answers: String,
        /// The ids of other answers to compare them with
        against: Option<String>,
        /// How sure each interval is; 0.95 unless given
        #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
        confidence: Option<f64>,
        /// A version alone
        #[param(minimum = 1)]
        version: Option<u32>,
        /// A version, with the counts of those before it that fit; the one that collects unless given
        #[param(minimum = 1)]
        through: Option<u32>,
    }
    "name a question and answers that count together, such as \"question=tax&answers=lower,same\"; \"against\", other answers to compare them with, \"row\" of a matrix, \"confidence\", a number between 0 and 1, and either \"version\", a version alone, or \"through\", a version with those before it that fit, may stand beside them, each once"
}

/// `GET /api/v1/surveys/{id}/sums?question=a&answers=b,c`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/sums",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), SumsQuery),
    responses((status = 200, description = "The share of several answers together, and how it compares with that of others", body = Sums)),
)]
pub(super) async fn read_sums(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    NamedSurvey(listed): NamedSurvey,
    query: SentParameters<SumsQuery>,
) -> Result<Response, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let query = query.read()?;
    let versions = [query.version, query.through];
    let wanted = wanted::<SumsQuery>(&listed, query.confidence, versions)?;
    let (published, confidence) = (Arc::clone(&wanted.versions.newest), wanted.with.confidence);
    let asked = AskedSums::of(published.survey(), &query)?;
    let what = format!("sums {asked:?}");
    let sums = made_of_results(&context, &wanted, what, move |results| {
        let sums = asked.answer(published.survey(), results, confidence)?;
        Ok(serde_json::to_vec(&sums).map_err(|_| StorageError::Damaged)?)
    });
    Ok(json_bytes(StatusCode::OK, sums.await?))
}

/// Answers to a question of the survey.
#[derive(Debug)]
struct AskedSums {
    /// Its index among the survey's questions.
    question: usize,
    row: Option<usize>,
    answers: Vec<usize>,
    against: Option<Vec<usize>>,
}

impl AskedSums {
    /// What the query asks, without a look at anybody's reports.
    fn of(survey: &Survey, query: &SumsQuery) -> Result<Self, ApiError> {
        let questions = survey.questions();
        let index = questions
            .iter()
            .position(|one| one.id().as_str() == query.question);
        let found = index.and_then(|index| Some((index, questions.get(index)?)));
        let (index, question) = found.ok_or_else(|| wrong(UNKNOWN_QUESTION))?;
        let row = match (question.shape(), query.row.as_deref()) {
            (AnswerShape::One(_), None) => None,
            (AnswerShape::Rows(matrix), Some(row)) => {
                let found = matrix.rows.iter().position(|one| one.id.as_str() == row);
                Some(found.ok_or_else(|| unknown("row", rows_of(question)))?)
            }
            (AnswerShape::Rows(_), None) => {
                return Err(ApiError::Sums(format!(
                    "name a row of this matrix, such as \"row={}\"",
                    rows_of(question).next().unwrap_or_default()
                )));
            }
            (AnswerShape::One(_), Some(_)) => return Err(wrong(NO_ROWS)),
            (
                AnswerShape::None { .. }
                | AnswerShape::Set(_)
                | AnswerShape::Order(_)
                | AnswerShape::Numbers(_),
                _,
            ) => return Err(wrong(NOT_ONE)),
        };
        let answers = group(question, &query.answers)?;
        let against = query
            .against
            .as_deref()
            .map(|ids| group(question, ids))
            .transpose()?;
        if answers
            .iter()
            .any(|one| against.iter().flatten().any(|other| one == other))
        {
            return Err(wrong(OVERLAP));
        }
        Ok(Self {
            question: index,
            row,
            answers,
            against,
        })
    }

    fn answer(
        &self,
        survey: &Survey,
        results: &Results,
        confidence: Confidence,
    ) -> Result<Sums, ApiError> {
        let question = survey
            .questions()
            .get(self.question)
            .ok_or_else(|| wrong(UNKNOWN_QUESTION))?;
        let source =
            Source::of(survey, results, question, self.row).map_err(|error| refusal(&error))?;
        let first = of_source(survey, question, &self.answers);
        let names = |categories: &[usize]| {
            let ids = categories.iter().filter_map(|&index| {
                let category = question.categories().nth(index)?;
                Some(category.id().to_owned())
            });
            ids.collect::<Vec<_>>()
        };
        let compared = self.against.as_ref().map(|categories| {
            let second = of_source(survey, question, categories);
            compared(&source, (first, second), names(categories), confidence)
        });
        Ok(Sums {
            survey: results.survey.to_string(),
            version: results.version,
            versions: results.versions.clone(),
            confidence: results.confidence,
            population: results.population,
            question: question.id().to_string(),
            row: self
                .row
                .and_then(|row| rows_of(question).nth(row))
                .map(str::to_owned),
            reports: source.reports(),
            answers: names(&self.answers),
            share: source
                .share(first, confidence)
                .map_err(|error| refusal(&error))?,
            compared: compared.transpose().map_err(|error| refusal(&error))?,
        })
    }
}

fn of_source<'a>(survey: &Survey, question: &Question, categories: &'a [usize]) -> Group<'a> {
    Group {
        question: Source::index_of(survey, question),
        categories,
    }
}

/// How the first answers compare with the second, of these ids.
fn compared(
    source: &Source,
    (first, second): (Group<'_>, Group<'_>),
    answers: Vec<String>,
    confidence: Confidence,
) -> Result<ComparedSum, InquiryError> {
    let ratio = match source.ratio(first, second, confidence) {
        Err(InquiryError::Estimate(EstimateError::PerhapsNobody)) => None,
        found => Some(found?),
    };
    Ok(ComparedSum {
        answers,
        share: source.share(second, confidence)?,
        difference: source.difference(first, second, confidence)?,
        ratio,
    })
}

/// The indices of the categories of these ids, in the order of the question, each once.
fn group(question: &Question, ids: &str) -> Result<Vec<usize>, ApiError> {
    let find = |id: &str| {
        let mut categories = question.categories();
        let found = categories.position(|category| category.id() == id);
        found.ok_or_else(|| {
            let all: Vec<_> = question
                .categories()
                .map(|one| one.id().to_owned())
                .collect();
            unknown("answer", all.iter().map(String::as_str))
        })
    };
    let mut indices = ids.split(',').map(find).collect::<Result<Vec<_>, _>>()?;
    indices.sort_unstable();
    indices.dedup();
    if indices.len() == question.categories().count() {
        return Err(wrong(ALL));
    }
    Ok(indices)
}

fn rows_of(question: &Question) -> impl Iterator<Item = &str> {
    let rows = question.shape().rows().iter();
    rows.map(|row| row.id.as_str())
}

/// What the survey has instead: what was asked for is not repeated.
fn unknown<'a>(what: &str, known: impl Iterator<Item = &'a str>) -> ApiError {
    let mut known: Vec<_> = known.take(MOST_NAMED + 1).collect();
    if known.len() > MOST_NAMED {
        known[MOST_NAMED] = "…";
    }
    let known = known.join(", ");
    ApiError::Sums(format!("the question has no such {what}; it has {known}"))
}

fn wrong(sentence: &str) -> ApiError {
    ApiError::Sums(sentence.to_owned())
}

fn refusal(error: &InquiryError) -> ApiError {
    match error {
        InquiryError::TooFew => ApiError::TooFewReports,
        InquiryError::Estimate(EstimateError::NoGroups { .. }) => wrong(NO_GROUPS),
        InquiryError::NoCategories | InquiryError::Mechanism(_) | InquiryError::Estimate(_) => {
            ApiError::Sums(error.to_string())
        }
    }
}

const UNKNOWN_QUESTION: &str = "the survey has no such question; name one of its questions' ids";

const NO_ROWS: &str = "this question has no rows: leave \"row\" out";

const NOT_ONE: &str = "the answers to this question cannot be added up: name a question with one answer, or a row of a matrix";

const OVERLAP: &str = "an answer is in \"answers\" and in \"against\": name it in one of them";

const ALL: &str = "all answers together are everybody, whose share is 1: leave one out";

const NO_GROUPS: &str = "the reports of this question's mechanism tell each answer alone, not several together with their error: name one answer";
