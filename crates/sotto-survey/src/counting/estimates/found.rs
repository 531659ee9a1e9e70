//! Which of many options anybody chose.

use sotto_ldp::{Counts, EstimatorKind, discovery::Discovery};

use super::Estimating;
use crate::{
    counting::results::{CategoryResults, FoundResults},
    survey::{kind::AnswerShape, question::Question},
};

/// From so many options on a list of those that are found is told: of fewer, each interval can be read.
pub(crate) const MANY: usize = 50;

impl Estimating {
    /// Of one answer out of many; `None` of others, with too few reports, and where the mechanism's counts of an
    /// option that nobody chose follow no binomial.
    pub(super) fn found(
        self,
        question: &Question,
        counts: &Counts,
        categories: &[CategoryResults],
    ) -> Option<FoundResults> {
        let is_one_of_many =
            matches!(question.shape(), AnswerShape::One(_)) && categories.len() >= MANY;
        let mechanism = question.mechanism()?;
        // Where options share the cells of a public hash function, one that nobody chose is supported by others'.
        let has_binomials = mechanism.estimator_kind() == EstimatorKind::OfSupports
            && !mechanism.name().ends_with("sketch");
        if !is_one_of_many || !has_binomials {
            return None;
        }
        let supports: Vec<u64> = categories
            .iter()
            .map(|one| one.count)
            .collect::<Option<_>>()?;
        let support = question
            .parts()
            .first()?
            .randomizer()
            .support_probabilities()?;
        // As it would be written: 0.05, not what is left of the nearest number to 0.95.
        let rate = ((1.0 - self.confidence.level()) * 1e12).round() / 1e12;
        let among = Discovery::new(support, categories.len() as u64, rate).ok()?;
        let reports = counts.reports();
        let least_share = among.least_share(reports);
        let found = match least_share {
            Some(_) => among.found(&supports, reports),
            None => Vec::new(),
        };
        let ids = found.into_iter().filter_map(|index| categories.get(index));
        Some(FoundResults {
            false_discovery_rate: rate,
            options: ids.map(|one| one.id.clone()).collect(),
            least_share,
            reports_needed: least_share.map_or_else(|| among.reports_needed(), |_| None),
        })
    }
}
