//! How every connection writes.

/// Pages after which SQLite does it by itself, should the checkpoints have failed all the time.
pub(super) const AT_THE_LATEST: &str = "100000";

/// Bytes of the log that stay on the disk after a burst.
pub(super) const MOST_LOG: &str = "67108864";
/// What a connection keeps in memory: 8 MiB. The system's own cache stands behind it.
pub(super) const CACHE: &str = "-8192";

/// How every connection writes.
pub(super) const PRAGMAS: [(&str, &str); 6] = [
    ("journal_mode", "WAL"),
    // An acknowledged submission survives a power cut.
    ("synchronous", "FULL"),
    // What is deleted is overwritten.
    ("secure_delete", "ON"),
    ("wal_autocheckpoint", AT_THE_LATEST),
    ("journal_size_limit", MOST_LOG),
    ("cache_size", CACHE),
];
