//! What the imagined people think, counted: what no collector ever knows.

use sotto_survey::{Answer, AnswerShape, Layout, NumberFields, Question, Survey};

/// The truth of every question that is reported, in the order of the survey.
#[derive(Clone, Debug)]
pub(super) struct Truth {
    questions: Vec<QuestionTruth>,
}

#[derive(Clone, Debug, Default)]
struct QuestionTruth {
    /// Who was shown it, or would have been.
    people: u64,
    /// For each row, or once: how many people each category is true of.
    counts: Vec<Vec<u64>>,
    /// For each number: how many gave it, and their sum.
    numbers: Vec<(u64, f64)>,
}

impl Truth {
    pub(super) fn empty(survey: &Survey) -> Self {
        let questions = survey.reported_questions().map(|question| {
            let count = question.categories().count();
            let rows = match question.shape() {
                AnswerShape::Rows(matrix) => matrix.rows.len(),
                AnswerShape::None { .. }
                | AnswerShape::One(_)
                | AnswerShape::Set(_)
                | AnswerShape::Order(_)
                | AnswerShape::Numbers(_) => 1,
            };
            let numbers = question.shape().numbers();
            QuestionTruth {
                people: 0,
                counts: vec![vec![0; count]; rows],
                numbers: vec![(0, 0.0); numbers.map_or(0, NumberFields::count)],
            }
        });
        Self {
            questions: questions.collect(),
        }
    }

    /// Counts a person, who is shown a layout.
    pub(super) fn add(&mut self, survey: &Survey, layout: &Layout, answers: &[Option<Answer>]) {
        let asked = survey.asked(layout, answers);
        let all = survey.questions().iter().zip(answers).zip(asked);
        let reported = all
            .enumerate()
            .filter(|(_, ((question, _), _))| question.is_reported());
        for ((index, ((question, answer), asked)), truth) in reported.zip(&mut self.questions) {
            if layout.shows(index) {
                let answer = answer.clone().filter(|_| asked);
                truth.add(question, answer.or_else(|| question.untouched()).as_ref());
            }
        }
    }

    /// The share of those of whom a category is true.
    pub(super) fn share(&self, question: usize, row: usize, category: usize) -> Option<f64> {
        let truth = self.questions.get(question)?;
        let count = *truth.counts.get(row)?.get(category)?;
        (truth.people > 0).then(|| ratio(count, truth.people))
    }

    /// The mean of a number among those who gave it.
    pub(super) fn mean(&self, question: usize, field: usize) -> Option<f64> {
        let (given, sum) = *self.questions.get(question)?.numbers.get(field)?;
        (given > 0).then(|| sum * ratio(1, given))
    }
}

#[expect(clippy::cast_precision_loss, reason = "both are counts of few people")]
fn ratio(count: u64, of: u64) -> f64 {
    count as f64 / of as f64
}

impl QuestionTruth {
    fn add(&mut self, question: &Question, answer: Option<&Answer>) {
        self.people += 1;
        let Some(answer) = answer else { return };
        let mut count = |row: usize, category: u32| {
            let row = self.counts.get_mut(row);
            if let Some(one) = row.and_then(|row| row.get_mut(category as usize)) {
                *one += 1;
            }
        };
        match question.shape() {
            AnswerShape::None { .. } => {}
            AnswerShape::One(_) => question
                .choice(answer)
                .into_iter()
                .for_each(|one| count(0, one)),
            AnswerShape::Set(_) => question
                .choices(answer)
                .into_iter()
                .for_each(|one| count(0, one)),
            // What comes first.
            AnswerShape::Order(_) => {
                let first = question.order_of(answer).first().copied();
                let declined = question.category_index(sotto_survey::DECLINE);
                first.or(declined).into_iter().for_each(|one| count(0, one));
            }
            AnswerShape::Rows(_) => {
                for (row, category) in question.rows(answer).into_iter().enumerate() {
                    let declined = question.category_index(sotto_survey::DECLINE);
                    category
                        .or(declined)
                        .into_iter()
                        .for_each(|one| count(row, one));
                }
            }
            AnswerShape::Numbers(_) => {
                for (number, sum) in question.numbers(answer).iter().zip(&mut self.numbers) {
                    if let Some(number) = number {
                        sum.0 += 1;
                        sum.1 += number.to_f64();
                    }
                }
            }
        }
    }
}
