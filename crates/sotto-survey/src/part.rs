//! A part of a question: one randomizer over one domain, whose report is one element of what is
//! sent.

use std::{fmt, sync::Arc};

use sotto_ldp::{
    Deniability, ImpossibleReport, Mechanism, MechanismError, PrivacyLoss, Report, Respondent,
    numbers::Grid,
};

/// What a part reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartRole {
    /// The answer: the only part of its question.
    Category,
    /// Whether an option of a multiple choice was chosen: value 0 for yes, 1 for no. The place
    /// behind the last option is that of "Prefer not to answer".
    Option(usize),
    /// The answer in a row of a matrix.
    Row(usize),
    /// A number: the place of its field, 0 where there is only one.
    Number(usize),
    /// Whether the number or numbers were given: value 0 for yes, 1 for declined.
    Answered,
}

/// The domain of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartDomain {
    /// So many categories.
    Categories(u32),
    /// The cells of a grid.
    Numbers(Grid),
}

impl PartDomain {
    /// The number of values.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Categories(size) => size,
            Self::Numbers(grid) => grid.cells(),
        }
    }
}

/// A part of a question. Cloning is cheap.
#[derive(Clone)]
pub struct Part {
    role: PartRole,
    domain: PartDomain,
    mechanism: Mechanism,
    parameters: Arc<[u64]>,
    randomizer: Arc<dyn Respondent>,
}

impl Part {
    /// The part of published integers.
    pub(crate) fn new(
        (role, domain): (PartRole, PartDomain),
        mechanism: Mechanism,
        parameters: Vec<u64>,
    ) -> Result<Self, MechanismError> {
        let randomizer = mechanism.randomizer(&parameters, domain.size())?;
        Ok(Self {
            role,
            domain,
            mechanism,
            parameters: parameters.into(),
            randomizer: randomizer.into(),
        })
    }

    /// The same over another part's equal domain.
    pub(crate) fn with_role(&self, role: PartRole) -> Self {
        let mut part = self.clone();
        part.role = role;
        part
    }

    /// What it reports.
    #[must_use]
    pub const fn role(&self) -> PartRole {
        self.role
    }

    /// What its values are.
    #[must_use]
    pub const fn domain(&self) -> PartDomain {
        self.domain
    }

    /// The mechanism; never `auto`.
    #[must_use]
    pub const fn mechanism(&self) -> Mechanism {
        self.mechanism
    }

    /// The mechanism's published integers.
    #[must_use]
    pub fn parameters(&self) -> &[u64] {
        &self.parameters
    }

    /// What perturbs.
    #[must_use]
    pub fn randomizer(&self) -> &dyn Respondent {
        &*self.randomizer
    }

    /// The ε that the integers imply, rounded up: in two layers that of the permanent one, which
    /// bounds all reports drawn from it.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        self.randomizer.permanent_loss()
    }

    /// What a single report loses; the same unless there are two layers.
    #[must_use]
    pub fn first_loss(&self) -> PrivacyLoss {
        self.randomizer.privacy_loss()
    }

    /// What the part's report proves about a person; `None` for a number, whose report supports no
    /// single value.
    #[must_use]
    pub fn deniability(&self) -> Option<Deniability> {
        let support = self.randomizer.support_probabilities()?;
        Some(Deniability::new(support))
    }

    /// Refuses a report that the mechanism can never have produced.
    ///
    /// # Errors
    /// Why it cannot have.
    pub fn check(&self, report: &Report) -> Result<(), ImpossibleReport> {
        self.randomizer.supports(report, 0).map(|_| ())
    }

    /// The length of the longest report in JSON; `null` is one where the part may be left out.
    pub(crate) fn longest(&self, optional: bool) -> usize {
        const NULL: usize = 4;
        let longest = self.randomizer.longest_report().to_string().len();
        if optional { longest.max(NULL) } else { longest }
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Part")
            .field("role", &self.role)
            .field("domain", &self.domain)
            .field("mechanism", &self.mechanism)
            .field("parameters", &self.parameters)
            .finish_non_exhaustive()
    }
}
