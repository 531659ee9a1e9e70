//! AVIF (AV1 Image File Format 1.1, in ISO/IEC 23008-12 and 14496-12): boxes in boxes, and items whose bytes stand where a
//! table says.
//!
//! Since that table counts from the beginning of the file, nothing is cut out: whatever does not belong to what is seen is
//! overwritten with zeros and named `free`, which readers pass over.

use std::ops::Range;

use super::{
    bytes::PictureBytes,
    kept::{KeptPicture, MovingPicture},
};

/// What files of pictures, and of moving ones, call themselves.
const BRAND: &[u8; 4] = b"avif";
const MOVING: &[u8; 4] = b"avis";

/// The boxes of a `meta` box that are kept.
const IN_META: [&[u8; 4]; 9] = [
    b"hdlr", b"pitm", b"iinf", b"iloc", b"iref", b"iprp", b"idat", b"dinf", b"grpl",
];

/// The properties of items that are kept: size, pixels, colours, how it is turned and cut, which layer is seen.
const PROPERTIES: [&[u8; 4]; 14] = [
    b"ispe", b"pixi", b"av1C", b"colr", b"irot", b"imir", b"auxC", b"clap", b"pasp", b"clli",
    b"mdcv", b"lsel", b"a1op", b"a1lx",
];

/// The items that are kept: pictures coded as AV1, and those made of others.
const ITEMS: [&[u8; 4]; 4] = [b"av01", b"grid", b"iden", b"tmap"];

/// Whether a file says that it is one, moving or not.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    brands(bytes).is_some_and(|mut brands| brands.any(|one| one == BRAND || one == MOVING))
}

fn brands(bytes: &[u8]) -> Option<impl Iterator<Item = &[u8]>> {
    let first = boxes(bytes, 0..bytes.len())?.into_iter().next()?;
    if first.name != *b"ftyp" {
        return None;
    }
    let data = bytes.get(first.inside)?;
    // The version behind the first brand looks like none.
    Some(data.chunks(4))
}

/// A box: its name, where it stands, and where what is in it stands.
struct Boxed {
    name: [u8; 4],
    all: Range<usize>,
    inside: Range<usize>,
}

/// The boxes that stand in a range of bytes.
fn boxes(bytes: &[u8], within: Range<usize>) -> Option<Vec<Boxed>> {
    let mut found = Vec::new();
    let mut start = within.start;
    while start < within.end {
        let mut from = PictureBytes(bytes.get(start..within.end)?);
        let short = from.long()?;
        let name = from.array()?;
        let (length, head) = match short {
            0 => (within.end - start, 8),
            1 => (usize::try_from(from.number(8)?).ok()?, 16),
            length => (usize::try_from(length).ok()?, 8),
        };
        let end = start.checked_add(length)?;
        if length < head || end > within.end {
            return None;
        }
        found.push(Boxed {
            name,
            all: start..end,
            inside: start + head..end,
        });
        start = end;
    }
    Some(found)
}

/// Names a box `free`, and forgets what is in it.
fn wipe(bytes: &mut [u8], gone: &Boxed) -> Option<()> {
    let name = gone.all.start + 4..gone.all.start + 8;
    bytes.get_mut(name)?.copy_from_slice(b"free");
    bytes.get_mut(gone.inside.clone())?.fill(0);
    Some(())
}

pub(super) fn kept(bytes: &[u8]) -> Result<Option<KeptPicture>, MovingPicture> {
    let moves = brands(bytes).is_some_and(|mut brands| brands.any(|one| one == MOVING));
    let tops = boxes(bytes, 0..bytes.len());
    let has_film = tops.is_some_and(|tops| tops.iter().any(|one| one.name == *b"moov"));
    if moves || has_film {
        return Err(MovingPicture);
    }
    Ok(read(bytes))
}

fn read(bytes: &[u8]) -> Option<KeptPicture> {
    let mut kept = bytes.to_vec();
    let tops = boxes(bytes, 0..bytes.len())?;
    let mut metas = tops.iter().filter(|one| one.name == *b"meta");
    let (meta, None) = (metas.next()?, metas.next()) else {
        return None;
    };
    for other in &tops {
        if ![b"ftyp", b"meta", b"mdat"].contains(&&other.name) {
            wipe(&mut kept, other)?;
        }
    }
    // Behind its version.
    let inner = boxes(bytes, meta.inside.start.checked_add(4)?..meta.inside.end)?;
    for other in inner.iter().filter(|one| !IN_META.contains(&&one.name)) {
        wipe(&mut kept, other)?;
    }
    let one = |name: &[u8; 4]| {
        let mut found = inner.iter().filter(move |one| one.name == *name);
        found.next().filter(|_| found.next().is_none())
    };
    // The name of whoever handles it.
    if let Some(handler) = one(b"hdlr") {
        kept.get_mut(handler.inside.clone())?.get_mut(24..)?.fill(0);
    }
    let items = kept_items(bytes, &mut kept, one(b"iinf")?)?;
    let store = one(b"idat");
    let places = places(bytes, one(b"iloc")?, store, &items)?;
    let stores = tops.iter().filter(|one| one.name == *b"mdat").chain(store);
    let stores: Vec<_> = stores.map(|one| one.inside.clone()).collect();
    forget_all_but(&mut kept, &stores, places)?;
    let (width, height) = size(bytes, &mut kept, one(b"iprp")?)?;
    Some(KeptPicture {
        bytes: kept,
        width,
        height,
    })
}

/// The numbers of the items that are kept; the others, and the names of all, are forgotten.
fn kept_items(bytes: &[u8], kept: &mut [u8], table: &Boxed) -> Option<Vec<u32>> {
    let mut from = PictureBytes(bytes.get(table.inside.clone())?);
    let version = from.byte()?;
    from.take(3)?;
    let head = if version == 0 {
        from.short()?;
        6
    } else {
        from.long()?;
        8
    };
    let mut items = Vec::new();
    for entry in boxes(bytes, table.inside.start + head..table.inside.end)? {
        let mut from = PictureBytes(bytes.get(entry.inside.clone())?);
        let version = from.byte()?;
        from.take(3)?;
        let (item, head) = match (&entry.name, version) {
            (b"infe", 2) => (u32::from(from.short()?), 8),
            (b"infe", 3) => (from.long()?, 10),
            _ => return None,
        };
        from.take(2)?;
        let kind: [u8; 4] = from.array()?;
        let start = entry.inside.start + head;
        if ITEMS.contains(&&kind) {
            items.push(item);
        } else {
            kept.get_mut(start..start + 4)?.copy_from_slice(b"free");
        }
        kept.get_mut(start + 4..entry.inside.end)?.fill(0);
    }
    Some(items)
}

/// Where the bytes of these items stand in the file.
fn places(
    bytes: &[u8],
    table: &Boxed,
    store: Option<&Boxed>,
    items: &[u32],
) -> Option<Vec<Range<usize>>> {
    let mut from = PictureBytes(bytes.get(table.inside.clone())?);
    let version = from.byte().filter(|version| *version <= 2)?;
    from.take(3)?;
    let [sizes, more] = from.array()?;
    let (of_offset, of_length, of_base) = (sizes >> 4, sizes & 15, more >> 4);
    let of_index = if version == 0 { 0 } else { more & 15 };
    let wide = version == 2;
    let count = if wide {
        from.long()?
    } else {
        from.short()?.into()
    };
    let mut found = Vec::new();
    for _ in 0..count {
        let item = if wide {
            from.long()?
        } else {
            from.short()?.into()
        };
        let way = if version == 0 { 0 } else { from.short()? & 15 };
        let elsewhere = from.short()?;
        let base = from.number(of_base)?;
        for _ in 0..from.short()? {
            from.number(of_index)?;
            let (offset, length) = (from.number(of_offset)?, from.number(of_length)?);
            if !items.contains(&item) {
                continue;
            }
            // All of the file, which holds more than the picture.
            if length == 0 {
                return None;
            }
            let start = usize::try_from(base.checked_add(offset)?).ok()?;
            let start = match (way, elsewhere) {
                (0, 0) => start,
                (1, 0) => store?.inside.start.checked_add(start)?,
                _ => return None,
            };
            found.push(start..start.checked_add(usize::try_from(length).ok()?)?);
        }
    }
    Some(found)
}

/// Overwrites what stands in the stores and belongs to nothing that is kept.
fn forget_all_but(
    bytes: &mut [u8],
    stores: &[Range<usize>],
    mut places: Vec<Range<usize>>,
) -> Option<()> {
    places.sort_by_key(|place| place.start);
    let is_stored = |place: &Range<usize>| {
        let mut stores = stores.iter();
        stores.any(|store| store.start <= place.start && place.end <= store.end)
    };
    if places.is_empty() || !places.iter().all(is_stored) {
        return None;
    }
    for store in stores {
        let mut start = store.start;
        for place in places.iter().filter(|one| store.contains(&one.start)) {
            if start < place.start {
                bytes.get_mut(start..place.start)?.fill(0);
            }
            start = start.max(place.end);
        }
        bytes.get_mut(start..store.end)?.fill(0);
    }
    Some(())
}

/// The size in which it is seen: that of its largest item, turned if it is turned. What is written about items beside that
/// is forgotten.
fn size(bytes: &[u8], kept: &mut [u8], properties: &Boxed) -> Option<(u32, u32)> {
    let (mut size, mut is_turned) = (None, false);
    for part in boxes(bytes, properties.inside.clone())? {
        if part.name != *b"ipco" {
            continue;
        }
        for property in boxes(bytes, part.inside)? {
            let mut from = PictureBytes(bytes.get(property.inside.clone())?);
            match &property.name {
                b"ispe" => {
                    from.take(4)?;
                    size = size.max(Some((from.long()?, from.long()?)));
                }
                b"irot" => is_turned |= from.byte()? & 1 == 1,
                name if PROPERTIES.contains(&name) => {}
                _ => wipe(kept, &property)?,
            }
        }
    }
    let (width, height) = size?;
    Some(if is_turned {
        (height, width)
    } else {
        (width, height)
    })
}
