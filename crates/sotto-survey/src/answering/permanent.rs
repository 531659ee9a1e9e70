//! What a device keeps of the answers to a survey in waves: the permanent layer of its two.
//!
//! Whoever reads it learns no more than whoever receives every copy that is ever drawn from it. It
//! never leaves the device.

use std::fmt;

use sotto_ldp::ProvenReport;

use super::submission::{Submission, SubmissionFile};
use crate::{survey::Survey, terms::error::SubmissionError};

/// The permanent reports of a sheet of answers. They cannot be sent: only [`Survey::draw_copy`] makes
/// a submission of them.
#[derive(Clone, PartialEq, Eq)]
pub struct PermanentReports(Submission);

impl PermanentReports {
    pub(crate) const fn new(drawn: Submission) -> Self {
        Self(drawn)
    }

    /// What a device keeps, as text: of the form of a submission's body.
    #[must_use]
    pub fn to_text(&self, survey: &Survey) -> String {
        self.0.body(survey)
    }

    /// Reads what was kept in this wave or an earlier one, which had the same parameters.
    ///
    /// # Errors
    /// When it cannot have been drawn for this survey.
    pub fn read(mut file: SubmissionFile, survey: &Survey) -> Result<Self, SubmissionError> {
        file.version = survey.version();
        Submission::check(file, survey).map(Self)
    }

    pub(crate) fn reports(&self) -> &[Option<ProvenReport>] {
        self.0.reports()
    }
}

impl fmt::Debug for PermanentReports {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PermanentReports(..)")
    }
}
