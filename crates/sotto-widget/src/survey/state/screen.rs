//! What the respondent sees: one screen at a time.

/// What the respondent sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// The questions.
    Form,
    /// The answers once more, before anything happens to them.
    Review,
    /// The copy is on its way.
    Sending,
    /// The copy has arrived.
    Receipt,
    /// Something stands in the way.
    Failure(Failure),
}

impl Screen {
    /// A stable name, for pages and tests.
    #[must_use]
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Review => "review",
            Self::Sending => "sending",
            Self::Receipt => "receipt",
            Self::Failure(_) => "failure",
        }
    }
}

/// What can stand in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// No copy could be made, for want of randomness; the answers are still here.
    NoRandomness,
    /// The collector does not answer; the copy is kept, and tried again.
    Unreachable {
        /// Whether it does answer, with a fault.
        faulty: bool,
    },
    /// The collector does not take the copy.
    Refused {
        /// The HTTP status.
        status: u16,
        /// What kind of problem it is; may be empty.
        problem: String,
    },
}

impl Failure {
    /// A stable name, for pages and tests.
    #[must_use]
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::NoRandomness => "randomness",
            Self::Unreachable { .. } => "unreachable",
            Self::Refused { .. } => "refused",
        }
    }

    /// Whether it was this device that refused: the collector has given it a reason not to trust it with
    /// the copy. To try again would change nothing.
    #[must_use]
    pub(crate) fn is_distrust(&self) -> bool {
        matches!(self, Self::Refused { problem, .. } if &**problem == "proof")
    }
}
