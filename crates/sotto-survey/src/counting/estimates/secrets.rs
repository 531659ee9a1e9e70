//! Questions by an own secret: how well they fit, and what an anchor makes of them.

use sotto_ldp::{
    Counts, Estimate,
    careless::{Fit, Supported, corrected, fit},
};

use super::Estimating;
use crate::{
    counting::results::{CorrectedResults, SaidOne, SecretResults, ShareResults},
    survey::{kind::OwnSecret, question::Question},
};

/// A question by an own secret with its counts.
#[derive(Clone, Copy)]
pub(crate) struct CountedSecret<'a> {
    question: &'a Question,
    secret: &'a OwnSecret,
    said: Supported,
}

impl<'a> CountedSecret<'a> {
    /// `None` of a question that is asked otherwise.
    pub(crate) fn new(question: &'a Question, counts: &Counts) -> Option<Self> {
        let part = question.parts().first()?;
        Some(Self {
            question,
            secret: question.kind().secret()?,
            said: Supported {
                count: counts.sums().first().copied()?,
                reports: counts.reports(),
                support: part.randomizer().support_probabilities()?,
            },
        })
    }

    /// Whether its own statement is true of a known share.
    pub(crate) const fn is_anchor(&self) -> bool {
        self.secret.known_share.is_some()
    }

    fn known(&self) -> Option<f64> {
        Some(self.secret.known_share?.share())
    }

    /// How often one statement of the two was said to be true. Where the secret is true of few, that supports yes.
    fn said_one(&self) -> Option<SaidOne> {
        let (having, people) = self.secret.innocent.prevalence.fraction();
        let one_is_yes = having < people - having;
        Some(match (fit(self.said, self.known()).ok()?, one_is_yes) {
            (Fit::Fits, _) => SaidOne::Fits,
            (Fit::TooOften, true) | (Fit::TooSeldom, false) => SaidOne::TooOften,
            (Fit::TooSeldom, true) | (Fit::TooOften, false) => SaidOne::TooSeldom,
        })
    }
}

impl Estimating {
    /// What is told of such a question beside its shares, if there are reports enough.
    pub(crate) fn secret(
        self,
        of: CountedSecret<'_>,
        anchor: Option<CountedSecret<'_>>,
    ) -> Option<SecretResults> {
        let is_told = |one: &CountedSecret<'_>| one.said.reports >= self.minimum;
        if !is_told(&of) {
            return None;
        }
        let anchor = anchor.filter(|_| !of.is_anchor());
        let found = anchor.filter(is_told).and_then(|anchor| {
            let known = (anchor.said, anchor.known()?);
            corrected(of.said, known, self.confidence).ok()?
        });
        let share = |of: Estimate| ShareResults {
            estimate: of.share,
            standard_error: of.standard_error,
            interval: [of.interval.0, of.interval.1],
        };
        Some(SecretResults {
            said_one: of.said_one()?,
            anchor: anchor.map(|anchor| anchor.question.id().clone()),
            corrected: found.map(|found| CorrectedResults {
                careless: share(found.careless),
                yes: share(found.yes),
            }),
        })
    }
}
