//! The scrambled copy of a sheet of answers, read from the very bytes that are posted.

use js_sys::{JSON, Reflect};
use sotto_ldp::Report;
use sotto_survey::{ReceivedReports, Survey};
use wasm_bindgen::JsValue;

use crate::{json_value, outbox::Kept};

/// The scrambled copy of a sheet of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScrambledCopy {
    /// The bytes, and whether they have arrived.
    pub kept: Kept,
    /// The id by which the collector counts them once.
    pub report_id: String,
    /// What the bytes say, for each question that is reported the reports of its parts, none where it
    /// was not drawn; empty when an entry of this device's
    /// storage says nothing that the survey can have produced.
    pub reports: Vec<Vec<Option<Report>>>,
    /// Whether it outlives this page.
    pub stored: bool,
}

impl ScrambledCopy {
    /// Reads what was kept. The receipt shows what this finds in the bytes, not what the program
    /// meant to write there.
    pub(super) fn read(survey: &Survey, kept: Kept, stored: bool) -> Self {
        let body = JSON::parse(&kept.body).unwrap_or(JsValue::NULL);
        Self {
            report_id: field(&body, "report_id")
                .and_then(|id| id.as_string())
                .unwrap_or_default(),
            reports: reports(survey, &body).unwrap_or_default(),
            kept,
            stored,
        }
    }
}

fn reports(survey: &Survey, body: &JsValue) -> Option<Vec<Vec<Option<Report>>>> {
    let reports = field(body, "reports")?;
    survey
        .reported_questions()
        .map(|question| {
            let reports = field(&reports, question.id().as_str())?;
            let reports: ReceivedReports = json_value::read(reports).ok()?;
            if reports.is_null() {
                // Not drawn.
                return Some(Vec::new());
            }
            // What cannot be, is refused.
            reports.read(question).ok()
        })
        .collect()
}

fn field(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok()
}
