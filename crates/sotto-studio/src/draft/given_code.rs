//! Which completion code people are given at the end.

use sotto_survey::Json;

use super::{
    place::Setting,
    question::{flag, typed},
    survey::Draft,
    tree::member,
};

/// Which completion code people are given at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenCode {
    /// None.
    Without,
    /// The same for everybody, as it was typed: possibly nothing yet.
    ForEverybody(String),
    /// Each person one of their own.
    OfTheirOwn,
}

impl GivenCode {
    /// What stands for it among what people read at the end.
    pub(crate) fn written(&self) -> Option<(Setting, Json)> {
        match self {
            Self::Without => None,
            Self::ForEverybody(code) => Some((Setting::Code, Json::Text(code.clone()))),
            Self::OfTheirOwn => Some((Setting::OwnCode, Json::Flag(true))),
        }
    }
}

impl Draft {
    /// Which completion code people are given; `None` where a file gives them both kinds, which no survey does.
    #[must_use]
    pub fn given_code(&self) -> Option<GivenCode> {
        let closing = self.head().and_then(|head| member(head, "closing"));
        let code = closing.and_then(|closing| member(closing, Setting::Code.name()));
        match (code, self.gives_own_code()) {
            (None, false) => Some(GivenCode::Without),
            (Some(code), false) => Some(GivenCode::ForEverybody(typed(Some(code)))),
            (None, true) => Some(GivenCode::OfTheirOwn),
            (Some(_), true) => None,
        }
    }

    /// Whether each person gets a completion code of their own.
    #[must_use]
    pub fn gives_own_code(&self) -> bool {
        let closing = self.head().and_then(|head| member(head, "closing"));
        closing.and_then(|closing| flag(closing, Setting::OwnCode)) == Some(true)
    }
}
