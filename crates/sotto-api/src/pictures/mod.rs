//! Pictures of surveys: told by their content, held to what one may be, and freed of all that was written into them
//! beside what is seen: place, time, camera, names, comments, small versions of the picture before it was cut.
//!
//! Studio, command line and collector all do it, and come to the same bytes: those that a picture's hash is of. Nothing
//! is decoded here, and no pixel changes. What is kept is listed for each format; whatever is not in the list goes.

mod avif;
mod bytes;
mod jpeg;
mod kept;
mod png;
mod webp;

use self::kept::{KeptPicture, MovingPicture};
use sha2::{Digest, Sha256};
use sotto_survey::{PictureFile, PictureHash};
use thiserror::Error;

/// The formats of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    WebP,
    /// AVIF.
    Avif,
}

impl PictureFormat {
    /// What it is called among people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::WebP => "WebP",
            Self::Avif => "AVIF",
        }
    }

    /// What it is called in a header.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
            Self::Avif => "image/avif",
        }
    }

    /// By how the bytes begin; nothing else is looked at.
    fn of_beginning(bytes: &[u8]) -> Option<Self> {
        let stands_at = |at: usize, mark: &[u8]| {
            let rest = bytes.get(at..);
            rest.is_some_and(|rest| rest.starts_with(mark))
        };
        if stands_at(0, png::BEGINNING) {
            Some(Self::Png)
        } else if stands_at(0, b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if stands_at(0, b"RIFF") && stands_at(8, b"WEBP") {
            Some(Self::WebP)
        } else if stands_at(4, b"ftyp") && avif::is_one(bytes) {
            Some(Self::Avif)
        } else {
            None
        }
    }
}

/// Why something is no picture of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    /// It has so many bytes.
    #[error(
        "a picture has at most {most} bytes, but this one has {0}: make it smaller, or save it as WebP or AVIF",
        most = Picture::MOST_BYTES
    )]
    TooLarge(usize),
    /// It is in none of the formats.
    #[error(
        "this is no picture in a format that a survey takes: save it as PNG, JPEG, WebP or AVIF. A drawing (SVG) can hold programs, so turn it into a PNG"
    )]
    UnknownFormat,
    /// It begins as a picture, and goes on otherwise.
    #[error("this {} picture is damaged or incomplete: save it anew", .0.name())]
    Damaged(PictureFormat),
    /// It moves.
    #[error("this {} picture moves, which distracts from the question: save one frame of it", .0.name())]
    Moving(PictureFormat),
    /// It is too wide or too high.
    #[error("a picture is at most {most} pixels wide and high, but this one has {width} × {height}: make it smaller", most = PictureFile::LARGEST_SIDE)]
    TooManyPixels {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
}

/// A picture without anything beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    bytes: Vec<u8>,
    format: PictureFormat,
    width: u32,
    height: u32,
}

impl Picture {
    /// The most bytes of one.
    pub const MOST_BYTES: usize = 200_000;

    /// Reads a file's bytes, whatever its name says, and takes out what is not seen.
    ///
    /// # Errors
    /// When they are no picture that a survey takes.
    pub fn read(bytes: &[u8]) -> Result<Self, PictureError> {
        let format = PictureFormat::of_beginning(bytes).ok_or(PictureError::UnknownFormat)?;
        // What is taken out may be most of it, but no reader is given as much as somebody likes.
        if bytes.len() > 2 * Self::MOST_BYTES {
            return Err(PictureError::TooLarge(bytes.len()));
        }
        let kept = match format {
            PictureFormat::Png => png::kept(bytes),
            PictureFormat::Jpeg => jpeg::kept(bytes),
            PictureFormat::WebP => webp::kept(bytes),
            PictureFormat::Avif => avif::kept(bytes),
        };
        let KeptPicture {
            bytes,
            width,
            height,
        } = match kept {
            Ok(kept) => kept.ok_or(PictureError::Damaged(format))?,
            Err(MovingPicture) => return Err(PictureError::Moving(format)),
        };
        if bytes.len() > Self::MOST_BYTES {
            return Err(PictureError::TooLarge(bytes.len()));
        }
        let sides = 1..=PictureFile::LARGEST_SIDE;
        if width == 0 || height == 0 {
            return Err(PictureError::Damaged(format));
        }
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(PictureError::TooManyPixels { width, height });
        }
        Ok(Self {
            bytes,
            format,
            width,
            height,
        })
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, kept.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// By what a survey names it.
    #[must_use]
    pub fn hash(&self) -> PictureHash {
        PictureHash::of_sha256(Sha256::digest(&self.bytes).into())
    }

    /// Its format.
    #[must_use]
    pub const fn format(&self) -> PictureFormat {
        self.format
    }

    /// How wide it is seen, in pixels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// How high it is seen, in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }
}

/// The media type of a picture that was stored.
#[must_use]
pub fn media_type_of(bytes: &[u8]) -> &'static str {
    PictureFormat::of_beginning(bytes).map_or("application/octet-stream", PictureFormat::media_type)
}

#[cfg(test)]
mod tests;
