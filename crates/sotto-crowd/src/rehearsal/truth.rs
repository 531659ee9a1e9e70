//! What the imagined people think, counted: what no collector ever knows.

use std::collections::BTreeMap;

use sotto_ldp::numbers::Decimal;
use sotto_survey::{
    Answer, AnswerShape, Joint, Layout, NumberFields, Question, RankedOptions, Survey,
};

/// The truth of every question that is reported and of every link, in the order of the survey.
#[derive(Clone, Debug)]
pub(super) struct Truth {
    questions: Vec<QuestionTruth>,
    joints: Vec<JointTruth>,
}

/// The truth of linked questions.
#[derive(Clone, Debug)]
struct JointTruth {
    people: u64,
    /// How many people gave each combination of answers.
    cells: Vec<u64>,
}

/// What somebody says to a question, if it is shown to them.
struct Said {
    is_shown: bool,
    answer: Option<Answer>,
}

#[derive(Clone, Debug, Default)]
struct QuestionTruth {
    /// Who was shown it, or would have been.
    people: u64,
    /// For each row, or once: how many people each category is true of.
    counts: Vec<Vec<u64>>,
    /// For each number: how many gave it, and their sum.
    numbers: Vec<(u64, f64)>,
    /// Of a single number, how many gave each.
    values: BTreeMap<Decimal, u64>,
    /// How many gave numbers or an order.
    answered: u64,
    /// Of an order the sums of each option's places, counted from 1.
    places: Vec<f64>,
    /// Of every pair of options, as they are reported: how many put the first before the second.
    pairs: Vec<f64>,
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
                ..QuestionTruth::default()
            }
        });
        let joints = survey.joints().iter().map(|joint| JointTruth {
            people: 0,
            cells: vec![0; joint.part().domain().size() as usize],
        });
        Self {
            questions: questions.collect(),
            joints: joints.collect(),
        }
    }

    /// Counts a person, who is shown a layout.
    pub(super) fn add(&mut self, survey: &Survey, layout: &Layout, answers: &[Option<Answer>]) {
        let asked = survey.asked(layout, answers);
        let all = survey.questions().iter().zip(answers).zip(asked);
        let said = all.enumerate().map(|(index, ((question, answer), asked))| {
            let answer = answer.clone().filter(|_| asked);
            Said {
                is_shown: layout.shows(index),
                answer: answer.or_else(|| question.untouched()),
            }
        });
        let said: Vec<Said> = said.collect();
        let reported = survey.questions().iter().zip(&said);
        let reported = reported.filter(|(question, _)| question.is_reported());
        for ((question, said), truth) in reported.zip(&mut self.questions) {
            if said.is_shown {
                truth.add(question, said.answer.as_ref());
            }
        }
        for (joint, truth) in survey.joints().iter().zip(&mut self.joints) {
            truth.add(survey, joint, &said);
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

impl Truth {
    /// The share of those who gave that combination of answers.
    pub(super) fn cell(&self, joint: usize, cell: usize) -> Option<f64> {
        let truth = self.joints.get(joint)?;
        let count = *truth.cells.get(cell)?;
        (truth.people > 0).then(|| ratio(count, truth.people))
    }

    /// The share of those who gave numbers or an order.
    pub(super) fn answered(&self, question: usize) -> Option<f64> {
        let truth = self.questions.get(question)?;
        (truth.people > 0).then(|| ratio(truth.answered, truth.people))
    }

    /// The mean place of an option among those who gave an order.
    pub(super) fn place(&self, question: usize, option: usize) -> Option<f64> {
        let truth = self.questions.get(question)?;
        let sum = truth.places.get(option)?;
        (truth.answered > 0).then(|| sum * ratio(1, truth.answered))
    }

    /// The share of those who put the first of a pair before the second, among those who gave an order.
    pub(super) fn pair(&self, question: usize, pair: usize) -> Option<f64> {
        let truth = self.questions.get(question)?;
        let sum = truth.pairs.get(pair)?;
        (truth.answered > 0).then(|| sum * ratio(1, truth.answered))
    }

    /// The share of those whose number lies in a range, among those who gave one.
    pub(super) fn within(&self, question: usize, [from, to]: [f64; 2]) -> Option<f64> {
        let truth = self.questions.get(question)?;
        // Half a millionth is less than any step of numbers.
        let is_in = |number: &Decimal| {
            let number = number.to_f64();
            from - 5e-7 < number && number < to + 5e-7
        };
        let counts = truth.values.iter().filter(|(number, _)| is_in(number));
        let count = counts.map(|(_, count)| count).sum();
        (truth.answered > 0).then(|| ratio(count, truth.answered))
    }

    /// The least number at or below which at least that share of those lies who gave one.
    pub(super) fn quantile(&self, question: usize, level: f64) -> Option<f64> {
        let truth = self.questions.get(question)?;
        let counts = { truth.values.iter() }.map(|(number, count)| (number.to_f64(), *count));
        quantile(counts, level)
    }

    /// The same of the levels of a scale, which begin with `first` and of which there are so many.
    pub(super) fn level(
        &self,
        question: usize,
        (first, count): (u32, u32),
        level: f64,
    ) -> Option<f64> {
        let counts = self.questions.get(question)?.counts.first()?;
        let levels = (first..first + count).map(f64::from);
        quantile(levels.zip(counts.iter().copied()), level)
    }
}

/// The least of rising numbers at or below which at least that share lies.
fn quantile(counts: impl Iterator<Item = (f64, u64)> + Clone, level: f64) -> Option<f64> {
    let all: u64 = counts.clone().map(|(_, count)| count).sum();
    let mut below = 0;
    let mut reached = counts.filter_map(|(number, count)| {
        below += count;
        // A share that is reached exactly counts.
        (all > 0 && ratio(below, all) >= level - 1e-12).then_some(number)
    });
    reached.next()
}

impl JointTruth {
    fn add(&mut self, survey: &Survey, joint: &Joint, said: &[Said]) {
        let choices = joint.questions().iter().map(|&index| {
            let question = survey.questions().get(index)?;
            let said = said.get(index).filter(|said| said.is_shown)?;
            question.choice(said.answer.as_ref()?)
        });
        let Some(choices) = choices.collect::<Option<Vec<_>>>() else {
            return;
        };
        self.people += 1;
        if let Some(cell) = self.cells.get_mut(joint.cell(&choices) as usize) {
            *cell += 1;
        }
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
            AnswerShape::Order(ranked) => {
                let order = question.order_of(answer);
                let first = order.first().copied();
                let declined = question.category_index(sotto_survey::DECLINE);
                first.or(declined).into_iter().for_each(|one| count(0, one));
                if !order.is_empty() {
                    self.rank(ranked, &order);
                }
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
            AnswerShape::Numbers(fields) => {
                let numbers = question.numbers(answer);
                self.answered += u64::from(numbers.iter().any(Option::is_some));
                if let (NumberFields::Single(_), Some(Some(number))) = (fields, numbers.first()) {
                    *self.values.entry(*number).or_default() += 1;
                }
                for (number, sum) in numbers.iter().zip(&mut self.numbers) {
                    if let Some(number) = number {
                        sum.0 += 1;
                        sum.1 += number.to_f64();
                    }
                }
            }
        }
    }

    /// Counts an order. Options without a place come last, and none of them before another.
    fn rank(&mut self, ranked: RankedOptions<'_>, order: &[u32]) {
        self.answered += 1;
        let all = ranked.count();
        let placed = |option: u32| order.iter().position(|&one| one == option);
        let pairs: Vec<_> = ranked.pairs().collect();
        self.places.resize(all as usize, 0.0);
        self.pairs.resize(pairs.len(), 0.0);
        // The middle of the places that are left.
        let given = u32::try_from(order.len()).unwrap_or(all).min(all);
        let left = f64::midpoint(f64::from(given + 1), f64::from(all));
        for (option, sum) in (0..all).zip(&mut self.places) {
            let place = placed(option).and_then(|place| u32::try_from(place + 1).ok());
            *sum += place.map_or(left, f64::from);
        }
        for ((first, second), sum) in pairs.into_iter().zip(&mut self.pairs) {
            *sum += match (placed(first), placed(second)) {
                (Some(one), Some(other)) => f64::from(u8::from(one < other)),
                (Some(_), None) => 1.0,
                (None, Some(_)) => 0.0,
                (None, None) => 0.5,
            };
        }
    }
}
