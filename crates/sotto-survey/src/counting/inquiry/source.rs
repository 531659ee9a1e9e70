//! Reports of one entry of a survey, as they stand in its results.

use sotto_ldp::{
    Collector, Confidence, Counts, Estimate, EstimateError, Intervals, MechanismError,
    among::{Reports, ValuesAmong},
    comparison,
    intervals::{IntervalMethod, Population},
    significance::p_value,
};
use thiserror::Error;

use crate::{
    counting::results::{CategoryResults, MeanResults, RatioResults, Results, ShareResults},
    survey::{Survey, entry::Entry, kind::AnswerShape, question::Question},
    terms::part,
};

/// Categories of one of the questions of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// Which of the source's questions.
    pub question: usize,
    /// The indices of its categories.
    pub categories: &'a [usize],
}

/// Why an inquiry has no answer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum InquiryError {
    /// The question has no categories that one report tells of, or is not in the results.
    #[error(
        "the answers to this question cannot be added up: it needs one report that tells of all of its categories"
    )]
    NoCategories,
    /// There are fewer reports than the survey wants.
    #[error("there are too few reports to say anything")]
    TooFew,
    /// The mechanism has no estimator.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// Nothing can be estimated.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}

/// The reports of a question, of a row of a matrix, or of joint questions together.
pub struct Source {
    oracle: Box<dyn Collector>,
    counts: Counts,
    population: Population,
    /// Of each question, the values of each of its categories.
    questions: Vec<Vec<Vec<u32>>>,
}

impl Source {
    /// The reports of a question with one answer; of a linked one those of its joint question, in which it is the
    /// one at [`Self::index_of`]. `row` is a row of a matrix.
    ///
    /// # Errors
    /// When the results have no counts of it.
    pub fn of(
        survey: &Survey,
        results: &Results,
        question: &Question,
        row: Option<usize>,
    ) -> Result<Self, InquiryError> {
        if let Some(joint) = survey.joint_of(question) {
            let found = results.joints.iter().find(|one| one.id == joint.name());
            let found = found.ok_or(InquiryError::NoCategories)?;
            let counts = found.cells.iter().map(|cell| cell.count);
            let members = 0..joint.questions().len();
            return Self::new(
                joint.part(),
                (found.reports, counts),
                survey.population_of(Entry::Joint(joint)),
                members
                    .map(|member| joint.cells_by_category(member))
                    .collect(),
            );
        }
        let found = results
            .questions
            .iter()
            .find(|one| one.id == *question.id())
            .ok_or(InquiryError::NoCategories)?;
        let (part, reports, categories): (_, _, &[CategoryResults]) = match (question.shape(), row)
        {
            (AnswerShape::One(_), None) => {
                (question.parts().first(), found.reports, &found.categories)
            }
            (AnswerShape::Rows(_), Some(row)) => {
                let of_row = found.rows.as_ref().and_then(|rows| rows.get(row));
                let of_row = of_row.ok_or(InquiryError::NoCategories)?;
                (
                    question.parts().get(row),
                    of_row.reports,
                    &of_row.categories,
                )
            }
            (
                AnswerShape::None { .. }
                | AnswerShape::One(_)
                | AnswerShape::Set(_)
                | AnswerShape::Order(_)
                | AnswerShape::Rows(_)
                | AnswerShape::Numbers(_),
                _,
            ) => return Err(InquiryError::NoCategories),
        };
        let counts = categories.iter().map(|category| category.count);
        let values = 0..u32::try_from(categories.len()).unwrap_or(0);
        Self::new(
            part.ok_or(InquiryError::NoCategories)?,
            (reports, counts),
            survey.population_of(Entry::Question(question)),
            vec![values.map(|value| vec![value]).collect()],
        )
    }

    fn new(
        part: &part::Part,
        (reports, counts): (u64, impl Iterator<Item = Option<u64>>),
        population: Population,
        questions: Vec<Vec<Vec<u32>>>,
    ) -> Result<Self, InquiryError> {
        let counts = counts.collect::<Option<Vec<_>>>();
        let counts = counts.ok_or(InquiryError::TooFew)?;
        let size = part.domain().size();
        if counts.len() != size as usize || reports == 0 {
            return Err(InquiryError::TooFew);
        }
        let counts = Counts::new(reports, counts).map_err(EstimateError::Counts)?;
        Ok(Self {
            oracle: part.mechanism().oracle(part.parameters(), size)?,
            counts,
            population,
            questions,
        })
    }

    /// The index of a question among those of its source: 0 unless it is linked.
    #[must_use]
    pub fn index_of(survey: &Survey, question: &Question) -> usize {
        let joint = survey.joint_of(question);
        let members = joint.map_or(&[][..], |joint| joint.questions());
        let is_it = |index: &usize| {
            let one = survey.questions().get(*index);
            one.is_some_and(|one| one.id() == question.id())
        };
        members.iter().position(is_it).unwrap_or(0)
    }

    /// The number of reports.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.counts.reports()
    }

    /// The share of those who gave one of the categories.
    ///
    /// # Errors
    /// When the group is none, or the mechanism does not tell groups apart.
    pub fn share(
        &self,
        group: Group<'_>,
        confidence: Confidence,
    ) -> Result<ShareResults, InquiryError> {
        Ok(told(self.estimate(group, confidence)?))
    }

    /// How much greater the share of the first group is than that of another of the same question.
    ///
    /// # Errors
    /// As [`Self::share`], or when the groups have a category in common.
    pub fn difference(
        &self,
        first: Group<'_>,
        second: Group<'_>,
        confidence: Confidence,
    ) -> Result<ShareResults, InquiryError> {
        let found = self.oracle.compare_groups(
            &self.counts,
            (&self.values(first), &self.values(second)),
            self.population,
            confidence,
        )?;
        Ok(told_apart(found))
    }

    /// How many times as great the share of the first group is as that of another of the same question.
    ///
    /// # Errors
    /// As [`Self::difference`], or when there may be nobody in the second.
    pub fn ratio(
        &self,
        first: Group<'_>,
        second: Group<'_>,
        confidence: Confidence,
    ) -> Result<RatioResults, InquiryError> {
        let values = (self.values(first), self.values(second));
        let found = self
            .as_reports()
            .ratio((&values.0, &values.1), confidence)?;
        Ok(RatioResults {
            estimate: found.ratio,
            standard_error: found.standard_error,
            interval: found.interval,
        })
    }

    /// The share of those who gave one of the categories, among those who gave one of another
    /// question's that is linked with it.
    ///
    /// # Errors
    /// As [`Self::share`], or when there may be nobody among them.
    pub fn share_among(
        &self,
        group: Group<'_>,
        among: Group<'_>,
        confidence: Confidence,
    ) -> Result<ShareResults, InquiryError> {
        let (values, whole) = self.part(group, among);
        let part = ValuesAmong {
            values: &values,
            whole: &whole,
        };
        Ok(told(self.as_reports().share_among(part, confidence)?))
    }

    /// How much greater that share is among some than among others.
    ///
    /// # Errors
    /// As [`Self::share_among`].
    pub fn difference_among(
        &self,
        group: Group<'_>,
        (some, others): (Group<'_>, Group<'_>),
        confidence: Confidence,
    ) -> Result<ShareResults, InquiryError> {
        let ((first, of_first), (second, of_second)) =
            (self.part(group, some), self.part(group, others));
        let part = |values, whole| ValuesAmong { values, whole };
        let found = self.as_reports().compare_among(
            part(&first, &of_first),
            part(&second, &of_second),
            confidence,
        )?;
        Ok(told_apart(found))
    }

    /// The mean of the numbers that the categories of a question stand for, among those who gave one of
    /// them.
    ///
    /// # Errors
    /// As [`Self::share_among`].
    pub fn mean(
        &self,
        question: usize,
        numbers: &[(usize, f64)],
        confidence: Confidence,
    ) -> Result<MeanResults, InquiryError> {
        let of_values = numbers.iter().flat_map(|(category, number)| {
            let values = self.values(Group {
                question,
                categories: &[*category],
            });
            values.into_iter().map(|value| (value, *number))
        });
        let of_values: Vec<_> = of_values.collect();
        let found = self.as_reports().mean_among(&of_values, confidence)?;
        Ok(MeanResults {
            estimate: found.share,
            standard_error: found.standard_error,
            interval: [found.interval.0, found.interval.1],
        })
    }

    /// How much greater the share of a group is here than in other reports, which are drawn
    /// independently of these: another arm, version, wave, or the same people's answer to another
    /// question where everybody answers.
    ///
    /// # Errors
    /// As [`Self::share`].
    pub fn difference_from(
        &self,
        group: Group<'_>,
        (other, of_other): (&Self, Group<'_>),
        confidence: Confidence,
    ) -> Result<ShareResults, InquiryError> {
        let first = self.estimate(group, confidence)?;
        let second = other.estimate(of_other, confidence)?;
        let found = comparison::difference(&first, &second, self.method());
        Ok(told_apart(found))
    }

    /// Whether those who reported are all whom the figures are about, so that only noise is random.
    #[must_use]
    pub fn is_of_all(&self) -> bool {
        self.population == Population::Fixed
    }

    fn estimate(&self, group: Group<'_>, confidence: Confidence) -> Result<Estimate, InquiryError> {
        let values = self.values(group);
        let groups = [values];
        let found = self
            .oracle
            .estimate_groups(&self.counts, &groups, self.population, confidence);
        let alone = match (&found, groups[0].as_slice()) {
            (Err(EstimateError::NoGroups { .. }), [value]) => self.value(*value, confidence)?,
            _ => None,
        };
        if let Some(alone) = alone {
            return Ok(alone);
        }
        let nothing = EstimateError::NoGroups {
            values: u32::try_from(groups[0].len()).unwrap_or(u32::MAX),
        };
        Ok(found?.into_iter().next().ok_or(nothing)?)
    }

    /// One value, of a mechanism whose reports do not tell groups apart.
    fn value(&self, value: u32, confidence: Confidence) -> Result<Option<Estimate>, InquiryError> {
        // The counts of results are of what supports each value: not what every mechanism sums up.
        if self.oracle.sum_count() != self.oracle.domain_size()
            || self.oracle.decode(&self.counts).as_ref() != Some(&self.counts)
        {
            return Ok(None);
        }
        let intervals = Intervals {
            method: self.method(),
            confidence,
            simultaneous: false,
        };
        let found = self.oracle.estimate(&self.counts, intervals)?;
        Ok(found.get(value as usize).copied())
    }

    const fn method(&self) -> IntervalMethod {
        IntervalMethod::of(self.population)
    }

    fn as_reports(&self) -> Reports<'_> {
        Reports {
            oracle: &*self.oracle,
            counts: &self.counts,
            population: self.population,
        }
    }

    /// The values of a group's categories.
    fn values(&self, group: Group<'_>) -> Vec<u32> {
        let categories = self.questions.get(group.question);
        let categories = categories.map_or(&[][..], Vec::as_slice);
        let chosen = group.categories.iter();
        chosen
            .filter_map(|&category| categories.get(category))
            .flatten()
            .copied()
            .collect()
    }

    /// The values of a group among those of another question's, and the latter.
    fn part(&self, group: Group<'_>, among: Group<'_>) -> (Vec<u32>, Vec<u32>) {
        let whole = self.values(among);
        let values = self.values(group).into_iter();
        (
            values.filter(|value| whole.contains(value)).collect(),
            whole,
        )
    }
}

/// The p-value of a difference that is computed at any confidence: how seldom chance alone would make one
/// as great or greater. `None` where there is no difference to compute.
#[must_use]
pub fn p_value_of(
    difference: impl Fn(Confidence) -> Result<ShareResults, InquiryError>,
) -> Option<f64> {
    p_value(0.0, |confidence| {
        let [low, high] = difference(confidence).ok()?.interval;
        Some((low, high))
    })
}

fn told(estimate: Estimate) -> ShareResults {
    ShareResults {
        estimate: estimate.share,
        standard_error: estimate.standard_error,
        interval: [estimate.interval.0, estimate.interval.1],
    }
}

fn told_apart(found: comparison::Difference) -> ShareResults {
    ShareResults {
        estimate: found.difference,
        standard_error: found.standard_error,
        interval: [found.interval.0, found.interval.1],
    }
}
