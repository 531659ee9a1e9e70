//! How counts are stored: as numbers with a sign, and the sums of a part as eight bytes each.

use sotto_ldp::Counts;

use super::StorageError;

/// How many submissions to a survey have been counted, in all shards.
pub(super) const SUBMISSIONS: &str =
    "SELECT CAST(COALESCE(SUM(submissions), 0) AS BIGINT) FROM survey_counts WHERE survey = $1";

/// How many of them are told.
pub(super) const TOLD_SUBMISSIONS: &str = "SELECT CAST(COALESCE(SUM(reports), 0) AS BIGINT) \
     FROM told_counts WHERE survey = $1 AND part = -1";

/// A part's counts from a row.
pub(super) fn read_sums(reports: u64, sums: &[u8]) -> Result<Counts, StorageError> {
    let (sums, rest) = sums.as_chunks();
    if !rest.is_empty() {
        return Err(StorageError::Damaged);
    }
    let sums = sums.iter().map(|&bytes| u64::from_le_bytes(bytes));
    Counts::new(reports, sums.collect()).map_err(|_| StorageError::Damaged)
}

/// A part's sums as they are stored.
pub(super) fn sums_bytes(counts: &Counts) -> Vec<u8> {
    let sums = counts.sums().iter();
    sums.flat_map(|sum| sum.to_le_bytes()).collect()
}

pub(super) fn unsigned(count: i64) -> Result<u64, StorageError> {
    u64::try_from(count).map_err(|_| StorageError::Damaged)
}

pub(super) fn signed(count: u64) -> Result<i64, StorageError> {
    i64::try_from(count).map_err(|_| StorageError::Damaged)
}
