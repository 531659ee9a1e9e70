//! A picture beside a question or an option, as it stands in a file: which one, how large, and the words for those who
//! do not see it. The picture itself is no part of the file; its hash is, so that a pin covers it.

use serde::Serialize;

use super::{
    fault::{At, FaultCause},
    fields::{self, Fields},
    json::Json,
};
use crate::terms::{picture_hash::PictureHash, text::Text};

/// A picture beside a question or an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Picture))]
pub struct PictureFile {
    /// The SHA-256 of its bytes: what a collector tells of a picture that it was given.
    #[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[0-9a-f]{64}$"))]
    pub hash: PictureHash,
    /// How wide it is, in pixels; its place on the page is kept before it is there.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4096))]
    pub width: u32,
    /// How high it is, in pixels.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4096))]
    pub height: u32,
    /// What it shows, in words, for those who do not see it.
    pub alt: Text,
}

impl PictureFile {
    /// A survey has at most so many.
    pub const MOST: usize = 40;

    /// It is at most so many pixels wide and high.
    pub const LARGEST_SIDE: u32 = 4_096;

    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let mut fields = Fields::of(json, at, &["hash", "width", "height", "alt"]);
        let hash = fields.needed("hash", |json, at| {
            let text = fields::text(json, at)?;
            at.made(text.parse::<PictureHash>())
        });
        let (width, height) = (
            fields.needed("width", fields::count),
            fields.needed("height", fields::count),
        );
        let alt = fields.needed_or("alt", Text::read);
        Some(Self {
            hash: hash?,
            width: width?,
            height: height?,
            alt,
        })
    }

    /// Refuses what cannot be shown.
    pub(crate) fn check(&self, language: Option<&str>, at: &At<'_>) {
        for (field, length) in [("width", self.width), ("height", self.height)] {
            if !(1..=Self::LARGEST_SIDE).contains(&length) {
                at.key(field).fault(|| FaultCause::PictureSize(length));
            }
        }
        self.alt.check(language, &at.key("alt"));
    }
}
