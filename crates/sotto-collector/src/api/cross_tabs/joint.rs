//! Two questions of one joint crossed: from the counts of their joint reports, without noisy rows.

use std::sync::Arc;

use sotto_api::{AdjustedShare, CellView, CrossTabs, CrossedQuestion};
use sotto_ldp::{
    Collector, Confidence, Counts,
    independence::{MOST_CELLS, of_joint_reports},
    post_stratification::post_stratified,
};
use sotto_survey::{Entry, Joint};

use super::{super::ApiError, views};
use crate::estimates::{InTurn, Published, ToldVersions};

const KNOWN: &str = "\"known\" names one of the two questions and the shares of its categories, which are 1 together, such as \"sex:female=0.51,male=0.49\"";

/// Two questions of a joint.
pub(super) struct JointPair {
    published: Arc<Published>,
    /// The index of the joint among those of the survey.
    joint: usize,
    /// The index of the joint's counts among those of the survey.
    part: usize,
    first: Member,
    second: Member,
}

/// A linked question by its indices.
struct Member {
    /// In the joint.
    in_joint: usize,
    /// In the survey.
    in_survey: usize,
}

impl JointPair {
    /// The pair, if both are in one joint.
    ///
    /// # Errors
    /// When one of them is linked, and not with the other.
    pub(super) fn of(
        published: &Arc<Published>,
        first: &str,
        second: &str,
    ) -> Result<Option<Self>, ApiError> {
        let survey = published.survey();
        let joints_of = |id: &str| {
            let mut questions = survey.questions().iter();
            let question = questions.find(|question| question.id().as_str() == id);
            let joints = question.into_iter().flat_map(|one| survey.joints_of(one));
            joints.collect::<Vec<_>>()
        };
        let (of_first, of_second) = (joints_of(first), joints_of(second));
        let common = of_first.iter().find(|joint| of_second.contains(joint));
        let Some(&joint) = common
            .or_else(|| of_first.first())
            .or_else(|| of_second.first())
        else {
            return Ok(None);
        };
        let member = |id: &str| {
            let mut members = joint.questions().iter().enumerate();
            members.find_map(|(in_joint, &in_survey)| {
                let question = survey.questions().get(in_survey)?;
                (question.id().as_str() == id).then_some(Member {
                    in_joint,
                    in_survey,
                })
            })
        };
        let (Some(first), Some(second)) = (member(first), member(second)) else {
            return Err(ApiError::CrossTabs(format!(
                "the questions {:?} are reported together: cross them with each other, not with another question",
                joint.name()
            )));
        };
        let joints = survey.joints();
        let index = joints
            .iter()
            .position(|one| one.name() == joint.name())
            .unwrap_or_default();
        let behind = joints.len() - index;
        Ok(Some(Self {
            published: Arc::clone(published),
            joint: index,
            part: survey.part_count().saturating_sub(behind),
            first,
            second,
        }))
    }

    fn joint(&self) -> &Joint {
        &self.published.survey().joints()[self.joint]
    }

    fn view(&self, member: &Member) -> CrossedQuestion {
        views::question(&self.published.survey().questions()[member.in_survey])
    }

    /// The table at a confidence, of at least so many reports, and what follows from known shares.
    ///
    /// # Errors
    /// When there are too few joint reports, or the known shares are not those of a question.
    pub(super) fn answer(
        &self,
        _: &InTurn,
        told: &ToldVersions,
        (confidence, minimum, known): (Confidence, u64, Option<&str>),
    ) -> Result<CrossTabs, ApiError> {
        let survey = self.published.survey();
        let (_, tally) = told.together(minimum)?;
        let counts = tally
            .counts()
            .get(self.part)
            .ok_or(ApiError::TooFewReports)?;
        if counts.reports() < minimum.max(1) {
            return Err(ApiError::TooFewReports);
        }
        let impossible = |error: &dyn std::fmt::Display| ApiError::CrossTabs(error.to_string());
        let joint = self.joint();
        let part = joint.part();
        let oracle = part
            .mechanism()
            .oracle(part.parameters(), part.domain().size())
            .map_err(|error| impossible(&error))?;
        let (rows, columns) = (
            joint.cells_by_category(self.first.in_joint),
            joint.cells_by_category(self.second.in_joint),
        );
        let both = |row: &Vec<u32>, column: &Vec<u32>| {
            let cells = row.iter().copied();
            cells.filter(|cell| column.contains(cell)).collect()
        };
        let pairs: Vec<Vec<u32>> = rows
            .iter()
            .flat_map(|row| columns.iter().map(move |column| both(row, column)))
            .collect();
        let population = survey.population_of(Entry::Joint(joint));
        let cells = oracle
            .estimate_groups(counts, &pairs, population, confidence)
            .map_err(|error| impossible(&error))?;
        let tested = of_joint_reports(&*oracle, counts, &pairs, columns.len())
            .ok()
            .flatten();
        let adjusted = match known {
            None => None,
            Some(_) if pairs.len() > MOST_CELLS => {
                return Err(ApiError::CrossTabs(format!(
                    "a table of {} cells is too large for \"known\" shares: at most {MOST_CELLS}",
                    pairs.len()
                )));
            }
            Some(known) => {
                let how = (&*oracle, counts, confidence);
                self.adjusted(known, how, (&rows, &columns))?
            }
        };
        let cells = cells.chunks(columns.len().max(1)).map(|row| {
            let view = row.iter().map(|cell| CellView {
                estimate: cell.share,
                standard_error: cell.standard_error,
                interval: cell.interval.into(),
            });
            view.collect()
        });
        Ok(CrossTabs {
            survey: survey.id().to_string(),
            version: survey.version(),
            versions: told.several(),
            confidence: confidence.level(),
            population: survey.population(),
            reports: counts.reports(),
            times_the_people: None,
            rows: self.view(&self.first),
            columns: self.view(&self.second),
            cells: cells.collect(),
            independence: tested.map(|found| views::independence(&found)),
            adjusted,
        })
    }

    /// The shares of one question's answers, corrected by the known shares of the other's.
    fn adjusted(
        &self,
        known: &str,
        (oracle, counts, confidence): (&dyn Collector, &Counts, Confidence),
        (rows, columns): (&[Vec<u32>], &[Vec<u32>]),
    ) -> Result<Option<Vec<AdjustedShare>>, ApiError> {
        let wrong = |sentence: &str| ApiError::CrossTabs(sentence.to_owned());
        let (id, shares) = known.split_once(':').ok_or_else(|| wrong(KNOWN))?;
        let (first, second) = (self.view(&self.first), self.view(&self.second));
        let (strata, answers) = match id {
            _ if id == first.id => ((&first, rows), (&second, columns)),
            _ if id == second.id => ((&second, columns), (&first, rows)),
            _ => return Err(wrong(KNOWN)),
        };
        let mut known = vec![0.0; strata.1.len()];
        for share in shares.split(',') {
            let (category, share) = share.split_once('=').ok_or_else(|| wrong(KNOWN))?;
            let mut categories = strata.0.categories.iter();
            let index = categories.position(|one| one == category.trim());
            let known = index.and_then(|index| known.get_mut(index));
            *known.ok_or_else(|| wrong(KNOWN))? = share.trim().parse().map_err(|_| wrong(KNOWN))?;
        }
        let cells: Vec<Vec<u32>> = answers
            .1
            .iter()
            .flat_map(|answer| {
                strata.1.iter().map(|stratum| {
                    let cells = answer.iter().copied();
                    cells.filter(|cell| stratum.contains(cell)).collect()
                })
            })
            .collect();
        let found = post_stratified(oracle, counts, &cells, &known, confidence)
            .map_err(|_| wrong(KNOWN))?;
        let named = |found: Vec<sotto_ldp::Estimate>| {
            let pairs = answers.0.categories.iter().zip(found);
            let shares = pairs.map(|(category, found)| AdjustedShare {
                category: category.clone(),
                estimate: found.share,
                standard_error: found.standard_error,
                interval: found.interval.into(),
            });
            shares.collect()
        };
        Ok(found.map(named))
    }
}
