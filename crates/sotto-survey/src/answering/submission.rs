//! What a device posts: the reports of each question, and the id by which it is counted once.

use std::{
    fmt,
    fmt::{Display, Write},
};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use sotto_ldp::{ProvenReport, Report};

use super::received::ReceivedReports;
use crate::{
    survey::{MAX_QUESTIONS, Survey, entry::Entry},
    terms::{error::SubmissionError, pin::Pin, report_id::ReportId},
};

/// A submission that its survey's mechanisms can have produced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    version: u32,
    pin: Option<Pin>,
    report_id: ReportId,
    /// Of every part of every question, in the order of the survey; `None` where it was not drawn.
    reports: Vec<Option<ProvenReport>>,
}

/// A submission as it arrives, before it is held against its survey.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Submission))]
pub struct SubmissionFile {
    /// The version of the survey that was answered.
    pub version: u32,
    /// The pin of the survey that was answered, where the device knows it: one with another is not
    /// counted.
    #[serde(default)]
    pub pin: Option<Pin>,
    /// The id by which the submission is counted once.
    pub report_id: ReportId,
    /// By question id; of joint questions by all of their ids, with "+" between.
    #[serde(deserialize_with = "reports_by_question")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, serde_json::Value>))]
    pub reports: Vec<(String, ReceivedReports)>,
    /// What lets the respondent answer, where the survey asks for something. It is the collector's
    /// business, and no part of what is counted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_length = 200))]
    pub invite: Option<String>,
    /// Of a survey that gives each person a completion code of their own: RFC 9497's blinded element of that code, 32
    /// bytes in base64url without padding.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(min_length = 43, max_length = 43))]
    pub blinded_code: Option<String>,
}

impl Submission {
    /// A submission of reports that were drawn for each part of that version of the survey.
    pub(crate) const fn new(
        version: u32,
        report_id: ReportId,
        reports: Vec<Option<ProvenReport>>,
    ) -> Self {
        Self {
            version,
            pin: None,
            report_id,
            reports,
        }
    }

    /// The same, told to be to the published survey with that pin.
    #[must_use]
    pub fn with_pin(self, pin: Option<Pin>) -> Self {
        Self { pin, ..self }
    }

    /// Holds what arrived against the survey: exactly its questions, as many drawn as its plan
    /// says, each with reports that its mechanism can produce.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(file: SubmissionFile, survey: &Survey) -> Result<Self, SubmissionError> {
        let SubmissionFile {
            version,
            pin,
            report_id,
            mut reports,
            invite: _,
            blinded_code: _,
        } = file;
        if version != survey.version() {
            return Err(SubmissionError::Version {
                found: version,
                current: survey.version(),
            });
        }
        let mut in_order = Vec::with_capacity(survey.part_count());
        let mut drawn = 0;
        let mut given = Vec::new();
        for entry in survey.entries() {
            let id = entry.name();
            let index = reports.iter().position(|(question, _)| question == id);
            let index = index.ok_or_else(|| SubmissionError::MissingReport(id.to_owned()))?;
            let (_, received) = reports.swap_remove(index);
            if survey.leaves_out(entry) && received.is_null() {
                // What an earlier copy goes on counting for is not one of those that were not drawn.
                drawn += usize::from(!survey.is_left_to_chance(entry));
                in_order.extend(entry.parts().iter().map(|_| None));
            } else {
                drawn += 1;
                given.push(id);
                in_order.extend(received.read(entry)?);
            }
        }
        if let Some((unknown, _)) = reports.first() {
            let shown = unknown.chars().take(80).collect();
            return Err(SubmissionError::UnknownQuestion(shown));
        }
        for arms in survey.arms() {
            let questions = arms.questions().iter();
            let mut ids = questions.filter_map(|&index| survey.questions().get(index));
            let first = ids.clone().next();
            let asked = ids
                .by_ref()
                .filter(|one| given.contains(&one.id().as_str()));
            if asked.count() != 1 {
                let first = first.map_or_else(String::new, |one| one.id().to_string());
                return Err(SubmissionError::Arms(first));
            }
        }
        let expected = survey.drawn_questions();
        if drawn != expected {
            let found = drawn;
            return Err(SubmissionError::DrawnQuestions { expected, found });
        }
        Ok(Self {
            version,
            pin,
            report_id,
            reports: in_order,
        })
    }

    /// The same without the reports of those entries for which the device's earlier copy goes on counting: whether it
    /// holds one that begins with such a version says `counts_from`.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn without_counted(mut self, survey: &Survey, counts_from: impl Fn(u32) -> bool) -> Self {
        let owners = survey
            .entries()
            .flat_map(|entry| entry.parts().iter().map(move |_| entry.name()));
        for (name, report) in owners.zip(&mut self.reports) {
            if survey.first_counted(name).is_some_and(&counts_from) {
                *report = None;
            }
        }
        self
    }

    /// The version of the survey that was answered.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The pin of the published survey that was answered, where it is told.
    #[must_use]
    pub const fn pin(&self) -> Option<Pin> {
        self.pin
    }

    /// The id by which the submission is counted once.
    #[must_use]
    pub const fn report_id(&self) -> &ReportId {
        &self.report_id
    }

    /// The reports of all parts of all questions in the survey's order: one for each of
    /// [`Survey::parts`], `None` where it was not drawn.
    #[must_use]
    pub fn reports(&self) -> &[Option<ProvenReport>] {
        &self.reports
    }

    /// The reports alone.
    #[must_use]
    pub fn into_reports(self) -> Vec<Option<Report>> {
        let reports = self.reports.into_iter();
        reports
            .map(|report| report.map(ProvenReport::into_report))
            .collect()
    }

    /// The exact body to post: JSON, filled up with spaces to a length that the survey alone
    /// decides. An index has one digit or two, and what was not drawn is `null`; without the spaces
    /// an observer of the encrypted connection could tell them apart.
    #[must_use]
    pub fn body(&self, survey: &Survey) -> String {
        let length = survey.body_length() + self.pin.map_or(0, |pin| member(pin).len());
        let mut body = self.json(survey);
        body.extend(std::iter::repeat_n(' ', length.saturating_sub(body.len())));
        body
    }

    /// Names, digits and base64url need no escaping, so the JSON is written as it stands.
    fn json(&self, survey: &Survey) -> String {
        let mut out = head(survey, self.pin, &self.report_id);
        let mut rest = &self.reports[..];
        for (index, entry) in survey.entries().enumerate() {
            let (reports, others) = rest.split_at(entry.parts().len().min(rest.len()));
            rest = others;
            let comma = if index == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(out, "{comma}\"{}\":", entry.name());
            write_reports(&mut out, entry, reports);
        }
        out.push_str("}}");
        out
    }
}

/// What is before the first question.
fn head(survey: &Survey, pin: Option<Pin>, report_id: &dyn Display) -> String {
    let (version, pin) = (survey.version(), pin.map_or_else(String::new, member));
    format!("{{\"version\":{version},{pin}\"report_id\":\"{report_id}\",\"reports\":{{")
}

/// What a body that tells a pin is longer by.
fn member(pin: Pin) -> String {
    format!("\"pin\":\"{pin}\",")
}

impl Survey {
    /// The length of every body that is posted to this survey, in bytes: whatever is drawn, and whatever
    /// the reports are, none is longer. Without a pin, which has one length.
    #[must_use]
    pub fn body_length(&self) -> usize {
        const REPORT_ID: usize = 32;
        const NULL: usize = 4;
        let length = |entry: Entry<'_>| {
            let parts = entry.parts().iter().enumerate();
            let reports: usize = parts
                .map(|(index, part)| part.longest(entry.leaves_out(index)))
                .sum();
            let list = if entry.reports_several() {
                // Brackets, and commas between.
                1 + entry.parts().len()
            } else {
                0
            };
            let reports = if self.leaves_out(entry) {
                (reports + list).max(NULL)
            } else {
                reports + list
            };
            // Quotes and a colon.
            entry.name().len() + 3 + reports
        };
        let entries: usize = self.entries().map(length).sum();
        let commas = self.entries().count().saturating_sub(1);
        head(self, None, &"").len() + REPORT_ID + entries + commas + "}}".len()
    }
}

fn write_reports(out: &mut String, entry: Entry<'_>, reports: &[Option<ProvenReport>]) {
    let element = |out: &mut String, report: &Option<ProvenReport>| {
        // Writing to a string cannot fail.
        let _ = match report {
            Some(report) => write!(out, "{report}"),
            None => write!(out, "null"),
        };
    };
    if reports.iter().all(Option::is_none) {
        out.push_str("null");
        return;
    }
    if !entry.reports_several() {
        for report in reports {
            element(out, report);
        }
        return;
    }
    for (index, report) in reports.iter().enumerate() {
        out.push(if index == 0 { '[' } else { ',' });
        element(out, report);
    }
    out.push(']');
}

/// Reads a map and refuses a key that stands twice: which of the two would count?
fn reports_by_question<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, ReceivedReports)>, D::Error> {
    struct Reports;

    impl<'de> Visitor<'de> for Reports {
        type Value = Vec<(String, ReceivedReports)>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("the reports of each question, by its id")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut reports: Self::Value = Vec::new();
            while let Some((question, report)) = map.next_entry::<String, ReceivedReports>()? {
                if reports.iter().any(|(earlier, _)| *earlier == question) {
                    return Err(A::Error::custom("a question is reported twice"));
                }
                if reports.len() == MAX_QUESTIONS {
                    return Err(A::Error::custom("a survey has at most 200 questions"));
                }
                reports.push((question, report));
            }
            Ok(reports)
        }
    }

    deserializer.deserialize_map(Reports)
}
