//! JPEG (ITU-T T.81): segments behind marks, and between them the scans.

use super::{
    bytes::PictureBytes,
    kept::{KeptPicture, MovingPicture},
};

/// Which way up a picture is seen (Exif 3.0): as it is written.
const UPRIGHT: u16 = 1;

#[expect(clippy::unnecessary_wraps, reason = "other formats refuse what moves")]
pub(super) fn kept(bytes: &[u8]) -> Result<Option<KeptPicture>, MovingPicture> {
    Ok(read(bytes))
}

/// Tables, frame, scans, colours, and which way up it is; nothing else.
fn read(bytes: &[u8]) -> Option<KeptPicture> {
    let mut from = PictureBytes(bytes.strip_prefix(b"\xff\xd8")?);
    let mut segments = Vec::new();
    let (mut size, mut has_scan, mut orientation) = (None, false, UPRIGHT);
    loop {
        let mark = next_mark(&mut from)?;
        if mark == 0xd9 {
            break;
        }
        let length = from.short()?.checked_sub(2)?;
        let data = from.take(length.into())?;
        let mut keep = |data: &[u8]| {
            segments.extend([0xff, mark]);
            // No segment becomes longer.
            segments.extend((u16::try_from(data.len()).unwrap_or(0) + 2).to_be_bytes());
            segments.extend(data);
        };
        match mark {
            // Baseline, extended and progressive pictures, which all browsers show.
            0xc0..=0xc2 => {
                let mut frame = PictureBytes(data);
                frame.byte()?;
                let (height, width) = (frame.short()?, frame.short()?);
                if size.replace((width, height)).is_some() {
                    return None;
                }
                keep(data);
            }
            0xc4 | 0xdb | 0xdd => keep(data),
            // Without the small picture that may stand in it.
            0xe0 if data.starts_with(b"JFIF\0") => {
                let mut jfif = data.get(..14)?.to_vec();
                jfif.get_mut(12..)?.fill(0);
                keep(&jfif);
            }
            0xe1 => orientation = orientation_of(data).unwrap_or(orientation),
            0xe2 if data.starts_with(b"ICC_PROFILE\0") => keep(data),
            0xee if data.starts_with(b"Adobe") => keep(data),
            0xe0..=0xef | 0xfe => {}
            0xda => {
                has_scan = true;
                keep(data);
                segments.extend(scan(&mut from)?);
            }
            _ => return None,
        }
    }
    let (width, height) = size.filter(|_| has_scan)?;
    let (width, height) = (u32::from(width), u32::from(height));
    let mut kept = b"\xff\xd8".to_vec();
    if orientation != UPRIGHT {
        kept.extend(exif_with(orientation));
    }
    kept.extend(segments);
    kept.extend(b"\xff\xd9");
    let (width, height) = if orientation > 4 {
        (height, width)
    } else {
        (width, height)
    };
    Some(KeptPicture {
        bytes: kept,
        width,
        height,
    })
}

/// The next mark, which any number of bytes ff may stand before.
fn next_mark(from: &mut PictureBytes<'_>) -> Option<u8> {
    if from.byte()? != 0xff {
        return None;
    }
    loop {
        match from.byte()? {
            0xff => {}
            0 => return None,
            mark => return Some(mark),
        }
    }
}

/// What is coded, up to the next mark that is not within it.
fn scan<'a>(from: &mut PictureBytes<'a>) -> Option<&'a [u8]> {
    let pairs = from.0.windows(2);
    let is_end = |pair: &[u8]| match pair {
        [0xff, next] => !matches!(next, 0 | 0xd0..=0xd7 | 0xff),
        _ => false,
    };
    let end = pairs.enumerate().find(|(_, pair)| is_end(pair))?.0;
    from.take(end)
}

/// Which way up it is, as its Exif says: a tag of the first directory.
fn orientation_of(data: &[u8]) -> Option<u16> {
    let tiff = data.strip_prefix(b"Exif\0\0")?;
    let is_little = tiff.starts_with(b"II*\0");
    if !is_little && !tiff.starts_with(b"MM\0*") {
        return None;
    }
    let short = |from: &mut PictureBytes<'_>| {
        let bytes = from.array()?;
        Some(if is_little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let long = |from: &mut PictureBytes<'_>| {
        let bytes = from.array()?;
        Some(if is_little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        })
    };
    let offset = long(&mut PictureBytes(tiff.get(4..)?))?;
    let mut from = PictureBytes(tiff.get(usize::try_from(offset).ok()?..)?);
    for _ in 0..short(&mut from)? {
        let (tag, kind, count) = (short(&mut from)?, short(&mut from)?, long(&mut from)?);
        let value = from.take(4)?;
        if (tag, kind, count) == (0x112, 3, 1) {
            return short(&mut PictureBytes(value)).filter(|one| (1..=8).contains(one));
        }
    }
    None
}

/// An Exif segment that says nothing else.
fn exif_with(orientation: u16) -> Vec<u8> {
    let mut segment =
        b"\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".to_vec();
    segment.extend(orientation.to_be_bytes());
    segment.extend([0; 6]);
    segment
}
