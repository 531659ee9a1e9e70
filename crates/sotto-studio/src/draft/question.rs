//! A question of a draft, to be read.

use sotto_survey::{Json, QuestionType};

use super::{
    place::{List, Setting, Words},
    tree::{list_of, member, text_of},
};

/// A question as it stands in a draft.
#[derive(Clone, Copy, Debug)]
pub struct QuestionDraft<'a>(pub(super) &'a Json);

impl<'a> QuestionDraft<'a> {
    /// The question that an object is.
    pub(crate) const fn of(json: &'a Json) -> Self {
        Self(json)
    }

    /// Its id; empty where it has none.
    #[must_use]
    pub fn id(self) -> &'a str {
        member(self.0, "id").and_then(text_of).unwrap_or_default()
    }

    /// Its type, if that is one.
    #[must_use]
    pub fn question_type(self) -> Option<QuestionType> {
        let name = member(self.0, "type").and_then(text_of)?;
        QuestionType::ALL.into_iter().find(|one| one.name() == name)
    }

    /// A text of it in a language; empty where there is none.
    #[must_use]
    pub fn words(self, words: Words, language: &str) -> &'a str {
        words_of(self.0, words, language)
    }

    /// What stands at an end of its scale.
    #[must_use]
    pub fn label(self, words: Words, language: &str) -> &'a str {
        member(self.0, "labels").map_or("", |labels| words_of(labels, words, language))
    }

    /// The innocent statement beside it, which has words and a setting as a question has.
    #[must_use]
    pub fn secret(self) -> Option<Self> {
        member(self.0, "secret").map(Self)
    }

    /// The picture of it, which has words as a question has.
    #[must_use]
    pub fn picture(self) -> Option<Self> {
        member(self.0, "picture").map(Self)
    }

    /// By what a picture is known; empty where it is not said.
    #[must_use]
    pub fn hash(self) -> &'a str {
        member(self.0, "hash").and_then(text_of).unwrap_or_default()
    }

    /// The words of a picture, by language.
    #[must_use]
    pub fn alt(self) -> Json {
        let alt = member(self.0, "alt").cloned();
        alt.unwrap_or_else(|| Json::Object(Vec::new()))
    }

    /// A value as it would be typed: empty where there is none.
    #[must_use]
    pub fn typed(self, setting: Setting) -> String {
        typed(member(self.0, setting.name()))
    }

    /// A value that is yes or no.
    #[must_use]
    pub fn flag(self, setting: Setting) -> Option<bool> {
        flag(self.0, setting)
    }

    /// The elements of one of its lists; none where it has no such list.
    pub fn items(self, list: List) -> impl ExactSizeIterator<Item = Self> {
        list_of(self.0, list.name()).iter().map(Self)
    }

    /// The categories that a condition can name; `None` where an answer is no category.
    #[must_use]
    pub fn categories(self) -> Option<Vec<String>> {
        let numbered = |from: u32, to: u32| (from..=to).map(|level| level.to_string());
        let mut found: Vec<_> = match self.question_type()? {
            QuestionType::YesNo => vec!["yes".to_owned(), "no".to_owned()],
            QuestionType::Rating => {
                let scale = self.typed(Setting::Scale).parse().unwrap_or(5);
                numbered(1, scale.min(10)).collect()
            }
            QuestionType::Nps => numbered(0, 10).collect(),
            QuestionType::SingleChoice
            | QuestionType::Dropdown
            | QuestionType::Likert
            | QuestionType::MultipleChoice
            | QuestionType::Ranking
            | QuestionType::Matrix => self
                .items(List::Options)
                .map(|option| option.id().to_owned())
                .collect(),
            QuestionType::Number
            | QuestionType::Slider
            | QuestionType::Numbers
            | QuestionType::Statement
            | QuestionType::Consent
            | QuestionType::OwnSecret => return None,
        };
        found.push("decline".to_owned());
        Some(found)
    }

    /// The condition under which it is asked.
    #[must_use]
    pub fn condition(self) -> Option<&'a Json> {
        member(self.0, "condition").filter(|condition| **condition != Json::Null)
    }
}

pub(super) fn words_of<'a>(json: &'a Json, words: Words, language: &str) -> &'a str {
    let text = member(json, words.name()).and_then(|texts| member(texts, language));
    text.and_then(text_of).unwrap_or_default()
}

pub(super) fn flag(json: &Json, setting: Setting) -> Option<bool> {
    match member(json, setting.name()) {
        Some(Json::Flag(flag)) => Some(*flag),
        _ => None,
    }
}

pub(super) fn typed(json: Option<&Json>) -> String {
    match json {
        None | Some(Json::Null) => String::new(),
        Some(Json::Text(text)) => text.clone(),
        Some(other) => serde_json::to_string(other).unwrap_or_default(),
    }
}
