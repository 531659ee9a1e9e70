//! The survey of a round: one question at ε = ln 3, by direct encoding, which is two coins for two answers.

use serde_json::{Value, json};
use sotto_api::{FEWEST_REVEALED, RoomQuestion};
use sotto_survey::{Json, Survey};

use super::RoomError;

/// e^ε of one answer.
pub(super) const ODDS: u32 = 3;

/// Of how many in how many the true one of so many answers is sent, and each other one.
pub(super) const fn chances(options: u32) -> [u64; 3] {
    // Widening: nothing is lost.
    let (odds, options) = (ODDS as u64, options as u64);
    [odds, 1, odds + options - 1]
}

/// The survey of that id that asks a question in a round.
///
/// # Errors
/// What is wrong with the question.
pub(super) fn survey(id: &str, round: u32, question: &RoomQuestion) -> Result<Survey, RoomError> {
    let request = |sentence: String| RoomError::Request(sentence);
    let title =
        serde_json::to_value(&question.title).map_err(|error| request(error.to_string()))?;
    let languages: Vec<_> = match &title {
        Value::Object(texts) => texts.keys().cloned().collect(),
        _ => Vec::new(),
    };
    let options: Vec<_> = (1..)
        .zip(&question.options)
        .map(|(number, option)| json!({ "id": format!("answer-{number}"), "title": option }))
        .collect();
    let survey = json!({
        "sotto": 1,
        "id": id,
        "version": round,
        "title": title.clone(),
        "languages": languages,
        "plan": "split",
        "epsilon": format!("ln {ODDS}"),
        "minimum-reports": FEWEST_REVEALED,
        "population": "respondents",
        "questions": [{
            "id": "question",
            "type": "single-choice",
            "title": title,
            "options": options,
            "mechanism": "direct-encoding",
            "decline": false,
        }],
    });
    let json: Json = serde_json::from_value(survey).map_err(|error| request(error.to_string()))?;
    Survey::read(json).map_err(|faults| request(faults.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{super::room::tests::question, *};

    #[test]
    fn every_question_is_a_survey_at_ln_3() {
        for options in 2..=RoomQuestion::MOST_OPTIONS {
            let survey = survey("room-1", 7, &question("Is it?", options)).unwrap();
            assert_eq!((survey.id().as_str(), survey.version()), ("room-1", 7));
            let loss = survey.privacy_loss().to_f64();
            assert!((loss - 3.0_f64.ln()).abs() < 1e-6, "{options} {loss}");
            let part = survey.parts().next().unwrap();
            let support = part.randomizer().support_probabilities().unwrap();
            let [truth, other, total] = chances(part.domain().size());
            assert_eq!(truth * support.total, total * support.truth, "{options}");
            assert_eq!(other * support.total, total * support.other, "{options}");
        }
    }

    #[test]
    fn a_question_without_words_is_refused() {
        let mut wrong = question("", 2);
        assert!(matches!(
            survey("room-1", 1, &wrong),
            Err(RoomError::Request(_))
        ));
        wrong = question("Is it?", 2);
        wrong.options[1] = [("de", "Ja")].into();
        assert!(matches!(
            survey("room-1", 1, &wrong),
            Err(RoomError::Request(_))
        ));
    }
}
