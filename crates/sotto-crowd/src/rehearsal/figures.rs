//! Estimates beside the truth, of one rehearsal and of many.

use sotto_survey::{AnswerShape, Question, Results, Survey};

use super::truth::Truth;

/// One figure of the results beside what is true of the people imagined.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The question's index in the survey.
    pub question: usize,
    /// The row or the number, by index, where there are several.
    pub within: Option<usize>,
    /// The category's index; `None` for a mean.
    pub category: Option<usize>,
    /// A share of the people, or a mean.
    pub truth: f64,
    /// What the results say.
    pub estimate: f64,
    /// The ends of its interval.
    pub interval: [f64; 2],
}

impl Figure {
    /// Whether the interval holds the truth.
    #[must_use]
    pub fn holds(&self) -> bool {
        let [low, high] = self.interval;
        (low..=high).contains(&self.truth)
    }
}

/// One figure in many rehearsals.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The figure as it came out first.
    pub first: Figure,
    /// What each rehearsal estimated.
    pub estimates: Vec<f64>,
    /// In how many of them the interval held the truth.
    pub held: usize,
}

impl Spread {
    /// Adds a rehearsal's figures to those of others of the same survey.
    pub fn add(all: &mut Vec<Self>, figures: Vec<Figure>) {
        for figure in figures {
            let is_same = |one: &&mut Self| {
                let key = |figure: &Figure| (figure.question, figure.within, figure.category);
                key(&one.first) == key(&figure)
            };
            match all.iter_mut().find(is_same) {
                Some(spread) => {
                    spread.estimates.push(figure.estimate);
                    spread.held += usize::from(figure.holds());
                }
                None => all.push(Self {
                    estimates: vec![figure.estimate],
                    held: usize::from(figure.holds()),
                    first: figure,
                }),
            }
        }
    }
}

/// The figures of results; none of what had too few reports.
pub(super) fn figures(survey: &Survey, truth: &Truth, results: &Results) -> Vec<Figure> {
    let mut found = Vec::new();
    let questions = survey.questions().iter().enumerate();
    let reported = questions.filter(|(_, question)| question.is_reported());
    for (number, (index, question)) in reported.enumerate() {
        let mut all = results.questions.iter();
        let Some(results) = all.find(|results| results.id == *question.id()) else {
            continue;
        };
        let share = |row: usize, within, categories: &[sotto_survey::CategoryResults]| {
            let all = categories.iter().filter_map(|category| {
                let at = category_at(question, &category.id)?;
                Some(Figure {
                    question: index,
                    within,
                    category: Some(at),
                    truth: truth.share(number, row, at)?,
                    estimate: category.estimate?,
                    interval: category.interval?,
                })
            });
            all.collect::<Vec<_>>()
        };
        let mean = |field: usize, within, mean: &sotto_survey::MeanResults| {
            Some(Figure {
                question: index,
                within,
                category: None,
                truth: truth.mean(number, field)?,
                estimate: mean.estimate,
                interval: mean.interval,
            })
        };
        match question.shape() {
            AnswerShape::None { .. } => {}
            AnswerShape::One(_) | AnswerShape::Set(_) | AnswerShape::Order(_) => {
                found.extend(share(0, None, &results.categories));
            }
            AnswerShape::Rows(_) => {
                for (row, of_row) in results.rows.iter().flatten().enumerate() {
                    found.extend(share(row, Some(row), &of_row.categories));
                }
            }
            AnswerShape::Numbers(_) => {
                found.extend(results.mean.as_ref().and_then(|one| mean(0, None, one)));
                for (field, of_field) in results.fields.iter().flatten().enumerate() {
                    let one = of_field.mean.as_ref();
                    found.extend(one.and_then(|one| mean(field, Some(field), one)));
                }
            }
        }
    }
    found
}

fn category_at(question: &Question, id: &str) -> Option<usize> {
    question.category_index(id).map(|index| index as usize)
}
