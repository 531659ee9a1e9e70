//! What a survey looks like: every colour of both schemes, from the few that its file names.
//!
//! What the file leaves out follows so that all that is read can be read: words, links, borders and the privacy label have
//! the contrast of WCAG 2.2, level AA, whatever was named.

use crate::{
    file::theme_file::{Corners, Named, ThemeFile, ThemeFont},
    terms::{
        colour::{Colour, LeastContrast},
        scheme::{Palette, Scheme},
    },
};

/// What a survey is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colours of light pages.
    pub light: Palette,
    /// Those of dark ones.
    pub dark: Palette,
    /// The kind of font.
    pub font: ThemeFont,
    /// How round corners are.
    pub corners: Corners,
}

impl ThemeFile {
    /// All that follows from it.
    #[must_use]
    pub fn theme(&self) -> Theme {
        let light = palette(self.named(Scheme::Light), Scheme::Light.own());
        let dark = self.named(Scheme::Dark);
        let mut own = Scheme::Dark.own();
        // A brand's colour is that also where it is dark, as light as that takes.
        if let (None, Some(accent)) = (dark.accent, self.accent) {
            own.accent = accent;
        }
        Theme {
            light,
            dark: palette(dark, own),
            font: self.font.unwrap_or(ThemeFont::System),
            corners: self.corners.unwrap_or(Corners::Soft),
        }
    }
}

/// The first of some parts of the way from one colour to another, in hundredths, at which it suffices; `from` if none does.
fn blend(from: Colour, to: Colour, parts: u32, suffices: impl Fn(Colour) -> bool) -> Colour {
    let mut blends = (1..=parts).rev().map(|part| from.towards(to, part));
    blends.find(|one| suffices(*one)).unwrap_or(from)
}

/// A scheme's colours. A named one stays as it is: whether it can be read was checked where it was read.
fn palette(named: Named, own: Palette) -> Palette {
    const TEXT: LeastContrast = LeastContrast::Text;
    const BORDER: LeastContrast = LeastContrast::Border;
    let surface = named.surface.unwrap_or(own.surface);
    // One of black and white can be read on any colour.
    let best = if Colour::WHITE.stands_on(&[surface], TEXT) {
        Colour::WHITE
    } else {
        Colour::BLACK
    };
    let near = |colour: Colour, soft: Colour| {
        let found = colour.nearest(&[surface, soft], TEXT);
        found.unwrap_or(best)
    };
    let text = named.text.unwrap_or_else(|| near(own.text, surface));
    let is_own = (surface, text) == (own.surface, own.text);
    // What is not named leaves the label its ground.
    let beside = if is_own { own.soft } else { surface };
    let accent = named.accent.unwrap_or_else(|| near(own.accent, beside));
    // As far from the surface as all that is read on it allows.
    let takes = |soft: Colour| text.stands_on(&[soft], TEXT) && accent.stands_on(&[soft], TEXT);
    let soft = if is_own && takes(own.soft) {
        own.soft
    } else {
        blend(surface, text, 6, takes)
    };
    let grounds = [surface, soft];
    let weaker = |otherwise: Colour, parts: u32, least: LeastContrast| {
        if is_own {
            otherwise
        } else {
            blend(text, surface, parts, |one| one.stands_on(&grounds, least))
        }
    };
    // The last of them can be read where the others cannot.
    let first = if accent == own.accent {
        own.on_accent
    } else {
        Colour::WHITE
    };
    let mut on_accents = [first, Colour::WHITE].into_iter();
    let on_accent = on_accents.find(|one| one.stands_on(&[accent], TEXT));
    Palette {
        accent,
        on_accent: on_accent.unwrap_or(Colour::BLACK),
        surface,
        soft,
        text,
        muted: weaker(own.muted, 30, TEXT),
        line: if is_own {
            own.line
        } else {
            text.towards(surface, 82)
        },
        edge: weaker(own.edge, 45, BORDER),
        danger: own.danger.nearest(&grounds, TEXT).unwrap_or(text),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Everything that is read, with what it is read on.
    fn assert_readable(palette: &Palette) -> Result<(), TestCaseError> {
        let grounds = [palette.surface, palette.soft];
        for one in [palette.text, palette.muted, palette.accent, palette.danger] {
            prop_assert!(
                one.stands_on(&grounds, LeastContrast::Text),
                "{one}: {palette:?}"
            );
        }
        prop_assert!(
            palette
                .on_accent
                .stands_on(&[palette.accent], LeastContrast::Text),
            "{palette:?}"
        );
        prop_assert!(
            palette.edge.stands_on(&grounds, LeastContrast::Border),
            "{palette:?}"
        );
        Ok(())
    }

    fn named() -> impl Strategy<Value = Named> {
        let colour = || proptest::option::of(any::<[u8; 3]>().prop_map(Colour::of_rgb));
        (colour(), colour(), colour()).prop_map(|(accent, surface, text)| Named {
            accent,
            surface,
            text,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Whatever a file names that is not refused.
        #[test]
        fn all_that_follows_can_be_read(mut named in named(), is_dark in any::<bool>()) {
            let own = if is_dark { Scheme::Dark.own() } else { Scheme::Light.own() };
            let surface = named.surface.unwrap_or(own.surface);
            let readable = |colour: Option<Colour>| colour.and_then(|one| one.nearest(&[surface], LeastContrast::Text));
            (named.accent, named.text) = (readable(named.accent), readable(named.text));
            let found = palette(named, own);
            assert_readable(&found)?;
            // What was named is what is drawn.
            for (named, found) in [(named.accent, found.accent), (named.surface, found.surface), (named.text, found.text)] {
                prop_assert!(named.is_none_or(|named| named == found));
            }
        }

        /// One colour of a brand, and nothing else.
        #[test]
        fn a_brand_is_readable_in_both_schemes(rgb: [u8; 3]) {
            let accent = Colour::of_rgb(rgb).nearest(&[Colour::WHITE], LeastContrast::Text);
            let theme = ThemeFile { accent, ..ThemeFile::default() }.theme();
            assert_readable(&theme.light)?;
            assert_readable(&theme.dark)?;
        }
    }

    #[test]
    fn nothing_named_is_what_stands_without() {
        let theme = ThemeFile::default().theme();
        assert_eq!(theme.light, Scheme::Light.own());
        assert_eq!(theme.dark, Scheme::Dark.own());
    }
}
