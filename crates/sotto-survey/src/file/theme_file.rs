//! What a survey looks like, as it stands in a file: colours, a kind of font, and corners, in words. There is no style sheet
//! in it, no address and no code: whatever it says, the widget's own style sheet is what is drawn with.

use serde::Serialize;

use super::{
    fault::{At, FaultCause},
    fields::{self, Fields, deserialize_by_reading},
    json::Json,
};
use crate::terms::{
    colour::{Colour, LeastContrast},
    scheme::Scheme,
};

/// What a survey looks like. What it leaves out is Sotto's own, or follows from what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Theme))]
pub struct ThemeFile {
    /// Of buttons, links and what is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^#[0-9a-fA-F]{6}$"))]
    pub accent: Option<Colour>,
    /// What everything stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^#[0-9a-fA-F]{6}$"))]
    pub surface: Option<Colour>,
    /// Of words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^#[0-9a-fA-F]{6}$"))]
    pub text: Option<Colour>,
    /// The same where somebody's device or page is dark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dark: Option<DarkFile>,
    /// The kind of font.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font: Option<ThemeFont>,
    /// How round corners are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corners: Option<Corners>,
}

/// The colours of a dark page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DarkTheme))]
pub struct DarkFile {
    /// Of buttons, links and what is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^#[0-9a-fA-F]{6}$"))]
    pub accent: Option<Colour>,
    /// What everything stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^#[0-9a-fA-F]{6}$"))]
    pub surface: Option<Colour>,
    /// Of words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^#[0-9a-fA-F]{6}$"))]
    pub text: Option<Colour>,
}

/// A kind of font, of those that every device has: none is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ThemeFont {
    /// That of the device's own menus.
    System,
    /// With serifs, as books have.
    Serif,
    /// With round ends.
    Rounded,
    /// Every letter as wide as any other.
    Mono,
}

impl ThemeFont {
    /// Every kind. Compiled surveys store the index.
    pub const ALL: [Self; 4] = [Self::System, Self::Serif, Self::Rounded, Self::Mono];

    const NAMES: [&str; 4] = ["system", "serif", "rounded", "mono"];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Serif => "serif",
            Self::Rounded => "rounded",
            Self::Mono => "mono",
        }
    }

    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &Self::NAMES)?;
        Self::ALL.get(index).copied()
    }
}

/// How round the corners of buttons and boxes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Corners {
    /// Not at all.
    Square,
    /// As Sotto's own.
    Soft,
    /// Twice as much.
    Round,
}

impl Corners {
    /// All of them. Compiled surveys store the index, by which the widget multiplies.
    pub const ALL: [Self; 3] = [Self::Square, Self::Soft, Self::Round];

    const NAMES: [&str; 3] = ["square", "soft", "round"];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Soft => "soft",
            Self::Round => "round",
        }
    }

    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &Self::NAMES)?;
        Self::ALL.get(index).copied()
    }
}

/// The three colours that a file can name, of one scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) accent: Option<Colour>,
    pub(crate) surface: Option<Colour>,
    pub(crate) text: Option<Colour>,
}

deserialize_by_reading!(ThemeFile);

fn colour(json: Json, at: &At<'_>) -> Option<Colour> {
    at.made(fields::text(json, at)?.parse())
}

impl ThemeFile {
    #[expect(
        clippy::unnecessary_wraps,
        reason = "what reads a field may find nothing"
    )]
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        const FIELDS: &[&str] = &["accent", "surface", "text", "dark", "font", "corners"];
        let mut fields = Fields::of(json, at, FIELDS);
        Some(Self {
            accent: fields.optional("accent", colour),
            surface: fields.optional("surface", colour),
            text: fields.optional("text", colour),
            dark: fields.optional("dark", DarkFile::read),
            font: fields.optional("font", ThemeFont::read),
            corners: fields.optional("corners", Corners::read),
        })
    }

    /// What it names for a scheme.
    pub(crate) fn named(&self, scheme: Scheme) -> Named {
        match (scheme, &self.dark) {
            (Scheme::Light, _) => Named {
                accent: self.accent,
                surface: self.surface,
                text: self.text,
            },
            (Scheme::Dark, Some(dark)) => Named {
                accent: dark.accent,
                surface: dark.surface,
                text: dark.text,
            },
            (Scheme::Dark, None) => Named::default(),
        }
    }

    /// Refuses a look that says nothing, and colours that cannot be read on what they stand on.
    pub(crate) fn check(&self, at: &At<'_>) {
        if *self == Self::default() || self.dark == Some(DarkFile::default()) {
            at.fault(|| FaultCause::ThemeEmpty);
        }
        self.check_scheme(Scheme::Light, at);
        self.check_scheme(Scheme::Dark, &at.key("dark"));
    }

    fn check_scheme(&self, scheme: Scheme, at: &At<'_>) {
        let Named {
            accent,
            surface,
            text,
        } = self.named(scheme);
        let ground = surface.unwrap_or_else(|| scheme.own().surface);
        for (field, colour) in [("accent", accent), ("text", text)] {
            let Some(colour) = colour else { continue };
            let found = colour.contrast(ground);
            let least = LeastContrast::Text;
            if found.reaches(least) {
                continue;
            }
            // There is one for every single ground.
            let nearest = colour.nearest(&[ground], least).unwrap_or(colour);
            at.key(field).fault(|| FaultCause::Contrast {
                colour,
                ground,
                found,
                least,
                nearest,
            });
        }
    }
}

impl DarkFile {
    #[expect(
        clippy::unnecessary_wraps,
        reason = "what reads a field may find nothing"
    )]
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let mut fields = Fields::of(json, at, &["accent", "surface", "text"]);
        Some(Self {
            accent: fields.optional("accent", colour),
            surface: fields.optional("surface", colour),
            text: fields.optional("text", colour),
        })
    }
}
