//! The samples were written by Pillow 13; those named `gps` have a place, a camera, an author and XMP in them, each with
//! the word SECRET.

use super::*;

macro_rules! sample {
    ($name:literal) => {
        ($name, include_bytes!(concat!("samples/", $name)).as_slice())
    };
}

const WITH_SECRETS: [(&str, &[u8]); 4] = [
    sample!("gps.png"),
    sample!("gps.jpg"),
    sample!("gps.webp"),
    sample!("gps.avif"),
];

const PLAIN: [(&str, &[u8]); 4] = [
    sample!("lossless.webp"),
    sample!("lossy.webp"),
    sample!("progressive.jpg"),
    sample!("transparent.avif"),
];

fn has(bytes: &[u8], words: &[u8]) -> bool {
    bytes.windows(words.len()).any(|window| window == words)
}

#[test]
fn each_format_is_told_by_its_content_and_measured() {
    let formats = ["PNG", "JPEG", "WebP", "AVIF"];
    for ((name, bytes), format) in WITH_SECRETS.into_iter().zip(formats) {
        let picture = Picture::read(bytes).expect(name);
        assert_eq!(picture.format().name(), format, "{name}");
        let size = (picture.width(), picture.height());
        // The Exif of this one says that it lies on its side.
        let seen = if name == "gps.jpg" { (8, 12) } else { (12, 8) };
        assert_eq!(size, seen, "{name}");
        assert_eq!(
            media_type_of(picture.bytes()),
            picture.format().media_type()
        );
    }
    for (name, bytes) in PLAIN {
        let picture = Picture::read(bytes).expect(name);
        assert_eq!((picture.width(), picture.height()), (12, 8), "{name}");
    }
}

#[test]
fn nothing_is_left_of_places_cameras_and_authors() {
    for (name, bytes) in WITH_SECRETS {
        assert!(has(bytes, b"SECRET"), "{name}");
        let picture = Picture::read(bytes).expect(name);
        assert!(!has(picture.bytes(), b"SECRET"), "{name}");
        // What is plain stays as it is: whoever hands it in again gets the same hash.
        let again = Picture::read(picture.bytes()).expect(name);
        assert_eq!(again, picture, "{name}");
        assert_eq!(again.hash(), picture.hash());
    }
    // Without it the picture would lie on its side.
    let (_, photo) = WITH_SECRETS[1];
    let photo = Picture::read(photo).unwrap();
    assert!(has(photo.bytes(), b"\x01\x12\0\x03\0\0\0\x01\0\x06"));
}

#[test]
fn what_stands_behind_the_end_goes() {
    for (name, bytes) in [WITH_SECRETS[0], WITH_SECRETS[1], WITH_SECRETS[2]] {
        let longer = [bytes, b"SECRET film behind the picture"].concat();
        assert_eq!(Picture::read(&longer), Picture::read(bytes), "{name}");
    }
    // Boxes that are no picture's.
    let (_, avif) = WITH_SECRETS[3];
    let with_more = [avif, b"\0\0\0\x0euuidSECRET"].concat();
    let read = Picture::read(&with_more).unwrap();
    assert!(!has(read.bytes(), b"SECRET"));
}

#[test]
fn a_picture_that_ends_too_early_is_none() {
    for (name, bytes) in WITH_SECRETS.into_iter().chain(PLAIN) {
        for length in 0..bytes.len() {
            let read = Picture::read(&bytes[..length]);
            assert!(
                matches!(
                    read,
                    Err(PictureError::UnknownFormat | PictureError::Damaged(_))
                ),
                "{name} {length}: {read:?}"
            );
        }
    }
}

/// Nothing that a file says makes a reader stop, or keep what is none.
#[test]
fn no_byte_that_was_changed_breaks_a_reader() {
    for (name, bytes) in WITH_SECRETS.into_iter().chain(PLAIN) {
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut changed = bytes.to_vec();
                changed[at] = value;
                if let Ok(read) = Picture::read(&changed) {
                    assert!(read.bytes().len() <= bytes.len() + 36, "{name} {at}");
                }
            }
        }
    }
}

#[test]
fn what_is_no_picture_is_refused() {
    let drawing = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    for bytes in [
        &drawing[..],
        b"",
        b"GIF89a\x01\0\x01\0",
        b"<html>",
        b"RIFF\x04\0\0\0WAVE",
    ] {
        assert_eq!(Picture::read(bytes), Err(PictureError::UnknownFormat));
    }
    let sentence = PictureError::UnknownFormat.to_string();
    assert!(sentence.contains("SVG") && sentence.contains("PNG, JPEG, WebP or AVIF"));
    // A page behind the first bytes of a picture.
    let page = [png::BEGINNING, b"<html><script>"].concat();
    assert_eq!(
        Picture::read(&page),
        Err(PictureError::Damaged(PictureFormat::Png))
    );
}

#[test]
fn what_moves_is_refused_or_stands_still() {
    let (_, moving) = sample!("moving.webp");
    assert_eq!(
        Picture::read(moving),
        Err(PictureError::Moving(PictureFormat::WebP))
    );
    let (_, moving) = sample!("moving.png");
    let still = Picture::read(moving).unwrap();
    for frames in [b"acTL", b"fcTL", b"fdAT"] {
        assert!(has(moving, frames) && !has(still.bytes(), frames));
    }
    let (_, avif) = WITH_SECRETS[3];
    let mut moving = avif.to_vec();
    moving[8..12].copy_from_slice(b"avis");
    assert_eq!(
        Picture::read(&moving),
        Err(PictureError::Moving(PictureFormat::Avif))
    );
}

#[test]
fn a_picture_has_its_most_bytes_and_pixels() {
    let (_, photo) = WITH_SECRETS[1];
    let (head, tail) = photo.split_at(2);
    // Comments, which are taken out again.
    let comment = [b"\xff\xfe\xea\x62".as_slice(), &vec![b'x'; 60_000]].concat();
    let longer = [head, &comment.repeat(4), tail].concat();
    assert!(longer.len() > Picture::MOST_BYTES);
    assert_eq!(Picture::read(&longer), Picture::read(photo));
    let longest = [head, &comment.repeat(7), tail].concat();
    let length = longest.len();
    assert_eq!(Picture::read(&longest), Err(PictureError::TooLarge(length)));
    // Of tables as many as there are.
    let table = [b"\xff\xdb\xea\x62".as_slice(), &vec![1; 60_000]].concat();
    let large = [head, &table.repeat(4), tail].concat();
    assert!(matches!(
        Picture::read(&large),
        Err(PictureError::TooLarge(bytes)) if bytes > 240_000
    ));
    let wide = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x10\x01\0\0\0\x01\x08\0\0\0\0";
    let (_, name_and_data) = wide.split_at(12);
    let chunk = |data: &[u8]| {
        let length = u32::try_from(data.len() - 4).unwrap().to_be_bytes();
        let sum = png::crc(data[..4].try_into().unwrap(), &data[4..]);
        [&length[..], data, &sum.to_be_bytes()].concat()
    };
    let wide = [
        png::BEGINNING,
        &chunk(name_and_data),
        &chunk(b"IDAT"),
        &chunk(b"IEND"),
    ]
    .concat();
    let size = PictureError::TooManyPixels {
        width: 4_097,
        height: 1,
    };
    assert_eq!(Picture::read(&wide), Err(size));
}
