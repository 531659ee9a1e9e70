//! What is handed in to be counted, what is kept of it, and what became of it.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use sotto_survey::Submission;

use super::StoredSurvey;

/// By what a counted submission is known again: both are hashes that begin with its report id, 128
/// random bits that only the device has. So neither the id nor the reports can be found from them,
/// not even by trying all reports that there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmissionKey {
    /// Tells submissions apart.
    pub id_hash: [u8; 16],
    /// Tells a repetition from other reports under the same id. Spaces and the like in the JSON
    /// that carried them make no difference.
    pub fingerprint: [u8; 16],
}

impl SubmissionKey {
    /// The key of a submission.
    #[must_use]
    pub fn of(submission: &Submission) -> Self {
        let id = submission.report_id().as_bytes();
        let mut reports = Sha256::new();
        reports.update(b"reports ");
        reports.update(id);
        reports.update(reports_json(submission));
        Self {
            id_hash: half(Sha256::new().chain_update(b"id ").chain_update(id)),
            fingerprint: half(reports),
        }
    }

    /// The same, told apart also by the completion code that it asks for: the same reports with another code are no
    /// repetition.
    #[must_use]
    pub fn with_code(self, blinded: &[u8; 32]) -> Self {
        let both = Sha256::new()
            .chain_update(b"code ")
            .chain_update(self.fingerprint)
            .chain_update(blinded);
        Self {
            fingerprint: half(both),
            ..self
        }
    }
}

fn half(hash: Sha256) -> [u8; 16] {
    let bytes: [u8; 32] = hash.finalize().into();
    let (half, _) = bytes.split_first_chunk().unwrap_or((&[0; 16], &[]));
    *half
}

/// The reports as a JSON array in the order of the survey's parts, null where one was not drawn: what a noisy row holds.
pub(super) fn reports_json(submission: &Submission) -> String {
    use std::fmt::Write;
    let mut json = String::from("[");
    for (index, report) in submission.reports().iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = match report {
            Some(report) => write!(json, "{comma}{report}"),
            None => write!(json, "{comma}null"),
        };
    }
    json.push(']');
    json
}

/// A noisy row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoisyRow {
    /// Drawn at random; rows lie in the order of their keys.
    pub key: [u8; 16],
    /// A JSON array.
    pub reports: String,
}

/// What stands for an invite once it is spent, such as a hash of its code.
pub type InviteKey = [u8; 32];

/// A submission that was held against its survey and is to be counted.
pub struct CheckedSubmission {
    /// The survey's version that was answered.
    pub stored: Arc<StoredSurvey>,
    /// The submission.
    pub submission: Submission,
    /// Its [`SubmissionKey`].
    pub key: SubmissionKey,
    /// The invite that it spends: counted only if nobody else has spent it.
    pub invite: Option<InviteKey>,
    /// Whether its reports are kept as a noisy row.
    pub keep_row: bool,
}

/// What became of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmissionOutcome {
    /// Counted now.
    Counted,
    /// Counted before, with the same reports.
    CountedBefore,
    /// The report id was counted before, with other reports.
    IdReused,
    /// Another submission has spent the invite.
    InviteSpent,
    /// The survey has as many submissions as it may have.
    Full,
    /// The survey is closed or deleted, or has a later version.
    NotCollecting,
}

#[cfg(test)]
mod tests {
    use super::*;
    use sotto_survey::{SubmissionFile, Survey};

    #[test]
    fn keys_differ_as_soon_as_ids_or_reports_do() {
        let survey: Survey = serde_json::from_str(
            r#"{"sotto":1,"id":"two","version":1,"title":{"en":"Two"},"languages":["en"],
                "plan":"fixed","epsilon":"4","questions":[
                {"id":"a","type":"yes-no","title":{"en":"A?"},"mechanism":"direct-encoding","epsilon":"1"},
                {"id":"b","type":"yes-no","title":{"en":"B?"},"mechanism":"direct-encoding","epsilon":"1"}]}"#,
        )
        .unwrap();
        let key = |id: &str, a: u32, b: u32| {
            let json =
                format!(r#"{{"version":1,"report_id":"{id}","reports":{{"a":{a},"b":{b}}}}}"#);
            let file: SubmissionFile = serde_json::from_str(&json).unwrap();
            SubmissionKey::of(&Submission::check(file, &survey).unwrap())
        };
        let (one_id, other_id) = (
            "00112233445566778899aabbccddeeff",
            "10112233445566778899aabbccddeeff",
        );
        assert_eq!(key(one_id, 0, 1), key(one_id, 0, 1));
        let keys = [key(one_id, 0, 1), key(one_id, 1, 0), key(one_id, 1, 1)];
        for (i, one) in keys.iter().enumerate() {
            for (j, other) in keys.iter().enumerate() {
                assert_eq!(one.id_hash, other.id_hash);
                assert_eq!(one.fingerprint == other.fingerprint, i == j);
            }
        }
        let other = key(other_id, 0, 1);
        assert_ne!(other.id_hash, keys[0].id_hash);
        assert_ne!(other.fingerprint, keys[0].fingerprint);
    }
}
