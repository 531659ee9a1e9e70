//! Sets of questions that are ready to be asked, and a question of the teacher's own: in the language of the class.

use serde::Deserialize;
use sotto_api::{RoomQuestion, RoomRequest};
use sotto_survey::Text;
use sotto_ui::Messages;

const SETS: &str = include_str!("sets.json");

/// A set of questions.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct QuestionSet {
    pub(super) name: Text,
    questions: Vec<ReadyQuestion>,
}

/// A question, by the keys of its texts among those that phones read.
#[derive(Clone, Debug, Deserialize)]
struct ReadyQuestion {
    title: String,
    /// Yes and no, if there are none.
    #[serde(default)]
    options: Vec<String>,
}

/// A text in the language of these words.
fn text(words: &Messages, text: &str) -> Text {
    [(words.language(), text)].into()
}

fn yes_no(words: &Messages) -> Vec<Text> {
    let name = |key: &str| text(words, &words.text(key));
    ["yes", "no"].map(name).into()
}

impl QuestionSet {
    /// Every set.
    pub(super) fn all() -> Vec<Self> {
        super::client::parse(SETS).unwrap_or_default()
    }

    /// A room that asks its questions in the language of these words, which are those of the phones.
    pub(super) fn request(&self, words: &Messages) -> RoomRequest {
        let name = |key: &String| text(words, &words.text(key));
        let question = |ready: &ReadyQuestion| RoomQuestion {
            title: name(&ready.title),
            options: match &*ready.options {
                [] => yes_no(words),
                own => own.iter().map(name).collect(),
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
pub(super) fn own_question(title: &str, options: &str, words: &Messages) -> RoomRequest {
    let lines = options.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    let options: Vec<_> = lines.map(|line| text(words, line)).collect();
    let options = if options.len() < 2 {
        yes_no(words)
    } else {
        options
    };
    RoomRequest {
        questions: vec![RoomQuestion {
            title: text(words, title.trim()),
            options,
        }],
        pool: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(language: &str) -> Messages {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/messages");
        let file = std::fs::read_to_string(format!("{folder}/phone.{language}.json")).unwrap();
        Messages::native(language, serde_json::from_str(&file).unwrap())
    }

    #[test]
    fn every_set_speaks_the_language_of_its_words() {
        let sets: Vec<QuestionSet> = serde_json::from_str(SETS).unwrap();
        assert_eq!(sets.len(), 3);
        for set in sets {
            assert!(set.name.speaks("en") && set.name.speaks("zh-CN"));
            for language in ["en", "zh-CN"] {
                let words = words(language);
                let keys = set
                    .questions
                    .iter()
                    .flat_map(|ready| ready.options.iter().chain([&ready.title]));
                for key in keys {
                    assert!(words.has(key), "{key}");
                }
                for question in set.request(&words).questions {
                    let texts = question.options.iter().chain([&question.title]);
                    for text in texts {
                        assert!(text.speaks(language) && text.pairs().len() == 1, "{text:?}");
                    }
                    assert!((2..=RoomQuestion::MOST_OPTIONS).contains(&question.options.len()));
                }
            }
        }
    }

    #[test]
    fn a_question_of_one_s_own_is_yes_or_no_unless_answers_are_given() {
        let english = words("en");
        let options = |text: &str| {
            own_question(" Tea? ", text, &english).questions[0]
                .options
                .clone()
        };
        assert_eq!(options("").len(), 2);
        assert_eq!(options("green").len(), 2);
        assert_eq!(options("green\n\n black \nnone").len(), 3);
        assert!(options("")[0].speaks("en"));
        let question = own_question(" Tea? ", "", &words("zh-CN"))
            .questions
            .remove(0);
        assert_eq!(question.title.in_language("zh-CN", "en"), "Tea?");
        assert_eq!(question.options[0].in_language("zh-CN", "en"), "是");
    }
}
