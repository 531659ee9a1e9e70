//! What a device posts: one report for each question, and the id by which it is counted once.

use std::{collections::BTreeMap, fmt, fmt::Write};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use sotto_ldp::Report;

use crate::{error::SubmissionError, report_id::ReportId, survey::Survey};

/// A submission that its survey's mechanisms can have produced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    version: u32,
    report_id: ReportId,
    /// In the order of the survey's questions.
    reports: Vec<Report>,
}

/// A submission as it arrives, before it is held against its survey.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionFile {
    /// The version of the survey that was answered.
    pub version: u32,
    /// The id by which the submission is counted once.
    pub report_id: ReportId,
    /// By question id.
    #[serde(deserialize_with = "reports_by_question")]
    pub reports: BTreeMap<String, Report>,
}

impl Submission {
    pub(crate) const fn new(survey: &Survey, report_id: ReportId, reports: Vec<Report>) -> Self {
        Self {
            version: survey.version(),
            report_id,
            reports,
        }
    }

    /// Holds what arrived against the survey: exactly its questions, each with a report that its
    /// mechanism can produce.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(file: SubmissionFile, survey: &Survey) -> Result<Self, SubmissionError> {
        let SubmissionFile {
            version,
            report_id,
            mut reports,
        } = file;
        if version != survey.version() {
            return Err(SubmissionError::Version {
                found: version,
                current: survey.version(),
            });
        }
        let mut in_order = Vec::with_capacity(survey.questions().len());
        for question in survey.questions() {
            let name = || question.id().to_string();
            let report = reports
                .remove(question.id().as_str())
                .ok_or_else(|| SubmissionError::MissingReport(name()))?;
            // Whether it supports value 0 does not matter here: what cannot be, is refused.
            question.oracle().supports(&report, 0).map_err(|error| {
                SubmissionError::Impossible {
                    question: name(),
                    error,
                }
            })?;
            in_order.push(report);
        }
        match reports.into_keys().next() {
            Some(unknown) => Err(SubmissionError::UnknownQuestion(
                unknown.chars().take(80).collect(),
            )),
            None => Ok(Self {
                version,
                report_id,
                reports: in_order,
            }),
        }
    }

    /// The version of the survey that was answered.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The id by which the submission is counted once.
    #[must_use]
    pub const fn report_id(&self) -> &ReportId {
        &self.report_id
    }

    /// The reports in the order of the survey's questions.
    #[must_use]
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// The exact body to post: JSON, filled up with spaces to a length that the survey alone
    /// decides. An index has one digit or two; without the spaces an observer of the encrypted
    /// connection could tell them apart.
    #[must_use]
    pub fn body(&self, survey: &Survey) -> String {
        let longest: Vec<_> = survey
            .questions()
            .iter()
            .map(|question| question.oracle().longest_report())
            .collect();
        let length = json(survey, &self.report_id, &longest).len();
        let mut body = json(survey, &self.report_id, &self.reports);
        body.extend(std::iter::repeat_n(' ', length.saturating_sub(body.len())));
        body
    }
}

/// Ids, digits and base64url need no escaping, so the JSON is written as it stands.
fn json(survey: &Survey, report_id: &ReportId, reports: &[Report]) -> String {
    let mut out = format!(
        "{{\"version\":{},\"report_id\":\"{report_id}\",\"reports\":{{",
        survey.version()
    );
    for (place, (question, report)) in survey.questions().iter().zip(reports).enumerate() {
        let comma = if place == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(out, "{comma}\"{}\":{report}", question.id());
    }
    out.push_str("}}");
    out
}

/// Reads a map and refuses a key that stands twice: which of the two would count?
fn reports_by_question<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Report>, D::Error> {
    struct Reports;

    impl<'de> Visitor<'de> for Reports {
        type Value = BTreeMap<String, Report>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("one report for each question, by its id")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut reports = BTreeMap::new();
            while let Some((question, report)) = map.next_entry::<String, Report>()? {
                if reports.insert(question, report).is_some() {
                    return Err(A::Error::custom("a question is reported twice"));
                }
            }
            Ok(reports)
        }
    }

    deserializer.deserialize_map(Reports)
}
