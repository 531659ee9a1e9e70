//! Crosswise: whether two answers are the same, of which one is the person's own secret.
//!
//! Beside the sensitive question stands an innocent one, whose answer only the person knows, and to
//! which a known share p of all people says yes. The person works out whether both answers are the
//! same, and says that alone: the truth never enters the device, and nothing there is drawn.
//!
//! - **Input** 0 for yes, 1 for no. **Report** 0 for "same", 1 for "different": what was said, as it is
//!   ([`Said::report`]).
//! - **Channel** the person's: "same" has chance p when the truth is yes, 1−p when it is no; the
//!   integers are those of p and 1−p.
//! - **Privacy** nominal ε = |ln(p/(1−p))|, and only while nobody but the person knows the innocent
//!   answer, and it says nothing about the other. Whoever knows it reads the truth from the report.
//! - **Estimator** below one half "different" supports yes and "same" no, above it the other way
//!   round: p* = max(p, 1−p), q* = 1−p*.
//! - **Variance** n·Var = p(1−p)/(1−2p)² whatever the share. People who say anything pull the estimate
//!   towards one half.
//! - **Choose it** for people who trust neither a page nor whoever runs it.
//! - **Source** Yu, Tian and Tang, Metrika 2008. Proof: `proofs/crosswise.md`.

use rand::CryptoRng;

use crate::kernel::{
    Certificate, Channel, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
    ProvenReport, Randomizer, Report, ReportOutput, ReportShape, SupportProbabilities, TwoLevels,
    Weights, check_domain_size, exact::Natural, two_level_certificate,
};

pub(crate) const NAME: &str = "crosswise";
pub(crate) const SHORT_NAME: &str = "crosswise";

/// "Same" and "different".
const SHAPE: ReportShape = ReportShape::Index { below: 2 };

/// What somebody says of two answers: all that the device ever learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Both are yes, or both are no.
    Same,
    /// One is yes and the other no.
    Different,
}

impl Said {
    /// Both, in the order of their reports.
    pub const ALL: [Self; 2] = [Self::Same, Self::Different];

    /// The report: what was said, as it is. The person has randomized it.
    #[must_use]
    pub const fn report(self) -> ProvenReport {
        ProvenReport::drawn(Report::Index(self.index()), SHAPE)
    }

    /// The name in answers that a program hands over.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Different => "different",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|said| said.name() == name)
    }

    /// What a report says; `None` of one that nobody can have said.
    #[must_use]
    pub fn of_report(report: &Report) -> Option<Self> {
        Self::ALL.into_iter().find(|said| *said.report() == *report)
    }

    /// The index in reports.
    #[must_use]
    pub const fn index(self) -> u32 {
        match self {
            Self::Same => 0,
            Self::Different => 1,
        }
    }
}

/// The channel that a person is who compares an answer with an innocent one.
///
/// What it draws as a [`Randomizer`] is somebody's innocent answer, so that people can be simulated. No
/// device draws with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crosswise {
    /// The weight of "yes" to the innocent question.
    innocent: u64,
    levels: TwoLevels,
}

impl Crosswise {
    /// Beside an innocent question that a share of people, numerator and denominator, answer with yes.
    ///
    /// # Errors
    /// When the share is not strictly between 0 and 1, is one half, or costs more than an ε of 20.
    pub fn new((innocent, people): (u64, u64)) -> Result<Self, MechanismError> {
        let others = people
            .checked_sub(innocent)
            .ok_or_else(|| unusable(SHARE))?;
        published(&[innocent, others], 2)
    }

    /// Which answer a report is likelier from, and so supports: "same" yes above one half, else no.
    fn supported(&self, output: u32) -> u32 {
        output ^ u32::from(self.innocent == self.levels.weights.other)
    }
}

const SHARE: &str = "write two integers above zero that differ: how many people answer the innocent question with yes, and how many with no. With as many of either nothing could be learned";

const fn unusable(reason: &'static str) -> MechanismError {
    MechanismError::Weights {
        mechanism: NAME,
        reason,
    }
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], domain_size: u32) -> Result<Crosswise, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    let [innocent, others] = *parameters else {
        return Err(unusable(SHARE));
    };
    if innocent == 0 || others == 0 || innocent == others {
        return Err(unusable(SHARE));
    }
    let weights = Weights {
        truth: innocent.max(others),
        other: innocent.min(others),
    };
    let total = weights.total(1, 1);
    Ok(Crosswise {
        innocent,
        levels: TwoLevels::naming_a_value(NAME, weights, total)?,
    })
}

impl Randomizer for Crosswise {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let input = OutsideDomain::check(input, 2)?;
        let innocent = u32::from(self.levels.draw(rng) >= self.innocent);
        Ok(input ^ innocent)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

impl Channel for Crosswise {
    fn inputs(&self) -> u32 {
        2
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..2)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        self.levels.weights.of(self.supports(output, input))
    }

    fn row_total(&self) -> Natural {
        self.levels.total().into()
    }
}

impl FrequencyOracle for Crosswise {
    fn domain_size(&self) -> u32 {
        2
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &u32, value: u32) -> bool {
        self.supported(*output) == value
    }

    /// To the sum of the answer that it supports.
    fn add_report(&self, output: &u32, sums: &mut [u64]) {
        self.supported(*output).add_to(SHAPE, sums);
    }

    fn add_reports(&self, outputs: &[u32], sums: &mut [u64]) {
        for output in outputs {
            self.add_report(output, sums);
        }
    }

    fn add_travelled(&self, reports: &[&Report], sums: &mut [u64]) {
        for output in reports.iter().filter_map(|report| report.index()) {
            self.add_report(&output, sums);
        }
    }

    fn certificate(&self) -> Certificate {
        two_level_certificate(self, self.levels.weights, Some(2))
    }

    fn report_shape(&self) -> ReportShape {
        SHAPE
    }
}
