//! The mean order of a ranking, from reports of one pair each.

use sotto_ldp::{Counts, Estimate, ranking::estimate_ranking};

use super::Estimating;
use crate::{
    counting::{
        oracles::PartOracle,
        results::{
            MeanResults, PairResults, PlaceResults, QuestionResults, RankingResults, ShareResults,
        },
    },
    survey::kind::RankedOptions,
};

impl Estimating {
    /// Places and pairs, and who gave an order where that can be declined.
    pub(super) fn ranking(
        self,
        ranked: RankedOptions<'_>,
        parts: &[PartOracle],
        counts: &[Counts],
        results: &mut QuestionResults,
    ) {
        let Some(PartOracle::Categories(oracle)) = parts.first() else {
            return;
        };
        let all: Vec<&Counts> = counts.iter().collect();
        let found = (results.reports >= self.minimum)
            .then(|| estimate_ranking(ranked.count(), &**oracle, &all, self.confidence).ok())
            .flatten();
        let place = |index: usize| {
            let found: Estimate = (*found.as_ref()?.places.get(index)?)?;
            Some(MeanResults {
                estimate: found.share,
                standard_error: found.standard_error,
                interval: [found.interval.0, found.interval.1],
            })
        };
        let places = ranked.options.iter().enumerate();
        let places = places.map(|(index, option)| PlaceResults {
            id: option.id.to_string(),
            mean: place(index),
        });
        let pairs = counts.iter().enumerate().filter_map(|(index, counts)| {
            let (first, second) = ranked.pair(index)?;
            let share = found.as_ref().and_then(|found| *found.pairs.get(index)?);
            Some(PairResults {
                first: first.id.to_string(),
                second: second.id.to_string(),
                reports: counts.reports(),
                share: share.as_ref().map(told),
            })
        });
        results.answered = found
            .as_ref()
            .and_then(|found| found.ranked.as_ref())
            .map(told);
        results.ranking = Some(RankingResults {
            places: places.collect(),
            pairs: pairs.collect(),
        });
    }
}

const fn told(found: &Estimate) -> ShareResults {
    ShareResults {
        estimate: found.share,
        standard_error: found.standard_error,
        interval: [found.interval.0, found.interval.1],
    }
}
