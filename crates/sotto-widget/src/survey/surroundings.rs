//! What is drawn otherwise on one page than on another.

/// The page around a survey, as far as the drawing depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings {
    /// The level of the survey's headings: 1 to 6.
    pub(crate) heading_level: u8,
    /// Whether the page that embeds the survey is of another origin and cannot look inside.
    pub(crate) framed: bool,
    /// Whether the page is of the collector's own origin: whoever runs the survey runs the page, too.
    pub(crate) hosted: bool,
}
