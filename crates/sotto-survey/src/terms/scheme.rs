//! Light and dark, and Sotto's own colours of both.

use super::colour::Colour;

/// Whether a page is light or dark: what somebody's device prefers, or the page around the survey says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark words on something light.
    Light,
    /// The reverse.
    Dark,
}

/// Every colour that a survey is drawn with in one scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Of buttons, links and what is chosen: text on `surface` and `soft`.
    pub accent: Colour,
    /// Text on `accent`.
    pub on_accent: Colour,
    /// What everything stands on.
    pub surface: Colour,
    /// What the privacy label and some notes stand on.
    pub soft: Colour,
    /// Text on `surface` and `soft`.
    pub text: Colour,
    /// The same of lesser weight.
    pub muted: Colour,
    /// Lines that only divide.
    pub line: Colour,
    /// The borders of fields, on `surface` and `soft`.
    pub edge: Colour,
    /// Text that says what is wrong, on `surface` and `soft`.
    pub danger: Colour,
}

impl Palette {
    /// How many colours it has.
    pub const COUNT: usize = 9;

    /// The names of the custom properties, as `--NAME` in the widget's style sheet, in the order of [`Self::colours`].
    pub const NAMES: [&str; Self::COUNT] = [
        "accent",
        "on-accent",
        "surface",
        "soft",
        "text",
        "muted",
        "line",
        "edge",
        "danger",
    ];

    /// All of them.
    #[must_use]
    pub const fn colours(&self) -> [Colour; Self::COUNT] {
        [
            self.accent,
            self.on_accent,
            self.surface,
            self.soft,
            self.text,
            self.muted,
            self.line,
            self.edge,
            self.danger,
        ]
    }
}

const fn rgb(rgb: u32) -> Colour {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Colour::of_rgb([red, green, blue])
}

const LIGHT: Palette = Palette {
    accent: rgb(0x0b_6358),
    on_accent: Colour::WHITE,
    surface: Colour::WHITE,
    soft: rgb(0xef_f5f3),
    text: rgb(0x16_211f),
    muted: rgb(0x50_605c),
    line: rgb(0xcf_dad7),
    edge: rgb(0x71_837e),
    danger: rgb(0xa8_201a),
};

const DARK: Palette = Palette {
    accent: rgb(0x74_d6c2),
    on_accent: rgb(0x05_201b),
    surface: rgb(0x14_1d1b),
    soft: rgb(0x1d_2927),
    text: rgb(0xe7_efed),
    muted: rgb(0xa3_b4af),
    line: rgb(0x33_433f),
    edge: rgb(0x80_938d),
    danger: rgb(0xff_b3a8),
};

impl Scheme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// Sotto's own colours, as `www/styles/tokens.css` has them.
    #[must_use]
    pub const fn own(self) -> Palette {
        match self {
            Self::Light => LIGHT,
            Self::Dark => DARK,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_style_sheet() {
        let sheet = include_str!("../../../../www/styles/tokens.css");
        let short = |colour: Colour| match colour {
            Colour::WHITE => "#fff".to_owned(),
            other => other.to_string(),
        };
        let both = LIGHT.colours().into_iter().zip(DARK.colours());
        for (name, (light, dark)) in Palette::NAMES.into_iter().zip(both) {
            let (light, dark) = (short(light), short(dark));
            let plain = format!("--{name}: var(--sotto-{name}, {light});");
            assert!(sheet.contains(&plain), "{plain}");
            let schemes = format!("--{name}: var(--sotto-{name}, light-dark({light}, {dark}));");
            assert!(sheet.contains(&schemes), "{schemes}");
        }
    }
}
