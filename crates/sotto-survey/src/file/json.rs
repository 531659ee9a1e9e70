//! JSON as serde and a browser alike hand it over.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
};
use thiserror::Error;

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

/// Why something cannot be taken over as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum JsonError {
    /// A list has too many elements, or an object too many entries.
    #[error("a list is too long: at most {max} elements can stand here", max = Json::MAX_ELEMENTS)]
    TooLong,
    /// Lists and objects stand in too many others.
    #[error("lists and objects are nested too deep: at most {max} levels can be read", max = Json::MAX_DEPTH)]
    TooDeep,
    /// It is something that JSON does not have.
    #[error("this cannot stand in JSON")]
    NotJson,
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Float(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(elements) => serializer.collect_seq(elements),
            Self::Object(entries) => {
                serializer.collect_map(entries.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Within { depth: 0 }.deserialize(deserializer)
    }
}

/// What is quoted back in a fault: never more than a line of it.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
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
            return Err(E::custom(JsonError::TooDeep));
        }
        Ok(Self { depth })
    }
}

fn room<E: de::Error>(taken: usize) -> Result<(), E> {
    if taken < Json::MAX_ELEMENTS {
        Ok(())
    } else {
        Err(E::custom(JsonError::TooLong))
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
