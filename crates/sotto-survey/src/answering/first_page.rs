//! What the first page of a survey is drawn from, before anybody's device draws it.

use crate::Survey;

/// A first page for one reader. The collector tells what is known of it, and the widget's views draw it.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the page by itself"
)]
pub struct FirstPage<'a> {
    /// The survey, as it is published.
    pub survey: &'a Survey,
    /// The language tags that the reader asks for, the best first. There may be none.
    pub languages: &'a [String],
    /// Whether the page itself names the language: then it is the only one in the list.
    pub is_said: bool,
    /// Whether a link without a fragment leads to the same page. It does not where a pin or an invite stands behind the
    /// page's #.
    pub is_whole_address: bool,
    /// The level of the survey's headings: 1 to 6.
    pub heading_level: u8,
    /// Whether it stands in a dialog that nobody has opened yet.
    pub in_dialog: bool,
    /// Whether it is in a frame on a page of another origin.
    pub framed: bool,
    /// Whether the page is of the collector's own origin: whoever runs the survey runs the page, too.
    pub hosted: bool,
    /// Whether the collector keeps each copy as a whole.
    pub keeps_rows: bool,
    /// The relay that the copy goes through: its host and, behind a space, within how many seconds it is sent.
    pub relay: Option<&'a str>,
}
