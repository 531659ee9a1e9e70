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
        // Their JSON has no line break, so no two lists run together.
        hash.update(report.to_string());
        hash.update("\n");
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
            vec![Report::Indices(vec![0, 1])],
            vec![Report::Indices(vec![0]), Report::Indices(vec![1])],
            vec![Report::Row(0, vec![0])],
        ];
        for (i, a) in lists.iter().enumerate() {
            for (j, b) in lists.iter().enumerate() {
                assert_eq!(digest(a) == digest(b), i == j, "{a:?} {b:?}");
            }
        }
    }
}
