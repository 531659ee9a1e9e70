//! The sample surveys that hold every type of question: valid, complete in both languages, and
//! published as they are read.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_survey::{QuestionType, Survey, SurveyFile};

/// `www/surveys/every-type.json` as text.
pub(crate) const EVERY_TYPE: &str = include_str!("../../../../www/surveys/every-type.json");

/// `www/surveys/five-questions.json` as text.
pub(crate) const FIVE_QUESTIONS: &str = include_str!("../../../../www/surveys/five-questions.json");

#[test]
fn every_type_is_there() {
    let file: SurveyFile = serde_json::from_str(EVERY_TYPE).unwrap();
    for question_type in QuestionType::ALL {
        let asked = |question: &sotto_survey::QuestionFile| question.question_type == question_type;
        assert!(file.questions.iter().any(asked), "{question_type:?}");
    }
}

#[test]
fn samples_are_published_as_they_are_read() {
    for text in [EVERY_TYPE, FIVE_QUESTIONS] {
        let survey: Survey = serde_json::from_str(text).unwrap();
        let published = serde_json::to_string(&survey).unwrap();
        assert!(!published.contains("auto"));
        let again: Survey = serde_json::from_str(&published).unwrap();
        assert_eq!(again, survey);
        assert_eq!(serde_json::to_string(&again).unwrap(), published);
        let strict = Survey::published(serde_json::from_str(&published).unwrap()).unwrap();
        assert_eq!(strict, survey);
        assert!(Survey::published(serde_json::from_str(text).unwrap()).is_err());
    }
}

#[test]
fn samples_speak_both_languages_everywhere() {
    for text in [EVERY_TYPE, FIVE_QUESTIONS] {
        let english = text.matches("\"en\":").count();
        assert_eq!(english, text.matches("\"zh-CN\":").count());
    }
}

/// No sample asks for more than a 50–50 guess to become 95 in 100, by all answers together.
#[test]
fn samples_protect_the_whole_person() {
    for text in [EVERY_TYPE, FIVE_QUESTIONS, crate::census::CENSUS] {
        let survey = Survey::to_publish(serde_json::from_str(text).unwrap()).unwrap();
        assert!(!survey.protects_weakly(), "{}", survey.id());
        let declared = survey.epsilon().micros_rounded_down();
        assert!(declared <= 3_000_000, "{}", survey.id());
    }
}

/// All five answers together give away no more than two fair coins.
#[test]
fn the_five_questions_protect_the_whole_person() {
    let survey: Survey = serde_json::from_str(FIVE_QUESTIONS).unwrap();
    assert_eq!(survey.privacy_loss().to_string(), "1.098613");
}

#[test]
fn silence_has_the_length_of_every_body() {
    for text in [EVERY_TYPE, FIVE_QUESTIONS] {
        let survey: Survey = serde_json::from_str(text).unwrap();
        let mut generator = ChaCha20Rng::seed_from_u64(3);
        let answers: Vec<_> = survey
            .questions()
            .iter()
            .map(|question| {
                let first = question.answer_of_simulated(0);
                let first = first.or_else(|_| question.answer_consent());
                question.no_answer().or_else(|| first.ok())
            })
            .collect();
        let submission = survey.randomize(&answers, &mut generator).unwrap();
        assert_eq!(submission.body(&survey).len(), survey.body_length());
    }
}
