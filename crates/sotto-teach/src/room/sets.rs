//! Sets of questions that are ready to be asked, and a question of the teacher's own.

use serde::Deserialize;
use sotto_api::{RoomQuestion, RoomRequest};
use sotto_survey::Text;

const SETS: &str = include_str!("sets.json");

/// A set of questions.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct QuestionSet {
    pub(super) name: Text,
    questions: Vec<ReadyQuestion>,
}

#[derive(Clone, Debug, Deserialize)]
struct ReadyQuestion {
    title: Text,
    /// Yes and no, if there are none.
    #[serde(default)]
    options: Vec<Text>,
}

fn yes_no() -> Vec<Text> {
    vec![
        [("en", "Yes"), ("zh-CN", "是")].into(),
        [("en", "No"), ("zh-CN", "否")].into(),
    ]
}

impl QuestionSet {
    /// Every set.
    pub(super) fn all() -> Vec<Self> {
        super::client::parse(SETS).unwrap_or_default()
    }

    /// A room that asks its questions.
    pub(super) fn request(&self) -> RoomRequest {
        let question = |ready: &ReadyQuestion| RoomQuestion {
            title: ready.title.clone(),
            options: match &*ready.options {
                [] => yes_no(),
                own => own.to_vec(),
            },
        };
        RoomRequest {
            questions: self.questions.iter().map(question).collect(),
            pool: None,
        }
    }
}

/// A room that asks the teacher's own question, with the answers of its own if there are at least two lines of them,
/// else yes and no.
pub(super) fn own_question(title: &str, options: &str, language: &str) -> RoomRequest {
    let text = |text: &str| -> Text { [(language, text.trim())].into() };
    let lines = options.lines().filter(|line| !line.trim().is_empty());
    let options: Vec<_> = lines.map(text).collect();
    let options = if options.len() < 2 {
        let names = yes_no();
        let name = |name: &Text| text(name.in_language(language, "en"));
        names.iter().map(name).collect()
    } else {
        options
    };
    RoomRequest {
        questions: vec![RoomQuestion {
            title: text(title),
            options,
        }],
        pool: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_speaks_both_languages() {
        let sets: Vec<QuestionSet> = serde_json::from_str(SETS).unwrap();
        assert_eq!(sets.len(), 3);
        for set in sets {
            for question in set.request().questions {
                let texts = question.options.iter().chain([&question.title, &set.name]);
                for text in texts {
                    assert!(text.speaks("en") && text.speaks("zh-CN"), "{text:?}");
                }
                assert!((2..=RoomQuestion::MOST_OPTIONS).contains(&question.options.len()));
            }
        }
    }

    #[test]
    fn a_question_of_one_s_own_is_yes_or_no_unless_answers_are_given() {
        let options = |text: &str| {
            own_question(" Tea? ", text, "en").questions[0]
                .options
                .clone()
        };
        assert_eq!(options("").len(), 2);
        assert_eq!(options("green").len(), 2);
        assert_eq!(options("green\n\n black \nnone").len(), 3);
        assert!(options("")[0].speaks("en"));
        let question = own_question(" Tea? ", "", "zh-CN").questions.remove(0);
        assert_eq!(question.title.in_language("zh-CN", "en"), "Tea?");
        assert_eq!(question.options[0].in_language("zh-CN", "en"), "是");
    }
}
