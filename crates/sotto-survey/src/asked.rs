//! Which questions a person is asked, given the answers so far.

use crate::{
    answer::Answer,
    condition::Condition,
    fault::{At, FaultCause},
    identifier::Identifier,
    kind::{AnswerShape, Category},
    layout::Layout,
    question::{Draft, Question},
};

/// At most so many tests in one question's condition.
const MAX_TESTS: usize = 200;

/// For each question in order whether it is asked of somebody whose `layout` shows it. The answer to a
/// question that is not asked counts for nothing.
pub(crate) fn asked(
    questions: &[Question],
    layout: &Layout,
    answers: &[Option<Answer>],
) -> Vec<bool> {
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
                        let index = row
                            .as_ref()
                            .and_then(|row| row_index(question.shape(), row));
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
                    at_least.is_none_or(|least| least <= number)
                        && at_most.is_none_or(|most| number <= most)
                })
            }
        }
    }

    /// An earlier question that was asked, and its answer; where there is none, what leaving it alone says.
    fn answer(&self, id: &Identifier) -> Option<(&Question, Option<Answer>)> {
        let index = index_of(self.questions.iter().map(Question::id), id)?;
        let question = self.questions.get(index)?;
        if !*self.asked.get(index)? {
            return None;
        }
        let answer = self.answers.get(index).cloned().flatten();
        Some((question, answer.or_else(|| question.untouched())))
    }
}

/// Refuses a condition that names what is not there; `earlier` are the ids of the questions before,
/// and what could be read of each.
pub(crate) fn check_condition(
    condition: &Condition,
    earlier: (&[Identifier], &[Option<Draft>]),
    at: &At<'_>,
) {
    let (ids, drafts) = earlier;
    let mut tests = 0;
    Checking { ids, drafts }.check(condition, at, &mut tests);
    if tests > MAX_TESTS {
        at.fault(FaultCause::TooManyTests);
    }
}

/// What a condition may name.
struct Checking<'a> {
    ids: &'a [Identifier],
    drafts: &'a [Option<Draft>],
}

impl Checking<'_> {
    fn check(&self, condition: &Condition, at: &At<'_>, tests: &mut usize) {
        *tests += 1;
        if *tests > MAX_TESTS {
            return;
        }
        match condition {
            Condition::All(conditions) => self.check_all(conditions, &at.key("all"), tests),
            Condition::Any(conditions) => self.check_all(conditions, &at.key("any"), tests),
            Condition::Not(condition) => self.check(condition, &at.key("not"), tests),
            Condition::Is { question, row, is } => {
                if let Some(draft) = self.find(question, at) {
                    check_row(draft.shape(), row.as_ref(), at);
                    let at = at.key("is");
                    for (index, id) in is.iter().enumerate() {
                        let shape = draft.shape();
                        let mut known = shape.categories_with(draft.offers_decline());
                        if !known.any(|category: Category<'_>| category.id() == id.as_str()) {
                            let cause = FaultCause::UnknownCategory(id.to_string());
                            at.index(index).fault(cause);
                        }
                    }
                }
            }
            Condition::Within {
                question, field, ..
            } => {
                if let Some(draft) = self.find(question, at) {
                    check_number(draft.shape(), field.as_ref(), at);
                }
            }
        }
    }

    fn check_all(&self, conditions: &[Condition], at: &At<'_>, tests: &mut usize) {
        for (index, condition) in conditions.iter().enumerate() {
            self.check(condition, &at.index(index), tests);
        }
    }

    /// An earlier question, if it could be read.
    fn find(&self, id: &Identifier, at: &At<'_>) -> Option<&Draft> {
        match index_of(self.ids.iter(), id) {
            Some(index) => self.drafts.get(index)?.as_ref(),
            None if self.ids.iter().any(Identifier::is_stand_in) => None,
            None => {
                let cause = FaultCause::NotAskedBefore(id.to_string());
                at.key("question").refuse(cause)
            }
        }
    }
}

fn check_row(shape: AnswerShape<'_>, row: Option<&Identifier>, at: &At<'_>) {
    let cause = match row {
        Some(row) if row_index(shape, row).is_none() => FaultCause::UnknownRow(row.to_string()),
        None if !shape.rows().is_empty() => FaultCause::RowUnnamed,
        Some(_) | None => return,
    };
    at.key("row").fault(cause);
}

fn check_number(shape: AnswerShape<'_>, field: Option<&Identifier>, at: &At<'_>) {
    let Some(fields) = shape.numbers() else {
        return at.key("question").fault(FaultCause::NoNumber);
    };
    if fields.index_of(field).is_none() {
        at.key("field").fault(match field {
            Some(field) => FaultCause::UnknownNumber(field.to_string()),
            None => FaultCause::NumberUnnamed,
        });
    }
}

fn index_of<'a>(mut ids: impl Iterator<Item = &'a Identifier>, id: &Identifier) -> Option<usize> {
    ids.position(|other| other == id)
}

fn row_index(shape: AnswerShape<'_>, row: &Identifier) -> Option<usize> {
    index_of(shape.rows().iter().map(|one| &one.id), row)
}
