//! An end of a range, as a file has it: a number, or a day, month or time in quotes.

use serde::{Serialize, Serializer};
use sotto_ldp::numbers::Decimal;

use super::calendar::Calendar;

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub number: Decimal,
    /// What it is written as; a number if absent.
    pub calendar: Option<Calendar>,
}

impl Bound {
    /// As it stands in a file, without quotes.
    #[must_use]
    pub fn written(self) -> String {
        match self.calendar {
            Some(calendar) => calendar.write(units(self.number)),
            None => self.number.to_string(),
        }
    }
}

/// The whole part of a number; whatever has a calendar is whole.
pub(crate) const fn units(number: Decimal) -> i64 {
    number.micros().div_euclid(1_000_000)
}

impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.calendar {
            Some(_) => serializer.serialize_str(&self.written()),
            None => self.number.serialize(serializer),
        }
    }
}

/// A number, or a day, month or time.
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{ObjectBuilder, OneOfBuilder, RefOr, Schema, Type},
    };

    use super::Bound;

    impl PartialSchema for Bound {
        fn schema() -> RefOr<Schema> {
            let written = ObjectBuilder::new()
                .schema_type(Type::String)
                .pattern(Some("^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$|^[0-9]{2}:[0-9]{2}$"));
            OneOfBuilder::new()
                .item(ObjectBuilder::new().schema_type(Type::Number))
                .item(written)
                .into()
        }
    }

    impl ToSchema for Bound {
        fn name() -> Cow<'static, str> {
            Cow::Borrowed("Bound")
        }
    }
}
