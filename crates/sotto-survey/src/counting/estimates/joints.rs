//! Linked questions: the table of a joint report, and the share of each question's categories in it.

use sotto_ldp::{Counts, Estimate, groups::GroupReading, norm_sub};

use super::Estimating;
use crate::{
    counting::{
        oracles::PartOracle,
        results::{CategoryResults, CellResults, JointResults, QuestionResults},
    },
    survey::{Survey, joint::Joint, kind::Category, question::Question},
};

/// A joint question with what was counted of it.
#[derive(Clone, Copy)]
pub(crate) struct CountedJoint<'a> {
    pub(crate) joint: &'a Joint,
    pub(crate) oracle: &'a PartOracle,
    pub(crate) counts: &'a Counts,
}

impl Estimating {
    /// The table of a joint question.
    pub(crate) fn joint(self, survey: &Survey, counted: CountedJoint<'_>) -> JointResults {
        let CountedJoint { joint, counts, .. } = counted;
        let members: Vec<_> = members(survey, joint).collect();
        let categories: Vec<Vec<&str>> = members
            .iter()
            .map(|question| question.categories().map(Category::id).collect())
            .collect();
        let names = |cell: u32| {
            let of_each = categories.iter().zip(joint.categories(cell));
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
        JointResults {
            id: joint.name().to_owned(),
            members: members.iter().map(|one| one.id().clone()).collect(),
            mechanism: joint.mechanism().name().to_owned(),
            epsilon: *joint.epsilon(),
            epsilon_actual: joint.part().privacy_loss().to_f64(),
            reports: counts.reports(),
            cells: cells.collect(),
        }
    }

    /// The results of a question of a joint one: sums of cells, each with the error of the sum. Of a question in
    /// several joint questions what all of them say, since each report is of one of them; those with too few reports
    /// stay out. `None` without a joint question.
    pub(crate) fn question_in_joint(
        self,
        survey: &Survey,
        question: &Question,
        counted: &[CountedJoint<'_>],
    ) -> Option<QuestionResults> {
        let is_told = |one: &&CountedJoint<'_>| one.counts.reports() >= self.minimum;
        let told: Vec<_> = counted.iter().filter(is_told).collect();
        let first = told.first().copied().or(counted.first())?;
        let groups: Vec<_> = told
            .iter()
            .map(|one| cells_by_category(survey, question, one.joint))
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
        let joint = first.joint;
        Some(QuestionResults {
            id: question.id().clone(),
            mechanism: joint.mechanism().name().to_owned(),
            epsilon: *joint.epsilon(),
            epsilon_actual: joint.part().privacy_loss().to_f64(),
            reports: counted.iter().map(|one| one.counts.reports()).sum(),
            versions: Vec::new(),
            joint: Some(joint.name().to_owned()),
            conditional: question.condition().is_some(),
            not_asked: None,
            categories: categories.collect(),
            found: None,
            secret: None,
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
        told: &[&CountedJoint<'_>],
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

    /// Of one joint question the sums of its cells, so that table and question agree; of several the shares after
    /// Norm-Sub.
    fn consistent(
        self,
        told: &[&CountedJoint<'_>],
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
    fn cells(self, counted: CountedJoint<'_>) -> Vec<CategoryResults> {
        let size = counted.joint.part().domain().size();
        let nameless = (0..size).map(|_| "");
        self.shares(nameless, counted.oracle, counted.counts, false)
    }
}

/// For each category of a question the cells of a joint question that have it.
fn cells_by_category(survey: &Survey, question: &Question, joint: &Joint) -> Vec<Vec<u32>> {
    let member = members(survey, joint).position(|one| one.id() == question.id());
    joint.cells_by_category(member.unwrap_or(usize::MAX))
}

/// The questions of a joint question.
fn members<'a>(survey: &'a Survey, joint: &'a Joint) -> impl Iterator<Item = &'a Question> {
    let questions = joint.questions().iter();
    questions.filter_map(|&index| survey.questions().get(index))
}
