//! WebP (RFC 9649): a RIFF file, whose chunks each have a name and a length.

use super::{
    bytes::PictureBytes,
    kept::{KeptPicture, MovingPicture},
};

/// What of a `VP8X` chunk's first byte says that there are frames, XMP and Exif.
const ANIMATION: u8 = 0x02;
const METADATA: u8 = 0x04 | 0x08;

/// Pixels, transparency and colours; nothing else.
pub(super) fn kept(bytes: &[u8]) -> Result<Option<KeptPicture>, MovingPicture> {
    let mut from = PictureBytes(bytes);
    let mut chunks = Vec::new();
    let (mut canvas, mut image) = (None, None);
    let Some(()) = riff(&mut from) else {
        return Ok(None);
    };
    while !from.is_empty() {
        let Some((name, data)) = chunk(&mut from) else {
            return Ok(None);
        };
        let mut data = data.to_vec();
        match &name {
            b"ANIM" | b"ANMF" => return Err(MovingPicture),
            b"VP8X" => {
                let Some(flags) = data.first_mut() else {
                    return Ok(None);
                };
                if *flags & ANIMATION != 0 {
                    return Err(MovingPicture);
                }
                *flags &= !METADATA;
                canvas = size_of_canvas(&data);
            }
            b"VP8 " => image = size_of_lossy(&data),
            b"VP8L" => image = size_of_lossless(&data),
            b"ICCP" | b"ALPH" => {}
            _ => continue,
        }
        chunks.extend(name);
        // No chunk becomes longer.
        chunks.extend(u32::try_from(data.len()).unwrap_or(0).to_le_bytes());
        chunks.extend(&data);
        if data.len() % 2 == 1 {
            chunks.push(0);
        }
    }
    let Some((width, height)) = image.map(|image| canvas.unwrap_or(image)) else {
        return Ok(None);
    };
    let mut kept = b"RIFF".to_vec();
    kept.extend(u32::try_from(chunks.len() + 4).unwrap_or(0).to_le_bytes());
    kept.extend(b"WEBP");
    kept.extend(chunks);
    Ok(Some(KeptPicture {
        bytes: kept,
        width,
        height,
    }))
}

/// The file's head; what stands behind the length that it tells is cut off.
fn riff(from: &mut PictureBytes<'_>) -> Option<()> {
    from.take(4)?;
    let length = from.array().map(u32::from_le_bytes)?;
    let mut inside = PictureBytes(from.take(usize::try_from(length).ok()?)?);
    inside.take(4)?;
    *from = inside;
    Some(())
}

fn chunk<'a>(from: &mut PictureBytes<'a>) -> Option<([u8; 4], &'a [u8])> {
    let name = from.array()?;
    let length = from.array().map(u32::from_le_bytes)?;
    let data = from.take(usize::try_from(length).ok()?)?;
    if length % 2 == 1 && !from.is_empty() {
        from.take(1)?;
    }
    Some((name, data))
}

fn size_of_canvas(data: &[u8]) -> Option<(u32, u32)> {
    let mut from = PictureBytes(data.get(4..)?);
    let mut side = || {
        let [low, middle, high] = from.array()?;
        Some(u32::from_le_bytes([low, middle, high, 0]) + 1)
    };
    Some((side()?, side()?))
}

fn size_of_lossy(data: &[u8]) -> Option<(u32, u32)> {
    let mut from = PictureBytes(data);
    let [first, ..] = from.array::<3>()?;
    // A picture that needs none before it.
    if first & 1 != 0 || from.array()? != *b"\x9d\x01\x2a" {
        return None;
    }
    let mut side = || Some(u32::from(u16::from_le_bytes(from.array()?) & 0x3fff));
    Some((side()?, side()?))
}

fn size_of_lossless(data: &[u8]) -> Option<(u32, u32)> {
    let mut from = PictureBytes(data);
    if from.byte()? != 0x2f {
        return None;
    }
    let bits = from.array().map(u32::from_le_bytes)?;
    Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
}
