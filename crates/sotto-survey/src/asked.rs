//! Which questions a person is asked, given the answers so far.

use crate::{
    answer::Answer,
    condition::Condition,
    error::SurveyError,
    identifier::Identifier,
    kind::{AnswerShape, NumberFields},
    question::Question,
};

/// At most so many tests in one question's condition.
const MAX_TESTS: usize = 200;

/// For each question in order whether it is asked. The answer to a question that is not asked
/// counts for nothing.
pub(crate) fn asked(questions: &[Question], answers: &[Option<Answer>]) -> Vec<bool> {
    let mut asked: Vec<bool> = Vec::with_capacity(questions.len());
    for question in questions {
        let given = Given {
            questions,
            answers,
            asked: &asked,
        };
        let is_asked = question
            .condition()
            .is_none_or(|condition| given.holds(condition));
        asked.push(is_asked);
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
                    AnswerShape::Rows(_) => {
                        let rows = question.rows(&answer);
                        let index = row.as_ref().and_then(|row| row_index(question, row));
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
                let index = field_index(question, field.as_ref());
                let numbers = question.numbers(&answer);
                let number = index.and_then(|index| numbers.get(index).copied().flatten());
                number.is_some_and(|number| {
                    at_least.is_none_or(|least| least <= number)
                        && at_most.is_none_or(|most| number <= most)
                })
            }
        }
    }

    /// An earlier question that was asked, and its answer; what leaving it alone says if there is none.
    fn answer(&self, id: &Identifier) -> Option<(&Question, Option<Answer>)> {
        let place = place_of(self.questions, id)?;
        let question = self.questions.get(place)?;
        if !*self.asked.get(place)? {
            return None;
        }
        let answer = self.answers.get(place).cloned().flatten();
        Some((question, answer.or_else(|| question.untouched())))
    }
}

/// Refuses a condition that names what is not there; `earlier` are the questions before.
pub(crate) fn check_condition(
    question: &Question,
    earlier: &[Question],
) -> Result<(), SurveyError> {
    let Some(condition) = question.condition() else {
        return Ok(());
    };
    let mut tests = 0;
    check(condition, earlier, &mut tests).map_err(|(named, reason)| SurveyError::Condition {
        question: question.id().to_string(),
        named,
        reason,
    })
}

type Fault = (String, &'static str);

fn check(condition: &Condition, earlier: &[Question], tests: &mut usize) -> Result<(), Fault> {
    *tests += 1;
    if *tests > MAX_TESTS {
        let named = "condition".to_owned();
        return Err((
            named,
            "combines too many tests: at most 200 can be evaluated",
        ));
    }
    match condition {
        Condition::All(conditions) | Condition::Any(conditions) => {
            conditions.iter().try_for_each(|c| check(c, earlier, tests))
        }
        Condition::Not(condition) => check(condition, earlier, tests),
        Condition::Is { question, row, is } => {
            let question = find(earlier, question)?;
            match (question.shape(), row) {
                (AnswerShape::Rows(_), None) => {
                    let named = question.id().to_string();
                    return Err((named, "is a matrix: name the \"row\" that counts"));
                }
                (AnswerShape::Rows(_), Some(row)) if row_index(question, row).is_none() => {
                    return Err((row.to_string(), "is no row of that question"));
                }
                (AnswerShape::Rows(_), Some(_)) | (_, None) => {}
                (_, Some(row)) => {
                    return Err((row.to_string(), "is no row: only a matrix has any"));
                }
            }
            let unknown = is
                .iter()
                .find(|id| question.category_index(id.as_str()).is_none());
            match unknown {
                Some(id) => Err((id.to_string(), "is no category of that question")),
                None => Ok(()),
            }
        }
        Condition::Within {
            question, field, ..
        } => {
            let question = find(earlier, question)?;
            let AnswerShape::Numbers(fields) = question.shape() else {
                return Err((
                    question.id().to_string(),
                    "does not ask for a number, so \"at-least\" and \"at-most\" say nothing about it",
                ));
            };
            match (fields, field) {
                (NumberFields::Several(_), None) => Err((
                    question.id().to_string(),
                    "asks for several numbers: name the \"field\" that counts",
                )),
                (NumberFields::Single(_), Some(field)) => Err((
                    field.to_string(),
                    "is no field: the question asks for one number",
                )),
                (NumberFields::Several(_), Some(field))
                    if fields.index_of(Some(field)).is_none() =>
                {
                    Err((field.to_string(), "is no field of that question"))
                }
                (NumberFields::Single(_), None) | (NumberFields::Several(_), Some(_)) => Ok(()),
            }
        }
    }
}

fn find<'a>(earlier: &'a [Question], id: &Identifier) -> Result<&'a Question, Fault> {
    let place = place_of(earlier, id);
    place
        .and_then(|place| earlier.get(place))
        .ok_or_else(|| (id.to_string(), "is no question before it"))
}

fn place_of(questions: &[Question], id: &Identifier) -> Option<usize> {
    questions.iter().position(|question| question.id() == id)
}

fn row_index(question: &Question, row: &Identifier) -> Option<usize> {
    let AnswerShape::Rows(matrix) = question.shape() else {
        return None;
    };
    matrix.rows.iter().position(|other| other.id == *row)
}

fn field_index(question: &Question, field: Option<&Identifier>) -> Option<usize> {
    let AnswerShape::Numbers(fields) = question.shape() else {
        return None;
    };
    fields.index_of(field)
}
