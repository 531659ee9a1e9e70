//! A part of a question: one randomizer over one domain, whose report is one element of what is
//! sent.

use std::{fmt, sync::Arc};

use sotto_ldp::{Deniability, Mechanism, MechanismError, PrivacyLoss, Respondent, numbers::Grid};

/// What a part reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartRole {
    /// The answer: the only part of its question.
    Category,
    /// Whether an option of a multiple choice was chosen: value 0 for yes, 1 for no. The index
    /// behind the last option is that of "Prefer not to answer".
    Option(usize),
    /// All that was chosen of a multiple choice, in one report: the only part of its question. The
    /// value behind the last option is "Prefer not to answer".
    Set,
    /// Which of two options of a ranking comes first: value 0 for the first of the pair, 1 for the
    /// second, 2 for "Prefer not to answer". The index is that of the pair.
    Pair(usize),
    /// The answer in a row of a matrix.
    Row(usize),
    /// A number: the index of its field, 0 where there is only one. The value behind the last cell is
    /// "Prefer not to answer", where the mechanism has a cell for it.
    Number(usize),
    /// Whether the number or numbers were given: value 0 for yes, 1 for declined. Only where the number's own
    /// report cannot say so.
    Answered,
    /// The answers to all questions of a joint question at once.
    Joint,
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

    /// Whether it is of a number whose report can say that it was declined: by the value behind the last
    /// cell of the grid.
    #[must_use]
    pub fn takes_declined(&self) -> bool {
        self.randomizer.domain_size() > self.domain.size()
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
