//! Which part of the page is in view.

/// The parts of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// What to begin with.
    Start,
    /// The questions.
    Build,
    /// The texts in its other languages.
    Translations,
    /// How many people it takes.
    Plan,
    /// What imagined people make of it.
    Imagined,
    /// As a respondent sees it.
    Preview,
    /// The file as text.
    Text,
    /// How it gets to people: published, and onto a page.
    Embed,
}

impl View {
    /// Those that a draft has.
    pub(crate) const OF_DRAFT: [Self; 7] = [
        Self::Build,
        Self::Translations,
        Self::Plan,
        Self::Imagined,
        Self::Preview,
        Self::Text,
        Self::Embed,
    ];

    /// The name in messages and in the page.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Build => "build",
            Self::Translations => "translations",
            Self::Plan => "plan",
            Self::Imagined => "imagined",
            Self::Preview => "preview",
            Self::Text => "text",
            Self::Embed => "embed",
        }
    }
}

/// What a narrow page shows of the questions: one of two screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// All of them.
    List,
    /// The form of one.
    Form,
}
