//! The shapes that a saved chart is made of. Lengths are CSS pixels.

/// A drawing of a known size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    /// What it is called, for screen readers.
    pub(super) title: String,
    /// From back to front.
    pub(super) shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Box {
        at: (f64, f64),
        size: (f64, f64),
        ink: Ink,
    },
    Line {
        from: (f64, f64),
        to: (f64, f64),
        width: f64,
        is_dashed: bool,
        ink: Ink,
    },
    Dot {
        at: (f64, f64),
        radius: f64,
        ink: Ink,
    },
    /// A line of text that begins at a point of its base line.
    Text {
        at: (f64, f64),
        size: f64,
        is_bold: bool,
        text: String,
        ink: Ink,
    },
}

/// A colour, named by what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Paper,
    Track,
    Estimate,
    Hatching,
    Noise,
    Text,
    Quiet,
}

impl Ink {
    /// The colour on paper.
    pub(super) const fn color(self) -> &'static str {
        match self {
            Self::Paper => "#ffffff",
            Self::Track => "#e7eceb",
            Self::Estimate => "#2b8c8b",
            Self::Hatching => "#9fd0ce",
            Self::Noise => "#8a5a00",
            Self::Text => "#10282b",
            Self::Quiet => "#4c5f61",
        }
    }
}

/// The fonts that a text is set in.
pub(super) const FONTS: &str = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', sans-serif";
