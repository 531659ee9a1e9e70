//! How ends of ranges are read, and what they stand for.

use sotto_ldp::numbers::Decimal;

use super::{decimal, one_of};
use crate::{
    file::{fault::At, json::Json},
    terms::{bound::Bound, calendar::Calendar},
};

impl Bound {
    /// Reads a number, or what is written as a day, month or time.
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        if let Json::Text(text) = &json {
            let mut calendars = Calendar::ALL.iter();
            let read = calendars.find_map(|one| Some((*one, one.read(text)?)));
            if let Some((calendar, number)) = read {
                return Some(Self {
                    number: Decimal::from_units(number).ok()?,
                    calendar: Some(calendar),
                });
            }
        }
        Some(Self {
            number: decimal(json, at)?,
            calendar: None,
        })
    }
}

impl Calendar {
    const NAMES: &[&str] = if cfg!(feature = "whole") {
        &["date", "month", "time"]
    } else {
        &[]
    };

    pub(crate) fn read_name(json: Json, at: &At<'_>) -> Option<Self> {
        let index = one_of(json, at, Self::NAMES)?;
        Self::ALL.get(index).copied()
    }
}
