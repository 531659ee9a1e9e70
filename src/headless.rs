//! Perturbing without our interface: answers in, the body of a submission out.
//!
//! The answers are the page's own here; they are read, perturbed and dropped in one call.

use js_sys::Reflect;
use sotto_survey::{Answer, Question, Survey};
use wasm_bindgen::JsValue;

use crate::{json_value, randomness};

/// The body of a submission for these answers: an object of question id → answer. Questions that are
/// left out are answered "prefer not to answer".
///
/// # Errors
/// A sentence: the survey is not one that can be asked, an answer is none of its question, one that
/// is needed is missing, or there is no randomness.
pub fn perturb(survey: JsValue, answers: &JsValue) -> Result<String, String> {
    let survey: Survey = read(survey)?;
    let answers: Vec<_> = survey
        .questions()
        .iter()
        .map(|question| {
            let given = Reflect::get(answers, &question.id().as_str().into());
            let given = given.unwrap_or(JsValue::UNDEFINED);
            if given.is_null_or_undefined() {
                return Ok(None);
            }
            let answer = answer(question, &given);
            let words = || {
                [
                    "there is no such answer to question ",
                    question.id().as_str(),
                ]
                .concat()
            };
            answer.ok_or_else(words).map(Some)
        })
        .collect::<Result<_, _>>()?;
    let mut rng = randomness::generator().map_err(|error| error.to_string())?;
    let submission = survey.randomize(&answers, &mut rng);
    let submission = submission.map_err(|error| error.to_string())?;
    Ok(submission.body(&survey))
}

/// The text whose hash is a survey's pin.
///
/// # Errors
/// When the survey is not one that can be asked.
pub fn parameters(survey: JsValue) -> Result<String, String> {
    Ok(read(survey)?.pinned_parameters())
}

fn read(survey: JsValue) -> Result<Survey, String> {
    json_value::read(survey).map_err(|error| error.to_string())
}

fn answer(question: &Question, given: &JsValue) -> Option<Answer> {
    let category = question.category_index(&given.as_string()?)?;
    question.answer(category).ok()
}
