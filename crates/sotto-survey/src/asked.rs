//! Which questions a person is asked, given the answers so far.

use crate::{
    answer::Answer, condition::Condition, error::SurveyError, identifier::Identifier,
    kind::QuestionKind, question::Question,
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
                let chosen = match question.kind() {
                    QuestionKind::MultipleChoice(_) => question.choices(&answer),
                    QuestionKind::Matrix(_) => {
                        let rows = question.rows(&answer);
                        let place = row.as_ref().and_then(|row| row_index(question, row));
                        let category = place.and_then(|place| rows.get(place).copied().flatten());
                        category.into_iter().collect()
                    }
                    _ => question.choice(&answer).into_iter().collect(),
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
                let place = match field {
                    Some(field) => field_index(question, field),
                    None => Some(0),
                };
                let numbers = question.numbers(&answer);
                let number = place.and_then(|place| numbers.get(place).copied().flatten());
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
            match (question.kind(), row) {
                (QuestionKind::Matrix(_), None) => {
                    let named = question.id().to_string();
                    return Err((named, "is a matrix: name the \"row\" that counts"));
                }
                (QuestionKind::Matrix(_), Some(row)) if row_index(question, row).is_none() => {
                    return Err((row.to_string(), "is no row of that question"));
                }
                (QuestionKind::Matrix(_), Some(_)) | (_, None) => {}
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
            match (question.kind(), field) {
                (QuestionKind::Number(_) | QuestionKind::Slider(_), None) => Ok(()),
                (QuestionKind::Numbers(_), Some(field)) => match field_index(question, field) {
                    Some(_) => Ok(()),
                    None => Err((field.to_string(), "is no field of that question")),
                },
                (QuestionKind::Numbers(_), None) => Err((
                    question.id().to_string(),
                    "asks for several numbers: name the \"field\" that counts",
                )),
                _ => Err((
                    question.id().to_string(),
                    "does not ask for a number, so \"at-least\" and \"at-most\" say nothing about it",
                )),
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
    match question.kind() {
        QuestionKind::Matrix(matrix) => matrix.rows.iter().position(|other| other.id == *row),
        _ => None,
    }
}

fn field_index(question: &Question, field: &Identifier) -> Option<usize> {
    match question.kind() {
        QuestionKind::Numbers(fields) => fields.iter().position(|other| other.id == *field),
        _ => None,
    }
}
