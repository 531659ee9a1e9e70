//! Reading what serde can read from JSON that the browser has parsed.
//!
//! It refuses what the collector refuses: a field that the form does not have is an error here,
//! too, which serde-wasm-bindgen would pass over. Only what surveys and reports are made of can be
//! read. An error names the place.

use std::fmt;

use js_sys::{Array, Object};
use serde::{
    Deserialize,
    de::{
        self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess,
        Unexpected, Visitor,
    },
};
use wasm_bindgen::{JsCast, JsValue};

/// Why a value is not what was to be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The keys and places that lead to the value, outermost first, each before a dot.
    place: String,
    reason: String,
}

/// Reads a value.
///
/// # Errors
/// When it has not the form of a `T`, or has more than that.
pub fn read<'de, T: Deserialize<'de>>(value: JsValue) -> Result<T, ReadError> {
    T::deserialize(Value(value))
}

impl ReadError {
    #[inline(never)]
    fn within(mut self, place: &str) -> Self {
        self.place.insert(0, '.');
        self.place.insert_str(0, place);
        self
    }

    #[inline(never)]
    fn expected(expected: &dyn Expected) -> Self {
        Self {
            place: String::new(),
            reason: format!("expected {expected}"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            out.write_str(self.place.trim_end_matches('.'))?;
            out.write_str(": ")?;
        }
        out.write_str(&self.reason)
    }
}

impl std::error::Error for ReadError {}

impl de::Error for ReadError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self {
            place: String::new(),
            reason: reason.to_string(),
        }
    }

    // What was found is not written out: of all it could be, a float alone would cost kilobytes.
    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(expected)
    }
}

struct Value(JsValue);

/// Where a form says what it wants, only that is tried: a visitor's other ways in are left out of
/// the program.
impl<'de> Deserializer<'de> for Value {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if let Some(text) = self.0.as_string() {
            visitor.visit_str(&text)
        } else if let Some(number) = self.0.as_f64() {
            match whole(number) {
                Some(whole) => visitor.visit_i64(whole),
                None => visitor.visit_f64(number),
            }
        } else if Array::is_array(&self.0) {
            self.deserialize_seq(visitor)
        } else if self.0.is_null() {
            visitor.visit_unit()
        } else {
            Err(ReadError::expected(&visitor))
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0.as_bool() {
            Some(flag) => visitor.visit_bool(flag),
            None => Err(ReadError::expected(&visitor)),
        }
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0.as_f64().and_then(whole) {
            Some(number) => visitor.visit_i64(number),
            None => Err(ReadError::expected(&visitor)),
        }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0.as_string() {
            Some(text) => visitor.visit_str(&text),
            None => Err(ReadError::expected(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0.dyn_into::<Array>() {
            Ok(array) => visitor.visit_seq(Elements::of(array)),
            Err(_) => Err(ReadError::expected(&visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if Array::is_array(&self.0) {
            return Err(ReadError::expected(&visitor));
        }
        match self.0.dyn_into::<Object>() {
            Ok(object) => visitor.visit_map(Entries {
                entries: Elements::of(Object::entries(&object)),
                current: None,
            }),
            Err(_) => Err(ReadError::expected(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.0.is_null() || self.0.is_undefined() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    /// An enum is a name here; one that carries something stands in no file.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.0.as_string() {
            Some(name) => visitor.visit_enum(name.into_deserializer()),
            None => Err(ReadError::expected(&visitor)),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u128 f32 f64 char bytes byte_buf unit unit_struct tuple
        tuple_struct ignored_any
    }
}

/// The whole number that a float is exactly, within what a float can tell apart.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "the cast is compared with what it was made from"
)]
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let cast = number as i64;
    (number.abs() <= EXACT && cast as f64 == number).then_some(cast)
}

/// The elements of an array, read one by one: a list that is too long is left before its end.
struct Elements {
    array: Array,
    place: u32,
}

impl Elements {
    const fn of(array: Array) -> Self {
        Self { array, place: 0 }
    }

    fn next(&mut self) -> Option<JsValue> {
        let next = (self.place < self.array.length()).then(|| self.array.get(self.place));
        self.place += 1;
        next
    }
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        let Some(element) = self.next() else {
            return Ok(None);
        };
        seed.deserialize(Value(element))
            .map(Some)
            .map_err(|error| error.within(&self.place.to_string()))
    }
}

/// The own entries of an object, every one of them.
struct Entries {
    entries: Elements,
    current: Option<(JsValue, JsValue)>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some(entry) = self.entries.next() else {
            return Ok(None);
        };
        let entry: Array = entry.unchecked_into();
        let key = entry.get(0);
        self.current = Some((key.clone(), entry.get(1)));
        seed.deserialize(Value(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, ReadError> {
        let (key, value) = self.current.take().unwrap_or_default();
        seed.deserialize(Value(value))
            .map_err(|error| error.within(&key.as_string().unwrap_or_default()))
    }
}

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod tests {
    use js_sys::JSON;
    use sotto_ldp::Report;
    use sotto_survey::Survey;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    const CENSUS: &str = include_str!("../www/surveys/census.json");

    fn survey(json: &str) -> Result<Survey, String> {
        read(JSON::parse(json).unwrap()).map_err(|error| error.to_string())
    }

    #[wasm_bindgen_test]
    fn reads_what_serde_json_reads() {
        let expected: Survey = serde_json::from_str(CENSUS).unwrap();
        assert_eq!(survey(CENSUS), Ok(expected));
        for json in ["3", "\"AAE\"", "[1,2,4294967295]"] {
            let expected: Report = serde_json::from_str(json).unwrap();
            assert_eq!(read(JSON::parse(json).unwrap()), Ok(expected), "{json}");
        }
    }

    #[wasm_bindgen_test]
    fn what_does_not_belong_is_refused_with_its_place() {
        let refusal = |from: &str, to: &str| survey(&CENSUS.replacen(from, to, 1)).unwrap_err();
        let unknown = refusal("\"decline\": false", "\"decoy\": false");
        assert!(
            unknown.starts_with("questions.1: unknown field"),
            "{unknown}"
        );
        assert!(unknown.contains("decoy"), "{unknown}");
        let wrong = refusal("\"decline\": false", "\"decline\": 0.5");
        assert!(
            wrong.starts_with("questions.1.decline: expected"),
            "{wrong}"
        );
        for (from, to) in [
            ("\"sotto\": 1", "\"sotto\": 1.5"),
            ("\"sotto\": 1", "\"sotto\": -1"),
            ("\"sotto\": 1", "\"sotto\": null"),
            ("\"sotto\": 1", "\"sotto\": []"),
            ("\"fixed\"", "{\"fixed\":1}"),
            ("\"fixed\"", "\"loose\""),
            ("\"yes-no\"", "\"no-no\""),
        ] {
            assert!(survey(&CENSUS.replacen(from, to, 1)).is_err(), "{to}");
        }
        for json in ["null", "3", "[]", "{}", "\"census\""] {
            assert!(survey(json).is_err(), "{json}");
        }
    }
}
