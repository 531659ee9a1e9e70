//! How names are read.

use super::{StandIn, deserialize_by_reading, text};
use crate::{
    file::{fault::At, json::Json},
    terms::identifier::Identifier,
};

deserialize_by_reading!(Identifier);

impl Identifier {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let text = text(json, at)?;
        at.made(text.parse::<Self>())
    }

    pub(crate) fn read_or_stand_in(json: Json, at: &At<'_>) -> Self {
        Self::read(json, at).unwrap_or_else(Self::stand_in)
    }
}

impl StandIn for Identifier {
    fn stand_in() -> Self {
        Self::stand_in()
    }
}
