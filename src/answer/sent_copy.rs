//! What left the browser: the exact bytes, and the reports in them.

use sotto_ldp::Report;
use sotto_survey::{Submission, SubmissionFile, Survey};

/// A submission that was posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentCopy {
    /// The exact body.
    pub body: String,
    /// The status that the server answered with: 201 when it counted the copy, 200 when it had counted
    /// it before.
    pub status: u16,
    /// One report for each part of each question, `None` for a part that was not drawn; nothing when the
    /// page cannot read the body.
    pub reports: Option<Vec<Option<Report>>>,
}

impl SentCopy {
    /// Reads a body; `file` is its parsed JSON.
    #[must_use]
    pub fn read(body: String, status: u16, file: Option<SubmissionFile>, survey: &Survey) -> Self {
        let submission = file.and_then(|file| Submission::check(file, survey).ok());
        Self {
            body,
            status,
            reports: submission.map(Submission::into_reports),
        }
    }

    /// How many bytes left the browser.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.body.len()
    }

    /// How many of them are spaces at the end, which hide the length of the reports.
    #[must_use]
    pub fn padding(&self) -> usize {
        self.body.len() - self.body.trim_end_matches(' ').len()
    }
}

#[cfg(test)]
mod tests {
    use sotto_ui::reports_by_entry;

    use super::*;

    const CENSUS: &str = include_str!("../../www/surveys/census.json");

    fn read(body: &str) -> SentCopy {
        let survey: Survey = serde_json::from_str(CENSUS).unwrap();
        let file = serde_json::from_str(body).ok();
        SentCopy::read(body.to_owned(), 201, file, &survey)
    }

    /// The categories that each question's first report names.
    fn named(copy: &SentCopy) -> Vec<Vec<u32>> {
        let survey: Survey = serde_json::from_str(CENSUS).unwrap();
        reports_by_entry(&survey, copy.reports.as_ref().unwrap())
            .map(|(entry, reports)| {
                let (part, report) = (&entry.parts()[0], reports[0].as_ref().unwrap());
                let says = |value: &u32| part.randomizer().supports(report, *value) == Ok(true);
                (0..part.domain().size()).filter(says).collect()
            })
            .collect()
    }

    #[test]
    fn every_report_is_read() {
        // Race: bits 2 (black) and 4 (white) of six, which is byte 0b1_0100.
        let copy = read(
            r#"{"version":1,"report_id":"00ff0123456789abcdef0123456789ab","reports":{"over-50":0,"occupation":14,"race":"FA"}}  "#,
        );
        assert_eq!(named(&copy), [vec![0], vec![14], vec![2, 4]]);
        assert_eq!(copy.padding(), 2);
        assert_eq!(copy.length(), 114);
    }

    #[test]
    fn a_report_may_say_nothing() {
        let copy = read(
            r#"{"version":1,"report_id":"00ff0123456789abcdef0123456789ab","reports":{"over-50":1,"occupation":3,"race":"AA"}}"#,
        );
        assert_eq!(named(&copy), [vec![1], vec![3], vec![]]);
    }

    #[test]
    fn bytes_that_are_no_submission_are_shown_without_words() {
        assert_eq!(read("{}").reports, None);
        assert_eq!(read("").reports, None);
        let of_another_version =
            r#"{"version":2,"report_id":"00ff0123456789abcdef0123456789ab","reports":{}}"#;
        assert_eq!(read(of_another_version).reports, None);
    }
}
