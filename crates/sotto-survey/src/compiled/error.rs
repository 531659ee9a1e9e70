//! Why bytes cannot be read as a compiled survey.

use thiserror::Error;

use crate::file::fault::Faults;

/// The version of the form that is written here.
pub(super) const VERSION: u8 = 1;

/// Why bytes are not a compiled survey.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompiledError {
    /// They begin otherwise.
    #[error("this is no compiled survey: one begins with the byte ff and \"sotto\"")]
    NotCompiled,
    /// They are of another version of the form.
    #[error(
        "this survey was compiled in version {0} of the form, and version {VERSION} can be read: use a newer widget, or compile it again"
    )]
    Version(u8),
    /// They end too early.
    #[error("the compiled survey ends too early: it must be read as a whole")]
    Truncated,
    /// Something stands behind the end.
    #[error("something stands behind the end of the compiled survey")]
    BehindTheEnd,
    /// A number is greater than it can be, or longer than it must be.
    #[error("a number is too large, or is written longer than it must be")]
    Number,
    /// A list is longer than it may be.
    #[error("a list of {found} elements is too long: at most {most} can stand there")]
    TooLong {
        /// How many it has.
        found: u64,
        /// How many it may have.
        most: usize,
    },
    /// A text is not UTF-8.
    #[error("a text is not written in UTF-8")]
    NotText,
    /// Something has a value that it cannot have.
    #[error("a {0} has a value that it cannot have")]
    Value(&'static str),
    /// Conditions are nested too deep.
    #[error("conditions are nested too deep")]
    TooDeep,
    /// It names another program than the one that it needs.
    #[error("the compiled survey names another program than the one that can show it")]
    Program,
    /// It breaks a rule of surveys.
    #[error(transparent)]
    Faults(#[from] Faults),
}
