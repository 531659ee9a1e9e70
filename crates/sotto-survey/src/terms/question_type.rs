//! The types of question.

use serde::{Serialize, Serializer};

/// One list of the types, so that none is missing from another.
macro_rules! question_types {
    ($($(#[$words:meta])* $variant:ident = $name:literal,)+) => {
        /// The types of question.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum QuestionType {
            $($(#[$words])* $variant,)+
        }

        impl QuestionType {
            /// Every type.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

question_types! {
    /// Yes or no.
    YesNo = "yes-no",
    /// One of several options.
    SingleChoice = "single-choice",
    /// One of many options, to be searched.
    Dropdown = "dropdown",
    /// One of several options in order, such as from "disagree" to "agree".
    Likert = "likert",
    /// One of the levels of a scale from 1.
    Rating = "rating",
    /// How likely a recommendation is, from 0 to 10.
    Nps = "nps",
    /// Any number of several options.
    MultipleChoice = "multiple-choice",
    /// One of the same options for each of several rows.
    Matrix = "matrix",
    /// A number.
    Number = "number",
    /// A number, chosen on a line.
    Slider = "slider",
    /// Several numbers.
    Numbers = "numbers",
    /// Words without an answer.
    Statement = "statement",
    /// Words that must be agreed to; the agreement is not reported.
    Consent = "consent",
    /// All of several options, in the respondent's order.
    Ranking = "ranking",
    /// Yes or no, of which only whether it is the same as a secret of the person's own is told.
    OwnSecret = "own-secret",
}

impl Serialize for QuestionType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The names of all types of question.
#[cfg(feature = "schema")]
pub(crate) fn question_types() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .enum_values(Some(QuestionType::ALL.map(QuestionType::name)))
        .build()
}
