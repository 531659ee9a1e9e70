//! Shares of categories, options and rows.

use sotto_ldp::{Counts, norm_sub};

use super::Estimating;
use crate::{
    counting::{
        oracles::PartOracle,
        results::{CategoryResults, RowResults},
    },
    survey::{
        kind::{Category, Matrix},
        question::Question,
    },
};

impl Estimating {
    /// One answer of several, or a set of them in one report: the share of each.
    pub(super) fn categories(
        self,
        question: &Question,
        part: &PartOracle,
        counts: &Counts,
    ) -> Vec<CategoryResults> {
        let ids = question.categories().map(Category::id);
        let mut shares = self.shares(ids, part, counts, question.leaves_out(0));
        if question.whole_set().is_some() {
            // Of a set the shares need not add up to 1.
            for one in &mut shares {
                one.reports = Some(counts.reports());
                one.consistent = one.estimate.map(|share| share.clamp(0.0, 1.0));
            }
        }
        shares
    }

    /// The share of every value of a part, by their names; `draws_parts` where not everybody who
    /// reports the question reports the part.
    pub(super) fn shares<'a>(
        self,
        ids: impl Iterator<Item = &'a str>,
        part: &PartOracle,
        counts: &Counts,
        draws_parts: bool,
    ) -> Vec<CategoryResults> {
        let PartOracle::Categories(oracle) = part else {
            return Vec::new();
        };
        let enough = counts.reports() >= self.minimum;
        let estimates = oracle
            .estimate(counts, self.intervals_of(draws_parts))
            .ok()
            .filter(|_| enough)
            .unwrap_or_default();
        let decoded = oracle.decode(counts).filter(|_| enough);
        let supports = decoded.as_ref().map_or(&[][..], Counts::supports);
        let shares: Vec<_> = estimates.iter().map(|estimate| estimate.share).collect();
        let consistent = norm_sub(&shares);
        ids.enumerate()
            .map(|(index, id)| {
                let estimate = estimates.get(index);
                CategoryResults {
                    id: id.to_owned(),
                    reports: None,
                    count: supports.get(index).copied(),
                    estimate: estimate.map(|e| e.share),
                    standard_error: estimate.map(|e| e.standard_error),
                    interval: estimate.map(|e| [e.interval.0, e.interval.1]),
                    consistent: consistent.get(index).copied(),
                }
            })
            .collect()
    }

    /// The rows of a matrix.
    pub(super) fn rows(
        self,
        question: &Question,
        matrix: &Matrix,
        parts: &[PartOracle],
        counts: &[Counts],
    ) -> Vec<RowResults> {
        let parts = parts.iter().zip(counts);
        let rows = matrix.rows.iter().zip(parts);
        rows.map(|(row, (part, counts))| RowResults {
            id: row.id.clone(),
            reports: counts.reports(),
            categories: self.categories(question, part, counts),
        })
        .collect()
    }

    /// The options of a multiple choice: of each the share of those who chose it, which is value 0
    /// of its part.
    pub(super) fn options(
        self,
        question: &Question,
        parts: &[PartOracle],
        counts: &[Counts],
    ) -> Vec<CategoryResults> {
        let parts = parts.iter().zip(counts);
        let options = question.categories().zip(parts);
        options
            .map(|(category, (part, counts))| {
                let enough = counts.reports() >= self.minimum;
                let found = match part {
                    PartOracle::Categories(oracle) if enough => {
                        let estimates = oracle.estimate(counts, self.intervals(question)).ok();
                        let chosen = estimates.and_then(|all| all.first().copied());
                        let supports = oracle.decode(counts);
                        chosen.zip(supports.and_then(|all| all.supports().first().copied()))
                    }
                    _ => None,
                };
                let estimate = found.map(|(estimate, _)| estimate);
                CategoryResults {
                    id: category.id().to_owned(),
                    reports: Some(counts.reports()),
                    count: found.map(|(_, count)| count),
                    estimate: estimate.map(|e| e.share),
                    standard_error: estimate.map(|e| e.standard_error),
                    interval: estimate.map(|e| [e.interval.0, e.interval.1]),
                    consistent: estimate.map(|e| e.share.clamp(0.0, 1.0)),
                }
            })
            .collect()
    }
}
