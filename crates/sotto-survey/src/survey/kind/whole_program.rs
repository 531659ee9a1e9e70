//! What only the whole program has.

/// A proof that this is the whole program. The common widget has none: a type that holds it cannot be made
/// there, so that the compiler leaves out of that program whatever is done with it.
#[cfg(feature = "whole")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WholeProgram(());

/// The same in the common widget, of which there is none.
#[cfg(not(feature = "whole"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WholeProgram {}

impl WholeProgram {
    /// The proof, in the whole program.
    #[cfg(feature = "whole")]
    #[expect(clippy::unnecessary_wraps, reason = "the common widget has none")]
    pub(super) const fn here() -> Option<Self> {
        Some(Self(()))
    }

    /// The proof, in the whole program.
    #[cfg(not(feature = "whole"))]
    pub(super) const fn here() -> Option<Self> {
        None
    }
}
