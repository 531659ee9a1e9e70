//! Why a text cannot stand in place of the widget's.

use thiserror::Error;

/// Why a text cannot stand in place of the widget's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidWord {
    /// It is too long for its place.
    #[error("these words have at most {0} characters, so that they fit into a button or a line")]
    TooLong(usize),
    /// It has lines or signs of markup, which would be read as they stand.
    #[error(
        "these words stand in one line, without \"<\" and \">\": there is no markup, so people would read it as it stands"
    )]
    Markup,
    /// What is put into it is lost, doubled or misspelt; the widget's text.
    #[error(
        "each of the names in braces stands here as often as in \"{0}\", in any order, and no other brace"
    )]
    Slots(&'static str),
    /// Two answers that must be told apart read alike.
    #[error("\"yes\", \"no\" and \"decline\" must read differently in each language")]
    Alike,
}
