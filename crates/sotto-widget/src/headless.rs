//! Perturbing without our interface: answers in, the body of a submission out.
//!
//! Here the answers belong to the page; they are read, perturbed and dropped in one call.

use js_sys::{Array, Number, Reflect};
use sotto_ldp::{numbers::Decimal, randomizers::Said};
use sotto_survey::{
    Answer, AnswerShape, Categories, DECLINE, NotAPin, NumberFields, Question, Survey,
};
use sotto_ui::randomness;
use wasm_bindgen::{JsCast, JsValue};

use crate::json_value;

/// The body of a submission for these answers: an object of question id → answer. A question that is left
/// out counts as "prefer not to answer", or as an empty multiple choice where the question accepts one. With
/// a pin, the copy is only for the survey that has it. Of a survey that leaves its arms to links, `arm` names those
/// that were asked, with spaces between; of any other, nothing does.
///
/// # Errors
/// A sentence: the survey cannot be asked, an answer does not fit its question, a required answer is
/// missing, there is no randomness, the pin is none, or the arms are not those to be named.
pub fn perturb(
    survey: &JsValue,
    answers: &JsValue,
    pin: Option<&str>,
    arm: Option<&str>,
) -> Result<String, String> {
    let mut survey = read(survey)?;
    if arm.is_some() || survey.takes_arms_by_link() {
        let named = survey.with_arms_named(arm.unwrap_or_default());
        survey = named.map_err(|error| error.to_string())?;
    }
    let pin = pin.map(str::parse).transpose();
    let pin = pin.map_err(|error: NotAPin| error.to_string())?;
    let answers: Vec<_> = survey
        .questions()
        .iter()
        .map(|question| {
            let given = Reflect::get(answers, &question.id().as_str().into());
            let given = given.unwrap_or(JsValue::UNDEFINED);
            if given.is_null_or_undefined() {
                return Ok(None);
            }
            let answer = match question.shape() {
                AnswerShape::None { must_agree: true } => consent(question, &given),
                AnswerShape::None { must_agree: false }
                | AnswerShape::One(_)
                | AnswerShape::Set(_)
                | AnswerShape::Order(_)
                | AnswerShape::Rows(_)
                | AnswerShape::Numbers(_) => answer(question, &given).map(Some),
            };
            answer.ok_or_else(|| {
                let question = question.id().as_str();
                ["there is no such answer to question ", question].concat()
            })
        })
        .collect::<Result<_, _>>()?;
    let mut rng = randomness::generator().map_err(|error| error.to_string())?;
    let submission = survey.randomize(&answers, &mut rng);
    let submission = submission.map_err(|error| error.to_string())?;
    Ok(submission.with_pin(pin).body(&survey))
}

/// The text whose hash is the `epsilon-pin` of a survey.
///
/// # Errors
/// When the survey is not one that can be asked.
pub fn parameters(survey: &JsValue) -> Result<String, String> {
    Ok(read(survey)?.pinned_parameters())
}

fn read(survey: &JsValue) -> Result<Survey, String> {
    json_value::survey(survey).map_err(|error| error.to_string())
}

/// Whether a consent was given (`true` or `"yes"`) or withheld (`false` or `"no"`). Nothing else counts as
/// either.
#[expect(
    clippy::option_option,
    reason = "outside whether it says anything, inside whether it agrees"
)]
fn consent(question: &Question, given: &JsValue) -> Option<Option<Answer>> {
    let said = given.as_string();
    let agreed = match said.as_deref() {
        Some("yes") => true,
        Some("no") => false,
        Some(_) => return None,
        None => given.as_bool()?,
    };
    Some(question.answer_consent().ok().filter(|_| agreed))
}

/// An answer as a page writes it: the id of an option, beside an own secret `same` or `different`, ids (of a ranking in order), a number, a day, month or time as files have it, or one of these for each row or
/// field.
fn answer(question: &Question, given: &JsValue) -> Option<Answer> {
    if given.as_string().as_deref() == Some(DECLINE) {
        return question.no_answer();
    }
    let category = |given: &JsValue| question.category_index(&written(given)?);
    let answer = match question.shape() {
        AnswerShape::Set(_) => {
            let chosen = given.dyn_ref::<Array>()?.iter();
            let chosen: Option<Vec<_>> = chosen.map(|id| category(&id)).collect();
            question.answer_set(&chosen?)
        }
        AnswerShape::Order(ranked) => {
            let order = given.dyn_ref::<Array>()?.iter();
            let order: Option<Vec<_>> = order.map(|id| category(&id)).collect();
            let order = order?;
            // Whoever hands over an order hands over all of it; the last place may follow.
            let is_whole = order.len() + 1 >= ranked.options.len();
            is_whole.then(|| question.answer_order(&order))?
        }
        AnswerShape::Rows(matrix) => {
            let rows = matrix.rows.iter();
            question.answer_rows(&each(given, rows.map(|row| row.id.as_str()), category)?)
        }
        AnswerShape::Numbers(NumberFields::Single(range)) => {
            question.answer_number(range.read(&written(given)?)?)
        }
        AnswerShape::Numbers(NumberFields::Several(fields)) => {
            let fields = fields.iter();
            question.answer_numbers(&each(given, fields.map(|field| field.id.as_str()), number)?)
        }
        AnswerShape::None { .. } => return None,
        // What was said of the two statements, never whether one is true.
        AnswerShape::One(Categories::OwnSecret(_)) => {
            question.say(Said::named(&given.as_string()?)?)
        }
        AnswerShape::One(_) => question.answer(category(given)?),
    };
    answer.ok()
}

/// The value of each of these names in an object; `None` where it has none.
fn each<'a, T>(
    given: &JsValue,
    names: impl Iterator<Item = &'a str>,
    read: impl Fn(&JsValue) -> Option<T>,
) -> Option<Vec<Option<T>>> {
    names
        .map(|name| match Reflect::get(given, &name.into()).ok()? {
            nothing if nothing.is_null_or_undefined() => Some(None),
            value => read(&value).map(Some),
        })
        .collect()
}

/// A number as JavaScript writes it, which is read as a decimal.
fn number(given: &JsValue) -> Option<Decimal> {
    written(given)?.parse().ok()
}

fn written(given: &JsValue) -> Option<String> {
    let number = || {
        Some(
            Number::from(given.as_f64()?)
                .to_string_with_radix(10)
                .ok()?
                .into(),
        )
    };
    given.as_string().or_else(number)
}

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod tests {
    use js_sys::JSON;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    const ANSWERS: &str = r#"{
        "consent": true, "smokes": "yes", "cigarettes": 12, "year": "second", "continent": "asia",
        "fair": "agree", "canteen": 4, "recommend": "10", "used": ["alcohol", "tobacco"],
        "how-often": { "skip-class": "never", "copy-homework": "often", "sleep-badly": "decline" },
        "stress": 7.5, "copied": "different", "priorities": ["library", "canteen", "sports", "housing"], "day": { "sleep": 8, "study": "6", "work": 0 }
    }"#;

    fn survey() -> JsValue {
        JSON::parse(include_str!("../../../www/surveys/every-type.json")).unwrap()
    }

    fn copy(answers: &str) -> Result<String, String> {
        perturb(&survey(), &JSON::parse(answers).unwrap(), None, None)
    }

    #[wasm_bindgen_test]
    fn every_type_is_taken_and_every_copy_is_as_long() {
        let little = copy(r#"{"consent": true, "year": "first", "copied": "same"}"#).unwrap();
        let much = copy(ANSWERS).unwrap();
        assert_eq!(little.len(), much.len());
        assert_ne!(little, much, "each copy is drawn anew");
        let reports = Reflect::get(&JSON::parse(&much).unwrap(), &"reports".into()).unwrap();
        assert!(Reflect::has(&reports, &"cigarettes".into()).unwrap());
    }

    #[wasm_bindgen_test]
    fn only_a_consent_that_was_given_is_one() {
        let agreeing = |consent: &str| {
            copy(&format!(
                r#"{{"consent": {consent}, "year": "first", "copied": "same"}}"#
            ))
        };
        for given in ["true", r#""yes""#] {
            assert!(agreeing(given).is_ok(), "{given}");
        }
        // Without it nothing is perturbed: what it lacks is said.
        let missing = copy(r#"{"year": "first", "copied": "same"}"#).unwrap_err();
        for withheld in ["false", r#""no""#, "null"] {
            assert_eq!(agreeing(withheld).unwrap_err(), missing, "{withheld}");
        }
        for neither in ["1", "0", r#""""#, r#""true""#, r#""decline""#, "{}", "[]"] {
            let words = agreeing(neither).unwrap_err();
            assert_eq!(
                words, "there is no such answer to question consent",
                "{neither}"
            );
        }
    }

    #[wasm_bindgen_test]
    fn arms_are_named_where_the_survey_leaves_them_to_links() {
        let survey = |by_link: &str| {
            let question = |id: &str| {
                format!(
                    r#"{{ "id": "{id}", "type": "yes-no", "title": {{ "en": "{id}" }}, "epsilon": "1" }}"#
                )
            };
            let file = format!(
                r#"{{ "sotto": 1, "id": "arms", "version": 1, "title": {{ "en": "Arms" }}, "languages": ["en"],
                "plan": "fixed", "epsilon": "1", "questions": [{}, {}], "arms": [["direct", "soft"]]{by_link} }}"#,
                question("direct"),
                question("soft")
            );
            JSON::parse(&file).unwrap()
        };
        let answers = JSON::parse("{}").unwrap();
        let by_link = survey(r#", "arms-by-link": true"#);
        let body = perturb(&by_link, &answers, None, Some("soft")).unwrap();
        assert!(body.contains(r#""direct":null"#), "{body}");
        for wrong in [None, Some(""), Some("hard"), Some("direct soft")] {
            let refused = perturb(&by_link, &answers, None, wrong);
            assert!(refused.is_err(), "{wrong:?}");
        }
        assert!(perturb(&survey(""), &answers, None, None).is_ok());
        assert!(perturb(&survey(""), &answers, None, Some("soft")).is_err());
    }

    #[wasm_bindgen_test]
    fn what_is_no_answer_is_named_by_its_question_only() {
        for (answers, named) in [
            (r#"{"year": "fifth"}"#, "year"),
            (r#"{"year": "first", "smokes": "sometimes"}"#, "smokes"),
            (r#"{"year": "first", "cigarettes": 61}"#, "cigarettes"),
            (r#"{"year": "first", "cigarettes": "many"}"#, "cigarettes"),
            // The truth is no answer there.
            (r#"{"year": "first", "copied": "yes"}"#, "copied"),
        ] {
            let words = copy(answers).unwrap_err();
            assert!(words.ends_with(named), "{words}");
        }
        assert!(copy("{}").is_err(), "year needs an answer");
        assert!(
            perturb(
                &JsValue::from("no survey"),
                &JsValue::from("no answers"),
                None,
                None
            )
            .is_err()
        );
    }
}
