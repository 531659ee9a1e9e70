//! JSON as serde and a browser alike hand it over, and how the forms of files are read from it.
//!
//! Surveys are read by this one reader wherever they are read. It is not generic over where the
//! JSON comes from, because the widget carries it to every respondent: what serde derives for the
//! same forms is ten times its size. It refuses what a form does not have, and errors name the
//! place.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};

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
pub struct ReadError {
    /// The keys and places that lead to the value, outermost first, each before a dot; elements
    /// count from 1.
    place: String,
    reason: String,
}

impl ReadError {
    /// What is wrong with the value itself.
    #[must_use]
    pub const fn new(reason: String) -> Self {
        let place = String::new();
        Self { place, reason }
    }

    pub(crate) fn expected(what: &str) -> Self {
        Self::new(["expected ", what].concat())
    }

    /// The same, of a value within another.
    #[must_use]
    pub fn within(self, place: &str) -> Self {
        Self {
            place: [place, ".", &self.place].concat(),
            reason: self.reason,
        }
    }

    pub(crate) fn of(error: &dyn fmt::Display) -> Self {
        Self::new(error.to_string())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place.strip_suffix('.') {
            out.write_str(place)?;
            out.write_str(": ")?;
        }
        out.write_str(&self.reason)
    }
}

impl std::error::Error for ReadError {}

/// The fields of an object, taken out one by one.
pub(crate) struct Fields(Vec<(String, Json)>);

impl Fields {
    /// The fields of an object that has no others than the known ones.
    pub(crate) fn of(json: Json, known: &[&str]) -> Result<Self, ReadError> {
        let Json::Object(entries) = json else {
            return Err(ReadError::expected("an object"));
        };
        for (name, _) in &entries {
            if !known.contains(&name.as_str()) {
                let name = shortened(name);
                let known = known.join("`, `");
                return Err(ReadError::new(
                    [
                        "unknown field `",
                        &name,
                        "`, expected one of `",
                        &known,
                        "`",
                    ]
                    .concat(),
                ));
            }
        }
        Ok(Self(entries))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    fn take(&mut self, name: &str) -> Option<Json> {
        let place = self.0.iter().position(|(other, _)| other == name)?;
        Some(self.0.swap_remove(place).1)
    }

    /// A field that must be there.
    pub(crate) fn needed<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(Json) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        match self.take(name) {
            Some(json) => read(json).map_err(|error| error.within(name)),
            None => Err(missing(name)),
        }
    }

    /// A field that may be absent, or `null`.
    pub(crate) fn optional<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(Json) -> Result<T, ReadError>,
    ) -> Result<Option<T>, ReadError> {
        match self.take(name) {
            None | Some(Json::Null) => Ok(None),
            Some(json) => read(json).map(Some).map_err(|error| error.within(name)),
        }
    }

    /// A field that is `false` if absent.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, ReadError> {
        match self.take(name) {
            None => Ok(false),
            Some(json) => flag(json).map_err(|error| error.within(name)),
        }
    }
}

fn missing(name: &str) -> ReadError {
    ReadError::new(["missing field `", name, "`"].concat())
}

/// What is quoted back in an error: never more than a line of it.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

pub(crate) fn text(json: Json) -> Result<String, ReadError> {
    match json {
        Json::Text(text) => Ok(text),
        _ => Err(ReadError::expected("a string")),
    }
}

pub(crate) fn flag(json: Json) -> Result<bool, ReadError> {
    match json {
        Json::Flag(flag) => Ok(flag),
        _ => Err(ReadError::expected("true or false")),
    }
}

/// A number from 0 to 2³² − 1.
pub(crate) fn count(json: Json) -> Result<u32, ReadError> {
    let found = long_count(json)?;
    u32::try_from(found).map_err(|_| ReadError::expected("a smaller number"))
}

/// A number from 0 on.
pub(crate) fn long_count(json: Json) -> Result<u64, ReadError> {
    let found = match json {
        Json::Whole(number) => u64::try_from(number).ok(),
        _ => None,
    };
    found.ok_or_else(|| ReadError::expected("a whole number from 0"))
}

/// Reads a list of at most `most` elements.
pub(crate) fn list<T>(
    json: Json,
    most: usize,
    read: impl Fn(Json) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let elements = elements(json, most)?;
    let mut read_ones = Vec::with_capacity(elements.len());
    for element in elements {
        let one = read(element).map_err(|error| at(error, read_ones.len()))?;
        read_ones.push(one);
    }
    Ok(read_ones)
}

fn elements(json: Json, most: usize) -> Result<Vec<Json>, ReadError> {
    match json {
        Json::List(elements) if elements.len() <= most => Ok(elements),
        Json::List(_) => Err(too_long(most)),
        _ => Err(ReadError::expected("a list")),
    }
}

fn too_long(most: usize) -> ReadError {
    let most = most.to_string();
    let words = [
        "a list is too long: at most ",
        &most,
        " elements can stand here",
    ];
    ReadError::new(words.concat())
}

fn at(error: ReadError, index: usize) -> ReadError {
    error.within(&(index + 1).to_string())
}

/// Reads one of several names.
pub(crate) fn named<T: Copy>(json: Json, names: &[(&str, T)]) -> Result<T, ReadError> {
    let name = text(json)?;
    let found = names.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<_> = names.iter().map(|(known, _)| *known).collect();
        let (name, known) = (shortened(&name), known.join("`, `"));
        ReadError::new(
            [
                "unknown variant `",
                &name,
                "`, expected one of `",
                &known,
                "`",
            ]
            .concat(),
        )
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
    fn deeper<E: Error>(self) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > Json::MAX_DEPTH {
            return Err(E::custom("lists and objects are nested too deep"));
        }
        Ok(Self { depth })
    }
}

fn room<E: Error>(taken: usize) -> Result<(), E> {
    if taken < Json::MAX_ELEMENTS {
        Ok(())
    } else {
        Err(E::custom(too_long(Json::MAX_ELEMENTS)))
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

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Whole(number))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "nothing that is read is as large"
    )]
    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        Ok(i64::try_from(number).map_or(Json::Float(number as f64), Json::Whole))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        Ok(Json::of_number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
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
