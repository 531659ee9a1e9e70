//! The scrambled copy of a sheet of answers, read from the very bytes that are posted.

use js_sys::{JSON, Reflect};
use sotto_ldp::Report;
use sotto_survey::{Json, PermanentReports, ReceivedReports, Submission, SubmissionFile, Survey};
use wasm_bindgen::JsValue;

use crate::{json_value, outbox::Kept};

/// The scrambled copy of a sheet of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScrambledCopy {
    /// The bytes, and whether they have arrived.
    pub kept: Kept,
    /// The id by which the collector counts them once.
    pub report_id: String,
    /// What the bytes say, one report for each part of each question, `None` where it was not
    /// drawn; empty when an entry of this device's storage says nothing that the survey can have
    /// produced.
    pub reports: Vec<Option<Report>>,
    /// Whether it outlives this page.
    pub stored: bool,
    /// Whether it takes the place of what was chosen here: it was made elsewhere, while the form was open.
    pub in_place: bool,
}

impl ScrambledCopy {
    /// Reads what was kept. The receipt shows what this finds in the bytes, not what the program
    /// meant to write there.
    pub(super) fn read(survey: &Survey, kept: Kept, stored: bool) -> Self {
        let submission = submission(survey, &kept.body);
        let id = |submission: &Submission| submission.report_id().to_string();
        Self {
            report_id: submission.as_ref().map_or_else(String::new, id),
            reports: submission.map_or_else(Vec::new, Submission::into_reports),
            kept,
            stored,
            in_place: false,
        }
    }
}

fn submission(survey: &Survey, body: &str) -> Option<Submission> {
    let body = JSON::parse(body).ok()?;
    let version = Reflect::get(&body, &"version".into()).ok()?;
    let is_ours = json_value::json(&version) == Ok(Json::Whole(survey.version().into()));
    let file = kept(survey, &body).filter(|_| is_ours)?;
    Submission::check(file, survey).ok()
}

/// What was kept of an earlier wave of a survey in waves.
pub(super) fn permanent(survey: &Survey, text: &str) -> Option<PermanentReports> {
    let file = kept(survey, &JSON::parse(text).ok()?)?;
    PermanentReports::read(file, survey).ok()
}

/// Reads what this device has written, whatever its version.
fn kept(survey: &Survey, body: &JsValue) -> Option<SubmissionFile> {
    let field = |name: &str| Reflect::get(body, &name.into()).ok();
    let Json::Object(reports) = json_value::json(&field("reports")?).ok()? else {
        return None;
    };
    let received = |(id, reports)| Some((id, ReceivedReports::kept(reports)?));
    Some(SubmissionFile {
        version: survey.version(),
        pin: None,
        report_id: field("report_id")?.as_string()?.parse().ok()?,
        reports: reports.into_iter().map(received).collect::<Option<_>>()?,
        invite: None,
        blinded_code: None,
    })
}
