//! Which way to the likeliest distribution, or to a smooth one near it, each mechanism has.

use sotto_ldp::{
    ChannelKind, Collector, Counts, ImpossibleReport, ProvenReport,
    maximum_likelihood::{
        ChannelMatrix, Convergence, Fit, LikelihoodError, SupportSets, direct_encoding,
    },
};

use super::{super::CategoryProtocol, options::ShareMethod};

/// As near to the maximum as is far below the last decimal that is printed.
const MAXIMUM: Convergence = Convergence::Maximum {
    tolerance: 1e-8,
    steps: 20_000,
};

/// What is kept of the reports beside their counts.
pub(super) struct Likelihood {
    kept: KeptReports,
    convergence: Convergence,
}

enum KeptReports {
    /// Reports name one value each: their counts suffice for the maximum.
    OneValue,
    /// One of two answers is forced more often than the other.
    TwoAnswers,
    /// The different reports.
    Sets(SupportSets),
}

impl Likelihood {
    /// `None` where unbiased shares are wanted, which need no likelihood.
    pub(super) fn new(
        protocol: &CategoryProtocol,
        method: ShareMethod,
    ) -> Result<Option<Self>, LikelihoodError> {
        let convergence = match method {
            ShareMethod::Unbiased => return Ok(None),
            ShareMethod::Mle => MAXIMUM,
            ShareMethod::Smoothed => Convergence::WithinNoise { steps: 20_000 },
        };
        let sets = || SupportSets::of(&*protocol.oracle);
        let kept = match (protocol.mechanism.channel_kind(), method) {
            (ChannelKind::TwoAnswers, _) => KeptReports::TwoAnswers,
            (ChannelKind::OneValue, ShareMethod::Mle) => KeptReports::OneValue,
            (ChannelKind::OneValue | ChannelKind::Several, _) => KeptReports::Sets(sets()?),
        };
        Ok(Some(Self { kept, convergence }))
    }

    /// Keeps what is needed of reports.
    pub(super) fn add_reports(
        &mut self,
        oracle: &dyn Collector,
        reports: &[&ProvenReport],
    ) -> Result<(), ImpossibleReport> {
        if let KeptReports::Sets(sets) = &mut self.kept {
            for report in reports {
                sets.add_report(oracle, report)?;
            }
        }
        Ok(())
    }

    /// The shares; `decoded` are the reports that support each value.
    pub(super) fn fit(
        &self,
        oracle: &dyn Collector,
        decoded: &Counts,
    ) -> Result<Fit, LikelihoodError> {
        match &self.kept {
            KeptReports::OneValue => {
                let support = oracle.support_probabilities_of(0)?;
                Ok(Fit {
                    shares: direct_encoding(decoded, support)?,
                    steps: 0,
                    gap: 0.0,
                    converged: true,
                })
            }
            KeptReports::TwoAnswers => {
                let (yes, no) = (
                    oracle.support_probabilities_of(0)?,
                    oracle.support_probabilities_of(1)?,
                );
                let rows = [
                    vec![yes.of_truth(), no.of_other()],
                    vec![yes.of_other(), no.of_truth()],
                ];
                ChannelMatrix::new(&rows)?.maximum_likelihood(decoded.supports(), self.convergence)
            }
            KeptReports::Sets(sets) => sets.maximum_likelihood(self.convergence),
        }
    }
}
