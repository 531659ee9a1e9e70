//! Which way to the likeliest distribution each mechanism has.

use sotto_ldp::{
    ChannelKind, Collector, Counts, ImpossibleReport, ProvenReport,
    maximum_likelihood::{
        ChannelMatrix, Convergence, LikelihoodError, SupportSets, direct_encoding,
    },
};

use super::super::CategoryProtocol;

/// With two shares nothing is gained by stopping within the noise, as is done with many.
const MAXIMUM: Convergence = Convergence::Maximum {
    tolerance: 1e-9,
    steps: 20_000,
};

/// What is kept of the reports beside their counts.
pub(super) enum Likelihood {
    /// Reports name one value each: their counts suffice.
    OneValue,
    /// One of two answers is forced more often than the other.
    TwoAnswers,
    /// Reports are likelier under several values: the different ones.
    Several(SupportSets),
}

impl Likelihood {
    pub(super) fn new(protocol: &CategoryProtocol) -> Result<Self, LikelihoodError> {
        Ok(match protocol.mechanism.channel_kind() {
            ChannelKind::OneValue => Self::OneValue,
            ChannelKind::TwoAnswers => Self::TwoAnswers,
            ChannelKind::Several => Self::Several(SupportSets::of(&*protocol.oracle)?),
        })
    }

    /// Keeps what is needed of reports.
    pub(super) fn add_reports(
        &mut self,
        oracle: &dyn Collector,
        reports: &[&ProvenReport],
    ) -> Result<(), ImpossibleReport> {
        if let Self::Several(sets) = self {
            for report in reports {
                sets.add_report(oracle, report)?;
            }
        }
        Ok(())
    }

    /// The likeliest shares; `decoded` are the reports that support each value.
    pub(super) fn shares(
        &self,
        oracle: &dyn Collector,
        decoded: &Counts,
    ) -> Result<Vec<f64>, LikelihoodError> {
        match self {
            Self::OneValue => direct_encoding(decoded, oracle.support_probabilities_of(0)?),
            Self::TwoAnswers => {
                let (yes, no) = (
                    oracle.support_probabilities_of(0)?,
                    oracle.support_probabilities_of(1)?,
                );
                let rows = [
                    vec![yes.of_truth(), no.of_other()],
                    vec![yes.of_other(), no.of_truth()],
                ];
                let fit =
                    ChannelMatrix::new(&rows)?.maximum_likelihood(decoded.supports(), MAXIMUM)?;
                Ok(fit.shares)
            }
            Self::Several(sets) => {
                let fit = sets.maximum_likelihood(Convergence::default())?;
                Ok(fit.shares)
            }
        }
    }
}
