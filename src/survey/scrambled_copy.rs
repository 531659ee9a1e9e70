//! The scrambled copy of a sheet of answers, read from the very bytes that are posted.

use js_sys::{JSON, Reflect};
use sotto_ldp::Report;
use sotto_survey::Survey;
use wasm_bindgen::JsValue;

use crate::{json_value, outbox::Kept};

/// The scrambled copy of a sheet of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScrambledCopy {
    /// The bytes, and whether they have arrived.
    pub kept: Kept,
    /// The id by which the collector counts them once.
    pub report_id: String,
    /// What the bytes say, one report for each question; empty when an entry of this device's
    /// storage says nothing that the survey can have produced.
    pub reports: Vec<Report>,
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

fn reports(survey: &Survey, body: &JsValue) -> Option<Vec<Report>> {
    let reports = field(body, "reports")?;
    survey
        .questions()
        .iter()
        .map(|question| {
            let report = field(&reports, question.id().as_str())?;
            let report = json_value::read(report).ok()?;
            // Whether it supports value 0 does not matter here: what cannot be, is refused.
            question.oracle().supports(&report, 0).ok()?;
            Some(report)
        })
        .collect()
}

fn field(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok()
}
