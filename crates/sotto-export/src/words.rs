//! The words of a survey in a language: also those of the answers that it does not write itself, which are
//! the widget's own.

use std::{collections::HashMap, sync::LazyLock};

use serde_json::Value;
use sotto_survey::{Category, DECLINE, Question, QuestionKind, Survey, Text};

/// The widget's messages by language.
const MESSAGES: [(&str, &str); 3] = [
    ("en", include_str!("../../../www/messages/widget.en.json")),
    (
        "zh-CN",
        include_str!("../../../www/messages/widget.zh-CN.json"),
    ),
    ("ar", include_str!("../../../www/messages/widget.ar.json")),
];

/// The widget's word for `key` in each of its languages.
fn messages(key: &str) -> Text {
    let found = MESSAGES.map(|(language, json)| {
        let all: HashMap<String, Value> = serde_json::from_str(json).unwrap_or_default();
        let word = all.get(key).and_then(Value::as_str).unwrap_or(key);
        (language, word.to_owned())
    });
    Text::from(
        found
            .each_ref()
            .map(|(language, word)| (*language, word.as_str())),
    )
}

static YES: LazyLock<Text> = LazyLock::new(|| messages("yes"));
static NO: LazyLock<Text> = LazyLock::new(|| messages("no"));
static DECLINED: LazyLock<Text> = LazyLock::new(|| messages(DECLINE));
/// Nobody who answers reads it, so that it is none of the widget's words.
static NOT_ASKED: LazyLock<Text> = LazyLock::new(|| {
    Text::from([
        ("en", "Not asked, or preferred not to answer"),
        ("zh-CN", "未被问到，或不愿回答"),
        ("ar", "لم يُسأل، أو فضّل عدم الإجابة"),
    ])
});

/// A survey's words in one language, or the nearest that it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurveyWords<'a> {
    language: &'a str,
    fallback: &'a str,
}

impl<'a> SurveyWords<'a> {
    /// In that language.
    pub(crate) fn new(survey: &'a Survey, language: &'a str) -> Self {
        Self {
            language,
            fallback: survey.first_language(),
        }
    }

    /// A text of the survey.
    pub(crate) fn text<'t>(&self, text: &'t Text) -> &'t str {
        text.in_language(self.language, self.fallback)
    }

    /// What a category is called: of a scale its number, and at the ends what stands there.
    pub(crate) fn category(&self, question: &Question, category: Category<'_>) -> String {
        match category {
            Category::Yes => self.text(&YES).to_owned(),
            Category::No => self.text(&NO).to_owned(),
            // A question that was not asked is reported as declined.
            Category::Decline if question.condition().is_some() => self.text(&NOT_ASKED).to_owned(),
            Category::Decline => self.text(&DECLINED).to_owned(),
            Category::Option(option) => self.text(&option.title).to_owned(),
            Category::Level(level) => match end(question, level) {
                Some(end) => format!("{level}: {}", self.text(end)),
                None => level.to_string(),
            },
        }
    }
}

/// What stands at an end of a scale.
fn end(question: &Question, level: u32) -> Option<&Text> {
    let (labels, first, last) = match question.kind() {
        QuestionKind::Rating(rating) => (rating.labels.as_ref()?, 1, rating.scale),
        QuestionKind::Nps(labels) => (labels.as_ref()?, 0, 10),
        QuestionKind::YesNo
        | QuestionKind::SingleChoice(_)
        | QuestionKind::Dropdown(_)
        | QuestionKind::Likert(_)
        | QuestionKind::MultipleChoice(_)
        | QuestionKind::Ranking(_)
        | QuestionKind::Matrix(_)
        | QuestionKind::Number(_)
        | QuestionKind::Slider(_)
        | QuestionKind::Numbers(_)
        | QuestionKind::Statement
        | QuestionKind::Consent
        | QuestionKind::OwnSecret(_) => return None,
    };
    match level {
        level if level == first => Some(&labels.low),
        level if level == last => Some(&labels.high),
        _ => None,
    }
}
