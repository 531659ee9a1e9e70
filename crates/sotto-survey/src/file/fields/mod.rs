//! How the values of a survey file are read.
//!
//! Surveys are read by these readers wherever they are read. They are not generic over where the JSON
//! comes from, because the widget carries them to every respondent: what serde derives for the same
//! forms is ten times their size. They refuse what does not belong, and read on behind a fault, with
//! a stand-in for what could not be read.
#![expect(
    clippy::needless_pass_by_value,
    reason = "every reader takes its value over, so that each can be passed where one is asked for"
)]

mod bound;
mod condition;
mod identifier;
mod text;

use sotto_ldp::{
    Epsilon,
    numbers::{Decimal, NumberError},
};

use super::{
    fault::{At, FaultCause, ValueKind},
    json::{Json, shortened},
};

/// Reads a value, if it can be.
pub(crate) type Read<T> = fn(Json, &At<'_>) -> Option<T>;

/// What stands in for a value that could not be read, for as long as the rest is looked at.
pub(crate) trait StandIn {
    fn stand_in() -> Self;
}

impl StandIn for u32 {
    fn stand_in() -> Self {
        1
    }
}

impl StandIn for Decimal {
    fn stand_in() -> Self {
        1.into()
    }
}

impl<T> StandIn for Vec<T> {
    fn stand_in() -> Self {
        Self::new()
    }
}

/// The fields of an object, taken out one by one.
pub(crate) struct Fields<'a> {
    /// `None` where it is not an object: then none of its fields is missed.
    entries: Option<Vec<(String, Json)>>,
    at: &'a At<'a>,
}

impl<'a> Fields<'a> {
    /// The fields of an object that has no others than the known ones.
    pub(crate) fn of(json: Json, at: &'a At<'a>, known: &'static [&'static str]) -> Self {
        let entries = match json {
            Json::Object(entries) => Some(entries),
            _ => at.refuse(|| FaultCause::Expected(ValueKind::Object)),
        };
        for (name, _) in entries.iter().flatten() {
            if !known.contains(&&**name) {
                let shown = shortened(name);
                at.key(name)
                    .fault(|| FaultCause::UnknownField { name: shown, known });
            }
        }
        Self { entries, at }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.entries.as_ref().map_or(0, Vec::len)
    }

    fn take(&mut self, name: &str) -> Option<Json> {
        let entries = self.entries.as_mut()?;
        let index = entries.iter().position(|(other, _)| other == name)?;
        Some(entries.swap_remove(index).1)
    }

    /// A field that may be absent, or `null`.
    pub(crate) fn present(&mut self, name: &str) -> Option<Json> {
        self.take(name).filter(|json| *json != Json::Null)
    }

    /// The same, read.
    // These are out of line: fields call them by the dozen, and each copy would be downloaded.
    #[inline(never)]
    pub(crate) fn optional<T>(&mut self, name: &'static str, read: Read<T>) -> Option<T> {
        let json = self.present(name)?;
        read(json, &self.at.key(name))
    }

    /// A field that must be there.
    #[inline(never)]
    pub(crate) fn needed<T>(&mut self, name: &'static str, read: Read<T>) -> Option<T> {
        match self.take(name) {
            Some(json) => read(json, &self.at.key(name)),
            None if self.entries.is_some() => {
                self.at.key(name).refuse(|| FaultCause::Missing(name))
            }
            None => None,
        }
    }

    /// The same, or what stands in for it.
    pub(crate) fn needed_or<T: StandIn>(&mut self, name: &'static str, read: Read<T>) -> T {
        self.needed(name, read).unwrap_or_else(T::stand_in)
    }

    /// A field that is `false` if absent, and may not be `null`.
    pub(crate) fn optional_flag(&mut self, name: &'static str) -> bool {
        let json = self.take(name);
        let read = json.and_then(|json| flag(json, &self.at.key(name)));
        read.unwrap_or_default()
    }

    /// A list that may be absent, or `null`.
    #[inline(never)]
    pub(crate) fn optional_list<T>(
        &mut self,
        name: &'static str,
        most: usize,
        read: fn(Json, &At<'_>) -> T,
    ) -> Option<Vec<T>> {
        let json = self.present(name)?;
        list(json, &self.at.key(name), most, read)
    }
}

fn expected<T>(kind: ValueKind, at: &At<'_>) -> Option<T> {
    at.refuse(|| FaultCause::Expected(kind))
}

pub(crate) fn text(json: Json, at: &At<'_>) -> Option<String> {
    match json {
        Json::Text(text) => Some(text),
        _ => expected(ValueKind::Text, at),
    }
}

pub(crate) fn flag(json: Json, at: &At<'_>) -> Option<bool> {
    match json {
        Json::Flag(flag) => Some(flag),
        _ => expected(ValueKind::Flag, at),
    }
}

pub(crate) fn count(json: Json, at: &At<'_>) -> Option<u32> {
    let found = match json {
        Json::Whole(number) => u32::try_from(number).ok(),
        _ => None,
    };
    found.or_else(|| expected(ValueKind::Count, at))
}

pub(crate) fn long_count(json: Json, at: &At<'_>) -> Option<u64> {
    let found = match json {
        Json::Whole(number) => u64::try_from(number).ok(),
        _ => None,
    };
    found.or_else(|| expected(ValueKind::LongCount, at))
}

/// An ε, which is written in quotes.
pub(crate) fn epsilon(json: Json, at: &At<'_>) -> Option<Epsilon> {
    let text = text(json, at)?;
    at.made(text.parse::<Epsilon>())
}

/// A number with decimals.
pub(crate) fn decimal(json: Json, at: &At<'_>) -> Option<Decimal> {
    match json {
        Json::Whole(number) => at.made(Decimal::from_units(number).map_err(NumberError::from)),
        Json::Float(number) => at.made(Decimal::try_from(number).map_err(NumberError::from)),
        _ => expected(ValueKind::Decimal, at),
    }
}

/// Reads a list of at most `most` elements. Each gives one, so that their indices stay.
pub(crate) fn list<T>(
    json: Json,
    at: &At<'_>,
    most: usize,
    mut read: impl FnMut(Json, &At<'_>) -> T,
) -> Option<Vec<T>> {
    match json {
        Json::List(elements) if elements.len() <= most => {
            let elements = elements.into_iter().enumerate();
            let list = elements.map(|(index, element)| read(element, &at.index(index)));
            Some(list.collect())
        }
        Json::List(_) => at.refuse(|| FaultCause::TooLong(most)),
        _ => expected(ValueKind::List, at),
    }
}

/// Reads one of several names: its index among them.
pub(crate) fn one_of(json: Json, at: &At<'_>, known: &'static [&'static str]) -> Option<usize> {
    let name = text(json, at)?;
    let index = known.iter().position(|other| *other == name);
    index.or_else(|| {
        let name = shortened(&name);
        at.refuse(|| FaultCause::UnknownName { name, known })
    })
}

/// Lets serde read a form, by the reader that it has.
macro_rules! deserialize_by_reading {
    ($($form:ty),+) => {$(
        impl<'de> serde::Deserialize<'de> for $form {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let json = $crate::file::json::Json::deserialize(deserializer)?;
                let sink = $crate::file::fault::Sink::default();
                let read = Self::read(json, &sink.root());
                sink.end(read).map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use deserialize_by_reading;
