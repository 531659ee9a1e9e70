//! A share that can be computed step by step: the count, the reports and the probabilities behind it.

use sotto_ldp::SupportProbabilities;
use sotto_ui::Messages;

use super::figure::Figure;

/// A share with all that the estimator takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worked {
    pub(super) count: u64,
    pub(super) reports: u64,
    pub(super) support: SupportProbabilities,
    pub(super) estimate: f64,
}

impl Worked {
    /// The figure with its probabilities; `None` unless (c/n − q)/(p − q) is what it was computed by.
    pub(super) fn new(figure: Figure, support: Option<SupportProbabilities>) -> Option<Self> {
        let (count, share) = figure.reported()?;
        let support = support?;
        let (p, q) = (support.of_truth(), support.of_other());
        let estimate = figure.estimate();
        let is_it = ((share - q) / (p - q) - estimate).abs() < 1e-6;
        is_it.then_some(Self {
            count: count.0,
            reports: count.1,
            support,
            estimate,
        })
    }

    /// The computation, written out.
    pub(super) fn text(&self, words: &Messages) -> String {
        let (p, q) = (self.support.of_truth(), self.support.of_other());
        let number = |number| words.number(number, 4);
        let values = [
            ("count", &*words.whole(self.count)),
            ("reports", &words.whole(self.reports)),
            ("p", &number(p)),
            ("q", &number(q)),
            ("estimate", &number(self.estimate)),
        ];
        words.fill("explain-worked", &values)
    }
}
