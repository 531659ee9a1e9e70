//! What a collector says of a picture that it was given.

use serde::{Deserialize, Serialize};

/// A picture as a collector keeps it. With words for those who do not see it, in `alt`, it is the `picture` of a question
/// or an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PictureView {
    /// The SHA-256 of what is kept, in 64 hexadecimal digits.
    pub hash: String,
    /// How wide it is seen, in pixels.
    pub width: u32,
    /// How high it is seen, in pixels.
    pub height: u32,
}

#[cfg(feature = "pictures")]
impl PictureView {
    /// Of a picture.
    #[must_use]
    pub fn of(picture: &crate::pictures::Picture) -> Self {
        Self {
            hash: picture.hash().to_string(),
            width: picture.width(),
            height: picture.height(),
        }
    }
}
