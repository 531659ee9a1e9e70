//! JSON as a tree, within bounds.

use std::{fmt, rc::Rc};

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};

use super::{FileTree, Value};
use crate::bounds::Allowance;

/// Reads JSON, whose keys keep their order. A key that stands twice keeps both values: the second is left
/// over.
///
/// # Errors
/// When it is no JSON, too deep or too much.
pub(crate) fn read_json(text: &str) -> Result<FileTree, String> {
    let mut room = Allowance::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = Seed { room: &mut room }.deserialize(&mut deserializer);
    let ended = read.and_then(|tree| deserializer.end().map(|()| tree));
    ended.map_err(|error| error.to_string())
}

struct Seed<'a> {
    room: &'a mut Allowance,
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = FileTree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<FileTree, D::Error> {
        self.room.take("").map_err(D::Error::custom)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = FileTree;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<FileTree, E> {
        Ok(FileTree::default())
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<FileTree, E> {
        Ok(Value::Flag(flag).into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<FileTree, E> {
        Ok(Value::Number(number).into())
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "numbers of surveys have far fewer than 53 bits"
    )]
    fn visit_i64<E: Error>(self, number: i64) -> Result<FileTree, E> {
        Ok(Value::Number(number as f64).into())
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "numbers of surveys have far fewer than 53 bits"
    )]
    fn visit_u64<E: Error>(self, number: u64) -> Result<FileTree, E> {
        Ok(Value::Number(number as f64).into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FileTree, E> {
        self.room.take(text).map_err(E::custom)?;
        Ok(Value::Text(text.to_owned()).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<FileTree, A::Error> {
        let mut list = Vec::new();
        while let Some(one) = elements.next_element_seed(Seed { room: self.room })? {
            list.push(one);
        }
        Ok(Value::List(list).into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<FileTree, A::Error> {
        let mut object: Vec<(Rc<str>, FileTree)> = Vec::new();
        while let Some(name) = entries.next_key::<String>()? {
            self.room.take(&name).map_err(A::Error::custom)?;
            let value = entries.next_value_seed(Seed { room: self.room })?;
            object.push((name.into(), value));
        }
        Ok(Value::Object(object).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_in_its_order_and_within_bounds() {
        let tree = read_json(r#"{"10": 1, "2": [true, null, "x", 1.5]}"#).unwrap();
        assert_eq!(tree.shown(), "{10: 1, 2: [true, null, x, 1.5]}");
        for broken in ["", "{", "[1] 2", "{\"a\": nan}"] {
            read_json(broken).unwrap_err();
        }
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        read_json(&deep).unwrap_err();
        let many = format!("[{}0]", "0,".repeat(500_000));
        assert!(read_json(&many).unwrap_err().contains("cells or values"));
    }
}
