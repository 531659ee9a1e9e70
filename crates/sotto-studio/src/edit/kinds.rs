//! The edits.

use sotto_survey::{Json, Plan, QuestionType};

use crate::draft::{GivenCode, Groups, List, Place, Setting, Ways, Words};

/// A text that was translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Whose text it is.
    pub place: Place,
    /// Which.
    pub words: Words,
    /// In which language it is now.
    pub language: String,
    /// What it reads there.
    pub text: String,
    /// Of which words that was made.
    pub source: String,
}

/// One change of a draft. Questions and elements of lists are named by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A new question of a type, before the one that stands at `index`.
    AddQuestion {
        /// Its type.
        question_type: QuestionType,
        /// Where it will stand.
        index: usize,
    },
    /// A copy with an id of its own, right behind a question.
    DuplicateQuestion(usize),
    /// A question goes, and with it what refers to it.
    DeleteQuestion(usize),
    /// A question stands elsewhere.
    MoveQuestion {
        /// Where it stood.
        from: usize,
        /// Where it will stand.
        to: usize,
    },
    /// A question has another id, and conditions, links and pages follow. Nothing happens where the id is
    /// no id or is taken.
    RenameQuestion {
        /// Which.
        question: usize,
        /// The new id.
        id: String,
    },
    /// A question is of another type: what that has no room for goes.
    SetType {
        /// Which.
        question: usize,
        /// The new type.
        question_type: QuestionType,
    },
    /// A text in a language. An empty one is taken out.
    SetWords {
        /// Whose.
        place: Place,
        /// Which text.
        words: Words,
        /// In which language.
        language: String,
        /// What it says.
        text: String,
    },
    /// Texts in another language, each with the words that it was made of, as one step.
    Translate(Vec<Translation>),
    /// A value that is not words; none takes it out.
    Set {
        /// Whose.
        place: Place,
        /// Which value.
        setting: Setting,
        /// What it will be.
        value: Option<Json>,
    },
    /// When a question is asked; always where there is no condition.
    SetCondition {
        /// Which.
        question: usize,
        /// When.
        condition: Option<Json>,
    },
    /// A new element at the end of a list.
    AddItem {
        /// Whose.
        question: usize,
        /// Which list.
        list: List,
    },
    /// A new element in a list, before the one that stands at `index`.
    InsertItem {
        /// Whose.
        question: usize,
        /// Which list.
        list: List,
        /// Where it will stand.
        index: usize,
    },
    /// Every line of a text becomes an element of a list.
    PasteItems {
        /// Whose.
        question: usize,
        /// Which list.
        list: List,
        /// The languages of the columns, which tabs part.
        languages: Vec<String>,
        /// The lines.
        text: String,
        /// Behind which element they stand; at the end if none.
        behind: Option<usize>,
    },
    /// A list has these elements, each with its words by language, in place of those it had.
    SetItems {
        /// Whose.
        question: usize,
        /// Which list.
        list: List,
        /// The words.
        items: Vec<Vec<(String, String)>>,
    },
    /// An element goes, and what conditions say of it.
    DeleteItem {
        /// Whose.
        question: usize,
        /// Which list.
        list: List,
        /// Which element.
        index: usize,
    },
    /// An element stands elsewhere in its list.
    MoveItem {
        /// Whose.
        question: usize,
        /// Which list.
        list: List,
        /// Where it stood.
        from: usize,
        /// Where it will stand.
        to: usize,
    },
    /// An element has another id, and conditions follow. Nothing happens where the id is no id or is taken.
    RenameItem {
        /// Whose.
        question: usize,
        /// Which list.
        list: List,
        /// Which element.
        index: usize,
        /// The new id.
        id: String,
    },
    /// One more help line or link at the end, without words.
    AddWay(Ways),
    /// A help line or a link at the end goes.
    DeleteWay(Ways, usize),
    /// People are given another completion code at the end, or none; never two.
    GiveCode(GivenCode),
    /// ε is shared in another way, and what belongs to the old way goes.
    SetPlan(Plan),
    /// One more language; its texts are missing at first.
    AddLanguage(String),
    /// A language goes, with its texts.
    RemoveLanguage(String),
    /// Two questions are reported together, or are variants of each other. One that is so with others takes the second in.
    Join {
        /// Which of the two.
        groups: Groups,
        /// The one.
        question: usize,
        /// The other.
        with: usize,
    },
    /// A question is reported alone again, or is no variant any more. What is left alone by that is so, too.
    Leave(Groups, usize),
    /// A page begins with that question.
    BreakPage(usize),
    /// A page is one with the page before it.
    JoinPages(usize),
    /// Several edits, each of what the one before it left, as one step.
    Several(Vec<Edit>),
    /// Another text in place of all.
    Replace(String),
}

impl Edit {
    /// Whether another edit of the same kind right behind it is the same piece of typing.
    #[must_use]
    pub fn goes_on_with(&self, next: &Self) -> bool {
        match (self, next) {
            (
                Self::SetWords {
                    place,
                    words,
                    language,
                    text,
                },
                Self::SetWords {
                    place: next_place,
                    words: next_words,
                    language: next_language,
                    text: next_text,
                },
            ) => {
                (place, words, language) == (next_place, next_words, next_language)
                    && !begins_word(text, next_text)
            }
            (
                Self::Set {
                    place,
                    setting,
                    value,
                },
                Self::Set {
                    place: next_place,
                    setting: next_setting,
                    value: next_value,
                },
            ) => {
                // Each is chosen at once.
                let is_flag =
                    |value: &Option<Json>| matches!(value, Some(Json::Flag(_) | Json::Object(_)));
                (place, setting) == (next_place, next_setting)
                    && !is_flag(value)
                    && !is_flag(next_value)
            }
            (Self::Replace(_), Self::Replace(_)) => true,
            _ => false,
        }
    }

    /// The same of another place, where it is of one.
    pub(super) fn at(&self, elsewhere: Place) -> Self {
        let mut edit = self.clone();
        if let Self::SetWords { place, .. } | Self::Set { place, .. } = &mut edit {
            *place = elsewhere;
        }
        edit
    }

    /// The same of the first question, where it gives a name.
    pub(super) fn in_first(&self) -> Self {
        let mut edit = self.clone();
        if let Self::RenameQuestion { question, .. } | Self::RenameItem { question, .. } = &mut edit
        {
            *question = 0;
        }
        edit
    }

    /// Whether it leaves every mechanism and its integers as they are.
    pub(super) const fn keeps_weights(&self) -> bool {
        match self {
            Self::MoveQuestion { .. }
            | Self::RenameQuestion { .. }
            | Self::SetWords { .. }
            | Self::Translate(_)
            | Self::SetCondition { .. }
            | Self::RenameItem { .. }
            | Self::MoveItem { .. }
            | Self::AddWay(_)
            | Self::DeleteWay(..)
            | Self::GiveCode(_)
            | Self::AddLanguage(_)
            | Self::RemoveLanguage(_)
            | Self::BreakPage(_)
            | Self::JoinPages(_)
            | Self::Replace(_) => true,
            Self::Set { setting, .. } => matches!(
                setting,
                Setting::Id
                    | Setting::Version
                    | Setting::MinimumReports
                    | Setting::Population
                    | Setting::WeakProtection
                    | Setting::Required
                    | Setting::Icons
                    | Setting::Exclusive
                    | Setting::Picture
                    | Setting::To
                    | Setting::ByItself
                    | Setting::Code
                    | Setting::OwnCode
                    | Setting::Order
                    | Setting::PageOrder
                    | Setting::Stays
                    | Setting::Accent
                    | Setting::Surface
                    | Setting::TextColour
                    | Setting::Font
                    | Setting::Corners
            ),
            Self::AddQuestion { .. }
            | Self::DuplicateQuestion(_)
            | Self::DeleteQuestion(_)
            | Self::SetType { .. }
            | Self::AddItem { .. }
            | Self::InsertItem { .. }
            | Self::PasteItems { .. }
            | Self::SetItems { .. }
            | Self::Join { .. }
            | Self::Leave(..)
            | Self::Several(_)
            | Self::DeleteItem { .. }
            | Self::SetPlan(_) => false,
        }
    }
}

/// Whether a text that was typed on has one more word than before.
fn begins_word(before: &str, after: &str) -> bool {
    let words = |text: &str| text.split_whitespace().count();
    words(after) > words(before)
}
