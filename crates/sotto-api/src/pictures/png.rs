//! PNG (W3C, third edition): a list of chunks, each with its length, name and checksum.

use super::{
    bytes::PictureBytes,
    kept::{KeptPicture, MovingPicture},
};

pub(super) const BEGINNING: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What is seen, and in which colours. Not: texts, times, Exif, the frames of a moving picture, and whatever programs
/// write for themselves.
const KEPT: [&[u8; 4]; 11] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP",
];

/// A picture with several frames is one without them: its first chunks hold it as a whole.
#[expect(clippy::unnecessary_wraps, reason = "other formats refuse what moves")]
pub(super) fn kept(bytes: &[u8]) -> Result<Option<KeptPicture>, MovingPicture> {
    Ok(read(bytes))
}

fn read(bytes: &[u8]) -> Option<KeptPicture> {
    let mut from = PictureBytes(bytes.strip_prefix(BEGINNING)?);
    let mut kept = BEGINNING.to_vec();
    let (mut size, mut has_pixels) = (None, false);
    loop {
        let length = from.long()?;
        let name: [u8; 4] = from.array()?;
        let data = from.take(usize::try_from(length).ok()?)?;
        let checksum = from.long()?;
        if checksum != crc(&name, data) || (size.is_none() && name != *b"IHDR") {
            return None;
        }
        let is_kept = KEPT.contains(&&name);
        // A name that begins with a capital is that of something without which nothing can be seen.
        if !is_kept && name.first()?.is_ascii_uppercase() {
            return None;
        }
        match &name {
            b"IHDR" => {
                let mut header = PictureBytes(data);
                let read = (header.long()?, header.long()?);
                if data.len() != 13 || size.replace(read).is_some() {
                    return None;
                }
            }
            b"IDAT" => has_pixels = true,
            _ => {}
        }
        if is_kept {
            kept.extend(length.to_be_bytes());
            kept.extend(name);
            kept.extend(data);
            kept.extend(checksum.to_be_bytes());
        }
        // Whatever stands behind it goes.
        if name == *b"IEND" {
            break;
        }
    }
    let (width, height) = size.filter(|_| has_pixels)?;
    Some(KeptPicture {
        bytes: kept,
        width,
        height,
    })
}

/// The checksum of a chunk (ISO 3309).
pub(super) fn crc(name: &[u8], data: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    };
    !name.iter().chain(data).fold(u32::MAX, step)
}
