//! Linked questions: the table of a joint report, and the share of each question's categories in it.

use sotto_ldp::{Confidence, Counts, norm_sub};

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

    /// The results of a question of a joint one: sums of cells, each with the error of the sum; of a question in
    /// several joint questions, what all of them say. `None` without a joint question.
    pub(crate) fn question_in_joint(
        self,
        survey: &Survey,
        question: &Question,
        counted: &[CountedJoint<'_>],
    ) -> Option<QuestionResults> {
        let results = counted
            .iter()
            .map(|&counted| self.question_of_joint(survey, question, counted));
        pooled(results.collect(), self.confidence)
    }

    fn question_of_joint(
        self,
        survey: &Survey,
        question: &Question,
        counted: CountedJoint<'_>,
    ) -> QuestionResults {
        let CountedJoint {
            joint,
            oracle,
            counts,
        } = counted;
        let member = members(survey, joint).position(|one| one.id() == question.id());
        let groups = joint.cells_by_category(member.unwrap_or(usize::MAX));
        let population = self.interval_method(false).population();
        let estimates = match oracle {
            PartOracle::Categories(oracle) if counts.reports() >= self.minimum => oracle
                .estimate_groups(counts, &groups, population, self.confidence)
                .unwrap_or_default(),
            PartOracle::Categories(_) | PartOracle::Numbers(..) => Vec::new(),
        };
        let cells = self.cells(counted);
        let together = |group: &Vec<u32>| {
            let cells = group
                .iter()
                .map(|&cell| cells.get(cell as usize)?.consistent);
            cells.sum::<Option<f64>>()
        };
        let ids = question.categories().map(Category::id);
        let categories = ids.zip(&groups).enumerate().map(|(index, (id, group))| {
            let estimate = estimates.get(index);
            CategoryResults {
                id: id.to_owned(),
                reports: None,
                count: None,
                estimate: estimate.map(|e| e.share),
                standard_error: estimate.map(|e| e.standard_error),
                interval: estimate.map(|e| [e.interval.0, e.interval.1]),
                consistent: together(group),
            }
        });
        QuestionResults {
            id: question.id().clone(),
            mechanism: joint.mechanism().name().to_owned(),
            epsilon: *joint.epsilon(),
            epsilon_actual: joint.part().privacy_loss().to_f64(),
            reports: counts.reports(),
            joint: Some(joint.name().to_owned()),
            categories: categories.collect(),
            rows: None,
            mean: None,
            distribution: None,
            quantiles: None,
            fields: None,
            ranking: None,
            answered: None,
        }
    }

    /// The share of each cell.
    fn cells(self, counted: CountedJoint<'_>) -> Vec<CategoryResults> {
        let size = counted.joint.part().domain().size();
        let nameless = (0..size).map(|_| "");
        self.shares(nameless, counted.oracle, counted.counts, false)
    }
}

/// What several joint questions say of a question: each report is of one of them, so their estimates are of different
/// respondents, and each counts by its precision. Links with too few reports stay out.
fn pooled(mut joints: Vec<QuestionResults>, confidence: Confidence) -> Option<QuestionResults> {
    let reports = joints.iter().map(|joint| joint.reports).sum();
    let is_estimated = |joint: &QuestionResults| {
        let mut all = joint.categories.iter();
        all.all(|one| one.estimate.is_some())
    };
    let estimated: Vec<_> = joints.iter().filter(|joint| is_estimated(joint)).collect();
    if joints.len() < 2 || estimated.is_empty() {
        let mut first = joints.drain(..1.min(joints.len())).next()?;
        first.reports = reports;
        return Some(first);
    }
    let mut categories = Vec::new();
    for (index, category) in estimated.first()?.categories.iter().enumerate() {
        let (mut sum, mut precision) = (0.0, 0.0);
        for one in estimated
            .iter()
            .filter_map(|joint| joint.categories.get(index))
        {
            if let Some((estimate, error)) = one.estimate.zip(one.standard_error)
                && error > 0.0
            {
                sum += estimate / (error * error);
                precision += 1.0 / (error * error);
            }
        }
        let (estimate, error) = (sum / precision, (1.0 / precision).sqrt());
        let reach = confidence.standard_deviations() * error;
        let found = precision > 0.0;
        categories.push(CategoryResults {
            estimate: found.then_some(estimate),
            standard_error: found.then_some(error),
            interval: found.then_some([estimate - reach, estimate + reach]),
            ..category.clone()
        });
    }
    let shares: Option<Vec<f64>> = categories.iter().map(|one| one.estimate).collect();
    if let Some(shares) = shares {
        for (category, share) in categories.iter_mut().zip(norm_sub(&shares)) {
            category.consistent = Some(share);
        }
    }
    let first = (*estimated.first()?).clone();
    Some(QuestionResults {
        reports,
        categories,
        ..first
    })
}

/// The questions of a joint question.
fn members<'a>(survey: &'a Survey, joint: &'a Joint) -> impl Iterator<Item = &'a Question> {
    let questions = joint.questions().iter();
    questions.filter_map(|&index| survey.questions().get(index))
}
