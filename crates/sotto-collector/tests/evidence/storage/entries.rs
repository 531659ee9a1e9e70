//! Surveys and submissions as the storage takes them.

use std::sync::Arc;

use sotto_api::Moment;
use sotto_collector::storage::{
    CheckedSubmission, Collecting, Storage, StoredSurvey, SubmissionKey,
};
use sotto_survey::{Submission, Survey, Tally};

use crate::harness::{Devices, census};

/// The census under another id or version.
pub(crate) fn survey(id: &str, version: u32) -> Survey {
    let mut json: serde_json::Value = serde_json::to_value(census()).unwrap();
    json["id"] = id.into();
    json["version"] = version.into();
    serde_json::from_value(json).unwrap()
}

/// When backups are made.
pub(crate) fn made() -> Moment {
    Moment::of_seconds(1_790_000_000)
}

/// Publishes a survey and reads it back.
pub(crate) async fn published(storage: &dyn Storage, survey: &Survey) -> Arc<StoredSurvey> {
    let key = storage.publish(survey).await.unwrap().unwrap();
    stored(storage, key).await
}

pub(crate) async fn stored(storage: &dyn Storage, key: i64) -> Arc<StoredSurvey> {
    let surveys = storage.surveys().await.unwrap();
    Arc::new(surveys.into_iter().find(|one| one.key == key).unwrap())
}

/// Stores settings of a survey that nobody else changes.
pub(crate) async fn set_settings(storage: &dyn Storage, id: &str, settings: &str) {
    set_collecting(storage, id, settings, Collecting::default()).await;
}

/// The same with what they say about collecting.
pub(crate) async fn set_collecting(
    storage: &dyn Storage,
    id: &str,
    settings: &str,
    collecting: Collecting,
) {
    let revision = storage.revision().await.unwrap();
    let set = storage.set_settings(id, settings, collecting, revision);
    assert!(set.await.unwrap(), "{id}");
}

pub(crate) fn entry(stored: &Arc<StoredSurvey>, submission: &Submission) -> CheckedSubmission {
    CheckedSubmission {
        stored: Arc::clone(stored),
        key: SubmissionKey::of(submission),
        submission: submission.clone(),
        invite: None,
        keep_row: false,
    }
}

/// Other reports under the id of a submission.
pub(crate) fn forged(devices: &mut Devices, submission: &Submission) -> Submission {
    loop {
        let other = devices.submission();
        if other.reports() != submission.reports() {
            let mut json: serde_json::Value = serde_json::from_str(&other.body(&census())).unwrap();
            json["report_id"] = submission.report_id().to_string().into();
            let file = serde_json::from_value(json).unwrap();
            return Submission::check(file, &census()).unwrap();
        }
    }
}

/// The counts that these submissions ought to give, and their number.
pub(crate) async fn assert_counts<'a>(
    storage: &dyn Storage,
    stored: &StoredSurvey,
    submissions: impl IntoIterator<Item = &'a Submission>,
) {
    let mut tally = Tally::empty(&stored.oracles);
    let mut number = 0;
    for submission in submissions {
        tally.add(&stored.oracles, submission).unwrap();
        number += 1;
    }
    assert_eq!(storage.submissions(stored.key).await.unwrap(), number);
    let counts = storage.counts(stored.key).await.unwrap();
    assert_eq!(counts.submissions, number);
    let expected = if number == 0 { &[] } else { tally.counts() };
    assert_eq!(counts.parts, expected);
}
