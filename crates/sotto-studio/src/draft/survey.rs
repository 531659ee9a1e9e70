//! The draft itself.

use std::{borrow::Cow, rc::Rc};

use sotto_survey::{Json, Plan, Scheme};

use super::{
    place::{Groups, Setting, Ways, Words},
    question::{QuestionDraft, flag, typed, words_of},
    shared::SharedSurvey,
    tree::{list_of, member, text_of, texts_in},
    written::written,
};

/// A survey that is being written. Whatever can be typed is a draft.
#[derive(Clone, Debug, PartialEq)]
pub enum Draft {
    /// An object of JSON, whatever is in it.
    Survey(SharedSurvey),
    /// Text that is no object of JSON, kept as it was typed.
    Text(String),
}

impl Draft {
    /// The draft that a text is.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        match serde_json::from_str(text) {
            Ok(json @ Json::Object(_)) => Self::of_json(json),
            _ => Self::Text(text.to_owned()),
        }
    }

    /// The draft that an object of JSON is.
    pub(crate) fn of_json(json: Json) -> Self {
        Self::Survey(SharedSurvey::of(json))
    }

    /// The draft as text: what a file holds.
    #[must_use]
    pub fn written(&self) -> Cow<'_, str> {
        match self {
            Self::Survey(survey) => Cow::Owned(written(&survey.whole())),
            Self::Text(text) => Cow::Borrowed(text),
        }
    }

    /// The whole object; nothing where it is text. It is made anew each time, and grows with the survey.
    #[must_use]
    pub fn json(&self) -> Option<Json> {
        match self {
            Self::Survey(survey) => Some(survey.whole()),
            Self::Text(_) => None,
        }
    }

    /// Whether it can be edited by form.
    #[must_use]
    pub const fn is_form(&self) -> bool {
        match self {
            Self::Survey(_) => true,
            Self::Text(_) => false,
        }
    }

    /// Everything but the questions.
    #[must_use]
    pub fn head(&self) -> Option<&Json> {
        match self {
            Self::Survey(survey) => Some(survey.head()),
            Self::Text(_) => None,
        }
    }

    /// The questions as they are shared with other drafts: the same ones are the same pointers.
    #[must_use]
    pub fn shared(&self) -> &[Rc<Json>] {
        match self {
            Self::Survey(survey) => survey.questions(),
            Self::Text(_) => &[],
        }
    }

    fn member(&self, name: &str) -> Option<&Json> {
        member(self.head()?, name)
    }

    /// The survey's name; empty where it has none.
    #[must_use]
    pub fn id(&self) -> &str {
        self.member("id").and_then(text_of).unwrap_or_default()
    }

    /// A text of the survey itself in a language; empty where there is none.
    #[must_use]
    pub fn words(&self, words: Words, language: &str) -> &str {
        self.head()
            .map_or("", |json| words_of(json, words, language))
    }

    /// The languages it is written in; "en" where it names none.
    #[must_use]
    pub fn languages(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for tag in texts_in(self.member("languages")) {
            if !found.contains(&tag) {
                found.push(tag);
            }
        }
        if found.is_empty() {
            found.push("en");
        }
        found
    }

    /// How ε is shared among the questions.
    #[must_use]
    pub fn plan(&self) -> Option<Plan> {
        let name = self.member("plan").and_then(text_of)?;
        let plans = [Plan::Fixed, Plan::Split, Plan::Sample];
        plans.into_iter().find(|plan| plan.name() == name)
    }

    /// A value of the survey as it would be typed: empty where there is none.
    #[must_use]
    pub fn typed(&self, setting: Setting) -> String {
        typed(self.member(setting.name()))
    }

    /// A setting of the survey that is yes or no; `None` where it is neither.
    #[must_use]
    pub fn flag(&self, setting: Setting) -> Option<bool> {
        flag(self.head()?, setting)
    }

    /// What people read at the end, which has words and settings as a question has.
    #[must_use]
    pub fn closing(&self) -> Option<QuestionDraft<'_>> {
        self.member("closing").map(QuestionDraft)
    }

    /// The way on, at the end.
    #[must_use]
    pub fn redirect(&self) -> Option<QuestionDraft<'_>> {
        let closing = self.member("closing")?;
        member(closing, "redirect").map(QuestionDraft)
    }

    /// What it looks like on light pages or on dark ones, which has settings as a question has.
    #[must_use]
    pub fn theme(&self, scheme: Scheme) -> Option<QuestionDraft<'_>> {
        let theme = self.member("theme")?;
        match scheme {
            Scheme::Light => Some(QuestionDraft(theme)),
            Scheme::Dark => member(theme, "dark").map(QuestionDraft),
        }
    }

    /// The help lines or links at the end.
    pub fn ways(&self, ways: Ways) -> impl ExactSizeIterator<Item = QuestionDraft<'_>> {
        let closing = self.member("closing");
        let all = closing.map_or(&[][..], |closing| list_of(closing, ways.name()));
        all.iter().map(QuestionDraft)
    }

    /// The pages, which have words and settings as a question has; none where all stands on one.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = QuestionDraft<'_>> {
        let pages = self.head().map_or(&[][..], |json| list_of(json, "pages"));
        pages.iter().map(QuestionDraft)
    }

    /// The ids of the questions of each list of that name: pages, links, or variants of each other.
    pub fn groups(&self, groups: Groups) -> impl Iterator<Item = Vec<&str>> {
        let lists = { self.head() }.map_or(&[][..], |json| list_of(json, groups.name()));
        lists.iter().map(|one| {
            let ids = member(one, "questions").unwrap_or(one);
            texts_in(Some(ids)).collect()
        })
    }

    /// The questions in their order.
    pub fn questions(&self) -> impl ExactSizeIterator<Item = QuestionDraft<'_>> {
        self.shared().iter().map(|one| QuestionDraft(one))
    }

    /// The question of that index.
    #[must_use]
    pub fn question(&self, index: usize) -> Option<QuestionDraft<'_>> {
        self.shared().get(index).map(|one| QuestionDraft(one))
    }
}
