//! The collector's half of a survey: what counts and estimates the reports of each part.
//!
//! Nothing on a respondent's device may refer to this module, [`crate::Tally`] or
//! [`crate::Results`]: the linker leaves out of the widget what nothing there asks for.

use std::{fmt, sync::Arc};

use sotto_ldp::{
    Collector, Counts, CountsError, ImpossibleReport, MechanismError, ProvenReport, numbers::Grid,
};

use crate::{
    survey::Survey,
    terms::part::{Part, PartDomain},
};

/// The oracles of a version of a survey, one for each of its parts. Built once, cheap to clone.
#[derive(Clone)]
pub struct SurveyOracles {
    survey: Arc<Survey>,
    parts: Arc<[PartOracle]>,
}

/// What counts and estimates the reports of a part.
pub(crate) enum PartOracle {
    Categories(Box<dyn Collector>),
    Numbers(Box<dyn Collector>, Grid),
}

impl SurveyOracles {
    /// The oracles of a survey's published integers.
    ///
    /// # Errors
    /// When a mechanism has no oracle for them: never for a survey that could be read.
    pub fn new(survey: Survey) -> Result<Self, MechanismError> {
        let parts: Result<Vec<_>, _> = survey.parts().map(PartOracle::new).collect();
        Ok(Self {
            parts: parts?.into(),
            survey: Arc::new(survey),
        })
    }

    /// The survey.
    #[must_use]
    pub fn survey(&self) -> &Survey {
        &self.survey
    }

    /// Counts of no reports, one for each part.
    #[must_use]
    pub fn empty_counts(&self) -> Vec<Counts> {
        self.parts.iter().map(PartOracle::empty_counts).collect()
    }

    /// Counts of a part as stored, held against its mechanism.
    ///
    /// # Errors
    /// When the survey has no such part, or the sums do not fit its mechanism.
    pub fn stored_counts(
        &self,
        part: usize,
        reports: u64,
        sums: Vec<u64>,
    ) -> Result<Counts, CountsError> {
        let Some(oracle) = self.parts.get(part) else {
            return Err(CountsError::Sums {
                expected: 0,
                found: sums.len(),
            });
        };
        oracle.collector().stored_counts(reports, sums)
    }

    pub(crate) fn parts(&self) -> &[PartOracle] {
        &self.parts
    }
}

impl PartOracle {
    fn new(part: &Part) -> Result<Self, MechanismError> {
        let oracle = |size| part.mechanism().oracle(part.parameters(), size);
        Ok(match part.domain() {
            PartDomain::Categories(size) => Self::Categories(oracle(size)?),
            PartDomain::Numbers(grid) => Self::Numbers(oracle(grid.cells())?, grid),
        })
    }

    fn collector(&self) -> &dyn Collector {
        match self {
            Self::Categories(oracle) | Self::Numbers(oracle, _) => &**oracle,
        }
    }

    fn empty_counts(&self) -> Counts {
        self.collector().empty_counts()
    }

    /// Counts reports together.
    pub(crate) fn count_all(
        &self,
        reports: &[&ProvenReport],
        counts: &mut Counts,
    ) -> Result<(), ImpossibleReport> {
        self.collector().accumulate_all(reports, counts)
    }
}

impl fmt::Debug for SurveyOracles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("SurveyOracles")
            .field(&self.survey)
            .finish()
    }
}

impl PartialEq for SurveyOracles {
    fn eq(&self, other: &Self) -> bool {
        self.survey == other.survey
    }
}
