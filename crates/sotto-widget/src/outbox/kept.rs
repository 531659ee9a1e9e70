//! What the device remembers of a survey that was answered: the scrambled copy, and whether it has
//! arrived.

/// The exact body of a submission. Once there is one, no other is ever made for the same survey:
/// asking again would let chance average itself out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// The bytes that are posted, every time the same.
    pub body: String,
    /// Whether a collector has said that it counted them.
    pub sent: bool,
}
