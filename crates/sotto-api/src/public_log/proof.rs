//! What holds one line against the log without reading the whole of it.

use base64ct::{Base64, Encoding};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tlog_tiles::tlog::{Hash, check_record, check_tree, record_hash};

use super::{HeadError, LogEntry, LogHead, LogTree, LogVerifier, TreeError};

/// Proof that a line is in the log, and that the log begins with everything it had before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogProof {
    /// The log's head, signed (c2sp.org/tlog-checkpoint).
    pub checkpoint: String,
    /// The line's place in the log, from 0.
    pub index: u64,
    /// The hashes, in base64, that lead from the line to the head's root (RFC 9162, section 2.1.3).
    pub inclusion: Vec<String>,
    /// The hashes, in base64, that lead from the root of the log's first `since` lines to the head's (RFC 9162,
    /// section 2.1.4). None where nothing is to be proven, or the log has fewer lines: the head says so.
    pub consistency: Vec<String>,
}

/// What is wrong with a log, or with what was said of it.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The head is not the log's.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// It does not prove the line.
    #[error("the line is not proven to stand in the log")]
    Missing,
    /// It does not prove that the earlier lines stand in it.
    #[error("the log is not proven to begin with the {0} lines that it had")]
    Rewritten(u64),
}

impl LogProof {
    /// The proof of the line with an index, for whoever knows the log's first `since` lines.
    ///
    /// # Errors
    /// When the log has no such line.
    pub fn new(
        checkpoint: String,
        tree: &LogTree,
        index: u64,
        since: u64,
    ) -> Result<Self, TreeError> {
        let consistency = match tree.growth(since) {
            Err(TreeError::Absent) => Vec::new(),
            proof => proof?,
        };
        Ok(Self {
            checkpoint,
            index,
            inclusion: texts(&tree.inclusion(index)?),
            consistency: texts(&consistency),
        })
    }

    /// The head of the log, if the line stands in it and it begins with all that it had before.
    ///
    /// # Errors
    /// When the head is not signed by the verifier's key, or one of the two is not proven.
    pub fn check(
        &self,
        verifier: &LogVerifier,
        line: &LogEntry,
        before: Option<&LogHead>,
    ) -> Result<LogHead, ProofError> {
        let head = verifier.read(&self.checkpoint)?;
        let root = Hash(head.root);
        let leaf = record_hash(line.as_str().as_bytes());
        hashes(&self.inclusion)
            .and_then(|proof| check_record(&proof, head.size, root, self.index, leaf).ok())
            .ok_or(ProofError::Missing)?;
        if let Some(before) = before.filter(|before| before.size > 0) {
            let earlier = Hash(before.root);
            hashes(&self.consistency)
                .and_then(|proof| check_tree(&proof, head.size, root, before.size, earlier).ok())
                .ok_or(ProofError::Rewritten(before.size))?;
        }
        Ok(head)
    }
}

fn texts(hashes: &[[u8; 32]]) -> Vec<String> {
    hashes
        .iter()
        .map(|hash| Base64::encode_string(hash))
        .collect()
}

fn hashes(texts: &[String]) -> Option<Vec<Hash>> {
    texts
        .iter()
        .map(|text| Hash::parse_hash(text).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use serde_json::{Value, json};

    use super::*;
    use crate::public_log::LogKey;

    fn key(seed: u64) -> LogKey {
        LogKey::new(&mut ChaCha20Rng::seed_from_u64(seed))
    }

    fn line(number: u64) -> LogEntry {
        LogEntry::read(&format!("line {number}")).unwrap()
    }

    fn tree(size: u64) -> LogTree {
        let mut tree = LogTree::default();
        for number in 0..size {
            tree.push(line(number)).unwrap();
        }
        tree
    }

    fn head(size: u64) -> LogHead {
        let root = tree(size).root(size).unwrap();
        LogHead { size, root }
    }

    fn proof(key: &LogKey, size: u64, index: u64, since: u64) -> LogProof {
        let signed = key.sign(&head(size)).unwrap();
        LogProof::new(signed, &tree(size), index, since).unwrap()
    }

    #[test]
    fn a_line_and_growth_are_checked() {
        let key = key(1);
        let verifier = LogVerifier::new(key.verifying()).unwrap();
        for size in 1..=20 {
            for (index, since) in (0..size).flat_map(|index| (0..=size).map(move |s| (index, s))) {
                let proof = proof(&key, size, index, since);
                let before = head(since);
                let checked =
                    |line: LogEntry, before: &LogHead| proof.check(&verifier, &line, Some(before));
                assert_eq!(checked(line(index), &before).unwrap(), head(size));
                assert!(matches!(
                    checked(line(index + 1), &before),
                    Err(ProofError::Missing)
                ));
                if since > 0 {
                    let other = LogHead {
                        root: [7; 32],
                        ..before
                    };
                    assert!(matches!(
                        checked(line(index), &other),
                        Err(ProofError::Rewritten(lines)) if lines == since
                    ));
                }
            }
        }
    }

    #[test]
    fn a_log_that_was_cut_is_found_by_its_head() {
        let key = key(1);
        let verifier = LogVerifier::new(key.verifying()).unwrap();
        let proof = proof(&key, 5, 2, 9);
        assert!(proof.consistency.is_empty());
        let checked = proof.check(&verifier, &line(2), Some(&head(9)));
        assert!(matches!(checked, Err(ProofError::Rewritten(9))));
    }

    #[test]
    fn another_logs_head_proves_nothing() {
        let verifier = LogVerifier::new(key(2).verifying()).unwrap();
        let checked = proof(&key(1), 5, 2, 0).check(&verifier, &line(2), None);
        assert!(matches!(checked, Err(ProofError::Head(_))));
    }

    /// What the widget's own reading is tested with (`log-proof.js`): a log of few lines, its heads, and every
    /// proof in it.
    fn examples() -> Value {
        let (key, size) = (key(1), 9);
        let heads: Vec<_> = (1..=size).map(head).collect();
        let signed = |head: &LogHead| {
            let checkpoint = key.sign(head).unwrap();
            json!({ "size": head.size, "root": head.root_text(), "checkpoint": checkpoint })
        };
        let (mut inclusion, mut consistency) = (Vec::new(), Vec::new());
        for size in 1..=size {
            let tree = tree(size);
            for index in 0..size {
                let path = texts(&tree.inclusion(index).unwrap());
                inclusion.push(json!({ "size": size, "index": index, "path": path }));
                let since = index + 1;
                let path = texts(&tree.growth(since).unwrap());
                consistency.push(json!({ "since": since, "size": size, "path": path }));
            }
        }
        let lines: Vec<_> = (0..size).map(|number| line(number).to_string()).collect();
        json!({
            "key": key.verifying(),
            "another_key": self::key(2).verifying(),
            "lines": lines,
            "heads": heads.iter().map(signed).collect::<Vec<_>>(),
            "inclusion": inclusion,
            "consistency": consistency,
        })
    }

    /// After a change on purpose, run this test with `SOTTO_APPROVE=1` and read the difference.
    #[test]
    fn the_widgets_examples_are_of_this_log() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../sotto-widget/src/element/tests/log-proofs.json"
        );
        let made = format!("{:#}\n", examples());
        if std::env::var_os("SOTTO_APPROVE").is_some() {
            std::fs::write(file, &made).unwrap();
        }
        let approved = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            made == approved,
            "the log's proofs are not those of log-proofs.json any more: approve them with SOTTO_APPROVE=1"
        );
    }
}
