//! Linked questions: the table of a joint report, and the share of each question's categories in it.

use sotto_ldp::{Counts, Estimate, groups::GroupReading, norm_sub};

use super::Estimating;
use crate::{
    kind::Category,
    link::Link,
    oracles::PartOracle,
    question::Question,
    results::{CategoryResults, CellResults, LinkResults, QuestionResults},
    survey::Survey,
};

/// A link with what was counted of it.
#[derive(Clone, Copy)]
pub(crate) struct CountedLink<'a> {
    pub(crate) link: &'a Link,
    pub(crate) oracle: &'a PartOracle,
    pub(crate) counts: &'a Counts,
}

impl Estimating {
    /// The table of a link.
    pub(crate) fn link(self, survey: &Survey, counted: CountedLink<'_>) -> LinkResults {
        let CountedLink { link, counts, .. } = counted;
        let members: Vec<_> = members(survey, link).collect();
        let categories: Vec<Vec<&str>> = members
            .iter()
            .map(|question| question.categories().map(Category::id).collect())
            .collect();
        let names = |cell: u32| {
            let of_each = categories.iter().zip(link.categories(cell));
            let names = of_each.filter_map(|(names, category)| names.get(category as usize));
            names.map(|&name| name.to_owned()).collect()
        };
        let shares = self.cells(counted);
        let cells = (0..).zip(shares).map(|(cell, share)| CellResults {
            categories: names(cell),
            count: share.count,
            estimate: share.estimate,
            standard_error: share.standard_error,
            interval: share.interval,
            consistent: share.consistent,
        });
        LinkResults {
            id: link.name().to_owned(),
            members: members.iter().map(|one| one.id().clone()).collect(),
            mechanism: link.mechanism().name().to_owned(),
            epsilon: *link.epsilon(),
            epsilon_actual: link.part().privacy_loss().to_f64(),
            reports: counts.reports(),
            cells: cells.collect(),
        }
    }

    /// The results of a linked question: sums of cells, each with the error of the sum. Of a question in
    /// several links what all of them say, since each report is of one of them; those with too few reports
    /// stay out. `None` without a link.
    pub(crate) fn linked_question(
        self,
        survey: &Survey,
        question: &Question,
        counted: &[CountedLink<'_>],
    ) -> Option<QuestionResults> {
        let is_told = |one: &&CountedLink<'_>| one.counts.reports() >= self.minimum;
        let told: Vec<_> = counted.iter().filter(is_told).collect();
        let first = told.first().copied().or(counted.first())?;
        let groups: Vec<_> = told
            .iter()
            .map(|one| cells_by_category(survey, question, one.link))
            .collect();
        let estimates: Vec<_> = (0..question.category_count() as usize)
            .map(|category| self.share_of_category(category, &told, &groups))
            .collect();
        let consistent = self.consistent(&told, &groups, &estimates);
        let ids = question.categories().map(Category::id).enumerate();
        let categories = ids.map(|(index, id)| {
            let estimate = estimates.get(index).copied().flatten();
            CategoryResults {
                id: id.to_owned(),
                reports: None,
                count: None,
                estimate: estimate.map(|e| e.share),
                standard_error: estimate.map(|e| e.standard_error),
                interval: estimate.map(|e| [e.interval.0, e.interval.1]),
                consistent: consistent.get(index).copied(),
            }
        });
        let link = first.link;
        Some(QuestionResults {
            id: question.id().clone(),
            mechanism: link.mechanism().name().to_owned(),
            epsilon: *link.epsilon(),
            epsilon_actual: link.part().privacy_loss().to_f64(),
            reports: counted.iter().map(|one| one.counts.reports()).sum(),
            link: Some(link.name().to_owned()),
            categories: categories.collect(),
            rows: None,
            mean: None,
            no_mean: None,
            distribution: None,
            quantiles: None,
            fields: None,
            ranking: None,
            answered: None,
        })
    }

    fn share_of_category(
        self,
        category: usize,
        told: &[&CountedLink<'_>],
        groups: &[Vec<Vec<u32>>],
    ) -> Option<Estimate> {
        let readings = told.iter().zip(groups).map(|(one, groups)| {
            let PartOracle::Categories(oracle) = one.oracle else {
                return None;
            };
            oracle.read_group(one.counts, groups.get(category)?).ok()
        });
        let readings: Vec<_> = readings.collect::<Option<_>>()?;
        let population = self.interval_method(false).population();
        GroupReading::together(&readings, population, self.confidence)
    }

    /// Of one link the sums of its cells, so that table and question agree; of several the shares after
    /// Norm-Sub.
    fn consistent(
        self,
        told: &[&CountedLink<'_>],
        groups: &[Vec<Vec<u32>>],
        estimates: &[Option<Estimate>],
    ) -> Vec<f64> {
        let ([only], [groups]) = (told, groups) else {
            let shares = estimates.iter().map(|one| one.map(|one| one.share));
            let shares: Option<Vec<_>> = shares.collect();
            return shares.map_or_else(Vec::new, |shares| norm_sub(&shares));
        };
        let cells = self.cells(**only);
        let of_group = |group: &Vec<u32>| {
            let cells = group
                .iter()
                .map(|&cell| cells.get(cell as usize)?.consistent);
            cells.sum::<Option<f64>>()
        };
        let sums: Option<_> = groups.iter().map(of_group).collect();
        sums.unwrap_or_default()
    }

    /// The share of each cell.
    fn cells(self, counted: CountedLink<'_>) -> Vec<CategoryResults> {
        let size = counted.link.part().domain().size();
        let nameless = (0..size).map(|_| "");
        self.shares(nameless, counted.oracle, counted.counts, false)
    }
}

/// For each category of a question the cells of a link that have it.
fn cells_by_category(survey: &Survey, question: &Question, link: &Link) -> Vec<Vec<u32>> {
    let member = members(survey, link).position(|one| one.id() == question.id());
    link.cells_by_category(member.unwrap_or(usize::MAX))
}

/// The questions of a link.
fn members<'a>(survey: &'a Survey, link: &'a Link) -> impl Iterator<Item = &'a Question> {
    let questions = link.questions().iter();
    questions.filter_map(|&index| survey.questions().get(index))
}
