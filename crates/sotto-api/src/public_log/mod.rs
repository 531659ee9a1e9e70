//! The public log of a collector: one line for each survey that it ever gave out, and for each key that
//! it ever sold tokens under, in the order in which they came. Nothing can be taken out of it or put in
//! between without everybody seeing it who remembers its head.
//!
//! It is a tiled transparency log as C2SP describes it (c2sp.org/tlog-tiles, tlog-checkpoint and
//! signed-note): a tree of SHA-256 hashes as in RFC 6962, whose head is signed with Ed25519. The tree,
//! the tiles and the signed notes are those of the crates `tlog_tiles` and `signed_note`.

mod entry;
mod head;
mod proof;
mod range;
mod tree;

pub use entry::LogEntry;
pub use head::{HeadError, LogHead, LogKey, LogVerifier};
pub use proof::{LogProof, ProofError};
pub use range::LogRange;
pub use tree::{LogTree, TreeError, entries_of_bundle};
