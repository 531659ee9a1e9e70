//! JSON as serde and a browser alike hand it over, and how the forms of files are read from it.
//!
//! Surveys are read by this one reader wherever they are read. It is not generic over where the
//! JSON comes from, because the widget carries it to every respondent: what serde derives for the
//! same forms is ten times its size. It refuses what a form does not have, and errors name the
//! place.
#![expect(
    clippy::needless_pass_by_value,
    reason = "every reader takes its value over, so that each can be passed where one is asked for"
)]

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
};
use sotto_ldp::{EpsilonError, numbers::NumberError};
use thiserror::Error;

use crate::error::SurveyError;

/// A value in JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Self>),
    /// An object. No key stands twice.
    Object(Vec<(String, Self)>),
}

impl Json {
    /// How deep lists and objects may stand in one another.
    pub const MAX_DEPTH: u32 = 32;

    /// How many elements a list may have, and how many entries an object.
    pub const MAX_ELEMENTS: usize = 10_000;

    /// A number as a browser has it.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::float_cmp,
        reason = "the cast is compared with what it was made from"
    )]
    pub fn of_number(number: f64) -> Self {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let cast = number as i64;
        if number.abs() <= EXACT && cast as f64 == number {
            Self::Whole(cast)
        } else {
            Self::Float(number)
        }
    }
}

/// Why a value is not what was to be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(Box<Located>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Located {
    /// The keys and places that lead to the value, outermost first, each before a dot; elements
    /// count from 1.
    place: String,
    fault: Fault,
}

/// What can be wrong with a value. The sentence is written only for who reads it: a program that
/// asks for none carries none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It is of another kind.
    #[error("expected {0}")]
    Expected(Form),
    /// An object has a field that its form does not have.
    #[error("unknown field `{name}`, expected one of `{}`", known.join("`, `"))]
    UnknownField {
        /// The beginning of its name.
        name: String,
        /// What the form has.
        known: &'static [&'static str],
    },
    /// A name is none of those there are.
    #[error("unknown variant `{name}`, expected one of `{}`", known.join("`, `"))]
    UnknownName {
        /// Its beginning.
        name: String,
        /// Those there are.
        known: &'static [&'static str],
    },
    /// A field is missing.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// A list has too many elements, or an object too many entries.
    #[error("a list is too long: at most {0} elements can stand here")]
    TooLong(usize),
    /// Lists and objects stand in too many others.
    #[error("lists and objects are nested too deep")]
    TooDeep,
    /// It is nothing that JSON has.
    #[error("this is nothing that can stand in JSON")]
    NoJson,
    /// A text has too many languages.
    #[error("a text has at most {max} languages", max = crate::Text::MAX_LANGUAGES)]
    Languages,
    /// Free text was to be asked for.
    #[error(
        "free text cannot be asked: no noise can hide who wrote a sentence, so local differential privacy does not protect it; ask with options or a number instead"
    )]
    FreeText,
    /// There is no such type of question.
    #[error("there is no question type \"{0}\": use one of {known}", known = crate::QuestionType::ALL.map(crate::QuestionType::name).join(", "))]
    QuestionType(String),
    /// A condition has the form of none.
    #[error(
        "a condition is one of {{ \"question\", \"is\" }}, {{ \"question\", \"at-least\", \"at-most\" }}, {{ \"all\" }}, {{ \"any\" }} and {{ \"not\" }}"
    )]
    Condition,
    /// Conditions stand in too many others.
    #[error(
        "a condition is nested too deep: at most {max} levels can stand in one another",
        max = crate::condition::MAX_DEPTH
    )]
    ConditionTooDeep,
    /// An ε is none.
    #[error(transparent)]
    Epsilon(#[from] EpsilonError),
    /// A number is none that can be asked for.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// The whole is no survey.
    #[error(transparent)]
    Survey(#[from] SurveyError),
}

/// The kinds of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Form {
    /// An object.
    #[error("an object")]
    Object,
    /// A list.
    #[error("a list")]
    List,
    /// A string.
    #[error("a string")]
    Text,
    /// A string for each language.
    #[error("a text by language, such as {{ \"en\": \"Yes\" }}")]
    Texts,
    /// Yes or no.
    #[error("true or false")]
    Flag,
    /// A number from 0 to 2³² − 1.
    #[error("a whole number from 0 to 4294967295")]
    Count,
    /// A number from 0 on.
    #[error("a whole number from 0")]
    LongCount,
    /// A number with decimals.
    #[error("a number with at most six decimals")]
    Decimal,
}

impl<F: Into<Fault>> From<F> for ReadError {
    fn from(fault: F) -> Self {
        Self(Box::new(Located {
            place: String::new(),
            fault: fault.into(),
        }))
    }
}

impl ReadError {
    /// The same, of a value within another.
    #[must_use]
    pub fn within(mut self, place: &str) -> Self {
        self.0.place = [place, ".", &self.0.place].concat();
        self
    }

    fn at(self, index: usize) -> Self {
        self.within(&(index + 1).to_string())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.0.place.strip_suffix('.') {
            write!(out, "{place}: ")?;
        }
        self.0.fault.fmt(out)
    }
}

impl std::error::Error for ReadError {}

/// What is read from a value.
pub(crate) type Read<T> = Result<T, ReadError>;

/// The fields of an object, taken out one by one.
pub(crate) struct Fields {
    entries: Vec<(String, Json)>,
    /// The first thing that is wrong with those that were set.
    error: Option<ReadError>,
}

impl Fields {
    /// The fields of an object that has no others than the known ones.
    pub(crate) fn of(json: Json, known: &'static [&'static str]) -> Read<Self> {
        let Json::Object(entries) = json else {
            return Err(Fault::Expected(Form::Object).into());
        };
        match entries.iter().find(|(name, _)| !known.contains(&&**name)) {
            Some((name, _)) => {
                let name = shortened(name);
                Err(Fault::UnknownField { name, known }.into())
            }
            None => Ok(Self {
                entries,
                error: None,
            }),
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.entries.len()
    }

    fn take(&mut self, name: &str) -> Option<Json> {
        let place = self.entries.iter().position(|(other, _)| other == name)?;
        Some(self.entries.swap_remove(place).1)
    }

    /// A field that may be absent, or `null`.
    #[inline(never)]
    fn present(&mut self, name: &str) -> Option<Json> {
        self.take(name).filter(|json| *json != Json::Null)
    }

    /// A field that must be there.
    pub(crate) fn needed<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Json) -> Read<T>,
    ) -> Read<T> {
        let json = self.take(name).ok_or(Fault::Missing(name))?;
        read(json).map_err(|error| error.within(name))
    }

    /// A field that may be absent, or `null`.
    pub(crate) fn optional<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Json) -> Read<T>,
    ) -> Read<Option<T>> {
        let json = self.present(name);
        let found = json.map(|json| read(json).map_err(|error| error.within(name)));
        found.transpose()
    }

    /// Sets `place` to a field that may be absent, or `null`. [`Self::end`] tells whether it could be
    /// read: a form with many fields is read by less code so.
    #[inline(never)]
    pub(crate) fn set<T>(
        &mut self,
        name: &'static str,
        place: &mut Option<T>,
        read: fn(Json) -> Read<T>,
    ) {
        if let Some(json) = self.present(name) {
            match read(json) {
                Ok(found) => *place = Some(found),
                Err(error) => self.fail(error, name),
            }
        }
    }

    /// The same for a list.
    #[inline(never)]
    pub(crate) fn set_list<T>(
        &mut self,
        name: &'static str,
        place: &mut Option<Vec<T>>,
        most: usize,
        read: fn(Json) -> Read<T>,
    ) {
        if let Some(json) = self.present(name) {
            match list(json, most, read) {
                Ok(found) => *place = Some(found),
                Err(error) => self.fail(error, name),
            }
        }
    }

    /// Sets `place` to a field that is `false` if absent.
    pub(crate) fn set_flag(&mut self, name: &'static str, place: &mut bool) {
        if let Some(json) = self.take(name) {
            match flag(json) {
                Ok(found) => *place = found,
                Err(error) => self.fail(error, name),
            }
        }
    }

    #[inline(never)]
    fn fail(&mut self, error: ReadError, name: &str) {
        self.error.get_or_insert(error.within(name));
    }

    /// What was wrong with the fields that were set.
    pub(crate) fn end(self) -> Read<()> {
        self.error.map_or(Ok(()), Err)
    }
}

/// What is quoted back in an error: never more than a line of it.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

pub(crate) fn text(json: Json) -> Read<String> {
    match json {
        Json::Text(text) => Ok(text),
        _ => Err(Fault::Expected(Form::Text).into()),
    }
}

pub(crate) fn flag(json: Json) -> Read<bool> {
    match json {
        Json::Flag(flag) => Ok(flag),
        _ => Err(Fault::Expected(Form::Flag).into()),
    }
}

pub(crate) fn count(json: Json) -> Read<u32> {
    let found = match json {
        Json::Whole(number) => u32::try_from(number).ok(),
        _ => None,
    };
    found.ok_or_else(|| Fault::Expected(Form::Count).into())
}

pub(crate) fn long_count(json: Json) -> Read<u64> {
    let found = match json {
        Json::Whole(number) => u64::try_from(number).ok(),
        _ => None,
    };
    found.ok_or_else(|| Fault::Expected(Form::LongCount).into())
}

/// Reads a list of at most `most` elements.
pub(crate) fn list<T>(json: Json, most: usize, read: impl Fn(Json) -> Read<T>) -> Read<Vec<T>> {
    let elements = elements(json, most)?;
    let mut list = Vec::with_capacity(elements.len());
    for element in elements {
        list.push(read(element).map_err(|error| error.at(list.len()))?);
    }
    Ok(list)
}

fn elements(json: Json, most: usize) -> Read<Vec<Json>> {
    match json {
        Json::List(elements) if elements.len() <= most => Ok(elements),
        Json::List(_) => Err(Fault::TooLong(most).into()),
        _ => Err(Fault::Expected(Form::List).into()),
    }
}

/// Reads one of several names: its place among them.
pub(crate) fn one_of(json: Json, known: &'static [&'static str]) -> Read<usize> {
    let name = text(json)?;
    let place = known.iter().position(|other| *other == name);
    place.ok_or_else(|| {
        let name = shortened(&name);
        Fault::UnknownName { name, known }.into()
    })
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Within { depth: 0 }.deserialize(deserializer)
    }
}

/// Reads a value that stands in so many others.
#[derive(Clone, Copy)]
struct Within {
    depth: u32,
}

impl Within {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > Json::MAX_DEPTH {
            return Err(E::custom(Fault::TooDeep));
        }
        Ok(Self { depth })
    }
}

fn room<E: de::Error>(taken: usize) -> Result<(), E> {
    if taken < Json::MAX_ELEMENTS {
        Ok(())
    } else {
        Err(E::custom(Fault::TooLong(Json::MAX_ELEMENTS)))
    }
}

impl<'de> DeserializeSeed<'de> for Within {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Within {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Whole(number))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "nothing that is read is as large"
    )]
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Json, E> {
        Ok(i64::try_from(number).map_or(Json::Float(number as f64), Json::Whole))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Json, E> {
        Ok(Json::of_number(number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Json, A::Error> {
        let below = self.deeper()?;
        let mut list = Vec::new();
        while let Some(element) = elements.next_element_seed(below)? {
            room(list.len())?;
            list.push(element);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let below = self.deeper()?;
        let mut entries: Vec<(String, Json)> = Vec::new();
        let mut names = std::collections::HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            room(entries.len())?;
            if !names.insert(name.clone()) {
                let name = shortened(&name);
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            entries.push((name, map.next_value_seed(below)?));
        }
        Ok(Json::Object(entries))
    }
}

/// Lets serde read a form, by the reader that it has.
macro_rules! deserialize_by_reading {
    ($($form:ty),+) => {$(
        impl<'de> serde::Deserialize<'de> for $form {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let json = $crate::json::Json::deserialize(deserializer)?;
                Self::read(json).map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use deserialize_by_reading;
