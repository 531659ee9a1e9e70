//! Which questions a person is asked, given the answers so far.

use super::layout::Layout;
use crate::{
    survey::{Survey, kind::AnswerShape, question::Question},
    terms::{answer::Answer, condition::Condition, error::AnswerError, identifier::Identifier},
};

impl Survey {
    /// For each question in order whether a person who is shown that layout and gave these answers is
    /// asked it; answers beyond the last are ignored, and the answer to a question that is not asked
    /// counts for nothing.
    #[must_use]
    pub fn asked(&self, layout: &Layout, answers: &[Option<Answer>]) -> Vec<bool> {
        let questions = self.questions();
        let mut asked: Vec<bool> = Vec::with_capacity(questions.len());
        for (index, question) in questions.iter().enumerate() {
            let given = Given {
                questions,
                answers,
                asked: &asked,
            };
            let is_asked = question
                .condition()
                .is_none_or(|condition| given.holds(condition));
            asked.push(is_asked && layout.shows(index));
        }
        asked
    }

    /// What keeps these answers from being sent: for each question that is asked and lacks
    /// something, its index and what it lacks.
    #[must_use]
    pub fn check(&self, layout: &Layout, answers: &[Option<Answer>]) -> Vec<(usize, AnswerError)> {
        let asked = self.asked(layout, answers);
        let questions = self.questions().iter().zip(asked).enumerate();
        questions
            .filter(|(_, (_, asked))| *asked)
            .filter_map(|(index, (question, _))| {
                let answer = answers.get(index).and_then(Option::as_ref);
                question.check(answer).err().map(|error| (index, error))
            })
            .collect()
    }
}

/// What is known when a question's turn comes.
struct Given<'a> {
    questions: &'a [Question],
    answers: &'a [Option<Answer>],
    /// For the earlier questions.
    asked: &'a [bool],
}

impl Given<'_> {
    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::All(conditions) => conditions.iter().all(|c| self.holds(c)),
            Condition::Any(conditions) => conditions.iter().any(|c| self.holds(c)),
            Condition::Not(condition) => !self.holds(condition),
            Condition::Is { question, row, is } => {
                let Some((question, Some(answer))) = self.answer(question) else {
                    return false;
                };
                let chosen = match question.shape() {
                    AnswerShape::Set(_) => question.choices(&answer),
                    // What comes first.
                    AnswerShape::Order(_) => {
                        answer.values().iter().take(1).copied().flatten().collect()
                    }
                    AnswerShape::Rows(_) => {
                        let rows = question.rows(&answer);
                        let index = row.as_ref().and_then(|row| question.shape().row_index(row));
                        let category = index.and_then(|index| rows.get(index).copied().flatten());
                        category.into_iter().collect()
                    }
                    AnswerShape::None { .. } | AnswerShape::One(_) | AnswerShape::Numbers(_) => {
                        question.choice(&answer).into_iter().collect()
                    }
                };
                let mut wanted = is
                    .iter()
                    .filter_map(|id| question.category_index(id.as_str()));
                wanted.any(|category| chosen.contains(&category))
            }
            Condition::Within {
                question,
                field,
                at_least,
                at_most,
            } => {
                let Some((question, Some(answer))) = self.answer(question) else {
                    return false;
                };
                let fields = question.shape().numbers();
                let index = fields.and_then(|fields| fields.index_of(field.as_ref()));
                let numbers = question.numbers(&answer);
                let number = index.and_then(|index| numbers.get(index).copied().flatten());
                number.is_some_and(|number| {
                    at_least.is_none_or(|least| least.number <= number)
                        && at_most.is_none_or(|most| number <= most.number)
                })
            }
        }
    }

    /// An earlier question that was asked, and its answer; where there is none, what leaving it alone says.
    fn answer(&self, id: &Identifier) -> Option<(&Question, Option<Answer>)> {
        let index = self.questions.iter().position(|one| one.id() == id)?;
        let question = self.questions.get(index)?;
        if !*self.asked.get(index)? {
            return None;
        }
        let answer = self.answers.get(index).cloned().flatten();
        Some((question, answer.or_else(|| question.untouched())))
    }
}
