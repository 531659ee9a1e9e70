//! A fingerprint of a submission's reports, by which a repetition is told from another submission
//! under the same id.

use sha2::{Digest as _, Sha256};
use sotto_ldp::Report;

/// SHA-256.
pub(crate) type Digest = [u8; 32];

/// The fingerprint of reports in the order of their questions. Spaces and the like in the JSON that
/// carried them make no difference.
pub(crate) fn digest(reports: &[Report]) -> Digest {
    let mut hash = Sha256::new();
    for report in reports {
        // Each report begins with its kind and length, so that no two lists run together.
        match report {
            Report::Index(index) => {
                hash.update([0]);
                hash.update(index.to_le_bytes());
            }
            Report::Bits(bytes) => {
                hash.update([1]);
                hash.update((bytes.len() as u64).to_le_bytes());
                hash.update(bytes);
            }
        }
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_reports_have_different_digests() {
        let lists = [
            vec![],
            vec![Report::Index(0)],
            vec![Report::Index(1)],
            vec![Report::Index(0), Report::Index(1)],
            vec![Report::Index(1), Report::Index(0)],
            vec![Report::Bits(vec![])],
            vec![Report::Bits(vec![0, 0, 0, 0])],
            vec![Report::Bits(vec![0, 0]), Report::Bits(vec![0, 0])],
            vec![Report::Bits(vec![0]), Report::Bits(vec![0, 0, 0])],
        ];
        for (i, a) in lists.iter().enumerate() {
            for (j, b) in lists.iter().enumerate() {
                assert_eq!(digest(a) == digest(b), i == j, "{a:?} {b:?}");
            }
        }
    }
}
