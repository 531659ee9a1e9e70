//! Where the look of a survey stands in its compiled form: at the very end, in as many bytes of every survey that has one, so
//! that the widget's programs pass over it and its element (`theme.js`) finds it there. Read elsewhere, its palettes are held
//! against what they follow from.
//!
//! | Bytes | What |
//! |---|---|
//! | 1 | which of the following six colours the file names, the lowest bit for the first |
//! | 18 | accent, surface and text, light and then dark; 0 where the file names none |
//! | 1 | one more than the index of the font that the file names, or 0 |
//! | 1 | the same of its corners |
//! | 1 + 1 | the index of the font, and of the corners |
//! | 54 | every colour of the light palette, then of the dark one, in the order of [`Palette::NAMES`] |
//!
//! The last three follow from the others, and are held against them.

use super::{error::CompiledError, reader::Reader, writer::Writer};
use crate::{
    file::{
        survey_file::SurveyFile,
        theme_file::{Corners, DarkFile, ThemeFile, ThemeFont},
    },
    terms::colour::Colour,
};

/// How many bytes say what the file says.
const OF_FILE: usize = 21;

pub(super) fn write(theme: &ThemeFile, to: &mut Writer) {
    to.bytes(&bytes(theme));
}

pub(super) fn read_into(file: &mut SurveyFile, found: &[u8], from: &mut Reader<'_>) -> Option<()> {
    let Some(theme) = of_file(found).filter(|theme| bytes(theme) == found) else {
        return from.fail(CompiledError::Value("theme"));
    };
    file.theme = Some(theme);
    Some(())
}

fn named(theme: &ThemeFile) -> [Option<Colour>; 6] {
    let dark = theme.dark.clone().unwrap_or_default();
    [
        theme.accent,
        theme.surface,
        theme.text,
        dark.accent,
        dark.surface,
        dark.text,
    ]
}

fn bytes(theme: &ThemeFile) -> Vec<u8> {
    let named = named(theme);
    let last_first = named.iter().rev();
    let bits = last_first.fold(0, |bits, one| bits << 1 | u8::from(one.is_some()));
    let mut bytes = vec![bits];
    for colour in named {
        bytes.extend(colour.map_or([0; 3], Colour::rgb));
    }
    let font = |one: ThemeFont| index_of(&ThemeFont::ALL, &one);
    let corners = |one: Corners| index_of(&Corners::ALL, &one);
    let whole = theme.theme();
    bytes.extend([
        theme.font.map_or(0, |one| font(one) + 1),
        theme.corners.map_or(0, |one| corners(one) + 1),
        font(whole.font),
        corners(whole.corners),
    ]);
    for palette in [whole.light, whole.dark] {
        bytes.extend(palette.colours().into_iter().flat_map(Colour::rgb));
    }
    bytes
}

fn index_of<T: PartialEq>(all: &[T], one: &T) -> u8 {
    let index = all.iter().position(|other| other == one);
    index
        .and_then(|index| u8::try_from(index).ok())
        .unwrap_or(u8::MAX)
}

/// What the first bytes say; what they leave open, or say twice, is found by writing it again.
fn of_file(bytes: &[u8]) -> Option<ThemeFile> {
    let [bits, colours @ .., font, corners] = bytes.get(..OF_FILE)? else {
        return None;
    };
    let (colours, _) = colours.as_chunks::<3>();
    let colour = |index: usize| {
        let rgb = *colours.get(index)?;
        (bits >> index & 1 == 1).then_some(Colour::of_rgb(rgb))
    };
    let dark = DarkFile {
        accent: colour(3),
        surface: colour(4),
        text: colour(5),
    };
    Some(ThemeFile {
        accent: colour(0),
        surface: colour(1),
        text: colour(2),
        dark: (dark != DarkFile::default()).then_some(dark),
        font: one_of(&ThemeFont::ALL, *font).ok()?,
        corners: one_of(&Corners::ALL, *corners).ok()?,
    })
}

/// What one more than its index stands for; nothing for 0.
///
/// # Errors
/// It stands for none of them.
fn one_of<T: Copy>(all: &[T], code: u8) -> Result<Option<T>, CompiledError> {
    let Some(index) = usize::from(code).checked_sub(1) else {
        return Ok(None);
    };
    let one = all.get(index).ok_or(CompiledError::Value("theme"))?;
    Ok(Some(*one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::scheme::Palette;

    #[test]
    fn it_is_as_long_as_every_other() {
        let plain = bytes(&ThemeFile::default());
        // As many as the common program, which reads no look, steps over.
        assert_eq!(plain.len(), 77);
        assert_eq!(plain.len(), OF_FILE + 2 + 2 * 3 * Palette::COUNT);
    }
}
